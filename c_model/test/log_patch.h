/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_LOG_PATCH_H
#define SPE_TEST_LOG_PATCH_H

#include <stdbool.h>
#include <stddef.h>

/* The text of a log, line by line, and what is exchanged in it: the patch of a case
 * (log_cases.h). Each call says on false what is wrong, in `error`. */

#define LOG_PATCH_WAITING 32 /* lines in front of one, most */

struct log_patch {
    char **line;
    size_t lines, room;
    /* Of this block of patch lines: the place behind its last `-`, `=` or `+`; before the first
     * `-` or `=` lines wait for one. */
    bool placed;
    size_t place;
    char *waiting[LOG_PATCH_WAITING];
    size_t n_waiting;
    char error[320];
};

/** Begin with the log `name` of c_model/test/logs. */
bool log_patch_begin(struct log_patch *p, const char *name);
void log_patch_free(struct log_patch *p);

/** The line that is `text`, or else begins with its words: there is exactly one. It goes (`-`), or
 * is where lines are put in (`=`). */
bool log_patch_remove(struct log_patch *p, const char *text);
bool log_patch_at(struct log_patch *p, const char *text);

/** Put a line in behind the last one of the block, or before its first one (`+`). */
bool log_patch_add(struct log_patch *p, const char *text);

/** "LINE : FIELD=VALUE ...": other values, or more fields (`~`). */
bool log_patch_change(struct log_patch *p, const char *text);

/** A block is over. */
bool log_patch_end_block(struct log_patch *p);

/** "KEY = VALUE": in the configuration of the log. */
bool log_patch_key(struct log_patch *p, const char *text);

/** Without these groups of taps: names, with blanks between them. */
bool log_patch_without(struct log_patch *p, const char *groups);

/** The text; to be freed. */
char *log_patch_text(const struct log_patch *p);

#endif
