/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "perf_read.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "perf_format.h"
#include "room.h"
#include "spe/status.h"

struct walk {
    int fd;
    struct perf_buffers *out;
    const char **why;
    bool spe; /* the file says that its traces are SPE's */
};

static int wrong(struct walk *w, int status, const char *why)
{
    *w->why = why;
    return status;
}

/* @return 0, SPE_ETRUNC or SPE_EIO. */
static int take_bytes(struct walk *w, uint64_t offset, void *out, size_t n)
{
    for (size_t done = 0; done < n;) {
        const ssize_t got = pread(w->fd, (uint8_t *)out + done, n - done, (off_t)(offset + done));
        if (got == 0) {
            return wrong(w, SPE_ETRUNC, "is cut off");
        }
        if (got > 0) {
            done += (size_t)got;
        } else if (errno != EINTR) {
            return wrong(w, SPE_EIO, strerror(errno));
        }
    }
    return SPE_OK;
}

static int add_buffer(struct walk *w, const struct perf_auxtrace *trace, uint64_t offset)
{
    struct perf_buffers *b = w->out;
    struct perf_buffer *buffer = room_for(b->buffer, b->n, &b->room, sizeof(*buffer));
    if (!buffer) {
        return wrong(w, SPE_ENOMEM, "out of memory");
    }
    b->buffer = buffer;
    b->buffer[b->n++] = (struct perf_buffer){offset, trace->bytes, trace->queue, trace->cpu};
    return SPE_OK;
}

/* Read the `n` bytes after the header of a record. @return as take_bytes(), or SPE_EBADMSG. */
static int take_body(struct walk *w, uint64_t at, const struct perf_event_header *header, void *out,
                     size_t n)
{
    if (header->size < sizeof(*header) + n) {
        return wrong(w, SPE_EBADMSG, "has a record that is too short");
    }
    return take_bytes(w, at + sizeof(*header), out, n);
}

/* Read one record. @param next  becomes the place of the next record. */
static int take_record(struct walk *w, uint64_t at, uint64_t end, uint64_t *next)
{
    struct perf_event_header header;
    struct perf_auxtrace_info info = {.type = 0};
    struct perf_auxtrace trace = {.bytes = 0};
    int status = take_bytes(w, at, &header, sizeof(header));
    if (status != SPE_OK) {
        return status;
    }
    if (header.size < sizeof(header)) {
        return wrong(w, SPE_EBADMSG, "has a record of no size");
    }
    if (header.size > end - at) {
        return wrong(w, SPE_ETRUNC, "is cut off");
    }
    if (header.type == PERF_AUXTRACE_INFO) {
        status = take_body(w, at, &header, &info, sizeof(info));
        w->spe = w->spe || info.type == PERF_AUXTRACE_ARM_SPE;
    } else if (header.type == PERF_AUXTRACE) {
        status = take_body(w, at, &header, &trace, sizeof(trace));
        if (status == SPE_OK && trace.bytes > end - at - header.size) {
            return wrong(w, SPE_ETRUNC, "is cut off");
        }
        if (status == SPE_OK) {
            status = add_buffer(w, &trace, at + header.size);
        }
    }
    *next = at + header.size + trace.bytes;
    return status;
}

static int walk_records(struct walk *w)
{
    struct perf_file_header header;
    int status = take_bytes(w, 0, &header, sizeof(header));
    if (status != SPE_OK) {
        return status;
    }
    if (header.bytes != sizeof(header)) {
        return wrong(w, SPE_EBADMSG, "was written to a pipe: perf record -o FILE writes a file");
    }
    if (header.data.bytes == 0 || header.data.bytes > INT64_MAX ||
        header.data.offset > INT64_MAX - header.data.bytes) {
        return wrong(w, SPE_EBADMSG, "has no data: perf record was not ended");
    }
    const uint64_t end = header.data.offset + header.data.bytes;
    if (lseek(w->fd, 0, SEEK_END) < (off_t)end) {
        return wrong(w, SPE_ETRUNC, "is cut off");
    }
    for (uint64_t at = header.data.offset; status == SPE_OK && at < end;) {
        status = take_record(w, at, end, &at);
    }
    if (status == SPE_OK && (!w->spe || w->out->n == 0)) {
        return wrong(w, SPE_EBADMSG, "holds no SPE trace");
    }
    return status;
}

/* Order by queue, then by place in the file. */
static int by_queue(const void *a, const void *b)
{
    const struct perf_buffer *x = a, *y = b;
    if (x->queue != y->queue) {
        return x->queue < y->queue ? -1 : 1;
    }
    return x->offset < y->offset ? -1 : 1;
}

int perf_read_buffers(int fd, struct perf_buffers *out, const char **why)
{
    struct walk w = {.fd = fd, .out = out, .why = why};
    *out = (struct perf_buffers){.n = 0};
    const int status = walk_records(&w);
    if (status != SPE_OK) {
        perf_buffers_end(out);
    } else {
        qsort(out->buffer, out->n, sizeof(*out->buffer), by_queue);
    }
    return status;
}

void perf_buffers_end(struct perf_buffers *buffers)
{
    free(buffers->buffer);
    *buffers = (struct perf_buffers){.n = 0};
}
