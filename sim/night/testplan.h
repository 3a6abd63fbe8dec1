/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_TESTPLAN_H
#define NIGHT_TESTPLAN_H

#include "db.h"

/**
 * Judge the test plan of the tree by the runs of the night in the table `tonight`. Rows of
 * sim/testplan.csv and rules of sim/rules.tsv go into the temporary table
 *
 *   plan (id, kind, title, section, tests, bins, runs, failed, missed, status, reason)
 *
 *   kind    testpoint or rule; rules without tests (information) are left out
 *   runs    runs of the night with one of the tests; `failed` of them are in `failure`
 *   missed  those of the rule's bins (sim/rules.tsv) that no run of the night has met; for a
 *           pattern, each bin that a configuration of the night can meet (possible.h)
 *   status  failed: a run failed; passed: runs, none failed, no bin was missed; else not run
 *   reason  why it was not run
 *
 * For tests that no night plays (unit tests, scripts) the results of the last `make test` in
 * `build` count (units.h). The bins are those of night_bins, which must be summed before (bins.h).
 * @return 0, or NIGHT_EXIT_USAGE after one line: a file is missing or malformed, or has a row
 * twice.
 */
int night_testplan_load(struct night_db *db, const char *tree, const char *build);

/** Store the results as rows of the night in the table `testpoint`. */
void night_testplan_store(struct night_db *db, int64_t night);

#endif
