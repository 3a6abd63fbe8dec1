/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_LOG_NAMES_H
#define SPE_LOG_NAMES_H

#include "log_fields.h"

/* Names in the text form of a log, and lists of such names for errors, separated by blanks. */

#define LOG_NAMES_BYTES 400

/** The name that is printed for a value; NULL: it is printed as a number. Static storage. */
const char *log_value_name(const struct log_field *field, uint64_t value);

/** Parse a value: a number that the field can hold, a name, or names of bits joined by '+'.
 * @return whether `text` is one; if not, *bad is its wrong part, up to its end or a '+'. */
bool log_value_parse(const struct log_field *field, const char *text, uint64_t *value,
                     const char **bad);

/** Write to `dst` what log_value_parse() accepts for the field. */
void log_value_expected(const struct log_field *field, char *dst, size_t bytes);

/** Write the names of the fields of a kind to `dst`. */
void log_field_names(int kind, char *dst, size_t bytes);

/** Write the names of the kinds to `dst`. */
void log_kind_names(char *dst, size_t bytes);

#endif
