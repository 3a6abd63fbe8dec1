/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_SOAK_H
#define NIGHT_SOAK_H

#include "db.h"

/*
 * The soak: the fresh seeds of all nights together show that the scoreboard raises no false alarm.
 * Each night is a piece of it. sim/soak.tsv has the pieces of other machines and of deleted
 * databases.
 */

/* The goals, and the least share of both, in percent, that each configuration must have. */
#define NIGHT_SOAK_OPS     INT64_C(10000000000)
#define NIGHT_SOAK_RECORDS INT64_C(50000000)
#define NIGHT_SOAK_SHARE   2

/**
 * Make the temporary table
 *
 *   soak (uuid, date, commit_id, config, runs, ops, records, failed, known)
 *
 * of the rows of the file at `path` (`known` is 1), and of the nights of the database that it does
 * not name, that have ended and were played on the tree of their commit (`known` is 0). Of nights
 * with one seed (DRAW) the first counts. `runs`,
 * `ops` and `records` are those of fresh seeds of our configurations that have passed.
 *
 * @return 0, or NIGHT_EXIT_USAGE or NIGHT_EXIT_ENVIRONMENT after one line on stderr.
 */
int night_soak_load(struct night_db *db, const char *path);

#endif
