/* SPDX-License-Identifier: Apache-2.0
 *
 * Bins in the database: a number that no point can have and an invalid blob are failures.
 */
#define _DEFAULT_SOURCE
#include <sqlite3.h>
#include <stdlib.h>

#include "bins.h"
#include "check.h"
#include "night.h"
#include "rows.h"
#include "spe/cover_file.h"
#include "spe/model.h"
#include "spe/status.h"
#include "store.h"

enum { BYTES = 24 };

static const struct {
    const char *name;
    int64_t point; /* number in the table, besides 1 to 3 */
    uint64_t step; /* from point 2 to the run's next point; 0: no further one */
    bool cut;      /* the blob ends within a number */
    int64_t runs;  /* runs that have met point 3 */
    bool fails;
} rows[] = {
    {"good", 4, 1, false, 1, false},
    {"none", 4, 0, false, 0, false},
    {"highest", 1 << 20, 1, false, 1, false},
    {"beyond", (1 << 20) + 1, 1, false, 0, true},
    {"huge", INT64_MAX - 1, 1, false, 0, true},
    {"zero", 0, 1, false, 0, true},
    {"negative", -9, 1, false, 0, true},
    {"no such point", 4, 3, false, 0, true},
    {"around", 4, UINT64_MAX, false, 0, true},
    {"cut", 4, 1, true, 0, true},
};

static struct night_db *database(size_t row)
{
    struct night_db *db = NULL;
    unsigned char bytes[2 * BYTES];
    size_t n = night_varint_put(bytes, 2);

    n += night_varint_put(bytes + n, 7);
    if (rows[row].step != 0) {
        n += night_varint_put(bytes + n, rows[row].step);
        n += night_varint_put(bytes + n, 1000);
    }
    n -= rows[row].cut;
    assert_int_equal(night_db_open(&db, ":memory:", NIGHT_DB_WRITE, &night_schema_now), 0);
    add_night(db);
    night_db_run(db,
                 "INSERT INTO run (id, night, name, origin, config, test, seed, status)"
                 " VALUES (1, 1, 'c.t.1', 'fixed', 'c', 't', '1', 'passed')",
                 "");
    night_db_run(db, "INSERT INTO point VALUES (1, 'a'), (2, 'b'), (3, 'c'), (?, 'd')", "i",
                 rows[row].point);
    night_db_run(db, "INSERT INTO run_bins VALUES (1, ?)", "b", bytes, n);
    return db;
}

static void test_sum(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct night_db *db = database(i);
        CHECK(rows[i].name, night_db_failed(db), false);
        night_bins_sum(db, 1);
        CHECK(rows[i].name, night_db_failed(db), rows[i].fails);
        CHECK(rows[i].name,
              night_db_value(db, 0, "SELECT runs FROM night_bins WHERE point = 3", ""),
              rows[i].runs);
        CHECK(rows[i].name, night_db_close(db),
              rows[i].fails ? NIGHT_EXIT_ENVIRONMENT : NIGHT_EXIT_GOOD);
    }
}

/* A count that is no bin gets a sum of its own, even if the sum is 0. */
static void test_counts(void **state)
{
    static const struct {
        const char *name, *sql;
        int64_t value;
    } is[] = {
        {"a check", "SELECT 100 * point + 10 * runs + count FROM night_counts WHERE point = 2",
         217},
        {"none else", "SELECT count(*) FROM night_counts", 2},
        {"never", "SELECT count FROM night_counts WHERE point = 9", 0},
        {"no bin", "SELECT count(*) FROM night_bins", 0},
    };
    unsigned char bytes[BYTES];
    struct night_db *db = database(0);
    size_t n = night_varint_put(bytes, 2);

    (void)state;
    n += night_varint_put(bytes + n, 7);
    n += night_varint_put(bytes + n, 7);
    n += night_varint_put(bytes + n, 0);
    night_db_run(db, "INSERT INTO point VALUES (9, 'fork S2 written')", "");
    night_db_run(db, "UPDATE point SET name = 'check buf.data' WHERE id = 2", "");
    night_db_run(db, "UPDATE run_bins SET bins = ?", "b", bytes, n);
    night_bins_sum(db, 1);
    for (size_t i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
        CHECK(is[i].name, night_db_value(db, -1, is[i].sql, ""), is[i].value);
    }
    assert_int_equal(night_db_close(db), 0);
}

