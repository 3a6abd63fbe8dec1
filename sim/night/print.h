/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_PRINT_H
#define NIGHT_PRINT_H

#include <stdint.h>
#include <stdio.h>

/* Writes any bytes as text of a format. Bytes that are no UTF-8 become U+FFFD, and a control
 * character becomes a blank (a newline stays). So no name, reason or command can break the file
 * that contains it. */

/** Write text, or a quoted attribute value, for HTML and XML. */
void night_print_html(FILE *out, const char *text);

/** Write a JSON string, with its quotes. */
void night_print_json(FILE *out, const char *text);

/** Write the text as one line for a terminal. */
void night_print_line(FILE *out, const char *text);

/* Numbers for a reader. 32 for `bytes` is enough. */

/** 12,345. */
const char *night_count(char *out, size_t bytes, int64_t n);

/** 0 ms, 12 ms, 1.25 s, 3:05 min, 2:05 h. */
const char *night_duration(char *out, size_t bytes, int64_t ms);

/** 2026-11-22 03:15 UTC, from seconds since 1970. */
const char *night_time(char *out, size_t bytes, int64_t seconds);

#endif
