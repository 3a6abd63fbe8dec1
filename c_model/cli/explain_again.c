/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_again.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *dst;
    size_t used;
};

static void append_text(struct text *text, const char *from, size_t n)
{
    memcpy(text->dst + text->used, from, n);
    text->used += n;
    text->dst[text->used] = '\0';
}

size_t explain_word(const char *word)
{
    bool quoted = false;
    size_t n = 0;

    for (; word[n] != '\0' && (quoted || word[n] != ' '); n++) {
        if (word[n] == '\'') {
            quoted = !quoted;
        } else if (word[n] == '\\' && !quoted && word[n + 1] != '\0') {
            n++;
        }
    }
    return n;
}

static bool is_option(const char *word, size_t n, const char *const *names, size_t n_names)
{
    for (size_t i = 0; i < n_names; i++) {
        if (strlen(names[i]) == n && memcmp(word, names[i], n) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_plusarg(const char *word, const char *name)
{
    return strncmp(word + (word[0] == '\''), name, strlen(name)) == 0;
}

/* Append the word that names the directory with ".again", before the word's last quote if it has
 * one. */
static void add_folder(struct text *text, const char *word, size_t n)
{
    const bool quoted = n > 1 && word[n - 1] == '\'';

    append_text(text, word, n - quoted);
    append_text(text, ".again'", quoted ? 7 : 6);
}

char *explain_again(const char *command)
{
    static const char *const folder[] = {"--dir"};
    static const char *const file[] = {"--log",     "--bins",  "--covers",
                                       "--records", "--waves", "--population"};
    enum { OTHER, FOLDER, FILE_OF_ITS_OWN } value = OTHER;
    /* ".again" is never longer than the option in front of it: twice the length is enough. */
    struct text text = {.dst = malloc(2 * strlen(command) + 1)};

    if (text.dst == NULL) {
        return NULL;
    }
    text.dst[0] = '\0';
    for (const char *word = command; *word != '\0'; word += *word == ' ') {
        const size_t n = explain_word(word);
        const bool drops = is_option(word, n, file, sizeof(file) / sizeof(file[0]));
        if (value == FILE_OF_ITS_OWN || drops || is_plusarg(word, "+spe_log=")) {
            value = drops ? FILE_OF_ITS_OWN : OTHER;
            word += n;
            continue;
        }
        append_text(&text, " ", text.used != 0);
        if (value == FOLDER || is_plusarg(word, "+spe_dir=")) {
            add_folder(&text, word, n);
        } else {
            append_text(&text, word, n);
        }
        value = is_option(word, n, folder, 1) ? FOLDER : OTHER;
        word += n;
    }
    return text.dst;
}
