/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_QUARANTINE_H
#define NIGHT_QUARANTINE_H

#include "db.h"

/**
 * Read sim/quarantine.tsv of the tree, or `path` unless it is NULL, into the temporary table
 *
 *   quarantine ("check", field, stage, config, reason, until, holds)
 *
 * `holds` tells whether the row holds back runs of the night in the table `tonight`: it does so
 * before the day `until`, and no longer from that day on.
 *
 * @return 0, or NIGHT_EXIT_USAGE after one line that names the faulty row.
 */
int night_quarantine_load(struct night_db *db, const char *tree, const char *path);

#endif
