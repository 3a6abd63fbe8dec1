/* SPDX-License-Identifier: Apache-2.0
 *
 * What the subcommands share: options, numbers, failures in one line.
 */
#define _GNU_SOURCE
#include "night.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
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

/* What getopt_long() returns for an argument, and for the first option of the table. */
enum { ARGUMENT = 1, FIRST = 256, OPTIONS = 32 };

/* Make the table for getopt_long(). */
static void make_table(const struct night_option *options, struct option *table)
{
    int n = 0;

    for (; options[n].name != NULL; n++) {
        assert(n < OPTIONS);
        table[n] = (struct option){options[n].name + 2,
                                   options[n].text != NULL ? required_argument : no_argument, NULL,
                                   FIRST + n};
    }
    table[n] = (struct option){NULL, 0, NULL, 0};
}

/* getopt_long() also accepts the beginning of a name: that is refused. */
static bool is_whole(const char *name, const char *word)
{
    const size_t n = strlen(name);

    return strncmp(word, name, n) == 0 && (word[n] == '\0' || word[n] == '=');
}

/* Print one line: what is wrong, and where to find help, for the program or for one of its
 * commands. */
static int misused(const char *command, const char *what, const char *why)
{
    const char *program = program_invocation_short_name, *slash = strrchr(command, '/');
    const char *name = slash != NULL ? slash + 1 : command;

    if (strcmp(name, program) == 0) {
        return night_fail(-1, "%s %s: see %s --help", what, why, program);
    }
    return night_fail(-1, "%s: %s %s: see %s %s --help", name, what, why, program, name);
}

/* Take what getopt_long() found in `word`: an option, or an error. @return 0, or -1 after one line.
 */
static int take(const struct night_option *options, const char *command, int got, const char *word)
{
    const int which = (got == '?' || got == ':' ? optopt : got) - FIRST;
    const struct night_option *option = which >= 0 ? &options[which] : NULL;

    if (option == NULL || !is_whole(option->name, word)) {
        return misused(command, "unknown option", word);
    }
    if (got == '?' || got == ':') {
        return misused(command, option->name, got == ':' ? "needs a value" : "takes no value");
    }
    if (option->text == NULL) {
        *option->flag = 1;
        return 0;
    }
    if (*option->text != NULL) {
        return misused(command, option->name, "is given twice");
    }
    *option->text = optarg;
    return 0;
}

int night_options(int argc, char **argv, const struct night_option *options, int min, int max)
{
    struct option table[OPTIONS + 1];
    const char *command = argv[0], *word = argv[1];
    int n = 0, got;

    make_table(options, table);
    opterr = optind = 0; /* 0: forget any argv that was read before */
    while ((got = getopt_long(argc, argv, "-:", table, NULL)) != -1) {
        if (got == ARGUMENT) {
            argv[n++] = optarg;
        } else if (take(options, command, got, word) != 0) {
            return -1;
        }
        word = argv[optind];
    }
    while (optind < argc) { /* after -- comes a command */
        argv[n++] = argv[optind++];
    }
    if (n < min || n > max) {
        char what[40], why[40];
        (void)snprintf(what, sizeof(what), "%d argument%s, needed:", n, night_plural(n));
        (void)snprintf(why, sizeof(why), "%d%s", min, max > min ? " or more" : "");
        return misused(command, what, why);
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
