/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_GUESS_H
#define NIGHT_GUESS_H

#include <stddef.h>

enum { NIGHT_GUESS_NAME = 64, NIGHT_GUESS_NAMES = 4 };

/**
 * Names that may be meant by the misspelt `wanted`: those with the smallest distance in letters, if
 * it is small enough for a slip.
 */
struct night_guess {
    const char *wanted;
    int letters; /* the distance */
    size_t names;
    char name[NIGHT_GUESS_NAMES][NIGHT_GUESS_NAME];
};

/** Begin without any name. */
void night_guess_begin(struct night_guess *guess, const char *wanted);

/** Take a name if it is as near as the names so far; a nearer one replaces them. */
void night_guess_take(struct night_guess *guess, const char *name);

/** Write "; near: A B", or nothing. @return text. */
const char *night_guess_text(char *text, size_t bytes, const struct night_guess *guess);

#endif
