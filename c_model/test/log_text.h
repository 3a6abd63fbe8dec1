/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_LOG_TEXT_H
#define SPE_TEST_LOG_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* The text of a log, rewritten line by line. */

/** A text that grows; it begins as {.v = NULL}. The owner frees v. */
struct log_text {
    char *v;
    size_t n, room;
};

/** Add `n` bytes. The test fails if memory runs out. */
void log_text_put(struct log_text *t, const char *from, size_t n);

/** Whether the line is a transaction, not a comment or a setting. */
bool log_line_is_txn(const char *line);

#endif
