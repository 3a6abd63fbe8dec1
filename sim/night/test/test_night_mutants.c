/* SPDX-License-Identifier: Apache-2.0
 *
 * Mutants that nights have played: which of them the page shows as new.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "db.h"
#include "mutants.h"
#include "night.h"
#include "section.h"

/* Three nights; the second one is shown. */
static const char *const rows[] = {
    "INSERT INTO night (id, uuid, begun, date, host, commit_id, dirty, seed, list, list_hash,"
    " engine, jobs, budget_ms) VALUES (1, 'a', 10, '2026-11-01', 'h', 'c', 0, 's', 'l', 'x', 'n', "
    "2, 0), (2, 'b', 20, '2026-11-02', 'h', 'c', 0, 's', 'l', 'x', 'n', 2, 0), (3, 'c', 30,"
    " '2026-11-03', 'h', 'c', 0, 's', 'l', 'x', 'n', 2, 0)",
    "INSERT INTO slice VALUES (1, 'x', 1000, 900, ''), (2, 'y', 1000, 800, ''),"
    " (3, 'x', 1000, 0, 'no network')",
    "INSERT INTO mutant (night, key, module, place, operator, expression, outcome, \"check\", run)"
    " VALUES (1, 'k1', 'spu_a', 'rtl/spu_a.sv:3', 'bit', 'a -> b', 'never differed', '-', '-'),"
    " (1, 'k2', 'spu_a', 'f:4', 'bit', 'a -> c', 'not judged to the end', '-', '-'),"
    " (1, 'k6', 'spu_b', 'f:9', 'bit', 'a -> g', 'differed unseen', '-', '-'),"
    " (2, 'k1', 'spu_a', 'rtl/spu_a.sv:3', 'bit', 'a -> b', 'never differed', '-', '-'),"
    " (2, 'k2', 'spu_a', 'f:4', 'bit', 'a -> c', 'differed unseen', '-', '-'),"
    " (2, 'k3', 'spu_b', 'f:5', 'bit', 'a -> d', 'killed by a check', 'buf.data', '--seed 1'),"
    " (2, 'k4', 'spu_b', 'f:6', 'bit', 'a -> e', 'hang', '-', '-'),"
    " (2, 'k5', 'spu_b', 'f:7', 'bit', 'a -> f', 'never differed', '-', '-'),"
    " (3, 'k7', 'spu_b', 'f:8', 'bit', 'a -> h', 'never differed', '-', '-')",
    "CREATE TEMP TABLE tonight AS SELECT 2 AS id",
    "CREATE TEMP TABLE place AS SELECT 'out' AS build, '/tree' AS tree, 'out/nightly' AS root",
};

/* Load a tree with this table of waivers. */
static int load(struct night_db *db, const char *waivers)
{
    char dir[] = "/tmp/mutants.XXXXXX", path[128];

    assert_non_null(mkdtemp(dir));
    (void)snprintf(path, sizeof(path), "%s/sim", dir);
    assert_int_equal(mkdir(path, 0777), 0);
    (void)snprintf(path, sizeof(path), "%s/sim/qualify", dir);
    assert_int_equal(mkdir(path, 0777), 0);
    (void)snprintf(path, sizeof(path), "%s/sim/qualify/waivers.tsv", dir);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    (void)fputs(waivers, out);
    assert_int_equal(fclose(out), 0);
    const int status = night_mutants_load(db, dir);
    for (int i = 0; i < 4; i++) {
        (void)remove(path);
        *strrchr(path, '/') = '\0';
    }
    return status;
}

static struct night_db *make_nights(void)
{
    struct night_db *db = NULL;

    assert_int_equal(night_db_open(&db, ":memory:", NIGHT_DB_WRITE, &night_schema_now), 0);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        night_db_run(db, rows[i], "");
    }
    return db;
}

