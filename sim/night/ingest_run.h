/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_INGEST_RUN_H
#define NIGHT_INGEST_RUN_H

#include <stdbool.h>

#include "bins.h"
#include "rundir.h"
#include "store.h"

/* What the engine says of a run that has ended. */
struct night_ended {
    int64_t id; /* of its row */
    bool passed;
    bool silent; /* it has failed, and its log does not say why, nor ever will */
    int64_t cpu_ms, wall_ms;
    char why[256]; /* of one that failed */
};

/* A run as it was planned, with what it has left. */
struct night_run {
    int64_t id, night, twin;
    char origin[16], config[64], test[64], seed[24];
    char args[4096], dir[NIGHT_PATH];
    struct night_ended ended;
    struct night_result result;
    const char *status;
    int spu;        /* that the first finding is of */
    char also[512]; /* other checks of its findings, with blanks between */
};

/**
 * Take the run in. @return whether its directory is needed no more: it passed.
 * A run that is not planned (any more) is left alone: false; so is a silent one whose own verdict
 * does not say that it has failed, as it may be the environment that has ended it.
 */
bool night_ingest_run(struct night_db *db, struct night_bins *bins, const char *root, int64_t night,
                      const struct night_ended *ended, struct night_run *run);

#endif
