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
 * Forget fresh seeds that were planned and have not ended, with what they have left: the budget has
 * no room for them. @return how many.
 */
int64_t night_spent_forget(struct night_db *db, int64_t night);

#endif
