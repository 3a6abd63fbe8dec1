/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_MISSED_H
#define NIGHT_MISSED_H

#include <stdbool.h>
#include <stdint.h>

#include "db.h"

/**
 * Make the temporary tables, for the night of `tonight` and the last whole night before it:
 *
 *   bin_runs (night, config, runs)
 *            number of passed runs, without samples
 *   bin_missed (config, point, met, every, runs, state)
 *            bins that `met` of `every` runs have met in the night before, and none of
 *            `runs` in this night. `state` is chance if so many runs may well miss it,
 *            otherwise lost
 *
 * If a run of the list has met a bin and has passed in both nights, the bin is lost, whatever other
 * runs have met: such a run does the same each night.
 */
void night_missed_make(struct night_db *db);

/**
 * Whether `runs` runs miss, with a probability of at least 1 %, what `met` of `every` runs have
 * met. If there was no run, that is no chance. Example: 400 runs miss what 1 of 100 runs meets with
 * 1.8 %: true; 500 runs: false.
 */
bool night_by_chance(int64_t met, int64_t every, int64_t runs);

#endif
