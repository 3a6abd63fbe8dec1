/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_LOG_LINES_H
#define SPE_CLI_LOG_LINES_H

#include <stdbool.h>

#include "log_items.h"
#include "words.h"

/**
 * Lines of `spe log`. Decoded lines have cycle, seq, kind and words; continuation lines have the
 * kind `+`, predictions the kind `=`. Without `decode`, transactions are in the text format of a
 * log, which can be packed again. Everything that is no transaction follows a `#`, except the
 * predictions in decoded lines.
 */
struct log_lines {
    bool decode;
    struct words_state state;
};

/** Start a log; `cfg` is the caller's. */
void log_lines_begin(struct log_lines *lines, bool decode, const struct spe_config *cfg);

/** Print one remark line. */
__attribute__((format(printf, 1, 2))) void log_lines_remark(const char *format, ...);

/** Print the whole state of the PE as remarks. */
void log_lines_state(const struct log_lines *lines);

/** Print an item, or nothing if there are no words for it. */
void log_lines_print(const struct log_lines *lines, const struct log_item *item);

/** The item was handled, printed or not: remember what later items need of it. */
void log_lines_take(struct log_lines *lines, const struct log_item *item);

#endif
