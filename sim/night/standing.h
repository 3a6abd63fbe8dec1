/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_STANDING_H
#define NIGHT_STANDING_H

#include "db.h"
#include "night.h"

/* For SQL, of a row of `standing`: it is a failure that counts. */
#define NIGHT_COUNTS                                                                               \
    "NOT held AND bucket NOT IN (SELECT id FROM bucket WHERE \"check\" = '" NIGHT_BROKEN_RUN "')"

/**
 * Judge every bucket of the night in the table `tonight` against the nights before it. Fills the
 * temporary table
 *
 *   standing (bucket, state, runs, held, reason, until, since, seen, smallest, good, same, configs,
 *             tests, also)
 *
 *   state     new    it fails tonight, and was not there in the night before, or no night has told
 *                    of it since: those were killed, ended with status 4, or it was held
 *             known  it fails tonight, or a kept failure of it is open, as in the night before
 *             gone   it was there in the night before, and is not tonight
 *             environment  the environment broke its runs, tonight or before: nobody has failed
 *   runs      that fail tonight; of a bucket that is gone 0
 *   held      all of them are in quarantine: `reason`, and `until` when it counts again
 *   since     the first night of those in a row in which it was there
 *   seen      the last night before this one in which a run of it failed, 0: none
 *   smallest  the run of tonight with the fewest cycles, no repeat if there is another; gone: of
 * the night in `seen` good      the last night in which it passed, 0: not known; `same`: the very
 * same run did, by name, options and weights (its stimulus may be another one: the bench answers
 * the SPU); else that test passed on that configuration, and the bucket was not there configs,
 * tests  of the runs that fail tonight, twelve names at most also      checks of other findings of
 * these runs, each "NAME (N of RUNS)", six at most
 *
 * and `told (bucket, nth)`: nights of `calendar` in which runs of it failed that no row of the
 * quarantine held back then.
 *
 * A bucket is there in a night in which a run of it fails or a kept failure of it stays open. It is
 * away only from a night that has played its fixed list and the kept failures: one that was killed
 * tells nothing of what it has not played. A kept failure may have been closed in a night of
 * another list. A failure that comes back is new.
 */
void night_standing(struct night_db *db);

/** Buckets that are new, and that no quarantine holds. */
int64_t night_new_failures(struct night_db *db);

#endif
