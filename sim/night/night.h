/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_H
#define NIGHT_H

#include <stdbool.h>
#include <stdint.h>

/* Exit statuses of `night` and of `make nightly` (sim/nightly.md). */
enum night_exit {
    NIGHT_EXIT_GOOD = 0,
    NIGHT_EXIT_FOUND = 1, /* a new failure; `check`: a claim does not hold */
    NIGHT_EXIT_USAGE = 2, /* bad usage, or input that cannot be read */
    NIGHT_EXIT_SPENT = 3, /* budget spent before the end of the fixed list, or stopped */
    NIGHT_EXIT_ENVIRONMENT = 4
};

/* SQL: statuses of a run that has shown nothing. */
#define NIGHT_NOTHING "'planned', 'lost', 'cut'"

/* SQL: a condition on the run's status: it has failed. */
#define NIGHT_FAILED "status NOT IN ('passed', " NIGHT_NOTHING ")"

/* SQL: the run with this alias is a sample, and it has failed as the run that it repeats. */
#define NIGHT_AGAIN(run)                                                                           \
    "(" run ".origin = 'sample' AND " run                                                          \
    ".bucket IS ifnull((SELECT was.bucket FROM run was WHERE was.id = " run ".twin), 0))"

/* SQL: the sample `s` and the run `r` that it repeats have the same executable. Only then they
 * count the same checks: with [reset_value] = unknown the levels are random until software writes,
 * they differ between flavours, and each change of them is checked. */
#define NIGHT_SAME_MODEL "(s.model IS r.model)"

/* The column `why` of a sample begins so if it does not do the same as its run. Its status is then
 * failed, whatever the run's status is. */
#define NIGHT_OTHER_WHY "repeated, it has another "

/* SQL: a whole night plays such a run to its end. */
#define NIGHT_ASKED "origin NOT IN ('fresh', 'sample', 'code')"

/* SQL: such a run that was not played to its end. */
#define NIGHT_MISSING NIGHT_ASKED " AND status IN ('planned', 'lost')"

/* SQL, for rows of `night`: the night that began last. After `night merge` an older night of
 * another machine may have the highest number. */
#define NIGHT_LATEST " ORDER BY begun DESC, id DESC LIMIT 1"

/* Status of a run that has shown only a fault of the environment: it ended with status 2 or 4, or
 * it is reported as passed without proof. This word is also the check in the buckets of such runs.
 */
#define NIGHT_BROKEN_RUN "environment"
/* The column `why` of a run whose executable was replaced meanwhile. */
#define NIGHT_CHANGED_WHY "its executable has changed while the night went on"

/**
 * A subcommand of `night`. `run` gets the arguments with argv[0] = its name, prints to stdout,
 * prints one line per failure to stderr, and returns the exit status. main() answers --help with
 * `help`.
 */
struct night_command {
    const char *name;
    const char *title; /* one line for `night --help` */
    const char *help;
    int (*run)(int argc, char **argv);
};

/** Print "PROGRAM: TEXT" as one line on stderr. */
__attribute__((format(printf, 1, 2))) void night_say(const char *format, ...);

/** The same; the value is `status`. It is a macro, so that tools that see only the caller, such as
 * path analysis, know the value. */
#define night_fail(status, ...) (night_say(__VA_ARGS__), (status))

/**
 * An option of a subcommand: `--NAME VALUE` sets *text; without `text`, `--NAME` sets *flag to
 * true. Each name begins with `--`; a NULL name ends the table.
 */
struct night_option {
    const char *name; /* with its dashes; NULL: the end */
    const char **text;
    int *flag;
};

/**
 * Take the options out of argv with getopt_long(), accepting full names only. The `min` to `max`
 * arguments that are left move to the front of argv. After `--` comes a command, whose options
 * count as arguments.
 * @return their number, or -1 after one line on stderr.
 */
int night_options(int argc, char **argv, const struct night_option *options, int min, int max);

/** Decimal number of at most 63 bits; the whole text. @return 0, or -1. */
int night_number(const char *text, int64_t *value);

/** FIRST-LAST, with FIRST not larger than LAST. @return 0, or -1. */
int night_range(const char *text, int64_t *first, int64_t *last);

/** The ending of a noun after this number: nothing for 1, otherwise "s". */
const char *night_plural(int64_t n);

/** Cut the line at its blanks into at most `most` words; the rest is dropped. @return number of
 * words. */
int night_words(char *line, char **word, int most);

/** Whether `word` is one of the words, which are separated by blanks. */
bool night_has_word(const char *words, const char *word);

/** Flush stdout. @return status, or NIGHT_EXIT_ENVIRONMENT after one line. */
int night_finish(int status);

#endif
