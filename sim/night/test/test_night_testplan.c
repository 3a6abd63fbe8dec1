/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of the test plan and rules by the runs and the bins of a night, and what the database keeps.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "db.h"
#include "night.h"
#include "testplan.h"
#include "view.h"

static void write_file(const char *dir, const char *name, const char *text)
{
    char path[128];

    (void)snprintf(path, sizeof(path), "%s/sim/%s", dir, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static void make_tree(char *dir, const char *rules)
{
    char path[128];

    assert_non_null(mkdtemp(dir));
    (void)snprintf(path, sizeof(path), "%s/sim", dir);
    assert_int_equal(mkdir(path, 0777), 0);
    write_file(dir, "quarantine.tsv", "# end\n");
    write_file(dir, "testplan.csv",
               "name,section,stimulus,checks,stage,tests\n"
               "good,1,s,c,cosim,smoke\nbad,1,s,c,cosim,smoke random\nunit,1,s,c,unit,test_x\n");
    write_file(dir, "rules.tsv", rules);
}

static void remove_tree(const char *dir)
{
    static const char *const files[] = {"sim/quarantine.tsv", "sim/testplan.csv", "sim/rules.tsv",
                                        "sim", ""};
    char path[128];

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        (void)snprintf(path, sizeof(path), "%s/%s", dir, files[i]);
        (void)remove(path);
    }
}

/* A night in which smoke passes twice and random fails; it meets the bins `event full.PMBSR_EL1`
 * and `packet end`. The night before met another one. */
static struct night_db *make_night(void)
{
    static const char *const rows[] = {
        "INSERT INTO night (id, uuid, begun, date, host, commit_id, dirty, seed, list, list_hash,"
        " engine, jobs, budget_ms) VALUES (1, 'a', 1, '2026-11-01', 'h', 'c', 0, 's', 'l', 'x',"
        " 'ninja', 2, 0), (2, 'b', 2, '2026-11-02', 'h', 'c', 0, 's', 'l', 'x', 'ninja', 2, 0)",
        "INSERT INTO run (night, name, origin, config, test, seed, status) VALUES"
        " (2, 'c.smoke.1', 'fixed', 'c', 'smoke', '1', 'passed'),"
        " (2, 'c.smoke.2', 'fixed', 'c', 'smoke', '2', 'passed'),"
        " (2, 'c.smoke.3', 'fixed', 'c', 'smoke', '3', 'planned'),"
        " (2, 'c.random.1', 'fixed', 'c', 'random', '1', 'failed')",
        "INSERT INTO point VALUES (1, 'event full.PMBSR_EL1'), (2, 'packet end'), (3, 'packet pa')",
        "INSERT INTO night_bins VALUES (2, 'c', 1, 1, 1), (2, 'c', 2, 1, 1), (1, 'c', 3, 1, 1)",
    };
    struct night_db *db = NULL;

    assert_int_equal(night_db_open(&db, ":memory:", NIGHT_DB_WRITE, &night_schema_now), 0);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        night_db_run(db, rows[i], "");
    }
    return db;
}

static int look(struct night_db *db, const char *rules)
{
    char dir[] = "/tmp/testplan.XXXXXX";

    make_tree(dir, rules);
    const struct night_sources sources = {.tree = dir};
    int status = night_view(db, "last", &sources);
    remove_tree(dir);
    return status;
}

static void test_status(void **state)
{
    static const struct {
        const char *id, *status;
        int64_t runs;
        const char *missed;
    } rows[] = {
        {"good", "passed", 2, ""},         {"bad", "failed", 3, ""},
        {"unit", "not-run", 0, ""},        {"R1", "passed", 2, ""},
        {"R2", "passed", 2, ""},           {"R3", "not-run", 2, "event.full.PMBSR_EL3"},
        {"R4", "not-run", 2, "packet.pa"}, {"R5", "failed", 3, ""},
        {"R6", "not-run", 0, ""},
    };
    struct night_db *db = make_night();

    (void)state;
    assert_int_equal(look(db, "R1\tS 1\ttext\tc\t-\tsmoke\tf\n"
                              "R2\tS 1\ttext\tc\tevent.*.PMBSR_EL1 packet.end\tsmoke\tf\n"
                              "R3\tS 1\ttext\tc\tpacket.end event.full.PMBSR_EL3\tsmoke\tf\n"
                              "R4\tS 1\ttext\tc\tpacket.pa\tsmoke test_x\tf\n"
                              "R5\tS 1\ttext\tc\tpacket.end\tsmoke random\tf\n"
                              "R6\tS 1\ttext\tc\tpacket.end\ttest_x\tf\n"
                              "R7\tS 1\tinformation\t-\t-\t-\t-\n"),
                     0);
    night_testplan_store(db, 2);
    night_testplan_store(db, 2); /* again: the same rows */
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        print_message("%s\n", rows[i].id);
        assert_int_equal(night_db_value(db, -1,
                                        "SELECT count(*) FROM testpoint JOIN plan USING (id)"
                                        " WHERE night = 2 AND id = ? AND testpoint.status = ?"
                                        " AND testpoint.runs = ? AND missed = ?",
                                        "ttit", rows[i].id, rows[i].status, rows[i].runs,
                                        rows[i].missed),
                         1);
    }
    assert_int_equal(night_db_value(db, -1, "SELECT count(*) FROM testpoint", ""), 9);
    assert_int_equal(night_db_close(db), 0);
}

/* A row that was cut is none. */
static void test_cut(void **state)
{
    struct night_db *db = make_night();

    (void)state;
    assert_int_equal(look(db, "R1\tS 1\ttext\tc\t-\tsmoke\n"), NIGHT_EXIT_USAGE);
    (void)night_db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_status),
        cmocka_unit_test(test_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
