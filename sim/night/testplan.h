/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_TESTPLAN_H
#define NIGHT_TESTPLAN_H

#include "db.h"

/**
 * Hold the test plan of the tree against the runs of the night in the table `tonight`: rows of
 * sim/testplan.csv and rules of sim/rules.tsv, in the temporary table
 *
 *   plan (id, kind, title, section, tests, bins, runs, failed, missed, status, reason)
 *
 *   kind    testpoint or rule; rules that name no test (information) are not there
 *   runs    of the night that played one of the tests, `failed` of them in `failure`
 *   missed  those of the rule's bins (sim/rules.tsv) that no run of the night has met; of a pattern
 *           each member that a configuration of the night can meet (possible.h)
 *   status  failed: a run failed; passed: runs, none failed, no bin was missed; not run: else
 *   reason  why it was not run
 *
 * What no night plays (unit tests, scripts) has the results of the last `make test` in `build`
 * (units.h). Bins are those of night_bins: they are summed before (bins.h).
 * @return 0, or NIGHT_EXIT_USAGE after one line: a file is not there or not as it should be.
 */
int night_testplan_load(struct night_db *db, const char *tree, const char *build);

/** Keep that as the rows of the night in the table `testpoint`. */
void night_testplan_store(struct night_db *db, int64_t night);

#endif
