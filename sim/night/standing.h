/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_STANDING_H
#define NIGHT_STANDING_H

#include "db.h"
#include "night.h"

/* SQL, for a row of `standing`: the failure counts. */
#define NIGHT_COUNTS                                                                               \
    "NOT held AND bucket NOT IN (SELECT id FROM bucket WHERE \"check\" = '" NIGHT_BROKEN_RUN "')"

/**
 * Judge every bucket of the night in the table `tonight` by comparison with the nights before it.
 * Fills the temporary table
 *
 *   standing (bucket, state, runs, held, reason, until, since, seen, smallest, good, same, configs,
 *             tests, also)
 *
 *   state     new    it fails tonight; it was not there in the night before, or no night has told
 *                    it since (they were killed, ended with status 4, or it was held)
 *             known  it fails tonight, or its kept failure is open; so it was in the night before
 *             gone   it was there in the night before, and is not there tonight
 *             environment  the environment broke its runs, tonight or before: it is no failure
 *   runs      number of its runs that fail tonight; 0 for a bucket that is gone
 *   held      all these runs are in quarantine, for `reason`; from the day `until` on they count
 *   since     the first night of the unbroken series in which it was there
 *   seen      the last night before this one in which a run of it failed, 0: none
 *   smallest  the failed run of tonight (gone: of the night `seen`) with the fewest cycles; a
 *             repeat only if there is no other
 *   good      the last night in which it passed, 0: not known. `same`: the same run passed, by
 *             name, options and weights (its stimulus may differ, as the bench answers the SPU);
 *             else the test passed on that configuration, and the bucket was not there
 *   configs, tests  of the runs that fail tonight, at most twelve names
 *   also      checks of other findings of these runs, each "NAME (N of RUNS)", at most six
 *
 * and `told (bucket, nth)`: nights of `calendar` in which it had failed runs that no row of the
 * quarantine held back then.
 *
 * A bucket is there in a night in which one of its runs fails or its kept failure stays open. It
 * can be away only from a night that has played its fixed list and the kept failures: a killed
 * night does not tell what it has not played. A kept failure may have been closed in a night of
 * another list. A failure that comes back is new.
 */
void night_standing(struct night_db *db);

/** Number of new buckets outside quarantine. */
int64_t night_new_failures(struct night_db *db);

#endif
