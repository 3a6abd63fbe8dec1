/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "print.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

static bool follows(unsigned char c)
{
    return (c & 0xC0) == 0x80;
}

/* Whether the character has its shortest form, is no surrogate, and is known to XML (not U+FFFE,
 * U+FFFF). */
static bool permitted(uint32_t code, size_t bytes)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

    return code >= least[bytes] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) &&
           (code & 0xFFFE) != 0xFFFE && (code < 0x80 || code > 0x9F);
}

/* Number of bytes of the character at `text`; 0: no UTF-8. */
static size_t utf8(const unsigned char *text)
{
    size_t bytes = text[0] < 0x80   ? 1
                   : text[0] < 0xC0 ? 0
                   : text[0] < 0xE0 ? 2
                   : text[0] < 0xF0 ? 3
                                    : 4;
    uint32_t code = text[0] & (0x7Fu >> bytes);

    if (bytes < 2 || text[0] > 0xF4) {
        return bytes == 1 ? 1 : 0;
    }
    for (size_t i = 1; i < bytes; i++) {
        if (!follows(text[i])) {
            return 0;
        }
        code = code << 6 | (text[i] & 0x3F);
    }
    return permitted(code, bytes) ? bytes : 0;
}

/* How a format writes a special character; NULL: unchanged. */
typedef const char *(*escape_fn)(char c);

static void print(FILE *out, const char *text, escape_fn special)
{
    while (*text != '\0') {
        size_t bytes = utf8((const unsigned char *)text);
        const char *as = bytes == 1 ? special(*text) : NULL;
        if (bytes == 0) {
            fputs(REPLACEMENT, out);
        } else if (as != NULL) {
            fputs(as, out);
        } else {
            (void)fwrite(text, 1, bytes, out);
        }
        text += bytes != 0 ? bytes : 1;
    }
}

static const char *control(char c)
{
    return (unsigned char)c < ' ' || c == 0x7F ? " " : NULL;
}

static const char *in_html(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\n':
        return NULL;
    default:
        return control(c);
    }
}

static const char *in_json(char c)
{
    switch (c) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    default:
        return control(c);
    }
}

void night_print_html(FILE *out, const char *text)
{
    print(out, text, in_html);
}

void night_print_json(FILE *out, const char *text)
{
    fputc('"', out);
    print(out, text, in_json);
    fputc('"', out);
}

void night_print_line(FILE *out, const char *text)
{
    print(out, text, control);
}

const char *night_count(char *out, size_t bytes, int64_t n)
{
    char digits[24];
    size_t at = 0;

    (void)snprintf(digits, sizeof(digits), "%" PRId64, n);
    size_t length = strlen(digits);
    for (size_t i = 0; i < length && at + 2 < bytes; i++) {
        if (i != 0 && (length - i) % 3 == 0 && digits[i - 1] != '-') {
            out[at++] = ',';
        }
        out[at++] = digits[i];
    }
    out[at] = '\0';
    return out;
}

const char *night_duration(char *out, size_t bytes, int64_t ms)
{
    int64_t seconds = ms / 1000;

    if (ms < 1000) {
        (void)snprintf(out, bytes, "%" PRId64 " ms", ms);
    } else if (seconds < 60) {
        (void)snprintf(out, bytes, "%" PRId64 ".%02" PRId64 " s", seconds, ms % 1000 / 10);
    } else if (seconds < 3600) {
        (void)snprintf(out, bytes, "%" PRId64 ":%02" PRId64 " min", seconds / 60, seconds % 60);
    } else {
        (void)snprintf(out, bytes, "%" PRId64 ":%02" PRId64 " h", seconds / 3600,
                       seconds / 60 % 60);
    }
    return out;
}

const char *night_time(char *out, size_t bytes, int64_t seconds)
{
    const time_t when = (time_t)seconds;
    struct tm tm;

    out[0] = '\0';
    if (gmtime_r(&when, &tm) != NULL) {
        (void)strftime(out, bytes, "%Y-%m-%d %H:%M UTC", &tm);
    }
    return out;
}
