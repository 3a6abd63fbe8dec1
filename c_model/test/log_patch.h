/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_LOG_PATCH_H
#define SPE_TEST_LOG_PATCH_H

#include <stdbool.h>
#include <stddef.h>

/* The text of a log, line by line, and its changes: the patch of a case (log_cases.h). If a call
 * returns false, `error` says why. */

#define LOG_PATCH_WAITING 32 /* most lines that wait for a `-` or `=` */

struct log_patch {
    char **line;
    size_t lines, room;
    /* This block of patch lines: the place after its last `-`, `=` or `+`. Before the first `-` or
     * `=`, lines wait. */
    bool placed;
    size_t place;
    char *waiting[LOG_PATCH_WAITING];
    size_t n_waiting;
    char error[320];
};

/** Begin with the log `name` of c_model/test/logs. */
bool log_patch_begin(struct log_patch *p, const char *name);
void log_patch_free(struct log_patch *p);

/** Find the only line that is `text`, or else the only line that begins with its words. Remove it
 * (`-`), or mark it as the place of insertions (`=`). */
bool log_patch_remove(struct log_patch *p, const char *text);
bool log_patch_at(struct log_patch *p, const char *text);

/** Insert a line after the last line of the block, or before its first one (`+`). */
bool log_patch_add(struct log_patch *p, const char *text);

/** "LINE : FIELD=VALUE ...": change fields, or add fields (`~`). */
bool log_patch_change(struct log_patch *p, const char *text);

/** End a block. */
bool log_patch_end_block(struct log_patch *p);

/** "KEY = VALUE": set a key in the configuration of the log. */
bool log_patch_key(struct log_patch *p, const char *text);

/** Remove these groups of taps: names, with blanks between them. */
bool log_patch_without(struct log_patch *p, const char *groups);

/** The text; the caller frees it. */
char *log_patch_text(const struct log_patch *p);

#endif
