/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_PLANNED_H
#define NIGHT_PLANNED_H

#include <stdbool.h>
#include <stdint.h>

#include "db.h"
#include "model.h"
#include "store.h"

/* A run that will be played. */
struct night_job {
    int64_t id; /* id of its row */
    char name[256], dir[NIGHT_PATH];
    char *line; /* in the chunk, after the reason: options, or seed and command */
    /* Runs with the same executable (NULL: a command) and limit may share a chunk. */
    const char *executable;
    int64_t timeout, cost_ms;
};

/* The runs of one round. */
struct night_plan {
    struct night_db *db;
    const char *root;
    int64_t night;
    struct night_models models;
    bool resume; /* take over what has passed with the same content */
    struct night_job *job;
    size_t jobs;
    int64_t before;  /* number of runs that were taken over */
    char inputs[80]; /* night_resume_inputs() */
    int64_t bytes;   /* disk space for counts of code coverage */
    int64_t weight;  /* disk space for each run */
    int64_t mib;     /* memory that a run may use; 0: no limit */
    char why[256];   /* what the environment lacks; empty: nothing */
    int status;      /* the first failure */
};

enum {
    NIGHT_PLAN_TIMEOUT = 600, /* seconds, for a run that the list does not name */
    NIGHT_PLAN_COST_MS = 300  /* for a run that was never measured */
};

/* A run, as the caller describes it. */
struct night_want {
    const char *origin, *config, *test, *seed;
    const char *args;    /* options, or `!COMMAND` */
    const char *variant; /* for a sample: process, keep or flavour; else NULL */
    bool counted;        /* its code coverage is kept for `night code` */
    int64_t timeout, twin;
};

/** Open the night: its models and the measured costs of runs. @return 0, or the status. */
int night_plan_open(struct night_plan *plan);

/** Measure the costs of runs; night_plan_open() does this. */
void night_plan_measure(struct night_plan *plan);

void night_plan_free(struct night_plan *plan);

/** Plan a run: insert a row with status `planned`, unless the night has the run. A failure is
 * stored in plan->status. @return whether the run was planned. */
bool night_plan_add(struct night_plan *plan, const struct night_want *want);

/** Processor time of the test on the configuration, in ms: measured, or a guess. */
int64_t night_plan_cost(struct night_plan *plan, const char *config, const char *test);

/**
 * Write the chunks, the longest first: `folder`/NAME.rows (the list for `spu_sim --batch`) and
 * NAME.cmd (the command that plays it). `build`: the output directory.
 */
int night_plan_write(struct night_plan *plan, const char *folder, const char *build, int64_t jobs);

#endif
