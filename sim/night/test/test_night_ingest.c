/* SPDX-License-Identifier: Apache-2.0
 *
 * What becomes of a run, from the engine's report and the contents of its directory.
 */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bins.h"
#include "check.h"
#include "ingest.h"
#include "ingest_run.h"
#include "rows.h"

#define GOOD "RESULT PASS records=25 checks=9 mismatches=0 pending=0 stim=1 result=2\n"
#define BAD  "RESULT FAIL records=25 checks=9 mismatches=1 pending=0 stim=1 result=2\n"

struct row {
    const char *name, *origin;
    const char *why;     /* the engine's report; NULL: the run has passed */
    const char *verdict; /* NULL: there is no verdict */
    const char *bins;    /* contents of the file; NULL: no file; "/": a directory */
    const char *status, *said;
    int64_t exit; /* -1: none */
};

static const struct row rows[] = {
    {"passed", "fixed", NULL, GOOD, NULL, "passed", "", 0},
    {"no verdict", "fixed", NULL, NULL, NULL, "environment", "it has passed and left no verdict",
     -1},
    {"empty verdict", "fixed", NULL, "", NULL, "environment", "it has passed and left no verdict",
     -1},
    {"sample without verdict", "sample", NULL, NULL, NULL, "environment",
     "it has passed and left no verdict", -1},
    {"other verdict", "fixed", NULL, BAD, NULL, "failed",
     "it has passed, and its verdict says that it has failed", -1},
    {"empty bins", "fixed", NULL, GOOD, "", "environment",
     "bins: not a file of bins: needed: a first line 'spe-bins 1'", -1},
    {"cut bins", "fixed", NULL, GOOD, "spe-bins 1\n", "environment", NULL, -1},
    {"no file of bins", "fixed", NULL, GOOD, "/", "environment", "bins: Is a directory", -1},
    {"failed", "fixed", "status 1, expected 0", BAD, "", "failed", "status 1, expected 0", 1},
    {"status 4", "fixed", "status 4, expected 0", NULL, NULL, "environment", "status 4, expected 0",
     4},
    {"status 2", "fixed", "status 2, expected 0", NULL, NULL, "environment", "status 2, expected 0",
     2},
    {"status 42", "fixed", "status 42, expected 0", BAD, NULL, "failed", "status 42, expected 0",
     42},
    {"silent with 4", "command", "no verdict (status 4)", NULL, NULL, "environment",
     "no verdict (status 4)", 4},
    {"silent with 134", "command", "no verdict (status 134)", NULL, NULL, "crashed",
     "no verdict (status 134)", 134},
    {"killed", "fixed", "ended by SIGSEGV", NULL, NULL, "crashed", "ended by SIGSEGV", -1},
    {"fresh with 4", "fresh", "status 4, expected 0", NULL, NULL, "environment",
     "status 4, expected 0", 4},
};

