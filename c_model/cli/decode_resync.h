/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_DECODE_RESYNC_H
#define SPE_CLI_DECODE_RESYNC_H

#include <stddef.h>
#include <stdint.h>

#include "spe/decode.h"

/* decode_resync() needs this many bytes, or all bytes if there are fewer. */
#define DECODE_RESYNC 32768u

/**
 * Find where the second record begins, when the bytes begin inside a record or at the start of one:
 * these two cases cannot be told apart. Decoding is tried from each of the first places. The result
 * is the first end of a record after which the next four records (all, if fewer follow) have no
 * error. A record is not longer than options->record_limit (0: 2048), so that many places are
 * tried.
 * @return offset of a header, or `bytes` if no place fits.
 */
size_t decode_resync(const uint8_t *buf, size_t bytes, const struct spe_decode_options *options);

#endif
