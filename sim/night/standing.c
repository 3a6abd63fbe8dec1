/* SPDX-License-Identifier: Apache-2.0 */
#include "standing.h"

#include "night.h"

#define FAILED "r." NIGHT_FAILED

static void make_there(struct night_db *db)
{
    night_db_run(
        db, "CREATE TEMP TABLE there (bucket, nth, PRIMARY KEY (bucket, nth)) WITHOUT ROWID", "");
    night_db_run(db,
                 "INSERT OR IGNORE INTO there SELECT r.bucket, c.nth"
                 " FROM run r INDEXED BY run_by_bucket CROSS JOIN calendar c"
                 " WHERE r.bucket IS NOT NULL AND c.id = r.night AND " FAILED,
                 "");
    night_db_run(db,
                 "INSERT OR IGNORE INTO there SELECT k.bucket, c.nth FROM kept k"
                 " LEFT JOIN night e ON e.id = k.closed, calendar c JOIN night n ON n.id = c.id"
                 " WHERE k.bucket IS NOT NULL"
                 " AND c.nth >= (SELECT nth FROM calendar WHERE id = k.opened)"
                 " AND (e.id IS NULL OR (n.begun, n.id) < (e.begun, e.id))",
                 "");
}

/* Insert the buckets with their state. `away`: the last whole night before this one without the
 * bucket. For points of the code only nights that counted the code (COV=1) are compared. */
static void judge(struct night_db *db)
{
    night_db_run(db,
                 "CREATE TEMP TABLE standing"
                 " (bucket INTEGER PRIMARY KEY, state, runs, held, reason, until,"
                 " since, seen, smallest, good, same, configs, tests, also)",
                 "");
    night_db_run(
        db,
        "INSERT INTO standing (bucket, state, runs, since) "
        "WITH absence AS (SELECT bucket, code, ifnull((SELECT max(c.nth) FROM calendar c, tonight t"
        "  WHERE c.whole AND c.nth < t.nth AND (c.counted OR NOT code) AND NOT EXISTS"
        "  (SELECT 1 FROM there e WHERE e.bucket = d.bucket AND e.nth = c.nth)), 0) AS away"
        "  FROM (SELECT DISTINCT bucket, \"check\" = 'code.waiver' AS code FROM there"
        "   JOIN bucket b ON b.id = bucket) d),"
        " row AS (SELECT bucket, code, (SELECT min(nth) FROM there e WHERE e.bucket = a.bucket"
        "  AND e.nth > away) AS first FROM absence a)"
        "SELECT row.bucket, CASE WHEN h.bucket IS NULL THEN 'gone' WHEN first = t.nth THEN 'new'"
        " ELSE 'known' END, (SELECT count(*) FROM failure f WHERE f.bucket = row.bucket), c.id"
        " FROM row, tonight t JOIN calendar c ON c.nth = first"
        " LEFT JOIN there h ON h.bucket = row.bucket AND h.nth = t.nth"
        " WHERE h.bucket IS NOT NULL OR (t.whole AND (t.counted OR NOT code))",
        "");
}

static void find_smallest(struct night_db *db)
{
    night_db_run(
        db,
        "UPDATE standing SET seen = ifnull((SELECT c.id FROM run r, calendar c, tonight t"
        " WHERE r.bucket = standing.bucket AND c.id = r.night AND c.nth < t.nth AND " FAILED
        " ORDER BY c.nth DESC LIMIT 1), 0)",
        "");
    night_db_run(
        db,
        "UPDATE standing SET smallest = (SELECT r.id FROM run r, tonight t"
        " WHERE r.bucket = standing.bucket AND " FAILED
        " AND r.night = CASE WHEN runs = 0 THEN seen ELSE t.id END"
        " ORDER BY r.origin = 'sample', r.cycles IS NULL, r.cycles, r.cpu_ms, r.id LIMIT 1)",
        "");
}

/* SQL: the first twelve names in a column of the runs that fail tonight. */
#define NAMES(column)                                                                              \
    "(SELECT group_concat(name, ' ') || CASE max(every) > 12 WHEN 1 THEN ' ...' ELSE '' END"       \
    " FROM (SELECT " column " AS name, count(*) OVER () AS every FROM failure f"                   \
    "  JOIN run ON run.id = f.run WHERE f.bucket = standing.bucket GROUP BY " column               \
    "  ORDER BY " column " LIMIT 12))"

static void find_names(struct night_db *db)
{
    night_db_run(db, "UPDATE standing SET configs = " NAMES("config"), "");
    night_db_run(db, "UPDATE standing SET tests = " NAMES("test"), "");
}

