/* SPDX-License-Identifier: Apache-2.0
 *
 * `night merge`: puts the nights of several machines into one database. A night is known by its
 * uuid, so a night that was merged before is skipped. Models, buckets and points are known by their
 * content. Runs get new numbers.
 */
#define _POSIX_C_SOURCE 200809L
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "bins.h"
#include "commands.h"

/* Map the ids of models, buckets and points in `other` to those in this database, in temporary
 * tables. */
static void map_meanings(struct night_db *db)
{
    night_db_run(db,
                 "INSERT OR IGNORE INTO main.model (config, config_hash, executable, flavour)"
                 " SELECT config, config_hash, executable, flavour FROM other.model",
                 "");
    night_db_run(db,
                 "INSERT OR IGNORE INTO main.bucket (\"check\", field, stage)"
                 " SELECT \"check\", field, stage FROM other.bucket",
                 "");
    night_db_run(db, "INSERT OR IGNORE INTO main.point (name) SELECT name FROM other.point", "");
    night_db_run(db,
                 "CREATE TEMP TABLE model_map AS SELECT o.id AS was, m.id AS now FROM other.model o"
                 " JOIN main.model m USING (config, config_hash, executable, flavour)",
                 "");
    night_db_run(db,
                 "CREATE TEMP TABLE bucket_map AS SELECT o.id AS was, m.id AS now"
                 " FROM other.bucket o JOIN main.bucket m USING (\"check\", field, stage)",
                 "");
    night_db_run(db, "CREATE TEMP TABLE point_map (was INTEGER PRIMARY KEY, now INTEGER)", "");
    night_db_run(db,
                 "INSERT INTO point_map SELECT o.id, m.id FROM other.point o JOIN main.point m"
                 " USING (name)",
                 "");
}

/* Copy ended nights that are missing here; then map every night of `other` that is here. */
static int64_t merge_nights(struct night_db *db)
{
    static const char *const columns =
        "uuid, begun, ended, date, host, commit_id, dirty, seed, list, list_hash, engine, jobs,"
        " budget_ms, cpu_ms, build_ms, status, whole, stopped, why";
    char sql[512];

    night_db_run(db,
                 "CREATE TEMP TABLE fresh AS SELECT id AS was, uuid FROM other.night"
                 " WHERE ended NOTNULL AND uuid NOT IN (SELECT uuid FROM main.night)",
                 "");
    (void)snprintf(sql, sizeof(sql),
                   "INSERT INTO main.night (%s) SELECT %s FROM other.night"
                   " WHERE uuid IN (SELECT uuid FROM fresh) ORDER BY begun, id",
                   columns, columns);
    int n = night_db_run(db, sql, "");
    night_db_run(db,
                 "CREATE TEMP TABLE night_map AS SELECT o.id AS was, m.id AS now,"
                 " o.id IN (SELECT was FROM fresh) AS fresh FROM other.night o"
                 " JOIN main.night m USING (uuid)",
                 "");
    return n;
}

/* Copy the runs, with numbers after all those that are here. Their directories are on the other
 * machine, so they have none. */
static void merge_runs(struct night_db *db, int64_t first)
{
    night_db_run(
        db,
        "INSERT INTO main.run SELECT r.id + ?1, n.now, r.name, r.origin, r.config,"
        " (SELECT now FROM model_map WHERE was = r.model), r.test, r.seed, r.weights, r.args,"
        " r.inputs, r.command, '', r.status, r.exit, r.why, r.stim, r.result, r.cycles, r.ops,"
        " r.samples, r.collisions, r.filtered, r.records, r.bytes, r.lost, r.audits, r.checks,"
        " r.mismatches, r.pending, r.off, r.cpu_ms, r.wall_ms, r.host, r.ended,"
        " (SELECT now FROM bucket_map WHERE was = r.bucket), r.twin + ?1, r.bench, r.unpredictable,"
        " r.also"
        " FROM other.run r JOIN night_map n ON n.was = r.night AND n.fresh",
        "i", first);
    night_db_run(
        db,
        "INSERT INTO main.finding SELECT f.run + ?, spu, number, seq, cycle, f.\"check\", place,"
        " stage, text, expected, actual, section, choices FROM other.finding f"
        " JOIN other.run r ON r.id = f.run JOIN night_map n ON n.was = r.night AND n.fresh",
        "i", first);
}

static void merge_sums(struct night_db *db)
{
    night_db_run(db,
                 "INSERT INTO main.night_model SELECT n.now, m.now FROM other.night_model o"
                 " JOIN night_map n ON n.was = o.night AND n.fresh"
                 " JOIN model_map m ON m.was = o.model",
                 "");
    night_db_run(db,
                 "INSERT INTO main.night_bins SELECT n.now, b.config, p.now, b.runs, b.count"
                 " FROM other.night_bins b JOIN night_map n ON n.was = b.night AND n.fresh"
                 " JOIN point_map p ON p.was = b.point",
                 "");
    night_db_run(db,
                 "INSERT INTO main.night_counts SELECT n.now, c.config, p.now, c.runs, c.count"
                 " FROM other.night_counts c JOIN night_map n ON n.was = c.night AND n.fresh"
                 " JOIN point_map p ON p.was = c.point",
                 "");
    night_db_run(db,
                 "INSERT INTO main.code_point SELECT n.now, kind, file, line, name, hits, waiver"
                 " FROM other.code_point c JOIN night_map n ON n.was = c.night AND n.fresh",
                 "");
    night_db_run(db,
                 "INSERT INTO main.slice SELECT n.now, config, budget_ms, cpu_ms, why"
                 " FROM other.slice s JOIN night_map n ON n.was = s.night AND n.fresh",
                 "");
    night_db_run(db,
                 "INSERT INTO main.mutant SELECT n.now, key, module, place, operator, expression,"
                 " outcome, \"check\", run FROM other.mutant m"
                 " JOIN night_map n ON n.was = m.night AND n.fresh",
                 "");
    night_db_run(db,
                 "INSERT INTO main.testpoint SELECT n.now, t.id, t.status, t.runs"
                 " FROM other.testpoint t JOIN night_map n ON n.was = t.night AND n.fresh",
                 "");
}

