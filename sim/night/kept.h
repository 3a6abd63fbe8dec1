/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_KEPT_H
#define NIGHT_KEPT_H

#include "ingest_run.h"

/* So many kept failures of a bucket stay open: those whose draws are the same as then, and the
 * smallest by cycles, first. The others are `dropped`: what they show is known, and a night with
 * thousands of failures must not make every later one play thousands. */
enum { NIGHT_KEPT_EACH = 3 };

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
