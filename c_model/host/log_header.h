/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_LOG_HEADER_H
#define SPE_LOG_HEADER_H

#include <stdio.h>

#include "config_members.h"
#include "spe/log.h"

/* Header and run of a log as `@` lines: in the text form, and in the sections HEAD and RUN. */
enum log_lines { LOG_LINES_TEXT = 1, LOG_LINES_HEAD = 2, LOG_LINES_RUN = 4 };

/* Which lines came already; all zero at the start of a text or a section, but `file` of a text. */
struct log_seen {
    const char *file; /* of the text: relative paths start at its folder */
    unsigned lines;   /* bit = number of the word in log_header.c */
    uint64_t keys[4]; /* bit = index of the key */
};

/** A header and the configuration that it points to: it stays where it is. */
struct log_head {
    struct spe_log_header header;
    struct spe_config cfg;
};

/** Defaults of a header. */
void log_head_init(struct log_head *head);

/** Apply one `@` line (without newline) of `where`; a line that has no place there, or came
 * already, is refused. @return 0, or with *err filled SPE_EBADMSG, or of `@config` SPE_EIO or
 * SPE_ENOMEM. */
int log_header_line(struct log_head *head, struct spe_log_run *run, enum log_lines where,
                    struct log_seen *seen, const char *line, struct spe_log_error *err);

/** After the last line of a section: is every line there that it must have?
 * @return 0 or SPE_EBADMSG with *err filled. */
int log_header_complete(enum log_lines where, const struct log_seen *seen,
                        struct spe_log_error *err);

/** @return the first key that no line has given, as `@key` or as part of `@config`, or NULL. */
const char *log_missing_key(const struct log_seen *seen);

/** Print the lines of the header, or of the run. */
void log_header_print(FILE *out, const struct spe_log_header *header);
void log_run_print(FILE *out, const struct spe_log_run *run);

/** Read what stands behind `@run `, in place. @return 0 or SPE_EBADMSG with *err filled. */
int log_run_read(struct spe_log_run *run, char *text, struct spe_log_error *err);

/** Can a line of the log and a finding hold this name of a session? (spe/session.h) */
bool log_name_is_readable(const char *name);

/** Decimal or 0x number, the whole text, no sign. @return whether it is one and at most `max`. */
bool log_number(const char *text, uint64_t max, uint64_t *value);

/** Fill *err as printf(), without control characters. @return status. */
__attribute__((format(printf, 3, 4))) int log_error(struct spe_log_error *err, int status,
                                                    const char *fmt, ...);

#endif
