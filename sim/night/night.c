/* SPDX-License-Identifier: Apache-2.0
 *
 * What the subcommands share: options, numbers, failures in one line.
 */
#define _GNU_SOURCE
#include "night.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void night_say(const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s: ", program_invocation_short_name);
    va_start(args, format);
    (void)vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

static const struct night_option *find(const struct night_option *options, const char *name)
{
    for (; options->name != NULL; options++) {
        if (strcmp(options->name, name) == 0) {
            return options;
        }
    }
    return NULL;
}

/* One option. @return how many words it takes, or -1 after one line. */
static int take(const struct night_option *options, const char *command, const char *name,
                const char *value)
{
    const struct night_option *option = find(options, name);

    if (option == NULL) {
        return night_fail(-1, "%s: unknown option %s: see night %s --help", command, name, command);
    }
    if (option->text == NULL) {
        *option->flag = 1;
        return 1;
    }
    if (value == NULL) {
        return night_fail(-1, "%s: %s needs a value", command, name);
    }
    if (*option->text != NULL) {
        return night_fail(-1, "%s: %s is given twice", command, name);
    }
    *option->text = value;
    return 2;
}

int night_options(int argc, char **argv, const struct night_option *options, int min, int max)
{
    const char *command = argv[0];
    int n = 0;

    for (int i = 1; i < argc;) {
        if (strcmp(argv[i], "--") == 0) { /* a command follows */
            while (++i < argc) {
                argv[n++] = argv[i];
            }
        } else if (argv[i][0] != '-') {
            argv[n++] = argv[i++];
        } else {
            int words = take(options, command, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
            if (words < 0) {
                return -1;
            }
            i += words;
        }
    }
    if (n < min || n > max) {
        return night_fail(-1, "%s: %d arguments, %d%s needed: see night %s --help", command, n, min,
                          max > min ? " or more are" : " are", command);
    }
    return n;
}

int night_number(const char *text, int64_t *value)
{
    char *end = NULL;

    if (*text < '0' || *text > '9') {
        return -1;
    }
    errno = 0;
    *value = strtoll(text, &end, 10);
    return errno == 0 && *end == '\0' ? 0 : -1;
}

int night_range(const char *text, int64_t *first, int64_t *last)
{
    char digits[24];
    const char *dash = strchr(text, '-');

    if (dash == NULL || (size_t)(dash - text) >= sizeof(digits)) {
        return -1;
    }
    (void)snprintf(digits, sizeof(digits), "%.*s", (int)(dash - text), text);
    if (night_number(digits, first) != 0 || night_number(dash + 1, last) != 0) {
        return -1;
    }
    return *first <= *last ? 0 : -1;
}

const char *night_plural(int64_t n)
{
    return n == 1 ? "" : "s";
}

int night_words(char *line, char **word, int most)
{
    char *rest = NULL;
    int n = 0;

    for (char *at = strtok_r(line, " \n", &rest); at != NULL && n < most;
         at = strtok_r(NULL, " \n", &rest)) {
        word[n++] = at;
    }
    return n;
}

bool night_has_word(const char *words, const char *word)
{
    const size_t n = strlen(word);

    for (const char *at = n != 0 ? strstr(words, word) : NULL; at != NULL;
         at = strstr(at + 1, word)) {
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0')) {
            return true;
        }
    }
    return false;
}

int night_finish(int status)
{
    if (fflush(stdout) == 0 && ferror(stdout) == 0) {
        return status;
    }
    return night_fail(NIGHT_EXIT_ENVIRONMENT, "cannot write standard output: %s", strerror(errno));
}
