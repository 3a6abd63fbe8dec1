/* SPDX-License-Identifier: Apache-2.0
 *
 * What becomes of the runs of a round that ends early: by the end of the budget, or of their chunk.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "lost.h"
#include "night.h"
#include "rows.h"
#include "spent.h"
#include "store.h"

static void put(const char *dir, const char *name, const char *text)
{
    char path[64];

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* Runs 1 to 6, two in each chunk: a has ended normally, b has broken off, c has not ended. The
 * first run of each chunk has passed and has taken 40 ms; the second one is planned, with a fresh
 * seed. */
static struct night_db *database(char folder[])
{
    struct night_db *db = NULL;

    assert_non_null(mkdtemp(folder));
    put(folder, "a.rows", "c.t.1@1\tdir\nc.t.2@2\tdir\n");
    put(folder, "b.rows", "c.t.3@3\tdir\nc.t.4@4\tdir\n");
    put(folder, "c.rows", "c.t.5@5\tdir\nc.t.6@6\tdir\n");
    put(folder, "a.status", "1\n");
    put(folder, "b.status", "139\n");
    put(folder, "c.status.new", "139\n");
    assert_int_equal(night_db_open(&db, ":memory:", NIGHT_DB_WRITE, &night_schema_now), 0);
    add_night(db);
    night_db_run(
        db,
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6)"
        "INSERT INTO run (id, night, name, origin, config, test, seed, dir, status, cpu_ms)"
        " SELECT i, 1, 'c.t.' || i, iif(i % 2, 'fixed', 'fresh'), 'c', 't', i,"
        " ? || '/run' || i, iif(i % 2, 'passed', 'planned'), iif(i % 2, 40, NULL) FROM n",
        "t", folder);
    return db;
}

static void done(struct night_db *db, const char *folder)
{
    CHECK("no fault", night_db_failed(db), 0);
    assert_int_equal(night_db_close(db), 0);
    night_store_remove(folder);
}

static int64_t sum(struct night_db *db, const char *which)
{
    char sql[128];

    (void)snprintf(sql, sizeof(sql), "SELECT ifnull(sum(id), 0) FROM run WHERE %s", which);
    return night_db_value(db, -1, sql, "");
}

/* Only the chunk that has broken off loses its remaining runs, and these are charged. */
static void test_broken(void **state)
{
    char folder[] = "/tmp/night-spent-XXXXXX";
    struct night_db *db = database(folder);

    (void)state;
    CHECK("lost", night_lose_broken(db, 1, folder), 1);
    CHECK("which", sum(db, "status = 'lost' AND cpu_ms = 40"), 4);
    CHECK("planned", sum(db, "status = 'planned'"), 2 + 6);
    CHECK("charged", night_db_value(db, 0, "SELECT cpu_ms FROM night", ""), 4 * 40);
    CHECK("again", night_lose_broken(db, 1, folder), 0);
    CHECK("no folder", night_lose_broken(db, 1, "/none"), 0);
    done(db, folder);
}

static void test_rest(void **state)
{
    char folder[] = "/tmp/night-spent-XXXXXX";
    struct night_db *db = database(folder);

    (void)state;
    CHECK("lost", night_lose_rest(db, 1), 3);
    CHECK("which", sum(db, "status = 'lost' AND cpu_ms = 40"), 2 + 4 + 6);
    CHECK("charged", night_db_value(db, 0, "SELECT cpu_ms FROM night", ""), 6 * 40);
    done(db, folder);
}

/* A lost run is charged even if no run of its test was measured. */
static void test_unknown_cost(void **state)
{
    char folder[] = "/tmp/night-spent-XXXXXX";
    struct night_db *db = database(folder);

    (void)state;
    night_db_run(db, "UPDATE run SET test = 'other' WHERE id = 4", "");
    CHECK("lost", night_lose_broken(db, 1, folder), 1);
    CHECK("charged", night_db_value(db, 0, "SELECT cpu_ms > 0 FROM run WHERE id = 4", ""), 1);
    done(db, folder);
}

