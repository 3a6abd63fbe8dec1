/* SPDX-License-Identifier: Apache-2.0
 *
 * What counts for the soak, and what sim/soak.tsv may hold.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "db.h"
#include "night.h"
#include "soak.h"

/* Nights: a clean one that has ended, with a run of each kind; others, with a fresh seed each. */
static struct night_db *make_nights(void)
{
    static const char *const rows[] = {
        "INSERT INTO night (id, uuid, begun, ended, date, host, commit_id, dirty, seed, list,"
        " list_hash, engine, jobs, budget_ms) VALUES"
        " (1, 'a', 1, 2, '2026-11-01', 'h', 'c', 0, 's', 'l', 'x', 'ninja', 2, 0),"
        " (2, 'dirty', 0, 2, '2026-11-01', 'h', 'c', 1, 's', 'l', 'x', 'ninja', 2, 0),"
        " (3, 'goes on', 0, NULL, '2026-11-01', 'h', 'c', 0, 's', 'l', 'x', 'ninja', 2, 0),"
        " (4, 'written', 1, 2, '2026-11-01', 'h', 'c', 0, 'w', 'l', 'x', 'ninja', 2, 0),"
        " (5, 'again', 9, 10, '2026-11-02', 'h', 'c', 0, 's', 'l', 'x', 'ninja', 2, 0),"
        " (6, 'written again', 9, 10, '2026-11-02', 'h', 'c', 0, 'w', 'l', 'x', 'ninja', 2, 0)",
        "INSERT INTO run (night, name, origin, config, test, seed, status, args, ops, records)"
        " VALUES (1, '1', 'fresh', 'x', 't', 1, 'passed', '--test t', 10, 1),"
        " (1, '2', 'fresh', 'x', 't', 2, 'passed', '', 100, 2),"
        " (1, '3', 'fresh', 'y', 't', 3, 'passed', '', 1000, 4),"
        " (1, '4', 'fresh', 'x', 't', 4, 'failed', '', 10000, 8),"
        " (1, '5', 'fresh', 'x', 't', 5, 'cut', '', NULL, NULL),"
        " (1, '6', 'fixed', 'x', 't', 6, 'passed', '', 100000, 16),"
        " (1, '7', 'fresh', 'toy', '!t', 7, 'passed', '!toy', 1000000, 32),"
        " (2, '8', 'fresh', 'x', 't', 8, 'passed', '', 10000000, 64),"
        " (3, '9', 'fresh', 'x', 't', 9, 'passed', '', 100000000, 128),"
        " (1, '11', 'fresh', 'x', 't', 11, 'environment', '', 20, 1),"
        " (4, '10', 'fresh', 'x', 't', 10, 'passed', '', 1000000000, 256),"
        " (5, '1', 'fresh', 'x', 't', 1, 'passed', '', 10, 1),"
        " (6, '10', 'fresh', 'x', 't', 10, 'passed', '', 10, 1)",
    };
    struct night_db *db = NULL;

    assert_int_equal(night_db_open(&db, ":memory:", NIGHT_DB_WRITE, &night_schema_now), 0);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        night_db_run(db, rows[i], "");
    }
    return db;
}

static int load(struct night_db *db, const char *text)
{
    char path[] = "/tmp/soak.XXXXXX";
    const int fd = mkstemp(path);

    assert_true(fd >= 0);
    FILE *out = fdopen(fd, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
    const int status = night_soak_load(db, path);
    (void)unlink(path);
    return status;
}

static void test_counts(void **state)
{
    static const struct {
        const char *name, *sql;
        int64_t value;
    } rows[] = {
        {"runs", "SELECT runs FROM soak WHERE uuid = 'a' AND config = 'x'", 2},
        {"operations", "SELECT ops FROM soak WHERE uuid = 'a' AND config = 'x'", 110},
        {"records", "SELECT records FROM soak WHERE uuid = 'a' AND config = 'x'", 3},
        {"failed", "SELECT failed FROM soak WHERE uuid = 'a' AND config = 'x'", 1},
        {"other configuration", "SELECT ops FROM soak WHERE config = 'y'", 1000},
        {"ledger", "SELECT ops FROM soak WHERE uuid = 'written'", 7},
        {"another machine", "SELECT ops FROM soak WHERE uuid = 'far'", 9},
        {"drawn again", "SELECT count(*) FROM soak WHERE uuid GLOB '*again'", 0},
        {"known", "SELECT sum(known) FROM soak", 2},
        {"all", "SELECT count(*) FROM soak", 4},
    };
    struct night_db *db = make_nights();

    (void)state;
    assert_int_equal(load(db, "written\t2026-11-01\tc\tx\t1\t7\t2\t0\n"
                              "far\t2026-11-02\tc\tx\t1\t9\t2\t0\n# end\n"),
                     NIGHT_EXIT_GOOD);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK(rows[i].name, night_db_value(db, -1, rows[i].sql, ""), rows[i].value);
    }
    assert_int_equal(night_db_close(db), 0);
}

static void test_refused(void **state)
{
    static const struct {
        const char *name, *text;
    } rows[] = {
        {"cut off", "u\t2026-11-01\tc\tx\t1\t7\t2\t0\n"},
        {"nine cells", "u\t2026-11-01\tc\tx\t1\t7\t2\t0\t0\n# end\n"},
        {"seven cells", "u\t2026-11-01\tc\tx\t1\t7\t2\n# end\n"},
        {"no number", "u\t2026-11-01\tc\tx\t1\t7e9\t2\t0\n# end\n"},
        {"negative", "u\t2026-11-01\tc\tx\t1\t-7\t2\t0\n# end\n"},
        {"twice", "u\t2026-11-01\tc\tx\t1\t7\t2\t0\nu\t2026-11-01\tc\tx\t1\t7\t2\t0\n# end\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct night_db *db = make_nights();
        CHECK(rows[i].name, load(db, rows[i].text), NIGHT_EXIT_USAGE);
        assert_int_equal(night_db_close(db), 0);
    }
    struct night_db *db = make_nights();
    CHECK("no file", night_soak_load(db, "/none/soak.tsv"), NIGHT_EXIT_USAGE);
    assert_int_equal(night_db_close(db), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
