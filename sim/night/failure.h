/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_FAILURE_H
#define NIGHT_FAILURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db.h"

/**
 * A bucket of the night for a reader: its meaning, the night in which it began, its smallest run.
 * The texts belong to the statement: they live until the next row is read.
 */
struct night_failure {
    int64_t bucket, runs;
    const char *state; /* new, known, gone, environment */
    bool held;         /* all its runs are in quarantine, for `reason`, before `until` */
    const char *reason, *until;
    const char *check, *field, *stage;
    const char *configs, *tests; /* of its runs, separated by blanks */
    /* The first night of the unbroken series up to tonight, and the last one before tonight. */
    int64_t since, seen;
    const char *since_date, *since_commit, *seen_date;
    /* The smallest run and what it says; a number that the run does not tell is -1. */
    const char *run, *origin, *status, *text, *expected, *actual, *place, *section;
    const char *unpredictable; /* choices of the open cases that the run came into */
    const char *also;          /* checks of its runs' other findings: "NAME (N of RUNS)", ... */
    int64_t cycles, cycle;
    int spu; /* SPU of the first finding */
    const char *dir, *command, *args;
    const char *build; /* the output directory */
    /* When it last passed; date and commit are empty if not known. `same`: it was the same run. */
    int64_t good;
    const char *good_date, *good_commit;
    bool same;
    /* Whether the tree had changed files in the nights `since` and `good`, and tonight. */
    bool since_dirty, good_dirty, dirty;
};

/* SQL: finding `f` of run `r` is its first one (as night_first_take() chooses). */
#define NIGHT_FIRST_FINDING                                                                        \
    "(f.spu, f.number) = (SELECT a.spu, a.number FROM finding a WHERE a.run = r.id AND a.number =" \
    " (SELECT min(number) FROM finding WHERE run = a.run AND spu = a.spu)"                         \
    " ORDER BY a.cycle, a.spu LIMIT 1)"

/** A statement over the buckets, in this order: new, known, held back, gone. */
sqlite3_stmt *night_failures(struct night_db *db);

/** Read the next bucket. @return whether there is one. */
bool night_failure_next(struct night_failure *failure, struct night_db *db, sqlite3_stmt *stmt);

/** Commands for a failure, ready to copy; an empty text where a command is not possible. */
struct night_commands {
    char open[8192];    /* replays the log: not if the smallest run's directory is gone, or if it
                         * is a command of the list that has left no log */
    char explain[8192]; /* explains the first finding: also not if the log has none (an assertion
                         * has ended the run), or if the environment broke the run */
    char debug[8192];   /* plays it with waves */
    char shrink[8192];  /* finds the fewest operations; both not for a command of the list */
    char bisect[8192];  /* finds the commit that began it: not if the failure or the directory is
                         * gone, nor for a command, nor if the tree had changed files */
};

void night_failure_commands(struct night_commands *commands, const struct night_failure *failure);

/** Why there is no bisect command where one would be useful; otherwise an empty text. */
const char *night_failure_no_bisect(const struct night_failure *failure);

#endif
