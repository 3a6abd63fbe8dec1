/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections about the work of the checks: a check that was never evaluated has found nothing.
 */
#include "section.h"

/* SQL: by check, the configurations that have it, how often it was evaluated, and where. */
#define CHECKS                                                                                     \
    " FROM (SELECT substr(p.name, 7) AS name, c.config, c.runs, c.count FROM tonight t"            \
    "  JOIN night_counts c ON c.night = t.id JOIN point p ON p.id = c.point"                       \
    "  WHERE p.name GLOB 'check *' ORDER BY c.config) GROUP BY name"

const struct night_section night_section_checks_never = {
    .key = "checks_never",
    .group = "Checks",
    .title = "Never evaluated in this night, though the configuration has what they look at",
    .none = "None of those that the runs have counted.",
    .sql =
        "SELECT name AS \"check\", group_concat(config, ' ') FILTER (WHERE count = 0) AS configs,"
        " sum(runs) FILTER (WHERE count = 0) AS runs,"
        " CASE WHEN sum(count) = 0 THEN 'nowhere' ELSE 'on other configurations' END AS "
        "other" CHECKS " HAVING min(count) = 0 ORDER BY other = 'nowhere' DESC, name",
    .most = 100,
    .columns = {{"Check", NIGHT_CODE},
                {"Configurations", NIGHT_CODE},
                {"Runs", NIGHT_NUMBER},
                {"Evaluated tonight", NIGHT_TEXT}}};

const struct night_section night_section_checks = {
    .key = "checks",
    .title = "How often each check was evaluated, the fewest first",
    .sql = "SELECT name AS \"check\", sum(count) AS evaluated, sum(runs) AS runs,"
           " count(*) AS configs" CHECKS " ORDER BY evaluated, name",
    .most = 500,
    .fold = true,
    .columns = {{"Check", NIGHT_CODE},
                {"Evaluated", NIGHT_NUMBER},
                {"Runs", NIGHT_NUMBER},
                {"Configurations", NIGHT_NUMBER}}};

const struct night_section night_section_forks = {
    .key = "forks",
    .title = "Branches of tolerated outcomes that were taken (c_model/choices.md)",
    .sql = "SELECT substr(p.name, 6) AS branch, sum(c.count) AS times, sum(c.runs) AS runs,"
           " group_concat(c.config, ' ') AS configs FROM tonight t JOIN night_counts c"
           " ON c.night = t.id JOIN point p ON p.id = c.point WHERE p.name GLOB 'fork *'"
           " GROUP BY p.name ORDER BY p.name",
    .most = 200,
    .fold = true,
    .columns = {{"Choice and branch", NIGHT_CODE},
                {"Times", NIGHT_NUMBER},
                {"Runs", NIGHT_NUMBER},
                {"Configurations", NIGHT_CODE}}};

/* Splits the list of choices of each run. Equal lists are grouped first, as most runs of a
 * configuration have the same list. */
const struct night_section night_section_unpredictable = {
    .key = "unpredictable",
    .title = "Cases that the texts leave open and the stimulus led into (c_model/choices.md)",
    .sql = "WITH RECURSIVE split (choice, rest, config, runs, failed) AS"
           " (SELECT '', unpredictable || ',', config, count(*), sum(status <> 'passed')"
           "  FROM run, tonight WHERE night = tonight.id AND unpredictable <> ''"
           "  AND origin <> 'sample' GROUP BY unpredictable, config"
           "  UNION ALL SELECT substr(rest, 1, instr(rest, ',') - 1),"
           "  substr(rest, instr(rest, ',') + 1), config, runs, failed FROM split WHERE rest <> '')"
           " SELECT choice, sum(runs) AS runs, sum(failed) AS failed,"
           " replace(group_concat(DISTINCT config), ',', ' ') AS configs"
           " FROM (SELECT * FROM split ORDER BY config) WHERE choice <> '' GROUP BY choice ORDER "
           "BY choice",
    .most = 200,
    .fold = true,
    .columns = {{"Choice", NIGHT_CODE},
                {"Runs", NIGHT_NUMBER},
                {"Not passed", NIGHT_NUMBER},
                {"Configurations", NIGHT_CODE}}};
