/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections about the runs of the night: their origins, their costs, and those that failed.
 */
#include "night.h"
#include "section.h"
#include "view.h"

const struct night_section night_section_throughput = {
    .key = "throughput",
    .group = "Throughput",
    .title = "By configuration, for one processor",
    .none = "No run was played.",
    .sql = "SELECT config, count(*) AS runs, ifnull(sum(cpu_ms), 0) AS cpu_ms,"
           " cast(count(*) * 3600000.0 / nullif(sum(cpu_ms), 0) AS INTEGER) AS runs_per_hour,"
           " sum(cycles) / nullif(sum(cpu_ms), 0) AS khz,"
           " cast(avg(records) AS INTEGER) AS records_per_run FROM run, tonight"
           " WHERE night = tonight.id AND cpu_ms NOTNULL GROUP BY config ORDER BY config",
    .most = 100,
    .columns = {{"Configuration", NIGHT_CODE},
                {"Runs", NIGHT_NUMBER},
                {"Processor time", NIGHT_TIME},
                {"Runs per hour", NIGHT_NUMBER},
                {"kHz", NIGHT_NUMBER},
                {"Records per run", NIGHT_NUMBER}}};

const struct night_section night_section_origins = {
    .key = "origins",
    .title = "By origin",
    .none = "No run was planned.",
    .sql = "SELECT origin, CASE origin WHEN 'fixed' THEN 'the list of every night'"
           " WHEN 'before' THEN 'of the list, passed in an earlier night with the same content'"
           " WHEN 'fresh' THEN 'seeds of this night alone'"
           " WHEN 'kept' THEN 'fresh seeds that failed in an earlier night'"
           " WHEN 'failed' THEN 'what failed last time'"
           " WHEN 'sample' THEN 'repeats, for the integrity'"
           " WHEN 'command' THEN 'programs of others'"
           " WHEN 'code' THEN 'waived points of the code that were met' ELSE '' END AS what,"
           " count(*) AS planned, sum(status = 'passed') AS passed,"
           " sum(" NIGHT_FAILED ") AS failed, sum(status = 'lost') AS lost,"
           " sum(status IN ('planned', 'cut')) AS not_run, ifnull(sum(cpu_ms), 0) AS cpu_ms"
           " FROM run, tonight WHERE night = tonight.id GROUP BY origin"
           " ORDER BY count(*) DESC, origin",
    .most = 20,
    .columns = {{"Origin", NIGHT_CODE},
                {"What", NIGHT_TEXT},
                {"Planned", NIGHT_NUMBER},
                {"Passed", NIGHT_NUMBER},
                {"Failed", NIGHT_NUMBER},
                {"Lost", NIGHT_NUMBER},
                {"Not run", NIGHT_NUMBER},
                {"Processor time", NIGHT_TIME}}};

const struct night_section night_section_slowest = {
    .key = "slowest",
    .title = "Slowest tests, by processor time of a run",
    .sql = "SELECT test, config, count(*) AS runs, cast(avg(cpu_ms) AS INTEGER) AS mean_ms,"
           " max(cpu_ms) AS longest_ms, sum(cpu_ms) AS all_ms FROM run, tonight"
           " WHERE night = tonight.id AND cpu_ms IS NOT NULL GROUP BY test, config"
           " ORDER BY avg(cpu_ms) DESC, test, config LIMIT 15",
    .most = 15,
    .columns = {{"Test", NIGHT_CODE},
                {"Configuration", NIGHT_CODE},
                {"Runs", NIGHT_NUMBER},
                {"Mean", NIGHT_TIME},
                {"Longest", NIGHT_TIME},
                {"Together", NIGHT_TIME}}};

const struct night_section night_section_models = {
    .key = "models",
    .title = "Executables that were built when the night began",
    .sql = "SELECT m.config, m.flavour, ifnull(r.runs, 0) AS runs, m.executable, m.config_hash"
           " FROM model m LEFT JOIN (SELECT model, count(*) AS runs FROM run, tonight"
           "  WHERE night = tonight.id GROUP BY model) r ON r.model = m.id"
           " WHERE r.runs NOTNULL OR m.id IN (SELECT model FROM night_model n JOIN tonight t"
           "  ON n.night = t.id) ORDER BY m.config, m.flavour",
    .most = 200,
    .fold = true,
    .columns = {{"Configuration", NIGHT_CODE},
                {"Flavour", NIGHT_CODE},
                {"Runs", NIGHT_NUMBER},
                {"SHA-256", NIGHT_CODE},
                {"Configuration hash", NIGHT_CODE}}};

const struct night_section night_section_failed = {
    .key = "failed_runs",
    .group = "All failed runs",
    .title = "By bucket, the smallest first",
    .none = "None.",
    .sql = "SELECT r.name AS run, r.origin, r.status,"
           " ifnull(b.\"check\" || ': ' || b.field, r.why) AS bucket, r.cycles,"
           " ifnull(f.until, '') AS quarantined_until, " NIGHT_REPEAT " AS command FROM failure f"
           " JOIN place JOIN run r ON r.id = f.run LEFT JOIN bucket b ON b.id = r.bucket"
           " ORDER BY r.bucket IS NULL, r.bucket, r.cycles IS NULL, r.cycles, r.name",
    .most = 1000,
    .columns = {{"Run", NIGHT_CODE},
                {"Origin", NIGHT_TEXT},
                {"Status", NIGHT_STATE},
                {"Bucket", NIGHT_TEXT},
                {"Cycles", NIGHT_NUMBER},
                {"Quarantined until", NIGHT_TEXT},
                {"Repeat", NIGHT_COMMAND}}};

const struct night_section night_section_not_played = {
    .key = "not_played",
    .title = "Lost, cut off by the end of the budget, or not begun",
    .sql = "SELECT r.name AS run, r.origin, r.status, r.why FROM tonight t JOIN run r"
           " ON r.night = t.id AND r.status IN (" NIGHT_NOTHING ")"
           " ORDER BY r.status, r.origin, r.id",
    .most = 200,
    .fold = true,
    .columns = {
        {"Run", NIGHT_CODE}, {"Origin", NIGHT_TEXT}, {"Status", NIGHT_STATE}, {"Why", NIGHT_TEXT}}};

const struct night_section night_section_quarantine = {
    .key = "quarantine",
    .group = "Quarantine",
    .title = "Rows of sim/quarantine.tsv",
    .none = "sim/quarantine.tsv holds no row.",
    .sql = "SELECT CASE WHEN NOT q.holds THEN 'counts again' WHEN n.runs > 0 THEN 'held back'"
           " ELSE 'not met' END AS state, q.\"check\", q.field, q.stage, q.config, n.runs,"
           " q.reason, q.until FROM (SELECT rowid AS id, * FROM quarantine) q JOIN"
           " (SELECT q.rowid AS id, count(r.id) AS runs FROM quarantine q, tonight t"
           "  LEFT JOIN bucket b ON q.\"check\" IN ('*', b.\"check\") AND q.field IN ('*', b.field)"
           "  AND q.stage IN ('*', b.stage) LEFT JOIN run r ON r.bucket = b.id AND r.night = t.id"
           "  AND r.config GLOB q.config GROUP BY q.rowid) n USING (id) ORDER BY q.until",
    .most = 200,
    .columns = {{"State", NIGHT_STATE},
                {"Check", NIGHT_CODE},
                {"Field", NIGHT_TEXT},
                {"Stage", NIGHT_TEXT},
                {"Configurations", NIGHT_CODE},
                {"Runs", NIGHT_NUMBER},
                {"Reason", NIGHT_TEXT},
                {"Counts again on", NIGHT_TEXT}}};
