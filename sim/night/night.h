/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_H
#define NIGHT_H

#include <stdbool.h>
#include <stdint.h>

/* Exit statuses of `night` and of `make nightly` (sim/nightly.md). */
enum night_exit {
    NIGHT_EXIT_GOOD = 0,
    NIGHT_EXIT_FOUND = 1, /* a new failure; `check`: something is not as claimed */
    NIGHT_EXIT_USAGE = 2, /* bad usage, or input that cannot be read */
    NIGHT_EXIT_SPENT = 3, /* the budget was spent before the end of the fixed list, or stopped */
    NIGHT_EXIT_ENVIRONMENT = 4
};

/* For SQL: statuses of a run that has shown nothing. */
#define NIGHT_NOTHING "'planned', 'lost', 'cut'"

/* ... of a run: it has failed. */
#define NIGHT_FAILED "status NOT IN ('passed', " NIGHT_NOTHING ")"

/* ... of a run with that alias: it is a sample that has failed as the run did that it repeats. */
#define NIGHT_AGAIN(run)                                                                           \
    "(" run ".origin = 'sample' AND " run                                                          \
    ".bucket IS ifnull((SELECT was.bucket FROM run was WHERE was.id = " run ".twin), 0))"

/* ... a sample `s` is of the executable of the run `r` that it repeats. Then both count the same
 * checks: with [reset_value] = unknown the levels before the first write of software are random,
 * those of another flavour are others, and each of their changes is checked. */
#define NIGHT_SAME_MODEL "(s.model IS r.model)"

/* Why of a sample that does not do as its run begins so; its status is failed, whatever that of
 * its run is. */
#define NIGHT_OTHER_WHY "repeated, it has another "

/* ... it belongs to what a whole night plays to its end. */
#define NIGHT_ASKED "origin NOT IN ('fresh', 'sample', 'code')"

/* ... and was not. */
#define NIGHT_MISSING NIGHT_ASKED " AND status IN ('planned', 'lost')"

/* For SQL, of rows of `night`: the last one by its begin. After `night merge` an older one of
 * another machine may have the highest number. */
#define NIGHT_LATEST " ORDER BY begun DESC, id DESC LIMIT 1"

/* Status of a run of which the environment has shown nothing: it ended with 2 or 4, or is said to
 * have passed and cannot show it. The buckets of such runs have that word for a check. */
#define NIGHT_BROKEN_RUN "environment"
/* Why of a run whose executable is another one by now. */
#define NIGHT_CHANGED_WHY "its executable has changed while the night went on"

/**
 * A subcommand of `night`. `run` gets the arguments with argv[0] = its name, prints to stdout, one
 * line per failure to stderr, and returns the exit status; main() answers --help with `help`.
 */
struct night_command {
    const char *name;
    const char *title; /* one line for `night --help` */
    const char *help;
    int (*run)(int argc, char **argv);
};

/** Print "PROGRAM: TEXT" as one line on stderr. */
__attribute__((format(printf, 1, 2))) void night_say(const char *format, ...);

/** The same; its value is `status`. A macro, so that whoever reads the caller alone, as the
 * analysis of paths does, sees which. */
#define night_fail(status, ...) (night_say(__VA_ARGS__), (status))

/**
 * An option of a subcommand: `--NAME VALUE` sets *text, or without text *flag to true. Options that
 * have no `--` name, ended by a NULL name, are not there.
 */
struct night_option {
    const char *name; /* with its dashes; NULL: the end */
    const char **text;
    int *flag;
};

/**
 * Take the options out of argv, by getopt_long(), whole names alone; what is left are `min` to
 * `max` arguments, in front of argv. Behind `--` stands a command, whose options are arguments.
 * @return their number, or -1 after one line on stderr.
 */
int night_options(int argc, char **argv, const struct night_option *options, int min, int max);

/** Decimal number of at most 63 bits; the whole text. @return 0, or -1. */
int night_number(const char *text, int64_t *value);

/** FIRST-LAST, of which the first is not the larger one. @return 0, or -1. */
int night_range(const char *text, int64_t *first, int64_t *last);

/** What a noun ends with behind that number: nothing behind 1, else "s". */
const char *night_plural(int64_t n);

/** Cut the line at its blanks; what is behind the first `most` words goes. @return how many. */
int night_words(char *line, char **word, int most);

/** Is it one of the words, which blanks part? */
bool night_has_word(const char *words, const char *word);

/** Flush stdout. @return status, or NIGHT_EXIT_ENVIRONMENT after one line. */
int night_finish(int status);

#endif