static void put(const char *dir, const char *name, const char *text)
{
    char path[64];

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    if (text == NULL) {
        return;
    }
    if (strcmp(text, "/") == 0) {
        assert_int_equal(mkdir(path, 0777), 0);
        return;
    }
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* A database with run 1, which has passed, and run 2, which is planned in `dir`. */
static struct night_db *database(const struct row *row, const char *dir)
{
    struct night_db *db = NULL;

    assert_int_equal(night_db_open(&db, ":memory:", NIGHT_DB_WRITE, &night_schema_now), 0);
    add_night(db);
    night_db_run(db,
                 "INSERT INTO run (id, night, name, origin, config, test, seed, status, stim)"
                 " VALUES (1, 1, 'c.t.1', 'before', 'c', 't', '1', 'passed', '1')",
                 "");
    night_db_run(db,
                 "INSERT INTO run (id, night, name, origin, config, test, seed, status, dir, twin)"
                 " VALUES (2, 1, 'c.t.1', ?1, 'c', 't', '1', 'planned', ?2,"
                 " iif(?1 = 'sample', 1, NULL))",
                 "tt", row->origin, dir);
    return db;
}

static void expect(struct night_db *db, const struct row *row)
{
    sqlite3_stmt *stmt = night_db_query(db,
                                        "SELECT status, why, ifnull(exit, -1), bucket NOTNULL,"
                                        " (SELECT \"check\" FROM bucket WHERE id = bucket),"
                                        " (SELECT count(*) FROM kept) FROM run WHERE id = 2",
                                        "");

    print_message("%s\n", row->name);
    assert_true(night_db_row(db, stmt));
    assert_string_equal(night_db_text(stmt, 0), row->status);
    if (row->said != NULL) {
        assert_string_equal(night_db_text(stmt, 1), row->said);
    }
    CHECK(row->name, sqlite3_column_int64(stmt, 2), row->exit);
    CHECK(row->name, sqlite3_column_int64(stmt, 3), strcmp(row->status, "passed") != 0);
    if (strcmp(row->status, "environment") == 0) {
        assert_string_equal(night_db_text(stmt, 4), "environment");
    }
    CHECK(row->name, sqlite3_column_int64(stmt, 5), 0); /* no bins of the run are kept */
    assert_false(night_db_row(db, stmt));
}

static void take(struct night_db *db, const char *dir, const struct row *row)
{
    struct night_bins *bins = NULL;
    struct night_run run;
    struct night_ended ended = {.id = 2, .passed = row->why == NULL};

    (void)snprintf(ended.why, sizeof(ended.why), "%s", row->why != NULL ? row->why : "");
    assert_int_equal(night_bins_open(&bins, db), 0);
    bool done = night_ingest_run(db, bins, dir, 1, &ended, &run);
    CHECK(row->name, done, strcmp(row->status, "passed") == 0);
    night_bins_close(bins);
}

static void judge(const struct row *row)
{
    char dir[] = "/tmp/night-ingest-XXXXXX";

    assert_non_null(mkdtemp(dir));
    put(dir, "verdict", row->verdict);
    put(dir, "bins", row->bins);
    struct night_db *db = database(row, dir);
    take(db, dir, row);
    expect(db, row);
    assert_int_equal(night_db_close(db), 0);
    night_store_remove(dir);
}

/* The choices of open cases are stored for a passed and for a failed run. */
static void test_unpredictable(void **state)
{
    static const struct row both[] = {
        {"passed", "fixed", NULL, GOOD, NULL, "passed", "", 0},
        {"failed", "fixed", "status 1, expected 0", BAD, NULL, "failed", "", 1}};

    (void)state;
    for (size_t i = 0; i < sizeof(both) / sizeof(both[0]); i++) {
        char dir[] = "/tmp/night-ingest-XXXXXX";
        assert_non_null(mkdtemp(dir));
        put(dir, "unpredictable", "B1,E5\n");
        put(dir, "verdict", both[i].verdict);
        struct night_db *db = database(&both[i], dir);
        take(db, dir, &both[i]);
        CHECK(both[i].name,
              night_db_value(db, 0, "SELECT count(*) FROM run WHERE unpredictable = 'B1,E5'", ""),
              1);
        assert_int_equal(night_db_close(db), 0);
        night_store_remove(dir);
    }
}

/* The host of a run: the night's machine, or an unknown node. */
static void test_host(void **state)
{
    static const struct {
        const char *engine, *host;
    } engines[] = {{"ninja", "h"}, {"slurm", ""}};

    (void)state;
    for (size_t i = 0; i < sizeof(engines) / sizeof(engines[0]); i++) {
        char dir[] = "/tmp/night-ingest-XXXXXX";
        assert_non_null(mkdtemp(dir));
        put(dir, "verdict", rows[0].verdict);
        struct night_db *db = database(&rows[0], dir);
        night_db_run(db, "UPDATE night SET engine = ?", "t", engines[i].engine);
        take(db, dir, &rows[0]);
        CHECK(engines[i].engine,
              night_db_value(db, 0, "SELECT count(*) FROM run WHERE id = 2 AND host = ?", "t",
                             engines[i].host),
              1);
        assert_int_equal(night_db_close(db), 0);
        night_store_remove(dir);
    }
}

static void test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        judge(&rows[i]);
    }
}

