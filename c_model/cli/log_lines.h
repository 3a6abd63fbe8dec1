/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_LOG_LINES_H
#define SPE_CLI_LOG_LINES_H

#include <stdbool.h>

#include "log_items.h"
#include "words.h"

/**
 * Lines of `spe log`. Decoded: cycle, seq, kind, words; what does not fit goes on with the kind
 * `+`; predictions have the kind `=`. Else transactions are those of `spe log`, and the text can be
 * packed again. What is no transaction of the log stands behind a `#`, predictions of decoded lines
 * apart.
 */
struct log_lines {
    bool decode;
    struct words_state state;
};

/** Begin with a log; `cfg` is the caller's. */
void log_lines_begin(struct log_lines *lines, bool decode, const struct spe_config *cfg);

/** One line of a remark. */
__attribute__((format(printf, 1, 2))) void log_lines_remark(const char *format, ...);

/** Remarks that say the whole state of the PE. */
void log_lines_state(const struct log_lines *lines);

/** Print an item; of what nobody has words for, nothing. */
void log_lines_print(const struct log_lines *lines, const struct log_item *item);

/** The item is over: printed or not, those behind it may need it. */
void log_lines_take(struct log_lines *lines, const struct log_item *item);

#endif
