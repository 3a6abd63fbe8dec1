/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PERF_DATA_H
#define SPE_PERF_DATA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/**
 * perf.data as Linux perf 6.1 and later read it, with the records of one SPU as AUX trace
 * (linux/perf_event.h; tools/perf/Documentation/perf.data-file-format.txt).
 */

/** An executable part of a program: `bytes` bytes from `offset` of its file are at `address`. */
struct perf_map {
    uint64_t address, bytes, offset;
};

/** The contents of the file; the caller owns all of it. */
struct perf_image {
    const uint8_t *records;
    size_t bytes;
    const char *program;        /* absolute path of the traced program, shorter than PATH_MAX; NULL:
                                   no symbols */
    const struct perf_map *map; /* of the program */
    size_t maps;
    const uint32_t *process; /* CONTEXTIDR values that the records hold; perf takes them as process
                                ids. At least one */
    size_t processes;
};

/** Process id for records without a Context packet. */
#define PERF_DATA_PROCESS 1u

/**
 * Write the file; `out` must be seekable.
 * @return 0, or SPE_EIO (errno says why).
 */
int perf_data_write(FILE *out, const struct perf_image *image);

#endif
