/* SPDX-License-Identifier: Apache-2.0
 *
 * What is new, known and gone, and what the quarantine holds back: histories of nights as texts.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "db.h"
#include "failure.h"
#include "night.h"
#include "view.h"

/* Night N begins on 2026-11-N. */
static void add_night(struct night_db *db, int64_t id, const char *status)
{
    night_db_run(
        db,
        "INSERT INTO night (id, uuid, begun, date, host, commit_id, dirty, seed, list,"
        " list_hash, engine, jobs, budget_ms, status, whole) SELECT ?1, 'u' || ?1, ?1 * 86400,"
        " printf('2026-11-%02d', ?1), 'h', 'commit' || ?1, 0, 's', 'l', 'x', 'ninja', 2, 0,"
        " cast(?2 AS INTEGER), ifnull(cast(?2 AS INTEGER) IN (0, 1), 0)",
        "it", id, status);
}

static void add_run(struct night_db *db, int64_t night, int64_t seed, bool fails)
{
    night_db_run(
        db,
        "INSERT INTO run (night, name, origin, config, test, seed, status, stim, cycles,"
        " checks, bucket) SELECT ?1, 'neoverse.smoke.' || ?2, 'fixed', 'neoverse', 'smoke', ?2,"
        " CASE WHEN ?3 THEN 'failed' ELSE 'passed' END, 'stim' || ?2, 1000 * ?2, 9,"
        " CASE WHEN ?3 THEN 1 END",
        "iii", night, seed, (int64_t)fails);
}

/* A history, with a night for each character. `.`: no failure; `F`: runs 2 and 3 fail; `k` and `K`:
 * the same two in a night that was killed; `e` and `E`: in one that the environment broke. */
static struct night_db *history(const char *nights)
{
    struct night_db *db = NULL;

    assert_int_equal(night_db_open(&db, ":memory:", NIGHT_DB_WRITE, &night_schema_now), 0);
    night_db_run(db, "INSERT INTO bucket VALUES (1, 'buf.data', 'Events', 'content')", "");
    for (int64_t i = 0; nights[i] != '\0'; i++) {
        const bool fails = strchr("FKE", nights[i]) != NULL;
        add_night(db, i + 1,
                  strchr("kK", nights[i]) != NULL   ? NULL
                  : strchr("eE", nights[i]) != NULL ? "4"
                                                    : "1");
        add_run(db, i + 1, 1, false);
        add_run(db, i + 1, 2, fails);
        add_run(db, i + 1, 3, fails);
    }
    return db;
}

/* A file of quarantine with these rows; unlink() and free() it. */
static char *quarantine(const char *rows)
{
    char *path = strdup("/tmp/quarantine.XXXXXX");
    FILE *out = fdopen(mkstemp(path), "w");

    assert_non_null(out);
    fputs(rows, out);
    assert_int_equal(fclose(out), 0);
    return path;
}

static int view(struct night_db *db, const char *rows)
{
    char *path = quarantine(rows);
    const struct night_sources sources = {.tree = ".", .quarantine = path, .build = "/nowhere"};
    int status = night_view(db, "last", &sources);

    (void)unlink(path);
    free(path);
    return status;
}

/* The only bucket; `state` is NULL if there is none. */
static struct night_failure only(struct night_db *db)
{
    struct night_failure f = {0}, more;
    sqlite3_stmt *stmt = night_failures(db);

    if (night_failure_next(&f, db, stmt)) {
        static char texts[3][32]; /* they live until the next row */
        (void)snprintf(texts[0], sizeof(texts[0]), "%s", f.state);
        (void)snprintf(texts[1], sizeof(texts[1]), "%s", f.since_date);
        (void)snprintf(texts[2], sizeof(texts[2]), "%s", f.good_commit);
        f.state = texts[0], f.since_date = texts[1], f.good_commit = texts[2];
        assert_false(night_failure_next(&more, db, stmt));
    }
    return f;
}

struct expectation {
    const char *nights, *kept; /* the night in which the kept failure of night 2 closes; "": none */
    const char *state, *since, *good;
};

static void judge_history(const struct expectation *row)
{
    struct night_db *db = history(row->nights);
    char sql[256];

    (void)snprintf(
        sql, sizeof(sql),
        "INSERT INTO kept SELECT 1, 'c', 't', '2', '', '', 's', 1, 2, %s, '', 'open', '', 9",
        row->kept);
    if (row->kept[0] != '\0') {
        night_db_run(db, sql, "");
    }
    assert_int_equal(view(db, "# end\n"), 0);
    struct night_failure f = only(db);
    print_message("%s %s\n", row->nights, row->kept);
    assert_int_equal(f.state == NULL, row->state == NULL);
    if (f.state != NULL) {
        assert_string_equal(f.state, row->state);
        assert_string_equal(f.since_date, row->since);
    }
    if (row->good != NULL) {
        assert_string_equal(f.good_commit, row->good);
    }
    assert_int_equal(night_db_close(db), 0);
}