/* The keys of a section, with a blank after each. */
static void check_keys(struct night_db *db, const struct night_section *section,
                       const char *expected)
{
    char keys[256] = "";
    sqlite3_stmt *row = night_db_query(db, section->sql, "");

    while (night_db_row(db, row)) {
        (void)snprintf(keys + strlen(keys), sizeof(keys) - strlen(keys), "%s ",
                       night_db_text(row, 0));
    }
    assert_string_equal(keys, expected);
}

/* New: k2 was only open before, and k4 hangs. Not new: k5 is waived today, k1 is known, k7 belongs
 * to a later night. */
static void new_is_what_no_night_has_told(void **state)
{
    struct night_db *db = make_nights();

    (void)state;
    CHECK("load", load(db, "k5\tproof\t-\tr\n# end\n"), NIGHT_EXIT_GOOD);
    check_keys(db, &night_section_survivors, "k2 k4 ");
    check_keys(db, &night_section_survivors_known, "k1 k6 ");
    check_keys(db, &night_section_mutants, "spu_a spu_b all ");
    CHECK("since", night_db_value(db, 0, "SELECT since FROM qualified WHERE key = 'k1'", ""), 1);
    CHECK("waived",
          night_db_value(db, 0, "SELECT count(*) FROM qualified WHERE state = 'waived'", ""), 1);
    CHECK("killed",
          night_db_value(db, 0, "SELECT count(*) FROM qualified WHERE state = 'killed'", ""), 1);
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
}

/* An argued mutant never differs, a permitted one may differ, and neither may hang. */
static void a_refuted_waiver_hides_nothing(void **state)
{
    struct night_db *db = make_nights();

    (void)state;
    CHECK("load",
          load(db, "k2\targued\tHeld\tr\nk4\tpermitted\tW8\tr\nk5\targued\tHeld\tr\n"
                   "k6\tpermitted\tW8\tr\n# end\n"),
          NIGHT_EXIT_GOOD);
    check_keys(db, &night_section_survivors, "k2 k4 ");
    check_keys(db, &night_section_survivors_known, "k1 ");
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
}

static void a_survivor_comes_with_what_judges_it(void **state)
{
    struct night_db *db = make_nights();
    int found = 0;

    (void)state;
    CHECK("load", load(db, "# end\n"), NIGHT_EXIT_GOOD);
    sqlite3_stmt *row = night_db_query(db, night_section_survivors.sql, "");
    while (night_db_row(db, row)) {
        if (strcmp(night_db_text(row, 0), "k2") == 0) {
            found++;
            assert_string_equal(night_db_text(row, 2), "f:4");
            assert_string_equal(night_db_text(row, 4), "a -> c");
            assert_string_equal(night_db_text(row, 6),
                                "cd /tree && mkdir -p out/qualify && echo k2 >out/qualify/k2.key &&"
                                " make qualify O=out CONFIG=y LIST=out/qualify/k2.key");
        }
    }
    CHECK("it is there", found, 1);
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
}

static void waivers_that_are_cut_are_refused(void **state)
{
    static const char *const bad[] = {"k5\tproof\t-\tr\n", "k5\tproof\n# end\n",
                                      "k5\tpermitted\tW8\tr\tsmoke\tx\n# end\n"};

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct night_db *db = make_nights();
        CHECK(bad[i], load(db, bad[i]), NIGHT_EXIT_USAGE);
        CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
    }
}

/* A permitted waiver may name tests. */
static void waivers_may_have_tests(void **state)
{
    struct night_db *db = make_nights();

    (void)state;
    CHECK("four cells, and five", load(db, "k4\tproof\t-\tr\nk5\tpermitted\tW8\tr\tsmoke\n# end\n"),
          NIGHT_EXIT_GOOD);
    CHECK("close", night_db_close(db), NIGHT_EXIT_GOOD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_is_what_no_night_has_told),
        cmocka_unit_test(a_refuted_waiver_hides_nothing),
        cmocka_unit_test(a_survivor_comes_with_what_judges_it),
        cmocka_unit_test(waivers_that_are_cut_are_refused),
        cmocka_unit_test(waivers_may_have_tests),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
