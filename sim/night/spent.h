/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_SPENT_H
#define NIGHT_SPENT_H

#include <stdint.h>

#include "db.h"

/** Milliseconds of the budget that are left; below 0 where it is overrun. */
int64_t night_spent_left(struct night_db *db, int64_t night);

/**
 * Begin no further run of the round: make FOLDER/stop, which those who play its chunks look for
 * (sim/chunk.sh, sim/night/play.sh, spu_sim --batch --stop).
 * @return 0, or NIGHT_EXIT_ENVIRONMENT after one line.
 */
int night_spent_stop(const char *folder);

/**
 * Runs that were on their way when all had taken `over_ms` more than the budget: each is charged
 * with its part of what the others have not taken up to there, and a line says which it is, for one
 * that hangs ends so. Of a fresh seed that is its end (cut).
 * @return how many.
 */
int64_t night_spent_cut(struct night_db *db, int64_t night, int64_t over_ms);

/**
 * Forget fresh seeds that were planned and have not ended, with what they have left: the budget has
 * no room for them. @return how many.
 */
int64_t night_spent_forget(struct night_db *db, int64_t night);

#endif