/* Nobody plays the night any more: a run that has left any file was in progress and is lost. A run
 * that had not begun stays planned. */
static void test_rest(void **state)
{
    static const struct {
        const char *name, *file, *status;
    } begun[] = {{"no directory", NULL, "planned"},
                 {"one of the list of a batch", "", "planned"},
                 {"a run of a batch", "bins", "lost"},
                 {"a command", "stdout", "lost"}};
    static const struct row row = {.origin = "fixed"};

    (void)state;
    for (size_t i = 0; i < sizeof(begun) / sizeof(begun[0]); i++) {
        char root[] = "/tmp/night-ingest-XXXXXX", dir[64];
        assert_non_null(mkdtemp(root));
        (void)snprintf(dir, sizeof(dir), "%s/run", root);
        if (begun[i].file != NULL) {
            assert_int_equal(mkdir(dir, 0777), 0);
        }
        if (begun[i].file != NULL && begun[i].file[0] != '\0') {
            put(dir, begun[i].file, "");
        }
        struct night_db *db = database(&row, dir);
        const bool lost = strcmp(begun[i].status, "lost") == 0;
        CHECK(begun[i].name, night_ingest_rest(db, root, 1), lost);
        CHECK(begun[i].name,
              night_db_value(db, 0, "SELECT count(*) FROM run WHERE id = 2 AND status = ?", "t",
                             begun[i].status),
              1);
        assert_int_equal(night_db_close(db), 0);
        night_store_remove(root);
    }
}

/* The chunk ends while its log is read: the log says why only behind what was read. The fifo holds
 * the reader until then. */
static void end_chunk(const char *folder, const char *log)
{
    char whole[64];
    const int fifo = open(log, O_WRONLY);

    (void)snprintf(whole, sizeof(whole), "%s/whole", folder);
    put(folder, "whole", "FAIL c.t.1@2: ended by SIGSEGV\n");
    put(folder, "c.status", "1\n");
    _exit(fifo < 0 || rename(whole, log) != 0);
}

static void test_end_of_chunk(void **state)
{
    static const struct row row = {.origin = "fixed"};
    char folder[] = "/tmp/night-ingest-XXXXXX", log[64];
    struct night_ingest *in = NULL;
    int ended = 0;

    (void)state;
    assert_non_null(mkdtemp(folder));
    put(folder, "c.results", "FAIL 0 1 0 c.t.1@2 5 6\n");
    (void)snprintf(log, sizeof(log), "%s/c.log", folder);
    assert_int_equal(mkfifo(log, 0600), 0);
    struct night_db *db = database(&row, folder);
    assert_int_equal(night_ingest_open(&in, db, folder, 1), 0);
    const pid_t child = fork();
    if (child == 0) {
        end_chunk(folder, log);
    }
    CHECK("not yet", night_ingest_folder(in, folder), 0);
    assert_int_equal(waitpid(child, &ended, 0), child);
    CHECK("the chunk", ended, 0);
    CHECK("now", night_ingest_folder(in, folder), 1);
    CHECK("why",
          night_db_value(db, 0,
                         "SELECT count(*) FROM run WHERE status = 'crashed'"
                         " AND why = 'ended by SIGSEGV'",
                         ""),
          1);
    night_ingest_close(in);
    assert_int_equal(night_db_close(db), 0);
    night_store_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),         cmocka_unit_test(test_host),
        cmocka_unit_test(test_rest),         cmocka_unit_test(test_unpredictable),
        cmocka_unit_test(test_end_of_chunk),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
