/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_DECODE_RESYNC_H
#define SPE_CLI_DECODE_RESYNC_H

#include <stddef.h>
#include <stdint.h>

#include "spe/decode.h"

/* Bytes that decode_resync() wants to see, where there are so many. */
#define DECODE_RESYNC 32768u

/**
 * Where the second record begins of bytes that begin inside of one, or with one: which of both
 * cannot be told. That is the first end of a record, read from any of the first places, behind
 * which four records, or all up to the end if they are fewer, have no error. A record is not longer
 * than options->record_limit (0: 2048), and so many places are tried.
 * @return offset of a header, or `bytes` if no place is one.
 */
size_t decode_resync(const uint8_t *buf, size_t bytes, const struct spe_decode_options *options);

#endif
