/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_RECORD_BYTES_H
#define SPE_RECORD_BYTES_H

#include <stddef.h>
#include <stdint.h>

#include "spe/log.h"

/** Bytes of a Profiling Buffer, to be freed with free(bytes). */
struct record_bytes {
    uint8_t *bytes;
    size_t n;
    uint64_t cuts; /* of a log: faults, aborts and resets; each may cut a record */
};

/**
 * Read what an SPU wrote: of a transaction log the bytes that `spe log --bytes` prints; any other
 * file, or `-` for standard input, is taken as it is.
 * @return 0, or a status as of spe_log_open() with err->text filled, without the file's name.
 */
int record_bytes_read(const char *path, struct record_bytes *out, struct spe_log_error *err);

#endif
