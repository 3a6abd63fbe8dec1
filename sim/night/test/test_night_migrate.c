/* SPDX-License-Identifier: Apache-2.0
 *
 * Databases of older versions: after the migration they have the tables of a new one, and their old
 * rows.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "db.h"
#include "night.h"

/* The text of a file of the tree; free() it. */
static char *text_of(const char *path)
{
    char *text = calloc(1, 65536);
    FILE *in = fopen(path, "r");

    assert_non_null(text);
    assert_non_null(in);
    assert_in_range(fread(text, 1, 65535, in), 1, 65534);
    (void)fclose(in);
    return text;
}

static void execute(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) {
        print_error("%s\n", sqlite3_errmsg(db));
        fail();
    }
}

/* Two nights of version 1, the second with runs that were not played. One bucket has five open
 * failures; their runs have 100 to 500 cycles, and the smallest one is `changed`. */
static const char nights[] =
    "PRAGMA application_id = 0x53504e31; PRAGMA user_version = 1;"
    "INSERT INTO night (id, uuid, begun, date, host, commit_id, dirty, seed, list, list_hash,"
    " engine, jobs, budget_ms, status) VALUES (1, 'a', 1, 'd', 'h', 'c', 0, 's', 'l', 'x', 'n', 2,"
    " 0, 1), (2, 'b', 2, 'd', 'h', 'c', 0, 's', 'l', 'x', 'n', 2, 0, 1), (3, 'c', 3, 'd', 'h', 'c',"
    " 0, 's', 'l', 'x', 'n', 2, 0, NULL);"
    "INSERT INTO bucket VALUES (1, 'c', 'f', 's');"
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5)"
    "INSERT INTO run (id, night, name, origin, config, test, seed, status, cycles, stim, bucket)"
    " SELECT i, 1, 'c.t.' || i, 'fresh', 'c', 't', i, 'failed', 100 * i, 'x', 1 FROM n;"
    "INSERT INTO kept (config, test, seed, weights, args, stim, bucket, opened, state)"
    " SELECT config, test, seed, '', '', 'x', 1, 1, iif(id = 1, 'changed', 'open') FROM run;"
    "INSERT INTO run (night, name, origin, config, test, seed, status) VALUES"
    " (2, 'c.t.9', 'fixed', 'c', 't', '9', 'planned');"
    "INSERT INTO model VALUES (1, 'c', 'h', 'x', 'plain'), (2, 'c', 'h', '', 'foreign');"
    "UPDATE run SET model = iif(id = 1, 2, 1) WHERE night = 1;"
    "INSERT INTO finding VALUES (1, 1, 7, 8, 'c', 'p', 's', 't', 'e', 'a', 's', ''),"
    " (1, 2, 9, 9, 'd', 'p', 's', 't', 'e', 'a', 's', '')";

static struct night_db *lifted(char path[64])
{
    char *schema = text_of("sim/night/test/schema_1.sql");
    struct night_db *db = NULL;
    sqlite3 *old = NULL;

    (void)snprintf(path, 64, "/tmp/night-test-XXXXXX");
    (void)close(mkstemp(path));
    assert_int_equal(sqlite3_open(path, &old), SQLITE_OK);
    execute(old, schema);
    execute(old, nights);
    assert_int_equal(sqlite3_close(old), SQLITE_OK);
    free(schema);
    CHECK("open", night_db_open(&db, path, NIGHT_DB_WRITE, &night_schema_now), NIGHT_EXIT_GOOD);
    return db;
}

static void forget(struct night_db *db, const char *path)
{
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
    (void)unlink(path);
}

/* All columns and indexes, one per line; free() it. */
static char *shape(struct night_db *db)
{
    char *text = calloc(1, 65536);
    size_t n = 0;
    sqlite3_stmt *row = night_db_query(
        db,
        "SELECT m.type, m.tbl_name, ifnull(p.cid || ' ' || p.name || ' ' || p.type || ' ' ||"
        " p.\"notnull\" || ' ' || ifnull(p.dflt_value, '-') || ' ' || p.pk, m.name) FROM"
        " sqlite_master m LEFT JOIN pragma_table_info(m.name) p ON m.type = 'table'"
        " ORDER BY 1, 2, p.cid, 3",
        "");

    assert_non_null(text);
    while (night_db_row(db, row)) {
        n += (size_t)snprintf(text + n, 65536 - n, "%s %s %s\n", night_db_text(row, 0),
                              night_db_text(row, 1), night_db_text(row, 2));
    }
    assert_in_range(n, 1000, 65535);
    return text;
}

static void test_same_tables(void **state)
{
    struct night_db *new = NULL, *old;
    char path[64];

    (void)state;
    old = lifted(path);
    CHECK("new", night_db_open(&new, ":memory:", NIGHT_DB_WRITE, &night_schema_now), 0);
    char *was = shape(old), *is = shape(new);
    assert_string_equal(was, is);
    free(was);
    free(is);
    CHECK("close", night_db_close(new), NIGHT_EXIT_GOOD);
    forget(old, path);
}

static void test_from_1(void **state)
{
    static const struct {
        const char *name, *sql;
        int64_t value;
    } rows[] = {
        {"version", "PRAGMA user_version", 7},
        {"foreign keys", "SELECT count(*) FROM pragma_foreign_key_check", 0},
        {"whole", "SELECT whole FROM night WHERE id = 1", 1},
        {"in part", "SELECT whole FROM night WHERE id = 2", 0},
        {"goes on", "SELECT whole IS NULL FROM night WHERE id = 3", 1},
        {"no signal is known", "SELECT count(*) FROM night WHERE stopped <> ''", 0},
        {"built is what was played", "SELECT sum(10 * night + model) FROM night_model", 11},
        {"draws are not known", "SELECT count(*) FROM run WHERE bench <> ''", 0},
        {"open cases are not known", "SELECT count(*) FROM run WHERE unpredictable <> ''", 0},
        {"other checks", "SELECT count(*) FROM run WHERE also = iif(id = 1, 'd', '')", 6},
        {"no mutant was played", "SELECT count(*) FROM slice", 0},
        {"no reason is known", "SELECT count(*) FROM night WHERE why <> ''", 0},
        {"finding", "SELECT count(*) FROM finding WHERE run = 1 AND spu = 0 AND cycle = 8", 1},
        {"cycles", "SELECT count(*) FROM kept WHERE cycles = 100 * seed", 5},
        {"the smallest stay", "SELECT sum(seed) FROM kept WHERE state = 'open'", 2 + 3 + 4},
        {"others are closed", "SELECT sum(seed * closed) FROM kept WHERE state = 'dropped'",
         (1 + 5) * 3},
    };
    struct night_db *db;
    char path[64];

    (void)state;
    db = lifted(path);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK(rows[i].name, night_db_value(db, -1, rows[i].sql, ""), rows[i].value);
    }
    forget(db, path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_tables),
        cmocka_unit_test(test_from_1),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
