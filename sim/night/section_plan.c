/* SPDX-License-Identifier: Apache-2.0
 *
 * The test plan, judged by the runs of the night (testplan.h).
 */
#include "section.h"

#define COLUMNS                                                                                    \
    {                                                                                              \
        {"Status", NIGHT_STATE}, {"Name", NIGHT_CODE}, {"What", NIGHT_TEXT},                       \
            {"Section", NIGHT_TEXT}, {"Tests", NIGHT_CODE}, {"Bins missed", NIGHT_CODE},           \
            {"Why not run", NIGHT_TEXT}, {"Runs", NIGHT_NUMBER},                                   \
        {                                                                                          \
            "Failed", NIGHT_NUMBER                                                                 \
        }                                                                                          \
    }

#define ROWS(kind)                                                                                 \
    "SELECT status, id AS name, title AS what, section, tests, missed, reason, runs, failed FROM " \
    "plan"                                                                                         \
    " WHERE kind = '" kind "' ORDER BY status = 'failed' DESC, status = 'not run' DESC, rowid"

const struct night_section night_section_plan = {
    .key = "plan",
    .group = "Test plan",
    .title = "Not run: none of the tests of the row was played, or a bin of the rule was missed",
    .sql = "SELECT CASE kind WHEN 'rule' THEN 'Rules of the texts' ELSE 'Testpoints' END AS what,"
           " count(*) AS \"rows\", sum(status = 'passed') AS passed,"
           " sum(status = 'failed') AS failed, sum(status = 'not run') AS not_run FROM plan"
           " GROUP BY kind ORDER BY kind DESC",
    .most = 10,
    .columns = {{"What", NIGHT_TEXT},
                {"Rows", NIGHT_NUMBER},
                {"Passed", NIGHT_NUMBER},
                {"Failed", NIGHT_NUMBER},
                {"Not run", NIGHT_NUMBER}}};

const struct night_section night_section_testpoints = {.key = "testpoints",
                                                       .title = "Testpoints (sim/testplan.csv)",
                                                       .sql = ROWS("testpoint"),
                                                       .most = 2000,
                                                       .fold = true,
                                                       .columns = COLUMNS};

const struct night_section night_section_rules = {.key = "rules",
                                                  .title = "Rules of the texts (sim/rules.tsv)",
                                                  .sql = ROWS("rule"),
                                                  .most = 2000,
                                                  .fold = true,
                                                  .columns = COLUMNS};
