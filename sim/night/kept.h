/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_KEPT_H
#define NIGHT_KEPT_H

#include "ingest_run.h"

/* A bucket keeps this many open failures: first those whose draws have not changed, then those with
 * the fewest cycles. The others are `dropped`: they show nothing new, and after a night with
 * thousands of failures each later night would have to play them. */
enum { NIGHT_KEPT_EACH = 3 };

/** Drop the failures of the bucket beyond NIGHT_KEPT_EACH; the night closes them. */
void night_kept_drop(struct night_db *db, int64_t night, int64_t bucket);

/** The path of the log of kept failure `id`, as that night has played it; `name` is the name of the
 * run. `night prune` removes logs that no row names any more. */
void night_kept_log(char path[NIGHT_PATH], const char *root, const char *name, int64_t id,
                    int64_t night);

/**
 * Failures of fresh seeds that every night plays again.
 *
 * A fresh run that failed is kept, and its log is copied to ROOT/kept. A kept failure is gone if
 * its run passes with the same stimulus, or with the same draws (`bench`). If the run passes with
 * others, it shows nothing: failure and run get the status `changed`, and the log is replayed
 * instead. If the run fails again in the same bucket, its draws and its log replace the kept ones.
 *
 * @param bucket  the bucket of a run that failed. @return the run's bucket; for a changed run that
 * of the kept failure.
 */
int64_t night_kept_settle(struct night_db *db, const char *root, struct night_run *run,
                          int64_t bucket);

#endif