/* Make the state that night_merge() leaves, with a second database in memory. */
static void attach(struct night_db *db)
{
    night_db_run(db, "ATTACH ':memory:' AS other", "");
    night_db_run(db, "CREATE TABLE other.run AS SELECT * FROM main.run", "");
    night_db_run(db, "CREATE TABLE other.run_bins AS SELECT * FROM main.run_bins", "");
    night_db_run(db,
                 "INSERT INTO main.run (id, night, name, origin, config, test, seed, status)"
                 " VALUES (101, 1, 'c.t.2', 'fixed', 'c', 't', '2', 'passed')",
                 "");
    night_db_run(db, "CREATE TEMP TABLE night_map AS SELECT 1 AS was, 1 AS now, 1 AS fresh", "");
    night_db_run(
        db, "CREATE TEMP TABLE point_map AS SELECT id AS was, 10 - id % 8 AS now FROM point", "");
}

static void test_merge(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct night_db *db = database(i);
        attach(db);
        night_bins_merge(db, 100);
        CHECK(rows[i].name, night_db_failed(db), rows[i].fails);
        CHECK(rows[i].name,
              night_db_value(db, 0, "SELECT count(*) FROM main.run_bins WHERE run = 101", ""),
              !rows[i].fails);
        (void)night_db_close(db);
    }
}

/* Write the file of bins of a run that has met no bin and has these other counts. */
static void put_counts(const char *dir, const char *counts)
{
    struct spe_log_header header = {.name = "spu0", .taps = SPE_TAP_BYTES, .max_findings = 100};
    const struct spe_log_run run = {.present = true, .has_status = true, .test = "t", .seed = 1};
    struct spe_cover_output *out = NULL;
    struct spe_config *cfg = NULL;
    struct spe_model *model = NULL;
    struct spe_log_error err;
    char path[64];

    (void)snprintf(path, sizeof(path), "%s/bins", dir);
    assert_int_equal(spe_config_create(&cfg), SPE_OK);
    header.cfg = cfg;
    assert_int_equal(
        spe_model_create(&model, cfg, &(struct spe_model_options){.taps = SPE_TAP_BYTES}), SPE_OK);
    assert_int_equal(spe_cover_create(&out, path, &err), SPE_OK);
    assert_int_equal(spe_cover_write(out, &header, &run, model), SPE_OK);
    spe_cover_close(out);
    spe_model_destroy(model);
    spe_config_destroy(cfg);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    assert_int_equal(fseek(file, -(long)strlen("end\n"), SEEK_END), 0);
    fprintf(file, "%send\n", counts);
    assert_int_equal(fclose(file), 0);
}

/* A count without room is reported, not left out silently. */
static void test_room(void **state)
{
    static const char *const letters =
        "abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz";
    char dir[] = "/tmp/night-bins-XXXXXX", counts[120], hash[24], why[NIGHT_BINS_WHY] = "";
    struct night_db *db = database(0);
    struct night_bins *bins = NULL;

    (void)state;
    assert_non_null(mkdtemp(dir));
    assert_int_equal(night_bins_open(&bins, db), 0);
    for (int n = 73; n <= 74; n++) { /* 79 letters are the longest name */
        (void)snprintf(counts, sizeof(counts), "@count check %.*s 1\n", n, letters);
        put_counts(dir, counts);
        const bool known = night_bins_take(bins, 1, dir, hash, why);
        CHECK("known", known, n == 73);
        CHECK("point",
              night_db_value(db, 0, "SELECT count(*) FROM point WHERE name LIKE 'check abc%'", ""),
              1);
    }
    assert_non_null(strstr(why, "bins: no room for the count 'check abc"));
    night_bins_close(bins);
    assert_int_equal(night_db_close(db), 0);
    night_store_remove(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sum),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_room),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
