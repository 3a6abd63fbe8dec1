/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening a database: a new one, an older or newer one, one of another program; and the state after
 * a failure.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "db.h"
#include "night.h"

static const char *const create_1[] = {"CREATE TABLE a (x);\n", NULL};
static const char *const create_3[] = {"CREATE TABLE a (x, y, z);\n", NULL};
static const char *const to_2[] = {"ALTER TABLE a ADD COLUMN y;\n", NULL};
static const char *const to_3[] = {"ALTER TABLE a ADD COLUMN z;\n", "UPDATE a SET z = 7;\n", NULL};
static const char *const *const steps[] = {to_2, to_3};
static const struct night_schema version_1 = {1, create_1, NULL};
static const struct night_schema version_3 = {3, create_3, steps};

/* Make a name that no file has yet. */
static void new_path(char path[64])
{
    (void)snprintf(path, 64, "/tmp/night-test-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    (void)close(fd);
    (void)unlink(path);
}

static void forget(const char *path)
{
    char other[80];

    (void)unlink(path);
    (void)snprintf(other, sizeof(other), "%s-wal", path);
    (void)unlink(other);
    (void)snprintf(other, sizeof(other), "%s-shm", path);
    (void)unlink(other);
}

static struct night_db *opened(const char *path, const struct night_schema *schema)
{
    struct night_db *db = NULL;

    CHECK("open", night_db_open(&db, path, NIGHT_DB_WRITE, schema), NIGHT_EXIT_GOOD);
    return db;
}

static void test_migration(void **state)
{
    struct night_db *db = NULL;
    char path[64];

    (void)state;
    new_path(path);
    db = opened(path, &version_1);
    CHECK("insert", night_db_run(db, "INSERT INTO a VALUES (?)", "i", (int64_t)5), 1);
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
    CHECK("old, to read", night_db_open(&db, path, NIGHT_DB_READ, &version_3), NIGHT_EXIT_USAGE);
    db = opened(path, &version_3);
    CHECK("kept", night_db_value(db, 0, "SELECT x + z FROM a", ""), 12);
    CHECK("version", night_db_value(db, 0, "PRAGMA user_version", ""), 3);
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
    CHECK("newer", night_db_open(&db, path, NIGHT_DB_WRITE, &version_1), NIGHT_EXIT_USAGE);
    assert_null(db);
    db = opened(path, &version_3);
    CHECK("left alone", night_db_value(db, 0, "SELECT x + z FROM a", ""), 12);
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
    forget(path);
}

/* Another process: it lifts the database from version 1 to 3, and keeps the writer's lock until the
 * parent has had time to come to it. */
static void lift_beside(const char *path, int begun)
{
    const struct timespec pause = {1, 0};
    struct night_db *db = NULL;

    if (night_db_open(&db, path, NIGHT_DB_WRITE, &version_1) != NIGHT_EXIT_GOOD) {
        _exit(1);
    }
    night_db_begin(db);
    (void)night_db_run(db, "ALTER TABLE a ADD COLUMN y", "");
    (void)night_db_run(db, "PRAGMA user_version = 3", "");
    const bool told = write(begun, "", 1) == 1;
    (void)nanosleep(&pause, NULL);
    night_db_commit(db);
    _exit(told && night_db_close(db) == NIGHT_EXIT_GOOD ? 0 : 1);
}

/* A newer program that lifts the database first keeps its version: the older one does not name that
 * schema after itself. */
static void test_newer_meanwhile(void **state)
{
    static const struct night_schema version_2 = {2, create_3, steps};
    struct night_db *db = NULL;
    int begun[2], ended = 0;
    char path[64], byte;

    (void)state;
    new_path(path);
    db = opened(path, &version_1);
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
    assert_int_equal(pipe(begun), 0);
    const pid_t child = fork();
    if (child == 0) {
        lift_beside(path, begun[1]);
    }
    assert_int_equal(read(begun[0], &byte, 1), 1);
    CHECK("older", night_db_open(&db, path, NIGHT_DB_WRITE, &version_2), NIGHT_EXIT_ENVIRONMENT);
    assert_int_equal(waitpid(child, &ended, 0), child);
    CHECK("newer", ended, 0);
    db = opened(path, &version_3);
    CHECK("version", night_db_value(db, 0, "PRAGMA user_version", ""), 3);
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
    (void)close(begun[0]);
    (void)close(begun[1]);
    forget(path);
}

static void test_others(void **state)
{
    struct night_db *db = NULL;
    sqlite3 *other = NULL;
    char path[64];

    (void)state;
    new_path(path);
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "CREATE TABLE b (x)", NULL, NULL, NULL), SQLITE_OK);
    (void)sqlite3_close(other);
    CHECK("other", night_db_open(&db, path, NIGHT_DB_WRITE, &version_1), NIGHT_EXIT_USAGE);
    forget(path);
    CHECK("none", night_db_open(&db, path, NIGHT_DB_READ, &version_1), NIGHT_EXIT_USAGE);
    CHECK("nowhere", night_db_open(&db, "/proc/no/db", NIGHT_DB_WRITE, &version_1),
          NIGHT_EXIT_ENVIRONMENT);
}

