/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_SPENT_H
#define NIGHT_SPENT_H

#include <stdint.h>

#include "db.h"

/** Milliseconds left of the budget; negative if it is overrun. */
int64_t night_spent_left(struct night_db *db, int64_t night);

/**
 * Let no further run of the round begin: make FOLDER/stop. Whoever plays the chunks looks for that
 * file (sim/chunk.sh, sim/night/play.sh, spu_sim --batch --stop).
 * @return 0, or NIGHT_EXIT_ENVIRONMENT after one line.
 */
int night_spent_stop(const char *folder);

/**
 * End the runs in progress, after all runs have taken `over_ms` more than the budget. Each is
 * charged an equal part of the time that the others have not used. A line names each of them,
 * because this is how a run that hangs ends. A fresh seed gets the status cut.
 * @return number of these runs.
 */
int64_t night_spent_cut(struct night_db *db, int64_t night, int64_t over_ms);

/**
 * Forget planned fresh seeds that have not ended, and remove their files: the budget has no room
 * for them. @return number of these runs.
 */
int64_t night_spent_forget(struct night_db *db, int64_t night);

#endif
