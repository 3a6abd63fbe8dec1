/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_DECODE_MORE_H
#define SPE_CLI_DECODE_MORE_H

#include <stddef.h>

#include "spe/decode.h"

/* Packets kept of a damaged record beside those that the decoder keeps: 40 MB at most. */
#define DECODE_MORE (1u << 20)

/** Packets of the open record that the decoder does not keep, up to DECODE_MORE. */
struct decode_more {
    struct spe_packet *packet;
    size_t n, room;
};

/** For spe_decode_options.on_more, with a struct decode_more as `user`. Without memory, or behind
 * the last place, a packet is left out. */
void decode_more_add(void *more, const struct spe_packet *packet);

/** Begin the next record. */
void decode_more_clear(struct decode_more *more);

/** Free what is held. */
void decode_more_end(struct decode_more *more);

#endif
