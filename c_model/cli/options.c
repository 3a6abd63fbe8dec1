/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "options.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

/* What getopt_long() returns: an operand, -h, or FIRST and the place of an option in its table. */
enum { OPERAND = 1, HELP = 'h', FIRST = 256 };

static bool has_value(const struct cli_option *option)
{
    return option->flag == NULL && !option->bare;
}

static int letter_of(const struct cli_option *option)
{
    return option->name[1] != '-' ? option->name[1] : option->letter;
}

/* `shorts` begins with '-', so that operands keep their place among the options, and with ':', so
 * that a missing value differs from an unknown option. */
static void make_tables(const struct cli_options *o, struct option *longs, char *shorts)
{
    *shorts++ = '-';
    *shorts++ = ':';
    *shorts++ = HELP;
    *longs++ = (struct option){"help", no_argument, NULL, HELP};
    for (size_t i = 0; i < o->n; i++) {
        const struct cli_option *option = &o->option[i];
        const int letter = letter_of(option);

        if (letter != 0) {
            *shorts++ = (char)letter;
        }
        if (letter != 0 && has_value(option)) {
            *shorts++ = ':';
        }
        if (option->name[1] == '-') {
            *longs++ = (struct option){option->name + 2,
                                       has_value(option) ? required_argument : no_argument, NULL,
                                       FIRST + (int)i};
        }
    }
    *longs = (struct option){NULL, 0, NULL, 0};
    *shorts = '\0';
}

/* The option for which getopt_long() returned `got`; NULL: none. */
static const struct cli_option *find(const struct cli_options *o, int got)
{
    if (got >= FIRST) {
        return &o->option[got - FIRST];
    }
    for (size_t i = 0; i < o->n; i++) {
        if (got != 0 && letter_of(&o->option[i]) == got) {
            return &o->option[i];
        }
    }
    return NULL;
}

/* getopt_long() also accepts the beginning of a name. That is refused: a later option may begin in
 * the same way. */
static bool is_whole(const char *name, const char *word)
{
    return strncmp(word, "--", 2) != 0 ||
           (strncmp(word, name, strlen(name)) == 0 && strchr("=", word[strlen(name)]) != NULL);
}

static int take_value(const struct cli_options *o, const struct cli_option *option)
{
    if (option->flag != NULL) {
        *option->flag = true;
    } else if (option->text != NULL) {
        *option->text = optarg;
    } else if (option->number == NULL) {
        return option->take(o->user, option->name, optarg);
    } else if (!spe_cli_number(optarg, option->number)) {
        return spe_cli_fail(SPE_EXIT_USAGE, o->command, "%s '%s': not a number from 0 to 2^64 - 1",
                            option->name, optarg);
    }
    return SPE_EXIT_GOOD;
}

/* Take an option: `got` is the result for the argument `word`; `seen` has a bit for each option. */
static int take_option(const struct cli_options *o, int got, const char *word, uint32_t *seen)
{
    const bool failed = got == '?' || got == ':';
    const struct cli_option *option = find(o, failed ? optopt : got);

    if (option == NULL || !is_whole(option->name, word)) {
        return spe_cli_misuse(o->command, "unknown option", word);
    }
    if (failed) {
        return spe_cli_misuse(o->command, option->name,
                              got == ':' ? "needs a value" : "takes no value");
    }
    const uint32_t bit = UINT32_C(1) << (option - o->option);
    if ((*seen & bit) != 0 && !option->many) {
        return spe_cli_misuse(o->command, option->name, "is given twice");
    }
    *seen |= bit;
    return take_value(o, option);
}

static int take_operand(const struct cli_options *o, const char *word)
{
    return o->operand != NULL ? o->operand(o->user, word)
                              : spe_cli_misuse(o->command, "unknown argument", word);
}

/* Take the argument `word`, for which getopt_long() returned `got`. */
static int take_next(const struct cli_options *o, int got, const char *word, uint32_t *seen)
{
    if (got == OPERAND) {
        return take_operand(o, optarg);
    }
    if (got == HELP && is_whole("--help", word)) {
        return CLI_HELP;
    }
    return take_option(o, got, word, seen);
}

int cli_options_take(const struct cli_options *options, int argc, char **argv)
{
    struct option longs[CLI_OPTIONS + 2];
    char shorts[2 * CLI_OPTIONS + 4];
    int status = SPE_EXIT_GOOD, got = 0;
    uint32_t seen = 0;

    assert(options->n <= CLI_OPTIONS);
    make_tables(options, longs, shorts);
    opterr = 0;
    while (status == SPE_EXIT_GOOD && got != -1) {
        const char *word = argv[optind];
        got = getopt_long(argc, argv, shorts, longs, NULL);
        status = got != -1 ? take_next(options, got, word, &seen) : status;
    }
    for (int i = optind; i < argc && status == SPE_EXIT_GOOD; i++) {
        status = take_operand(options, argv[i]);
    }
    return status;
}

int cli_options_one(const char *command, const char **place, const char *kind, const char *word)
{
    if (*place != NULL) {
        return spe_cli_fail(SPE_EXIT_USAGE, command, "more than one %s: %s: see spe %s --help",
                            kind, word, command);
    }
    *place = word;
    return SPE_EXIT_GOOD;
}

int cli_log_inside(const char *command, const char **place, char inside[CLI_PATH_BYTES])
{
    struct stat st;

    if (stat(*place, &st) != 0 || !S_ISDIR(st.st_mode)) {
        return SPE_EXIT_GOOD;
    }
    if (snprintf(inside, CLI_PATH_BYTES, "%s/txnlog", *place) >= CLI_PATH_BYTES) {
        return spe_cli_fail(SPE_EXIT_USAGE, command, "%s: the path of its log is too long", *place);
    }
    if (stat(inside, &st) != 0 && errno == ENOENT) {
        return spe_cli_fail(SPE_EXIT_USAGE, command,
                            "%s: no txnlog in it: it is of no run, or of one that has passed and "
                            "was not to keep it (KEEP=1)",
                            *place);
    }
    *place = inside;
    return SPE_EXIT_GOOD;
}
