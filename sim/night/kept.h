/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_KEPT_H
#define NIGHT_KEPT_H

#include "ingest_run.h"

/**
 * Failures of fresh seeds that every night plays again.
 *
 * A fresh run that failed is kept, its log copied to ROOT/kept. A kept one that passes with the
 * same stimulus is gone; with another one it shows nothing: `changed`, run->status too, and its log
 * is replayed instead.
 *
 * @param bucket  of a run that failed. @return the run's bucket: of one that has changed that of
 * the kept failure.
 */
int64_t night_kept_settle(struct night_db *db, const char *root, struct night_run *run,
                          int64_t bucket);

#endif
