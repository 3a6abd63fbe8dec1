/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of a command: a table of options, read by getopt_long().
 */
#ifndef SPE_CLI_OPTIONS_H
#define SPE_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What an option that is more than a value does with it. `option` is its name, with dashes.
 * @return 0, or the exit status after one line on stderr. */
typedef int cli_take(void *user, const char *option, const char *value);

/**
 * One option. One of the four pointers says what becomes of it. `flag` takes no value, the others
 * take one unless `bare`: `--name VALUE` or `--name=VALUE`.
 */
struct cli_option {
    const char *name; /* with its dashes: "--from", or "-o" */
    bool *flag;
    const char **text;
    uint64_t *number;
    cli_take *take;
    bool bare;   /* `take` without a value, which is NULL */
    bool many;   /* may be given more than once */
    char letter; /* its short name, too: 'o' for -o; 0: none */
};

/** The options of a command, at most CLI_OPTIONS, and what stands between and behind them. */
struct cli_options {
    const char *command;
    const struct cli_option *option;
    size_t n;
    int (*operand)(void *user, const char *word); /* as cli_take; NULL: there are none */
    void *user;
};

#define CLI_OPTIONS 16

/** --help or -h is among the arguments: main() prints the help, and status 0 follows. */
#define CLI_HELP (-1)

/**
 * Take all arguments from argv[1] on, in their order. Behind `--` there are operands only; `-` is
 * one. Refused are an option that the table lacks, a part of a name (`--fro`), a name that is given
 * twice, a value that is missing or too many, and a number that is none.
 *
 * @return 0, CLI_HELP, or the exit status after one line on stderr.
 */
int cli_options_take(const struct cli_options *options, int argc, char **argv);

/** Take `word` into `place`, the only one of its kind: "log". @return as cli_take. */
int cli_options_one(const char *command, const char **place, const char *kind, const char *word);

/** Bytes of a path that is made of two, its end included. */
#define CLI_PATH_BYTES 4096

/** Of the directory of a run take the log in it: `place`, a log that was named, becomes `inside`.
 * What is no directory stays. @return 0, or SPE_EXIT_USAGE after one line: it holds none, or its
 * path is too long. */
int cli_log_inside(const char *command, const char **place, char inside[CLI_PATH_BYTES]);

#endif
