/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_KEPT_H
#define NIGHT_KEPT_H

#include "ingest_run.h"

/* So many kept failures of a bucket stay open: those whose draws are the same as then, and the
 * smallest by cycles, first. The others are `dropped`: what they show is known, and a night with
 * thousands of failures must not make every later one play thousands. */
enum { NIGHT_KEPT_EACH = 3 };

/** Drop what is beyond NIGHT_KEPT_EACH in the bucket, closed by that night. */
void night_kept_drop(struct night_db *db, int64_t night, int64_t bucket);

/** Where the log of the kept failure `id` stands as that night has played it; `name` is that of
 * the run. Those that no row names any more `night prune` removes. */
void night_kept_log(char path[NIGHT_PATH], const char *root, const char *name, int64_t id,
                    int64_t night);

/**
 * Failures of fresh seeds that every night plays again.
 *
 * A fresh run that failed is kept, its log copied to ROOT/kept. A kept one that passes with the
 * same stimulus, or by the same draws (`bench`), is gone; with other ones it shows nothing:
 * `changed`, run->status too, and its log is replayed instead. One that fails again in its bucket
 * is from now on the run of today, with its draws and its log.
 *
 * @param bucket  of a run that failed. @return the run's bucket: of one that has changed that of
 * the kept failure.
 */
int64_t night_kept_settle(struct night_db *db, const char *root, struct night_run *run,
                          int64_t bucket);

#endif
