/* SPDX-License-Identifier: Apache-2.0 */
#include "shell_word.h"

#include <stdbool.h>
#include <string.h>

/* Whether each shell takes the word literally, without quotes, also as the first word, in which a =
 * assigns to a variable. */
static bool plain(const char *word)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "_./+-@,%:";

    return word[0] != '\0' && word[0] != '-' && word[strspn(word, safe)] == '\0';
}

void shell_word(FILE *out, const char *word)
{
    if (plain(word)) {
        fputs(word, out);
        return;
    }
    fputs(word[0] == '-' ? "./'" : "'", out);
    for (; *word != '\0'; word++) {
        fputs(*word == '\'' ? "'\\''" : (const char[2]){*word, '\0'}, out);
    }
    putc('\'', out);
}
