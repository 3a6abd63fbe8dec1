/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_LOG_NAMES_H
#define SPE_LOG_NAMES_H

#include "log_fields.h"

/* Names of the text form of a log, and lists of them for errors, separated by blanks. */

#define LOG_NAMES_BYTES 400

/** What a value is printed as; NULL: as a number. */
const char *log_value_name(const struct log_field *field, uint64_t value);

/** A number that the field can hold, a name, or names joined by '+' where they are bits. @return
 * whether it is one; *bad: else the part of `text` that is wrong, up to its end or a '+'. */
bool log_value_parse(const struct log_field *field, const char *text, uint64_t *value,
                     const char **bad);

/** What log_value_parse() takes. */
void log_value_expected(const struct log_field *field, char *dst, size_t bytes);

/** The fields of a kind. */
void log_field_names(int kind, char *dst, size_t bytes);

/** The kinds. */
void log_kind_names(char *dst, size_t bytes);

#endif
