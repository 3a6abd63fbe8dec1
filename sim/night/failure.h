/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_FAILURE_H
#define NIGHT_FAILURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db.h"

/**
 * A bucket of the night as a reader wants it: what it means, since when it is there, its smallest
 * run. Texts are those of the statement: they live until the next one is read.
 */
struct night_failure {
    int64_t bucket, runs;
    const char *state; /* new, known, gone, environment */
    bool held;         /* all of its runs are in quarantine: for `reason`, before `until` */
    const char *reason, *until;
    const char *check, *field, *stage;
    const char *configs, *tests; /* of its runs, with blanks between */
    /* The first night of those in a row in which it is there, and the last one before tonight. */
    int64_t since, seen;
    const char *since_date, *since_commit, *seen_date;
    /* The smallest run; what it says; -1 for a number that it does not tell. */
    const char *run, *origin, *status, *text, *expected, *actual, *place, *section;
    const char *unpredictable; /* choices of the open cases that it came into */
    const char *also;          /* checks of other findings of its runs: "NAME (N of RUNS)", ... */
    int64_t cycles, cycle;
    int spu; /* that the first finding is of */
    const char *dir, *command, *args;
    const char *build; /* the output directory */
    /* When it last passed: date and commit are empty if that is not known. `same`: the very run. */
    int64_t good;
    const char *good_date, *good_commit;
    bool same;
    /* Had the tree changed files, in the nights `since` and `good`, and tonight? */
    bool since_dirty, good_dirty, dirty;
};

/* For SQL: finding `f` of run `r` is its first (night_first_take()). */
#define NIGHT_FIRST_FINDING                                                                        \
    "(f.spu, f.number) = (SELECT a.spu, a.number FROM finding a WHERE a.run = r.id AND a.number =" \
    " (SELECT min(number) FROM finding WHERE run = a.run AND spu = a.spu)"                         \
    " ORDER BY a.cycle, a.spu LIMIT 1)"

/** A statement over the buckets: new ones first, then known, held back, gone. */
sqlite3_stmt *night_failures(struct night_db *db);

/** The next one? */
bool night_failure_next(struct night_failure *failure, struct night_db *db, sqlite3_stmt *stmt);

/** What to do with a failure, ready to copy; an empty text where that cannot be done. */
struct night_commands {
    char open[8192];    /* its log: empty when the directory of the smallest run is gone, or when it
                         * is a command of the list that has left none */
    char explain[8192]; /* the first finding of that log: empty, too, when it has none, as an
                         * assertion has ended the run, say, or when the environment broke it */
    char debug[8192];   /* waves, */
    char shrink[8192];  /* fewest operations: not of a command of the list, which neither plays */
    char bisect[8192];  /* the commit with which it began: empty when it is gone, or its directory
                         * is, of a command of the list, and when the tree had changed files */
};

void night_failure_commands(struct night_commands *commands, const struct night_failure *failure);

/** Why there is none where one would be of use; else an empty text. */
const char *night_failure_no_bisect(const struct night_failure *failure);

#endif
