/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_PLANNED_H
#define NIGHT_PLANNED_H

#include <stdbool.h>
#include <stdint.h>

#include "db.h"
#include "model.h"
#include "store.h"

/* A run that is to be played. */
struct night_job {
    int64_t id; /* of its row */
    char name[256], dir[NIGHT_PATH];
    char *line; /* what the chunk says behind the reason: options, or seed and command */
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
    bool resume; /* what has passed with the same content is taken over */
    struct night_job *job;
    size_t jobs;
    int64_t before;  /* taken over so */
    char inputs[80]; /* night_resume_inputs() */
    int64_t bytes;   /* of disk, for what counted runs meet of the code */
    int64_t weight;  /* ... for each run */
    int64_t mib;     /* of memory, that a run may take; 0: as much as there is */
    char why[256];   /* the environment does not let it be played; empty: it does */
    int status;      /* first failure */
};

enum {
    NIGHT_PLAN_TIMEOUT = 600, /* seconds, of a run that the list does not name */
    NIGHT_PLAN_COST_MS = 300  /* of a run that nobody has measured */
};

/* What a caller says of a run. */
struct night_want {
    const char *origin, *config, *test, *seed;
    const char *args;    /* options, or `!COMMAND` */
    const char *variant; /* of a sample: fresh process, log, flavour; else NULL */
    bool counted;        /* what it meets of the code is kept until `night code` has taken it */
    int64_t timeout, twin;
};

/** Open the night: its models and what runs have cost so far. @return 0, or the status. */
int night_plan_open(struct night_plan *plan);

/** Take what runs have cost so far; night_plan_open() has done it. */
void night_plan_measure(struct night_plan *plan);

void night_plan_free(struct night_plan *plan);

/** Plan a run: a row with status `planned`, unless the night has it. What fails is in
 * plan->status. @return whether it is planned. */
bool night_plan_add(struct night_plan *plan, const struct night_want *want);

/** Processor time that the test takes on the configuration, in ms: as measured, or a guess. */
int64_t night_plan_cost(struct night_plan *plan, const char *config, const char *test);

/**
 * Write the chunks: `folder`/NAME.rows (the list of `spu_sim --batch`) and NAME.cmd (what plays
 * it), those that take longest first. `build`: the output directory.
 */
int night_plan_write(struct night_plan *plan, const char *folder, const char *build, int64_t jobs);

#endif