/* After a failure nothing is done any more, and closing returns the failure. */
static void test_failure(void **state)
{
    char path[64];

    (void)state;
    new_path(path);
    struct night_db *db = opened(path, &night_schema_now);
    night_db_begin(db);
    (void)night_db_run(db, "INSERT INTO nothing VALUES (1)", "");
    assert_true(night_db_failed(db));
    assert_null(night_db_query(db, "SELECT 1", ""));
    assert_false(night_db_row(db, NULL));
    CHECK("value", night_db_value(db, 42, "SELECT 1", ""), 42);
    night_db_commit(db);
    CHECK("close", night_db_close(db), NIGHT_EXIT_ENVIRONMENT);
    db = opened(path, &night_schema_now);
    CHECK("tables", night_db_value(db, -1, "SELECT count(*) FROM run", ""), 0);
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
    forget(path);
}

/* A failure outside SQLite is remembered, too: an open transaction is not committed. */
static void test_own_failure(void **state)
{
    struct night_db *db = NULL;
    char path[64];

    (void)state;
    new_path(path);
    db = opened(path, &version_1);
    night_db_begin(db);
    CHECK("insert", night_db_run(db, "INSERT INTO a VALUES (1)", ""), 1);
    night_db_fail(db, "out of memory");
    assert_true(night_db_failed(db));
    CHECK("later", night_db_run(db, "INSERT INTO a VALUES (2)", ""), 0);
    CHECK("value", night_db_value(db, 42, "SELECT 1", ""), 42);
    night_db_commit(db);
    CHECK("close", night_db_close(db), NIGHT_EXIT_ENVIRONMENT);
    db = opened(path, &version_1);
    CHECK("rows", night_db_value(db, -1, "SELECT count(*) FROM a", ""), 0);
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
    forget(path);
}

/* A transaction during a read would not wait for another process that writes, so it fails. */
static void test_begin_beside_read(void **state)
{
    struct night_db *db = opened(":memory:", &version_1);

    (void)state;
    CHECK("insert", night_db_run(db, "INSERT INTO a VALUES (1), (2)", ""), 2);
    sqlite3_stmt *stmt = night_db_query(db, "SELECT x FROM a", "");
    assert_true(night_db_row(db, stmt));
    night_db_begin(db);
    assert_true(night_db_failed(db));
    assert_false(night_db_row(db, stmt));
    CHECK("close", night_db_close(db), NIGHT_EXIT_ENVIRONMENT);
    db = opened(":memory:", &version_1);
    stmt = night_db_query(db, "SELECT x FROM a", ""); /* the read has not begun */
    night_db_begin(db);
    assert_false(night_db_row(db, stmt));
    night_db_commit(db);
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
}

/* Without memory for a text, SQLite returns an empty text. Until the next step, the database handle
 * reports the error, as after any call: the statement must then fail. */
static void test_text_without_memory(void **state)
{
    struct night_db *db = opened(":memory:", &version_1);
    int64_t rows = 0;

    (void)state;
    CHECK("insert", night_db_run(db, "INSERT INTO a VALUES (1), (2)", ""), 2);
    sqlite3_stmt *stmt = night_db_query(db, "SELECT x FROM a", "");
    assert_true(night_db_row(db, stmt));
    (void)sqlite3_hard_heap_limit64(sqlite3_memory_used() + 1000);
    CHECK(
        "no memory",
        sqlite3_exec(sqlite3_db_handle(stmt), "SELECT hex(randomblob(4000000))", NULL, NULL, NULL),
        SQLITE_NOMEM);
    (void)sqlite3_hard_heap_limit64(0);
    for (; night_db_row(db, stmt); rows++) {
    }
    CHECK("rows behind it", rows, 0);
    assert_true(night_db_failed(db));
    CHECK("close", night_db_close(db), NIGHT_EXIT_ENVIRONMENT);
}

/* A commit survives a power cut. */
static void test_synchronous(void **state)
{
    struct night_db *db = NULL;
    char path[64];

    (void)state;
    new_path(path);
    db = opened(path, &night_schema_now);
    CHECK("full", night_db_value(db, -1, "PRAGMA synchronous", ""), 2);
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
    forget(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_migration),         cmocka_unit_test(test_others),
        cmocka_unit_test(test_failure),           cmocka_unit_test(test_own_failure),
        cmocka_unit_test(test_begin_beside_read), cmocka_unit_test(test_text_without_memory),
        cmocka_unit_test(test_synchronous),       cmocka_unit_test(test_newer_meanwhile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
