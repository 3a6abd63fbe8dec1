/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_DECODE_MORE_H
#define SPE_CLI_DECODE_MORE_H

#include <stddef.h>

#include "spe/decode.h"

/* At most this many packets of a damaged record are kept beside the decoder's own: 40 MB. */
#define DECODE_MORE (1u << 20)

/** Packets of the open record that the decoder does not keep, up to DECODE_MORE. */
struct decode_more {
    struct spe_packet *packet;
    size_t n, room;
};

/** For spe_decode_options.on_more, with a struct decode_more as `user`. A packet is dropped when
 * memory or DECODE_MORE is exhausted. */
void decode_more_add(void *more, const struct spe_packet *packet);

/** Begin the next record. */
void decode_more_clear(struct decode_more *more);

/** Free the packets. */
void decode_more_end(struct decode_more *more);

#endif
