/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of a command: a table of options, read by getopt_long().
 */
#ifndef SPE_CLI_OPTIONS_H
#define SPE_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Handle an option that needs more than a variable for its value. `option` is its name, with
 * dashes.
 * @return 0, or the exit status after one line on stderr. */
typedef int cli_take(void *user, const char *option, const char *value);

/**
 * One option. Exactly one of the four pointers is set and tells what happens. `flag` takes no
 * value; the others take one, unless `bare`: `--name VALUE` or `--name=VALUE`.
 */
struct cli_option {
    const char *name; /* with its dashes: "--from", or "-o" */
    bool *flag;
    const char **text;
    uint64_t *number;
    cli_take *take;
    bool bare;   /* `take` without a value: it gets NULL */
    bool many;   /* may be given more than once */
    char letter; /* also its short name: 'o' for -o; 0: none */
};

/** The options of a command, at most CLI_OPTIONS, and its operands. */
struct cli_options {
    const char *command;
    const struct cli_option *option;
    size_t n;
    int (*operand)(void *user, const char *word); /* as cli_take; NULL: no operands */
    void *user;
};

#define CLI_OPTIONS 16

/** Returned for --help or -h: main() prints the help, and the exit status is 0. */
#define CLI_HELP (-1)

/**
 * Take all arguments from argv[1] on, in their order. After `--` there are only operands; `-` is an
 * operand. Refused are an unknown option, a part of a name (`--fro`), an option given twice, a
 * missing or unexpected value, and a number that is none.
 *
 * @return 0, CLI_HELP, or the exit status after one line on stderr.
 */
int cli_options_take(const struct cli_options *options, int argc, char **argv);

/** Put the operand `word` into `place`; a second operand of this `kind` ("log") is refused. @return
 * as cli_take. */
int cli_options_one(const char *command, const char **place, const char *kind, const char *word);

/** Bytes of a path joined of two, with the final 0. */
#define CLI_PATH_BYTES 4096

/** If `place` names the directory of a run, replace it by the log in that directory, written to
 * `inside`. Any other name stays as it is. @return 0, or SPE_EXIT_USAGE after one line: the
 * directory has no log, or the path is too long. */
int cli_log_inside(const char *command, const char **place, char inside[CLI_PATH_BYTES]);

#endif
