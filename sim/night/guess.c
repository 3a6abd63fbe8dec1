/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "guess.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { FARTHEST = 3 }; /* largest distance in letters that counts as a slip */

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* How many letters must be inserted, removed or replaced to turn one name into the other
 * (Levenshtein). */
static int distance(const char *a, const char *b)
{
    const size_t n = strnlen(b, NIGHT_GUESS_NAME);
    int row[NIGHT_GUESS_NAME + 1];

    for (size_t j = 0; j <= n; j++) {
        row[j] = (int)j;
    }
    for (size_t i = 0; a[i] != '\0'; i++) {
        int corner = row[0];
        row[0] = (int)i + 1;
        for (size_t j = 0; j < n; j++) {
            const int replaced = corner + (a[i] != b[j]);
            corner = row[j + 1];
            row[j + 1] = least(replaced, least(row[j], row[j + 1]) + 1);
        }
    }
    return row[n];
}

void night_guess_begin(struct night_guess *guess, const char *wanted)
{
    *guess = (struct night_guess){.wanted = wanted, .letters = FARTHEST};
}

static bool has(const struct night_guess *guess, const char *name)
{
    bool found = false;

    for (size_t i = 0; i < guess->names; i++) {
        found |= strcmp(guess->name[i], name) == 0;
    }
    return found;
}

void night_guess_take(struct night_guess *guess, const char *name)
{
    const int letters = distance(guess->wanted, name);

    if (letters > guess->letters || strlen(name) >= NIGHT_GUESS_NAME || has(guess, name)) {
        return;
    }
    if (letters < guess->letters) {
        guess->letters = letters;
        guess->names = 0;
    }
    if (guess->names < NIGHT_GUESS_NAMES) {
        (void)snprintf(guess->name[guess->names++], NIGHT_GUESS_NAME, "%s", name);
    }
}

const char *night_guess_text(char *text, size_t bytes, const struct night_guess *guess)
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < guess->names && used < bytes; i++) {
        used += (size_t)snprintf(text + used, bytes - used, "%s%s", i == 0 ? "; near: " : " ",
                                 guess->name[i]);
    }
    return text;
}
