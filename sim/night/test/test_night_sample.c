/* SPDX-License-Identifier: Apache-2.0
 *
 * A run that is repeated: what must be the same as the first time.
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bins.h"
#include "check.h"
#include "ingest_run.h"
#include "night.h"
#include "rows.h"
#include "section.h"
#include "view.h"

#define STIM   "00000000000000aa"
#define RESULT "00000000000000bb"

/* Make a directory with this verdict. */
static void leave(char dir[32], const char *verdict)
{
    char path[64];

    (void)snprintf(dir, 32, "/tmp/sample.XXXXXX");
    assert_non_null(mkdtemp(dir));
    (void)snprintf(path, sizeof(path), "%s/verdict", dir);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fprintf(out, "%s\n", verdict);
    assert_int_equal(fclose(out), 0);
}

static void clear(const char *dir)
{
    char path[64];

    (void)snprintf(path, sizeof(path), "%s/verdict", dir);
    (void)unlink(path);
    (void)rmdir(dir);
}

/* Run 1 with a status, 25 records and 9 checks; and run 2, planned in `dir` as its repetition, on
 * the same or (`other`) another executable. */
static void add_runs(struct night_db *db, const char *status, const char *dir, bool other)
{
    add_night(db);
    night_db_run(db,
                 "INSERT INTO model (id, config, config_hash, executable, flavour) VALUES"
                 " (1, 'c', 'x', 'a', 'plain'), (2, 'c', 'x', 'b', 'cov')",
                 "");
    night_db_run(db,
                 "INSERT INTO run (id, night, name, origin, config, test, seed, status, stim,"
                 " result, records, checks, mismatches, pending, model) VALUES (1, 1, 'c.t.1',"
                 " 'fixed', 'c', 't', '1', ?, '" STIM "', '" RESULT "', 25, 9, 0, 0, 1)",
                 "t", status);
    night_db_run(db,
                 "INSERT INTO run (id, night, name, origin, config, test, seed, status, dir, twin,"
                 " model) VALUES (2, 1, 'c.t.1~keep', 'sample', 'c', 't', '1', 'planned', ?, 1, ?)",
                 "ti", dir, (int64_t)(other ? 2 : 1));
}

/* The claims of `night end` and of the page agree with what was stored for the run. */
static void expect_claim(struct night_db *db, bool differs)
{
    const struct night_sources sources = {.tree = ".", .build = "/nowhere"};
    char sql[4096];

    assert_int_equal(night_view(db, "last", &sources), 0);
    (void)snprintf(sql, sizeof(sql), "SELECT count(*) FROM (%s)", night_section_samples.sql);
    CHECK("samples that differ", night_db_value(db, -1, sql, ""), differs);
    CHECK("claims that do not hold", night_claims_failed(db), differs);
}

static void expect_why(struct night_db *db, const char *why)
{
    sqlite3_stmt *stmt = night_db_query(db, "SELECT why FROM run WHERE id = 2", "");

    assert_true(night_db_row(db, stmt));
    assert_string_equal(night_db_text(stmt, 0), why);
    assert_false(night_db_row(db, stmt));
}

/* Take in run 2, whose directory holds this verdict. */
static void judge(const char *first, bool other, const char *verdict, bool passed, const char *why)
{
    struct night_db *db = NULL;
    struct night_bins *bins = NULL;
    struct night_run run;
    struct night_ended ended = {.id = 2, .passed = passed};
    char dir[32];

    leave(dir, verdict);
    (void)snprintf(ended.why, sizeof(ended.why), "%s", passed ? "" : "status 1, expected 0");
    assert_int_equal(night_db_open(&db, ":memory:", NIGHT_DB_WRITE, &night_schema_now), 0);
    add_runs(db, first, dir, other);
    assert_int_equal(night_bins_open(&bins, db), 0);
    (void)night_ingest_run(db, bins, "/nowhere", 1, &ended, &run);
    expect_why(db, why);
    expect_claim(db, strncmp(why, NIGHT_OTHER_WHY, strlen(NIGHT_OTHER_WHY)) == 0);
    night_bins_close(bins);
    assert_int_equal(night_db_close(db), 0);
    clear(dir);
}

static void test_samples(void **state)
{
    static const struct {
        const char *first; /* status of the first run */
        int records, checks, mismatches, pending;
        const char *result;
        bool passed;
        const char *other; /* what differs; NULL: nothing */
        bool flavour;      /* run 2 has another executable */
    } rows[] = {
        {"passed", 25, 9, 0, 0, RESULT, true, NULL, false},
        {"changed", 25, 9, 0, 0, RESULT, true, NULL, false},
        {"failed", 25, 9, 0, 0, RESULT, false, NULL, false},
        {"passed", 25, 9, 0, 0, "00000000000000cc", true, "result", false},
        {"passed", 25, 9, 0, 0, RESULT, false, "status", false},
        {"failed", 25, 9, 0, 0, RESULT, true, "status", false},
        {"passed", 24, 9, 0, 0, RESULT, true, "number of records", false},
        {"passed", 25, 8, 0, 0, RESULT, true, "number of checks", false},
        {"passed", 25, 9, 1, 0, RESULT, true, "number of mismatches", false},
        {"passed", 25, 9, 0, 1, RESULT, true, "number of pending predictions", false},
        {"passed", 25, 8, 0, 0, RESULT, true, NULL, true},
        {"passed", 24, 9, 0, 0, RESULT, true, "number of records", true},
        {"passed", 25, 9, 1, 0, RESULT, true, "number of mismatches", true},
        {"passed", 25, 9, 0, 1, RESULT, true, "number of pending predictions", true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char verdict[512], why[256];
        (void)snprintf(verdict, sizeof(verdict),
                       "RESULT %s config=c test=t seed=1 cycles=10 ops=9 samples=8 collisions=0"
                       " filtered=0 records=%d bytes=64 lost=0 audits=1 checks=%d mismatches=%d"
                       " pending=%d off=- stim=" STIM " result=%s",
                       rows[i].passed ? "PASS" : "FAIL", rows[i].records, rows[i].checks,
                       rows[i].mismatches, rows[i].pending, rows[i].result);
        (void)snprintf(why, sizeof(why), NIGHT_OTHER_WHY "%s than run 1",
                       rows[i].other != NULL ? rows[i].other : "");
        judge(rows[i].first, rows[i].flavour, verdict, rows[i].passed,
              rows[i].other != NULL ? why
              : rows[i].passed      ? ""
                                    : "status 1, expected 0");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