/* Find the six most frequent checks in other findings of the bucket's runs. */
static void find_also(struct night_db *db)
{
    night_db_run(
        db,
        "CREATE TEMP TABLE also AS WITH RECURSIVE split (bucket, name, rest) AS"
        " (SELECT f.bucket, '', r.also || ' ' FROM failure f JOIN run r ON r.id = f.run"
        "   WHERE r.also <> ''"
        "  UNION ALL SELECT bucket, substr(rest, 1, instr(rest, ' ') - 1),"
        "   substr(rest, instr(rest, ' ') + 1) FROM split WHERE rest <> '')"
        " SELECT bucket, name, count(*) AS n FROM split WHERE name <> '' GROUP BY bucket, name",
        "");
    night_db_run(db,
                 "UPDATE standing SET also = (SELECT group_concat(name || ' (' || n || ' of ' ||"
                 " runs || ')', ', ') FROM (SELECT name, n FROM also a"
                 "  WHERE a.bucket = standing.bucket ORDER BY n DESC, name LIMIT 6))",
                 "");
}

static void find_quarantined(struct night_db *db)
{
    night_db_run(db,
                 "UPDATE standing SET held = runs > 0 AND NOT EXISTS (SELECT 1 FROM failure f"
                 "  WHERE f.bucket = standing.bucket AND f.reason IS NULL),"
                 " (reason, until) = (SELECT f.reason, min(f.until) FROM failure f"
                 "  WHERE f.bucket = standing.bucket AND f.reason IS NOT NULL)",
                 "");
}

/* Find the nights in which the bucket had failed runs outside quarantine. A row of the quarantine
 * holds back failures before its day, whichever night is judged. */
static void make_told(struct night_db *db)
{
    night_db_run(
        db, "CREATE TEMP TABLE told (bucket, nth, PRIMARY KEY (bucket, nth)) WITHOUT ROWID", "");
    night_db_run(
        db,
        "INSERT OR IGNORE INTO told SELECT r.bucket, c.nth"
        " FROM run r INDEXED BY run_by_bucket CROSS JOIN calendar c JOIN night n ON n.id = c.id"
        " JOIN bucket b ON b.id = r.bucket WHERE r.bucket IS NOT NULL AND c.id = r.night"
        " AND " FAILED " AND NOT EXISTS (SELECT 1 FROM quarantine q WHERE n.date < q.until"
        " AND q.\"check\" = b.\"check\" AND q.field IN ('*', b.field)"
        " AND q.stage IN ('*', b.stage) AND r.config GLOB q.config)",
        "");
}

/* A known failure that no night has told since it began becomes new. Nights that were killed or
 * broken by the environment have told nothing, and quarantined failures are not told. */
static void find_untold(struct night_db *db)
{
    night_db_run(db,
                 "UPDATE standing SET state = 'new' WHERE state = 'known' AND runs > 0 AND NOT held"
                 " AND NOT EXISTS (SELECT 1 FROM told d JOIN calendar c USING (nth) JOIN night n"
                 "  ON n.id = c.id, tonight t WHERE d.bucket = standing.bucket AND d.nth < t.nth"
                 "  AND d.nth >= (SELECT nth FROM calendar WHERE id = standing.since)"
                 "  AND n.status IN (0, 1, 3) AND n.list_hash <> '')",
                 "");
}

/* A bucket of environment faults gets a state of its own: it is never new or gone. */
static void name_broken(struct night_db *db)
{
    night_db_run(db,
                 "DELETE FROM standing WHERE state = 'gone' AND bucket IN"
                 " (SELECT id FROM bucket WHERE \"check\" = '" NIGHT_BROKEN_RUN "')",
                 "");
    night_db_run(db,
                 "UPDATE standing SET state = '" NIGHT_BROKEN_RUN "' WHERE bucket IN"
                 " (SELECT id FROM bucket WHERE \"check\" = '" NIGHT_BROKEN_RUN "')",
                 "");
}

static void find_good(struct night_db *db)
{
    night_db_run(db,
                 "UPDATE standing SET good = (SELECT c.id FROM run s, run r, calendar c, tonight t"
                 " WHERE s.id = smallest AND r.name = s.name AND r.args = s.args"
                 " AND r.weights = s.weights AND r.status = 'passed'"
                 " AND c.id = r.night AND c.nth < t.nth ORDER BY c.nth DESC LIMIT 1)",
                 "");
    night_db_run(db, "UPDATE standing SET same = good IS NOT NULL", "");
    night_db_run(db,
                 "UPDATE standing SET good = (SELECT c.id FROM calendar c, run s"
                 " WHERE s.id = smallest AND c.whole"
                 " AND c.nth < (SELECT nth FROM calendar WHERE id = since) AND EXISTS"
                 " (SELECT 1 FROM run r WHERE r.night = c.id AND r.config = s.config"
                 "  AND r.test = s.test AND r.status = 'passed')"
                 " AND NOT EXISTS (SELECT 1 FROM there e"
                 "  WHERE e.bucket = standing.bucket AND e.nth = c.nth)"
                 " ORDER BY c.nth DESC LIMIT 1) WHERE good IS NULL",
                 "");
}

void night_standing(struct night_db *db)
{
    make_there(db);
    judge(db);
    find_smallest(db);
    find_names(db);
    find_also(db);
    find_quarantined(db);
    make_told(db);
    find_untold(db);
    name_broken(db);
    find_good(db);
}

int64_t night_new_failures(struct night_db *db)
{
    return night_db_value(
        db, 0, "SELECT count(*) FROM standing WHERE state = 'new' AND " NIGHT_COUNTS, "");
}
