/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_LOG_HEADER_H
#define SPE_LOG_HEADER_H

#include <stdio.h>

#include "config_members.h"
#include "spe/log.h"

/* Header and run of a log as `@` lines: in the text form, and in the sections HEAD and RUN. */
enum log_lines { LOG_LINES_TEXT = 1, LOG_LINES_HEAD = 2, LOG_LINES_RUN = 4 };

/* Which lines came already. At the start all members are zero, except `file` of a text. */
struct log_seen {
    const char *file; /* of the text: relative paths start at its folder */
    unsigned lines;   /* bit = number of the word in log_header.c */
    uint64_t keys[4]; /* bit = index of the key */
};

/** A header and the configuration that it points to; so the structure must not be moved. */
struct log_head {
    struct spe_log_header header;
    struct spe_config cfg;
};

/** Fill a header with its defaults. */
void log_head_init(struct log_head *head);

/** Apply one `@` line (without newline) of `where`. A line that is not allowed there, or came
 * already, is refused. @return 0, or with *err filled SPE_EBADMSG, or for `@config` SPE_EIO or
 * SPE_ENOMEM. */
int log_header_line(struct log_head *head, struct spe_log_run *run, enum log_lines where,
                    struct log_seen *seen, const char *line, struct spe_log_error *err);

/** After the last line of a section: whether all lines came that the section must have.
 * @return 0 or SPE_EBADMSG with *err filled. */
int log_header_complete(enum log_lines where, const struct log_seen *seen,
                        struct spe_log_error *err);

/** @return the first key that no line has given, as `@key` or as part of `@config`, or NULL. */
const char *log_missing_key(const struct log_seen *seen);

/** Print the lines of the header, or of the run. */
void log_header_print(FILE *out, const struct spe_log_header *header);
void log_run_print(FILE *out, const struct spe_log_run *run);

/** Parse `text`, the rest of a line after `@run `; the text is changed. @return 0 or SPE_EBADMSG
 * with *err filled. */
int log_run_read(struct spe_log_run *run, char *text, struct spe_log_error *err);

/** Whether a line of the log and a finding can hold this name of a session (spe/session.h). */
bool log_name_is_readable(const char *name);

/** Parse a decimal or 0x number without sign. @return whether the whole text is such a number, and
 * at most `max`. */
bool log_number(const char *text, uint64_t max, uint64_t *value);

/** Format a text like printf() into *err; control characters become '?'. @return `status`. */
__attribute__((format(printf, 3, 4))) int log_error(struct spe_log_error *err, int status,
                                                    const char *fmt, ...);

#endif
