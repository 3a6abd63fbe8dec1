/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_GUESS_H
#define NIGHT_GUESS_H

#include <stddef.h>

enum { NIGHT_GUESS_NAME = 64, NIGHT_GUESS_NAMES = 4 };

/**
 * Names that somebody may have meant by `wanted`: those that the fewest letters tell from it, few
 * enough for a slip.
 */
struct night_guess {
    const char *wanted;
    int letters; /* that the names differ by */
    size_t names;
    char name[NIGHT_GUESS_NAMES][NIGHT_GUESS_NAME];
};

/** Begin with no name. */
void night_guess_begin(struct night_guess *guess, const char *wanted);

/** Is the name nearer than, or as near as, those before? */
void night_guess_take(struct night_guess *guess, const char *name);

/** "; near: A B", or nothing. @return text. */
const char *night_guess_text(char *text, size_t bytes, const struct night_guess *guess);

#endif
