/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_MUTANTS_H
#define NIGHT_MUTANTS_H

#include "db.h"

/*
 * The slice of a night: the mutants of the RTL that it has played (sim/qualify.md,
 * sim/night/slice.sh).
 */

/**
 * Make the temporary table
 *
 *   qualified (night, key, module, place, operator, expression, outcome, "check", run, config,
 *              state, since)
 *
 * of the nights up to that of `tonight`: each mutant as the last night has left it that has played
 * it. `state` is killed, waived (also by what sim/qualify/waivers.tsv of the tree says today), open
 * or survivor; `since` the first night from which a survivor was one, else NULL.
 *
 * @return 0, or NIGHT_EXIT_USAGE or NIGHT_EXIT_ENVIRONMENT after one line on stderr.
 */
int night_mutants_load(struct night_db *db, const char *tree);

#endif