/* SQL: the kept failure `k` of `other` that is the same as `kept` here. */
#define SAME_KEPT                                                                                  \
    " FROM other.kept k JOIN night_map n ON n.was = k.opened LEFT JOIN night_map c"                \
    " ON c.was = k.closed WHERE n.now = kept.opened AND k.config = kept.config"                    \
    " AND k.test = kept.test AND k.seed = kept.seed AND k.weights = kept.weights"                  \
    " AND k.args = kept.args"
#define IS_OPEN "state IN ('open', 'changed')"

/* Insert new kept failures. If a failure was closed by a night that has not ended, it is open here
 * until that night is merged. */
static void insert_kept(struct night_db *db)
{
    night_db_run(db,
                 "INSERT OR IGNORE INTO main.kept (config, test, seed, weights, args, stim, bucket,"
                 " opened, state, bench, cycles) SELECT config, test, seed, weights, args, stim,"
                 " (SELECT now FROM bucket_map WHERE was = k.bucket), n.now,"
                 " iif(k." IS_OPEN " OR k.closed IN (SELECT was FROM night_map), state, 'open'),"
                 " bench, cycles FROM other.kept k JOIN night_map n ON n.was = k.opened",
                 "");
}

/* Update kept failures, also those of nights merged before: since then a failure may be gone, or
 * may have failed again with other draws. If a night of this database has played the failure, the
 * local state is newer and stays. */
static void merge_kept(struct night_db *db)
{
    insert_kept(db);
    night_db_run(db,
                 "UPDATE main.kept SET state = k.state, closed = c.now" SAME_KEPT
                 " AND c.now NOTNULL AND k.state IN ('gone', 'dropped')",
                 "");
    night_db_run(db,
                 "UPDATE main.kept SET state = k.state, stim = k.stim, bench = k.bench,"
                 " cycles = k.cycles" SAME_KEPT " AND k." IS_OPEN " AND kept." IS_OPEN
                 " AND NOT EXISTS (SELECT 1 FROM main.run r WHERE r.config = k.config"
                 " AND r.test = k.test AND r.seed = k.seed AND r.args = k.args"
                 " AND r.origin = 'kept' AND r.night NOT IN (SELECT now FROM night_map))",
                 "");
}

static int merge_attached(struct night_db *db)
{
    night_db_begin(db);
    int64_t first = night_db_value(db, 0, "SELECT max(id) FROM main.run", "");
    map_meanings(db);
    int64_t nights = merge_nights(db);
    merge_runs(db, first);
    night_bins_merge(db, first);
    merge_sums(db);
    merge_kept(db);
    night_db_commit(db);
    if (night_db_failed(db)) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    printf("%lld night%s\n", (long long)nights, night_plural(nights));
    return NIGHT_EXIT_GOOD;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;

    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

/* Check that this program can read the database. @return 0, or the status after one line. */
static int check_other(const char *path)
{
    struct night_db *other = NULL;
    int status = night_db_open(&other, path, NIGHT_DB_READ, &night_schema_now);

    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    return night_db_close(other) == NIGHT_EXIT_GOOD ? NIGHT_EXIT_GOOD : NIGHT_EXIT_USAGE;
}

static int merge_one(const char *into, const char *path)
{
    struct night_db *db = NULL;
    int status = is_same_file(into, path)
                     ? night_fail(NIGHT_EXIT_USAGE, "merge: %s and %s are one database", into, path)
                     : check_other(path);

    if (status == NIGHT_EXIT_GOOD) {
        status = night_db_open(&db, into, NIGHT_DB_WRITE, &night_schema_now);
    }
    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    night_db_run(db, "ATTACH ? AS other", "t", path);
    status = merge_attached(db);
    int closed = night_db_close(db);
    return status != NIGHT_EXIT_GOOD ? status : closed;
}

static int merge(int argc, char **argv)
{
    static const struct night_option options[] = {{0}};
    int n = night_options(argc, argv, options, 2, INT_MAX), status = NIGHT_EXIT_GOOD;

    if (n < 0) {
        return NIGHT_EXIT_USAGE;
    }
    for (int i = 1; i < n && status == NIGHT_EXIT_GOOD; i++) {
        status = merge_one(argv[0], argv[i]);
    }
    return night_finish(status);
}

const struct night_command night_command_merge = {
    "merge", "take the nights of other databases into one",
    "usage: night merge DB OTHER...\n"
    "Nights of OTHER that have ended and are not in DB yet, which is made if there is none.\n"
    "Directories and logs stay on their machine. Prints how many nights came from each. Status: "
    "0;\n"
    "2 bad usage, or no database of nights; 4 it cannot be written.\n",
    merge};
