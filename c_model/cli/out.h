/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_OUT_H
#define SPE_CLI_OUT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/**
 * Standard output for commands that print millions of lines: a buffer, and numbers without format
 * strings. After a write that failed, all further output is dropped, and out_finish() reports it.
 * Must not be mixed with stdio on stdout.
 */
struct out {
    size_t used;
    int error; /* errno of the first write that failed, or 0 */
    char text[1 << 16];
};

/** Begin. */
void out_init(struct out *out);

/** Write the contents of the buffer. */
void out_flush(struct out *out);

/**
 * Write the rest of the buffer.
 * @return status, or SPE_EXIT_ENVIRONMENT after one line on stderr if output was lost.
 */
int out_finish(struct out *out, const char *command, int status);

/** `value` as hexadecimal digits, lower case, at least `digits` (1 .. 16) of them. */
void out_hex(struct out *out, uint64_t value, unsigned digits);

/** `value` as decimal digits. */
void out_dec(struct out *out, uint64_t value);

/** `count` blanks, at most sizeof(out->text). */
void out_blanks(struct out *out, size_t count);

/* Make room for n characters, n at most the size of the buffer. */
static inline char *out_room(struct out *out, size_t n)
{
    if (sizeof(out->text) - out->used < n) {
        out_flush(out);
    }
    return out->text + out->used;
}

/** One character. */
static inline void out_char(struct out *out, char c)
{
    *out_room(out, 1) = c;
    out->used++;
}

/** n characters, n at most the size of the buffer. */
static inline void out_chars(struct out *out, const char *text, size_t n)
{
    memcpy(out_room(out, n), text, n);
    out->used += n;
}

/** A string no longer than the buffer. */
static inline void out_text(struct out *out, const char *text)
{
    out_chars(out, text, strlen(text));
}

#endif
