/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_MISSED_H
#define NIGHT_MISSED_H

#include <stdbool.h>
#include <stdint.h>

#include "db.h"

/**
 * Make the temporary tables, of the night of `tonight` and the last whole one before it:
 *
 *   bin_runs (night, config, runs)
 *            the runs that have passed, without samples
 *   bin_missed (config, point, met, every, runs, state)
 *            bins that `met` of `every` run have met in the night before, and none of `runs` of
 *            this one. `state` is lost, or chance: so many runs may well have missed it
 *
 * A bin that a run of the list has met, which has passed tonight, too, is lost whatever the others
 * have met: such a run plays the same each night.
 */
void night_missed_make(struct night_db *db);

/**
 * What `met` of `every` run have met: do `runs` of them miss it with a probability of 1 % at least?
 * None of no run is no chance. Example: of 1 in 100 runs 400 miss it with 1.8 %: true; 500: false.
 */
bool night_by_chance(int64_t met, int64_t every, int64_t runs);

#endif
