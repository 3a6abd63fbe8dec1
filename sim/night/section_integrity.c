/* SPDX-License-Identifier: Apache-2.0
 *
 * Shows that the night did what it claims: seeds have different stimuli, samples repeat their runs,
 * runs have compared something, and each configuration has one executable.
 */
#include <stdio.h>

#include "night.h"
#include "section.h"

/* SQL: what a run has done, as one text; with the number of checks if both runs have the same
 * executable. */
#define DID(run)                                                                                   \
    "printf('%s %s %s, %d records, %s%d mismatches, %d pending', " run ".stim, " run               \
    ".result, replace(" run ".status, 'changed', 'passed'), " run ".records,"                      \
    " iif(" NIGHT_SAME_MODEL ", printf('%d checks, ', " run ".checks), ''), " run                  \
    ".mismatches, " run ".pending)"

/* SQL: the sample has done something else than its run. That was judged when the sample was taken
 * in, and has made it failed. */
#define IS_OTHER "s.why GLOB '" NIGHT_OTHER_WHY "*'"

/* SQL: the samples, each with the run that it repeats. A sample passes if it does the same as that
 * run, whether the run passed or failed. */
#define SAMPLES                                                                                    \
    "SELECT name, flavour, args, iif(stim <> '' AND first = again AND NOT other, 'passed',"        \
    " 'failed') AS state, first, again || iif(first = again AND other, ': ' || why, '') AS again"  \
    " FROM (SELECT s.name, m.flavour, s.args, s.stim, s.why, " IS_OTHER                            \
    " AS other, " DID("r") " AS first, " DID(                                                      \
        "s") " AS again FROM tonight JOIN run s ON s.night = tonight.id"                           \
             " AND s.twin IS NOT NULL AND s.status NOT IN ('planned', 'lost', '" NIGHT_BROKEN_RUN  \
             "')"                                                                                  \
             " JOIN run r ON r.id = s.twin LEFT JOIN model m ON m.id = s.model)"

/* SQL: what counts as few. Each directed test has its own number of records; a random session is
 * expected to compare many. */
#define FEW "20"
#define FEW_RECORDS                                                                                \
    "SELECT name AS run, test AS of, config, ifnull(records, 0) AS records,"                       \
    " ifnull(checks, 0) AS checks,"                                                                \
    " test GLOB '*random*' AS random FROM run, tonight WHERE night = tonight.id"                   \
    " AND status = 'passed' AND origin <> 'sample' AND ifnull(records, 0) < " FEW

#define FRESH_PASSED                                                                               \
    " FROM run, tonight WHERE night = tonight.id AND origin = 'fresh' AND status = 'passed'"
#define MEDIAN_FRESH                                                                               \
    "SELECT records" FRESH_PASSED                                                                  \
    " ORDER BY records LIMIT 1 OFFSET (SELECT count(*) / 2" FRESH_PASSED ")"

