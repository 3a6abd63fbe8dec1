/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "explain_print.h"

/* Breaks long texts into lines; nothing is left out. */

#define LONGEST 4096u /* longest sentence before it is broken into lines */

size_t lines_cut(const char *text, size_t width)
{
    size_t n = strlen(text);

    if (n <= width) {
        return n;
    }
    for (n = width; n > width / 2 && text[n] != ' '; n--) {
    }
    return text[n] == ' ' ? n : width; /* a word that is longer than the line */
}

static void put_line(struct lines *lines, size_t indent, const char *text, size_t n)
{
    if (lines->n < sizeof(lines->text) / sizeof(lines->text[0])) {
        (void)snprintf(lines->text[lines->n++], EXPLAIN_WIDTH + 1, "%*s%.*s", (int)indent, "",
                       (int)n, text);
    }
}

void lines_add(struct lines *lines, const char *format, ...)
{
    char text[LONGEST];
    va_list ap;

    va_start(ap, format);
    const int n = vsnprintf(text, sizeof(text), format, ap);
    va_end(ap);
    assert(n >= 0 && (size_t)n < sizeof(text));
    (void)n;

    const char *rest = text;
    size_t indent = 0;
    do {
        const size_t used = lines_cut(rest, EXPLAIN_WIDTH - indent);
        put_line(lines, indent, rest, used);
        rest += used + (rest[used] == ' ');
        indent = strspn(text, " ") + 2;
    } while (*rest != '\0');
}
