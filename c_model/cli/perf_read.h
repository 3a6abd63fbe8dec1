/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PERF_READ_H
#define SPE_PERF_READ_H

#include <stddef.h>
#include <stdint.h>

/* The first bytes of a perf.data from a little-endian host. */
#define PERF_MAGIC "PERFILE2"

/** An AUX buffer in a perf.data: `bytes` bytes at `offset` of the file. */
struct perf_buffer {
    uint64_t offset, bytes;
    uint32_t queue, cpu;
};

/** The AUX buffers of a file, queue by queue; within a queue in the order of the file. */
struct perf_buffers {
    struct perf_buffer *buffer;
    size_t n, room;
};

/**
 * Find the AUX buffers of an SPE trace (linux/perf_event.h; perf's AUXTRACE records).
 * @param fd   the file, seekable; its position is lost.
 * @param why  on failure what is wrong, without the file's name. Static storage.
 * @return 0, SPE_EBADMSG (no perf.data with an SPE trace), SPE_ETRUNC (cut off), SPE_EIO (errno
 * says why), SPE_ENOMEM.
 */
int perf_read_buffers(int fd, struct perf_buffers *out, const char **why);

/** Free. */
void perf_buffers_end(struct perf_buffers *buffers);

#endif