/* Fresh seeds that have not ended are forgotten with their files; the list stays planned. */
static void test_forget(void **state)
{
    char folder[] = "/tmp/night-spent-XXXXXX", path[64];
    struct night_db *db = database(folder);

    (void)state;
    night_db_run(db, "UPDATE run SET status = 'planned' WHERE id = 5", "");
    (void)snprintf(path, sizeof(path), "%s/run6", folder);
    assert_int_equal(mkdir(path, 0777), 0);
    put(path, "bins", "");
    CHECK("forgotten", night_spent_forget(db, 1), 3);
    CHECK("left", sum(db, "1"), 1 + 3 + 5);
    CHECK("owed", sum(db, "status = 'planned'"), 5);
    CHECK("directory", access(path, F_OK), -1);
    CHECK("again", night_spent_forget(db, 1), 0);
    done(db, folder);
}

/* Runs that had begun are reported, and share the time that no other run has used; only runs with a
 * fresh seed are cut. */
static void test_cut(void **state)
{
    char folder[] = "/tmp/night-spent-XXXXXX", path[64];
    struct night_db *db = database(folder);

    (void)state;
    night_db_run(db, "UPDATE run SET status = 'planned', cpu_ms = NULL WHERE id = 5", "");
    night_db_run(db, "UPDATE night SET budget_ms = 1000", "");
    for (int run = 2; run < 7; run++) { /* 3 has ended; 4 has only an empty directory */
        (void)snprintf(path, sizeof(path), "%s/run%d", folder, run);
        assert_int_equal(mkdir(path, 0777), 0);
        if (run != 4) {
            put(path, "stdout", "");
        }
    }
    CHECK("cut", night_spent_cut(db, 1, 500), 3);
    CHECK("fresh", sum(db, "status = 'cut' AND cpu_ms = (1500 - 2 * 40) / 3"), 2 + 6);
    CHECK("list", sum(db, "status = 'planned' AND cpu_ms = (1500 - 2 * 40) / 3"), 5);
    CHECK("not begun", sum(db, "status = 'planned' AND cpu_ms IS NULL"), 4);
    CHECK("in all", night_db_value(db, 0, "SELECT cpu_ms BETWEEN 1497 AND 1500 FROM night", ""), 1);
    CHECK("failed", sum(db, NIGHT_FAILED), 0);
    CHECK("forgotten", night_spent_forget(db, 1), 1);
    CHECK("directory", access(path, F_OK), 0);
    CHECK("left", sum(db, "1"), 1 + 2 + 3 + 5 + 6);
    done(db, folder);
}

/* If no run had begun, nothing is charged. */
static void test_none_cut(void **state)
{
    char folder[] = "/tmp/night-spent-XXXXXX";
    struct night_db *db = database(folder);

    (void)state;
    CHECK("cut", night_spent_cut(db, 1, 500), 0);
    CHECK("not charged", night_db_value(db, -1, "SELECT cpu_ms FROM night", ""), 0);
    CHECK("planned", sum(db, "status = 'planned'"), 2 + 4 + 6);
    done(db, folder);
}

static void test_stop(void **state)
{
    char folder[] = "/tmp/night-spent-XXXXXX", path[64];
    struct night_db *db = database(folder);

    (void)state;
    CHECK("stop", night_spent_stop(folder), NIGHT_EXIT_GOOD);
    (void)snprintf(path, sizeof(path), "%s/stop", folder);
    CHECK("file", access(path, F_OK), 0);
    CHECK("no folder", night_spent_stop("/none/x"), NIGHT_EXIT_ENVIRONMENT);
    night_db_run(db, "UPDATE night SET budget_ms = 100, cpu_ms = 130", "");
    CHECK("left", night_spent_left(db, 1), -30);
    done(db, folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broken),       cmocka_unit_test(test_rest),
        cmocka_unit_test(test_unknown_cost), cmocka_unit_test(test_forget),
        cmocka_unit_test(test_cut),          cmocka_unit_test(test_none_cut),
        cmocka_unit_test(test_stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
