/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_INGEST_H
#define NIGHT_INGEST_H

#include "db.h"

/* Taking runs in: from the results of a chunk (PASS|FAIL p f s NAME@ROW cpu_ms wall_ms, as
 * `spu_sim --batch` writes them) and the directory of each run. A run is taken in once. */
struct night_ingest;

/** @return 0 and *out, or NIGHT_EXIT_ENVIRONMENT after one line. */
int night_ingest_open(struct night_ingest **out, struct night_db *db, const char *root,
                      int64_t night);

/** Free; NULL is accepted. */
void night_ingest_close(struct night_ingest *in);

/**
 * Take in what the chunks of the folder have to say since the last call, in one transaction;
 * directories of runs that passed are then removed. @return how many runs.
 */
int64_t night_ingest_folder(struct night_ingest *in, const char *folder);

/** Mark planned runs of the night that have begun and not ended as lost. @return how many. */
int64_t night_ingest_lost(struct night_db *db, int64_t night);

/** Take in what a night that was killed has left, mark what was on its way as lost, and end it.
 * @return how many were lost. */
int64_t night_ingest_broken(struct night_db *db, const char *root, int64_t night);

#endif
