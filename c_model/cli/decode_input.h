/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_DECODE_INPUT_H
#define SPE_CLI_DECODE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "perf_read.h"
#include "record_bytes.h"

/**
 * What `spe decode` reads: plain bytes, a transaction log, or the AUX buffers of a perf.data. Plain
 * bytes may come from a pipe, the others need a file. Each stream of bytes comes from the Profiling
 * Buffer of one SPU.
 */
struct decode_input {
    const char *name; /* name of the input for messages */
    int fd;
    uint8_t head[8]; /* first bytes of the input, which told its kind */
    size_t head_bytes, head_done;
    struct record_bytes log; /* bytes of a log */
    size_t log_done;
    struct perf_buffers perf; /* buffers of a perf.data */
    size_t buffer;            /* the next buffer */
    uint64_t left;            /* bytes of the buffer before `buffer` that are still to be read */
    enum { DECODE_BYTES, DECODE_LOG, DECODE_PERF } kind;
    bool begun;
};

/**
 * Open `file`, `-` for standard input, and find out its kind.
 * @return 0, or the exit status after one line on stderr; then there is nothing to close.
 */
int decode_input_open(struct decode_input *in, const char *command, const char *file);

/** Go to the next stream. Plain bytes and a log are one stream; a perf.data has one for each queue.
 * @return whether there is one. */
bool decode_input_stream(struct decode_input *in);

/** Of a perf.data: CPU of the stream (UINT32_MAX: it belongs to a thread) and number of its bytes.
 */
void decode_input_where(const struct decode_input *in, unsigned *cpu, uint64_t *bytes);

/** Total number of bytes, shown as progress; 0: not known. */
uint64_t decode_input_size(const struct decode_input *in);

/**
 * Read the next bytes of the stream.
 * @return their number, 0 at the end of the stream, -1 for a failure (errno).
 */
long decode_input_read(struct decode_input *in, uint8_t *buf, size_t room);

/** Close the input and free its memory. */
void decode_input_close(struct decode_input *in);

#endif
