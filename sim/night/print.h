/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_PRINT_H
#define NIGHT_PRINT_H

#include <stdint.h>
#include <stdio.h>

/* Any bytes as text of a format. What is no UTF-8 comes as U+FFFD, a control character as a blank
 * (a newline stays one), so that no name, reason or command can break the file that it stands in.
 */

/** Text or a value of an attribute in quotes, of HTML and of XML. */
void night_print_html(FILE *out, const char *text);

/** A string of JSON, with its quotes. */
void night_print_json(FILE *out, const char *text);

/** The text on one line of a terminal. */
void night_print_line(FILE *out, const char *text);

/* Numbers for a reader. `bytes` of 32 are enough. */

/** 12,345. */
const char *night_count(char *out, size_t bytes, int64_t n);

/** 0 ms, 12 ms, 1.25 s, 3:05 min, 2:05 h. */
const char *night_duration(char *out, size_t bytes, int64_t ms);

/** 2026-11-22 03:15 UTC of seconds since 1970. */
const char *night_time(char *out, size_t bytes, int64_t seconds);

#endif