const struct night_section night_section_integrity = {
    .key = "integrity",
    .group = "Integrity",
    .title = "What was claimed, and what was found",
    .none = "No run was played.",
    .sql =
        "SELECT CASE WHEN n = 0 THEN 'passed' ELSE 'look' END AS state,"
        " 'Each seed has a stimulus of its own' AS claim,"
        " CASE n WHEN 0 THEN 'no stimulus came twice' ELSE n || ' came of several tests or seeds'"
        " END AS found FROM (SELECT count(*) AS n FROM twice)"
        " UNION ALL SELECT CASE WHEN n = 0 THEN 'not run' WHEN bad = 0 THEN 'passed'"
        " ELSE 'failed' END, 'A run that is repeated gives the same hashes',"
        " (n - bad) || ' of ' || n || ' samples do' || ifnull(' (' || flavours || ')', '') FROM"
        " (SELECT ifnull(sum(n), 0) AS n, ifnull(sum(bad), 0) AS bad,"
        "  group_concat(n || ' ' || ifnull(flavour, 'foreign'), ', ') AS flavours FROM"
        "  (SELECT flavour, count(*) AS n, sum(state <> 'passed') AS bad FROM (" SAMPLES ")"
        "   GROUP BY flavour))"
        " UNION ALL SELECT CASE WHEN bad <> 0 THEN 'failed' WHEN random = 0 THEN 'passed'"
        " ELSE 'look' END, 'Every run that passed has compared something', random || ' random and '"
        " || (n - random) || ' directed ones compared fewer than " FEW
        " records, ' || bad || ' nothing at all' || ifnull('; the median fresh run ' ||"
        " (" MEDIAN_FRESH "), '') FROM (SELECT count(*) AS n,"
        " ifnull(sum(checks = 0), 0) AS bad, ifnull(sum(random), 0) AS random"
        " FROM (" FEW_RECORDS "))"
        " UNION ALL SELECT CASE WHEN n = 0 THEN 'passed' ELSE 'failed' END,"
        " 'One executable for each configuration and flavour', CASE n WHEN 0 THEN 'it is so'"
        " ELSE n || ' have several, or it has changed meanwhile' END FROM (SELECT count(*) + "
        "(SELECT"
        "  count(*) FROM run, tonight WHERE night = tonight.id AND why = '" NIGHT_CHANGED_WHY
        "') AS n FROM (SELECT 1 FROM"
        " (SELECT DISTINCT model FROM run, tonight WHERE night = tonight.id) r JOIN model m"
        " ON m.id = r.model WHERE m.flavour <> 'foreign' GROUP BY m.config, m.flavour"
        " HAVING count(*) > 1))"
        " UNION ALL SELECT CASE dirty WHEN 0 THEN 'passed' ELSE 'look' END,"
        " 'The tree is that of its commit', CASE dirty WHEN 0 THEN 'nothing else in it'"
        " WHEN 1 THEN"
        " iif(commit_id = 'unknown', 'git has not said of which', 'files were changed')"
        " ELSE 'it has changed while the night went on' END FROM night JOIN tonight USING (id)",
    .most = 20,
    .columns = {{"State", NIGHT_STATE}, {"Claim", NIGHT_TEXT}, {"Found", NIGHT_TEXT}}};

int64_t night_claims_failed(struct night_db *db)
{
    char sql[8192];

    (void)snprintf(sql, sizeof(sql), "SELECT count(*) FROM (%s) WHERE state = 'failed'",
                   night_section_integrity.sql);
    return night_db_value(db, 0, sql, "");
}

const struct night_section night_section_twice = {
    .key = "stimulus_twice",
    .title = "Stimuli that came of several tests or seeds",
    .sql = "SELECT * FROM twice ORDER BY runs DESC, config",
    .most = 50,
    .fold = true,
    .columns = {{"Configuration", NIGHT_CODE},
                {"Stimulus", NIGHT_CODE},
                {"Seeds", NIGHT_NUMBER},
                {"Tests and seeds", NIGHT_CODE}}};

const struct night_section night_section_samples = {
    .key = "samples_different",
    .title = "Samples that do other than the run that they repeat",
    .sql = "SELECT name AS run, flavour, args, first, again FROM (" SAMPLES
           ") WHERE state = 'failed' ORDER BY name",
    .most = 50,
    .columns = {{"Run", NIGHT_CODE},
                {"Flavour", NIGHT_CODE},
                {"Options", NIGHT_CODE},
                {"Stimulus, result, status", NIGHT_CODE},
                {"Again", NIGHT_CODE}}};

const struct night_section night_section_few_records = {
    .key = "few_records",
    .title = "Passed with fewer than " FEW " records compared",
    .sql = "SELECT iif(random, run, of) AS test, count(DISTINCT config) AS configs,"
           " count(*) AS runs, min(records) AS fewest, max(records) AS most,"
           " min(checks) AS checks, group_concat(run, ' ') AS names FROM (" FEW_RECORDS
           ") GROUP BY 1 ORDER BY max(random) DESC, min(records), 1",
    .most = 500,
    .fold = true,
    .columns = {{"Test, or random session", NIGHT_CODE},
                {"Configurations", NIGHT_NUMBER},
                {"Runs", NIGHT_NUMBER},
                {"Fewest records", NIGHT_NUMBER},
                {"Most", NIGHT_NUMBER},
                {"Fewest checks", NIGHT_NUMBER},
                {"Runs by name", NIGHT_NAMES}}};
