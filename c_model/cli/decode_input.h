/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_DECODE_INPUT_H
#define SPE_CLI_DECODE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perf_read.h"
#include "record_bytes.h"

/**
 * What `spe decode` reads: bytes as they are, a transaction log, or the AUX buffers of a perf.data.
 * Bytes may come from a pipe, the others from a file. Each stream of bytes is one of an SPU's
 * Profiling Buffer.
 */
struct decode_input {
    const char *name; /* for messages */
    int fd;
    uint8_t head[8]; /* bytes that told what it is */
    size_t head_bytes, head_done;
    struct record_bytes log; /* of a log */
    size_t log_done;
    struct perf_buffers perf; /* of a perf.data */
    size_t buffer;            /* the next one */
    uint64_t left;            /* bytes of the buffer before it that were not read */
    enum { DECODE_BYTES, DECODE_LOG, DECODE_PERF } kind;
    bool begun;
};

/**
 * Open `file`, `-` for standard input, and see what it is.
 * @return 0, or the exit status after one line on stderr; nothing is to be closed then.
 */
int decode_input_open(struct decode_input *in, const char *command, const char *file);

/** The next stream: bytes and a log have one, a perf.data one for each of its queues.
 * @return whether there is one. */
bool decode_input_stream(struct decode_input *in);

/** CPU of the stream, UINT32_MAX if it is of a thread, and bytes of it; of a perf.data alone. */
void decode_input_where(const struct decode_input *in, unsigned *cpu, uint64_t *bytes);

/** Bytes in all that are shown as progress; 0: not known. */
uint64_t decode_input_size(const struct decode_input *in);

/**
 * The next bytes of the stream.
 * @return their number, 0 at its end, -1 for a failure (errno).
 */
long decode_input_read(struct decode_input *in, uint8_t *buf, size_t room);

/** Close, free. */
void decode_input_close(struct decode_input *in);

#endif
