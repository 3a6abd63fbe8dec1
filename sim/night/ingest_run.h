/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_INGEST_RUN_H
#define NIGHT_INGEST_RUN_H

#include <stdbool.h>

#include "bins.h"
#include "rundir.h"
#include "store.h"

/* What the engine says about a run that has ended. */
struct night_ended {
    int64_t id; /* id of its row */
    bool passed;
    bool silent; /* it failed, and the log does not and will not say why */
    int64_t cpu_ms, wall_ms;
    char why[256]; /* of a failed run */
};

/* A planned run, with what it left in its directory. */
struct night_run {
    int64_t id, night, twin;
    char origin[16], config[64], test[64], seed[24];
    char args[4096], dir[NIGHT_PATH];
    struct night_ended ended;
    struct night_result result;
    const char *status;
    int spu;        /* SPU of the first finding */
    char also[512]; /* checks of its other findings, separated by blanks */
};

/**
 * Take the run in. @return whether it passed: then its directory is not needed any more.
 * Returns false and does nothing for a run that is not planned (any more), and for a silent run
 * whose own verdict does not say that it failed: the environment may have ended it.
 */
bool night_ingest_run(struct night_db *db, struct night_bins *bins, const char *root, int64_t night,
                      const struct night_ended *ended, struct night_run *run);

#endif
