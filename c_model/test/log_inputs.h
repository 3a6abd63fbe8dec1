/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_LOG_INPUTS_H
#define SPE_TEST_LOG_INPUTS_H

#include <stddef.h>
#include <stdint.h>

/* The hand-written logs (c_model/test/logs) as inputs of a fuzz target. */

struct log_input {
    char name[64];
    uint8_t *data;
    size_t bytes;
};

#define LOG_INPUTS_MAX 512

/* Bytes before the transactions of an input of fuzz_model.c: taps, then keys of the configuration.
 */
#define FUZZ_MODEL_HEAD 7

struct log_inputs {
    struct log_input input[LOG_INPUTS_MAX];
    size_t n;
};

/** For each log: taps, FUZZ_MODEL_HEAD - 1 bytes 0, its transactions as in a frame (fuzz_model.c).
 * The test fails if a log cannot be read. */
void log_inputs_model(struct log_inputs *inputs);

/** For each log: its text, its transactions, its header, and a whole file (fuzz_log.c). */
void log_inputs_log(struct log_inputs *inputs);

void log_inputs_free(struct log_inputs *inputs);

/** Write each input to a file of the existing folder `dir`. @return 0, or 1 on a failure. */
int log_inputs_write(const struct log_inputs *inputs, const char *dir);

/** Change `rounds` bytes of each input, one after the other, and give every result to `target`. One
 * of four changes is undone. Every run makes the same changes. */
void log_inputs_change(struct log_inputs *inputs, unsigned rounds,
                       int (*target)(const uint8_t *data, size_t size));

#endif