static void test_states(void **state)
{
    static const struct expectation rows[] = {
        {"F", "", "new", "2026-11-01", ""},
        {"..F", "", "new", "2026-11-03", "commit2"},
        {".FF", "", "known", "2026-11-02", "commit1"},
        {".FFF.", "", "gone", "2026-11-02", NULL},
        {".F..", "", NULL, NULL, NULL},
        /* It comes back. */
        {".F.F", "", "new", "2026-11-04", "commit3"},
        {"F.FF", "", "known", "2026-11-03", "commit2"},
        /* A killed night tells only about the runs that it has played. */
        {".FkF", "", "known", "2026-11-02", "commit3"},
        {".FK", "", "known", "2026-11-02", "commit1"},
        {".Fk", "", NULL, NULL, NULL},
        {".K", "", "new", "2026-11-02", "commit1"},
        {".Fk.", "", "gone", "2026-11-02", NULL},
        /* ... and a night without a judgement has told nobody: the failure is still new. */
        {".KF", "", "new", "2026-11-02", "commit1"},
        {".EF", "", "new", "2026-11-02", "commit1"},
        {".KEKF", "", "new", "2026-11-02", "commit1"},
        {".KK", "", "new", "2026-11-02", "commit1"},
        {".KFF", "", "known", "2026-11-02", "commit1"},
        {".FEF", "", "known", "2026-11-02", "commit1"},
        {".KkF", "3", "new", "2026-11-02", NULL},
        {".K.", "", "gone", "2026-11-02", NULL},
        /* A kept failure counts as present while it is open. */
        {".F..", "NULL", "known", "2026-11-02", NULL},
        {".F..", "4", "gone", "2026-11-02", NULL},
        {".F...", "4", NULL, NULL, NULL},
        {".F.F", "NULL", "known", "2026-11-02", "commit3"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        judge_history(&rows[i]);
    }
}

static void test_smallest(void **state)
{
    struct night_db *db = history(".F");
    struct night_failure f;

    (void)state;
    night_db_run(db, "UPDATE run SET cycles = NULL WHERE seed = '2'", "");
    assert_int_equal(view(db, "# end\n"), 0);
    sqlite3_stmt *stmt = night_failures(db);
    assert_true(night_failure_next(&f, db, stmt));
    assert_string_equal(f.run, "neoverse.smoke.3");
    assert_string_equal(f.good_commit, "commit1");
    assert_true(f.same);
    CHECK("runs", f.runs, 2);
    assert_false(night_failure_next(&f, db, stmt));
    assert_int_equal(night_db_close(db), 0);
}

/* A repeat that fails as its run did is neither a failure nor the smallest run; a repeat that fails
 * alone is both. */
static void test_repeats(void **state)
{
    static const struct {
        const char *twin;
        int64_t runs;
    } rows[] = {{"neoverse.smoke.2", 2}, {"neoverse.smoke.1", 3}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct night_db *db = history(".F");
        struct night_failure f;
        night_db_run(db,
                     "INSERT INTO run (night, name, origin, config, test, seed, status, cycles,"
                     " bucket, twin) SELECT 2, 'neoverse.smoke.0~process', 'sample', 'neoverse',"
                     " 'smoke', '0', 'failed', 5, 1, id FROM run WHERE night = 2 AND name = ?",
                     "t", rows[i].twin);
        assert_int_equal(view(db, "# end\n"), 0);
        sqlite3_stmt *stmt = night_failures(db);
        assert_true(night_failure_next(&f, db, stmt));
        assert_string_equal(f.run, "neoverse.smoke.2");
        CHECK(rows[i].twin, f.runs, rows[i].runs);
        assert_false(night_failure_next(&f, db, stmt));
        assert_int_equal(night_db_close(db), 0);
    }
}

/* Checks of other findings of the runs of a bucket. */
static void test_also(void **state)
{
    struct night_db *db = history(".F");
    struct night_failure f;

    (void)state;
    night_db_run(db, "UPDATE run SET also = 'out.cti out.full' WHERE night = 2 AND seed = '2'", "");
    night_db_run(db, "UPDATE run SET also = 'out.full' WHERE night = 2 AND seed = '3'", "");
    assert_int_equal(view(db, "# end\n"), 0);
    sqlite3_stmt *stmt = night_failures(db);
    assert_true(night_failure_next(&f, db, stmt));
    assert_string_equal(f.also, "out.full (2 of 2), out.cti (1 of 2)");
    assert_false(night_failure_next(&f, db, stmt));
    assert_int_equal(night_db_close(db), 0);
}

/* The last of two nights is that of 2026-11-02. */
static void test_quarantine(void **state)
{
    static const struct {
        const char *row;
        bool held;
        enum night_mood mood;
    } rows[] = {
        {"", false, NIGHT_NEW},
        {"buf.data\tEvents\tcontent\t*\twaits for its mend\t2026-11-03\n", true, NIGHT_CLEAN},
        /* On that day and after it, the failure counts. */
        {"buf.data\tEvents\tcontent\t*\twaits for its mend\t2026-11-02\n", false, NIGHT_NEW},
        {"buf.data\tEvents\tcontent\t*\twaits for its mend\t2025-12-31\n", false, NIGHT_NEW},
        {"buf.data\t*\t*\tneo*\treason\t2026-12-01\n", true, NIGHT_CLEAN},
        {"buf.data\t*\t*\tv1*\treason\t2026-12-01\n", false, NIGHT_NEW},
        {"buf.data\tContext\t*\t*\treason\t2026-12-01\n", false, NIGHT_NEW},
        {"out.irq\tEvents\t*\t*\treason\t2026-12-01\n", false, NIGHT_NEW},
        {"buf.data\tEvents\tbus\t*\treason\t2026-12-01\n", false, NIGHT_NEW},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct night_db *db = history(".F");
        struct night_headline headline;
        char file[256];
        (void)snprintf(file, sizeof(file), "%s# end\n", rows[i].row);
        assert_int_equal(view(db, file), 0);
        CHECK(rows[i].row, only(db).held, rows[i].held);
        night_headline(&headline, db);
        CHECK(rows[i].row, headline.mood, rows[i].mood);
        CHECK(rows[i].row, strstr(headline.text, "; 2 failed runs in quarantine") != NULL,
              rows[i].held);
        assert_int_equal(night_db_close(db), 0);
    }
}

/* Night N of the same failure is on 2026-11-N; the failure is held back until the day `until`. */
static void test_quarantine_ends(void **state)
{
    static const struct {
        const char *nights, *until, *state;
        bool held;
    } rows[] = {
        {".F", "2026-11-04", "new", true},     {".FF", "2026-11-04", "known", true},
        {".FFF", "2026-11-04", "new", false},  {".FFFF", "2026-11-04", "known", false},
        {".FFKF", "2026-11-04", "new", false}, {".FFFF", "2026-11-03", "known", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct night_db *db = history(rows[i].nights);
        char file[128];
        (void)snprintf(file, sizeof(file), "buf.data\tEvents\t*\t*\treason\t%s\n# end\n",
                       rows[i].until);
        assert_int_equal(view(db, file), 0);
        struct night_failure f = only(db);
        print_message("%s %s\n", rows[i].nights, rows[i].until);
        assert_string_equal(f.state, rows[i].state);
        CHECK(rows[i].nights, f.held, rows[i].held);
        assert_int_equal(night_db_close(db), 0);
    }
}

static void test_quarantine_refused(void **state)
{
    static const char *const files[] = {
        "",
        "buf.data\tEvents\tcontent\t*\treason\t2026-11-03\n",
        "buf.data\tEvents\tcontent\t*\t2026-11-03\n# end\n",
        "buf.data\tEvents\tcontent\t*\t\t2026-11-03\n# end\n",
        "buf.data\tEvents\tcontent\t*\treason\t2026-13-03\n# end\n",
        "buf.data\tEvents\tcontent\t*\treason\tsoon\n# end\n",
        "buf.data\tEvents\tcontent\t*\treason\t2026-11-3\n# end\n",
        "*\tEvents\tcontent\tneoverse\treason\t2026-12-01\n# end\n",
        "buf.dta\tEvents\tcontent\tneoverse\treason\t2026-12-01\n# end\n",
        "buf.data\tEvents\tcontent\t[!x]*\treason\t2026-12-01\n# end\n",
        "buf.data\tEvents\tcontent\tneoverse\\\treason\t2026-12-01\n# end\n",
        "buf.data\tEvents\tcontent\tneovers\treason\t2026-12-01\n# end\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        struct night_db *db = history(".F");
        CHECK(files[i], view(db, files[i]), NIGHT_EXIT_USAGE);
        assert_int_equal(night_db_close(db), 0);
    }
}

static void test_headline(void **state)
{
    static const struct {
        const char *nights;
        enum night_mood mood;
        const char *text;
    } rows[] = {
        {"..", NIGHT_CLEAN, "No run has failed"},
        {".F", NIGHT_NEW, "1 new failure in 2 runs"},
        {"FF", NIGHT_KNOWN, "Nothing new; 1 known failure"},
        {"F.", NIGHT_CLEAN, "No run has failed; 1 gone"},
        {".K", NIGHT_BROKEN,
         "This night has not ended: it goes on, or was killed; new failures so far: 1"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct night_db *db = history(rows[i].nights);
        struct night_headline headline;
        assert_int_equal(view(db, "# end\n"), 0);
        night_headline(&headline, db);
        CHECK(rows[i].nights, headline.mood, rows[i].mood);
        assert_string_equal(headline.text, rows[i].text);
        assert_int_equal(night_db_close(db), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_repeats),         cmocka_unit_test(test_also),
        cmocka_unit_test(test_states),          cmocka_unit_test(test_smallest),
        cmocka_unit_test(test_quarantine),      cmocka_unit_test(test_quarantine_refused),
        cmocka_unit_test(test_quarantine_ends), cmocka_unit_test(test_headline),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
