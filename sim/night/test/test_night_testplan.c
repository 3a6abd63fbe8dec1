/* SPDX-License-Identifier: Apache-2.0
 *
 * Judges rows of the test plan and rules by the runs and bins of a night, and checks what is
 * stored.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "db.h"
#include "missed.h"
#include "night.h"
#include "section.h"
#include "spe/config_file.h"
#include "spe/cover.h"
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

static void make_folder(const char *dir, const char *name)
{
    char path[128];

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    assert_int_equal(mkdir(path, 0777), 0);
}

static void make_tree(char *dir, const char *rules)
{
    char path[128];

    assert_non_null(mkdtemp(dir));
    (void)snprintf(path, sizeof(path), "%s/sim", dir);
    assert_int_equal(mkdir(path, 0777), 0);
    make_folder(dir, "test");
    make_folder(dir, "rtl");
    make_folder(dir, "rtl/configs");
    write_file(dir, "../rtl/configs/c.cfg", "name = c\nothers = default\nend\n");
    write_file(dir, "quarantine.tsv", "# end\n");
    write_file(dir, "soak.tsv", "# end\n");
    make_folder(dir, "sim/qualify");
    write_file(dir, "qualify/waivers.tsv", "# end\n");
    write_file(dir, "testplan.csv",
               "name,section,stimulus,checks,stage,tests\n"
               "good,1,s,c,cosim,smoke\nbad,1,s,\"c, buf.data\",cosim,smoke "
               "random\nunit,1,s,c,unit,test_x\n"
               "group,1,s,c,unit,cli/x\n");
    write_file(dir, "rules.tsv", rules);
}

static void remove_tree(const char *dir)
{
    static const char *const files[] = {"sim/quarantine.tsv",
                                        "sim/soak.tsv",
                                        "sim/qualify/waivers.tsv",
                                        "sim/qualify",
                                        "sim/testplan.csv",
                                        "sim/rules.tsv",
                                        "sim",
                                        "test/junit.xml",
                                        "test",
                                        "rtl/configs/c.cfg",
                                        "rtl/configs",
                                        "rtl",
                                        ""};
    char path[128];

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        (void)snprintf(path, sizeof(path), "%s/%s", dir, files[i]);
        (void)remove(path);
    }
}

/* A night in which smoke passes twice, and random and timer fail; it meets the bins `event
 * full.PMBSR_EL1` and `packet end`. The night before met another one. */
static struct night_db *make_night(void)
{
    static const char *const rows[] = {
        "INSERT INTO night (id, uuid, begun, date, host, commit_id, dirty, seed, list, list_hash,"
        " engine, jobs, budget_ms) VALUES (1, 'a', 1, '2026-11-01', 'h', 'c', 0, 's', 'l', 'x',"
        " 'ninja', 2, 0), (2, 'b', 2, '2026-11-02', 'h', 'c', 0, 's', 'l', 'x', 'ninja', 2, 0)",
        "INSERT INTO bucket VALUES (1, 'buf.data', 'Events', 's'),"
        " (2, 'failed', 'region record.upper.physical', 's'), (3, 'environment', 'status N', ''),"
        " (4, 'out.feed', 'x', 's')",
        "INSERT INTO run (night, name, origin, config, test, seed, status, bucket) VALUES"
        " (2, 'c.smoke.1', 'fixed', 'c', 'smoke', '1', 'passed', NULL),"
        " (2, 'c.smoke.2', 'fixed', 'c', 'smoke', '2', 'passed', NULL),"
        " (2, 'c.smoke.3', 'fixed', 'c', 'smoke', '3', 'planned', NULL),"
        " (2, 'c.random.1', 'fixed', 'c', 'random', '1', 'failed', 1),"
        " (2, 'c.random.2', 'fixed', 'c', 'random', '2', 'failed', 2),"
        " (2, 'c.timer.1', 'fixed', 'c', 'timer', '1', 'failed', 1),"
        " (2, 'c.broken.1', 'fixed', 'c', 'broken', '1', 'environment', 3),"
        " (2, 'c.two_random.1', 'fixed', 'c', 'two_random', '1', 'failed', 4)",
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
    const struct night_sources sources = {.tree = dir, .build = dir};
    int status = night_view(db, "last", &sources);
    remove_tree(dir);
    return status;
}

static const struct {
    const char *id, *status;
    int64_t runs;
    const char *missed;
} status_rows[] = {
    {"good", "passed", 2, ""},
    {"bad", "failed", 4, ""}, /* the row names the check */
    {"unit", "not-run", 0, ""},
    {"R1", "passed", 2, ""},
    {"R2", "passed", 2, ""},
    {"R3", "not-run", 2, "event.full.PMBSR_EL3"},
    {"R4", "not-run", 2, "packet.pa"},
    {"R5", "passed", 4, ""}, /* the failure does not concern the row */
    {"R6", "not-run", 0, ""},
    {"R8", "failed", 2, "region.*.physical"}, /* the row names the bin */
    {"R9", "failed", 1, ""},                  /* a directed test of the row failed */
    {"R10", "not-run", 2, ""},                /* all its runs failed */
    {"R11", "not-run", 0, ""},                /* the environment broke its run */
    {"R12", "not-run", 1, ""},                /* the row names only a check with a longer name */
    {"R13", "failed", 1, ""},
};

static void test_status(void **state)
{
    struct night_db *db = make_night();

    (void)state;
    assert_int_equal(look(db, "R1\tS 1\ttext\tc\t-\tsmoke\tf\n"
                              "R2\tS 1\ttext\tc\tevent.*.PMBSR_EL1 packet.end\tsmoke\tf\n"
                              "R3\tS 1\ttext\tc\tpacket.end event.full.PMBSR_EL3\tsmoke\tf\n"
                              "R4\tS 1\ttext\tc\tpacket.pa\tsmoke test_x\tf\n"
                              "R5\tS 1\ttext\tc\tpacket.end\tsmoke random\tf\n"
                              "R6\tS 1\ttext\tc\tpacket.end\ttest_x\tf\n"
                              "R7\tS 1\tinformation\t-\t-\t-\t-\n"
                              "R8\tS 1\ttext\tc\tregion.*.physical\trandom\tf\n"
                              "R9\tS 1\ttext\tc\t-\ttimer\tf\n"
                              "R10\tS 1\ttext\tc\t-\trandom\tf\n"
                              "R11\tS 1\ttext\tc\t-\tbroken\tf\n"
                              "R12\tS 1\ttext\tout.feed_kind my.out.feed\t-\ttwo_random\tf\n"
                              "R13\tS 1\ttext\tc; out.feed.\t-\ttwo_random\tf\n"),
                     0);
    night_testplan_store(db, 2);
    night_testplan_store(db, 2); /* storing again gives the same rows */
    for (size_t i = 0; i < sizeof(status_rows) / sizeof(status_rows[0]); i++) {
        print_message("%s\n", status_rows[i].id);
        assert_int_equal(night_db_value(db, -1,
                                        "SELECT count(*) FROM testpoint JOIN plan USING (id)"
                                        " WHERE night = 2 AND id = ? AND testpoint.status = ?"
                                        " AND testpoint.runs = ? AND missed = ?",
                                        "ttit", status_rows[i].id, status_rows[i].status,
                                        status_rows[i].runs, status_rows[i].missed),
                         1);
    }
    assert_int_equal(night_db_value(db, -1, "SELECT count(*) FROM testpoint", ""), 16);
    assert_int_equal(night_db_close(db), 0);
}

/* What cannot be stored at the end of the night is refused at its begin: a row that lacks cells or
 * has too many, and a name that another row has. */
static void test_refused(void **state)
{
    static const char *const rules[] = {
        "R1\tS 1\ttext\tc\t-\tsmoke\n",
        "R1\tS 1\ttext\tc\t-\tsmoke\tf\tmore\n",
        "R1\tS 1\ttext\tc\t-\tsmoke\tf\nR1\tS 1\ttext\tc\t-\ttimer\tf\n",
        "good\tS 1\ttext\tc\t-\tsmoke\tf\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        struct night_db *db = make_night();
        CHECK(rules[i], look(db, rules[i]), NIGHT_EXIT_USAGE);
        (void)night_db_close(db);
    }
}

/* Add a configuration to the tree, and the night's runs on it. */
static void play_on(struct night_db *db, const char *tree)
{
    struct spe_config *cfg;
    struct spe_config_error err;
    char path[128], hash[24];

    assert_int_equal(spe_config_create(&cfg), 0);
    (void)snprintf(path, sizeof(path), "%s/rtl/configs/c.cfg", tree);
    assert_int_equal(spe_config_load(cfg, path, &err), 0);
    (void)snprintf(hash, sizeof(hash), "%016" PRIx64, spe_config_hash(cfg));
    spe_config_destroy(cfg);
    night_db_run(db, "INSERT INTO model VALUES (1, 'c', ?, 'x', 'plain')", "t", hash);
    night_db_run(db, "UPDATE run SET model = 1", "");
}

/* Let the night meet all bins of `packet` that the configuration can meet, except `left` of them.
 */
static size_t meet_packets(struct night_db *db, const char *tree, size_t left)
{
    bool *possible = calloc(spe_cover_bins(), sizeof(*possible));
    struct spe_config_error err;
    struct spe_config *cfg;
    char path[128], name[96];
    size_t n = 0;

    assert_non_null(possible);
    assert_int_equal(spe_config_create(&cfg), 0);
    (void)snprintf(path, sizeof(path), "%s/rtl/configs/c.cfg", tree);
    assert_int_equal(spe_config_load(cfg, path, &err), 0);
    spe_cover_possible(cfg, possible);
    spe_config_destroy(cfg);
    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        assert_true(spe_cover_name(bin, name, sizeof(name)) > 0);
        if (!possible[bin] || strncmp(name, "packet ", 7) != 0 || n++ < left) {
            continue;
        }
        night_db_run(db, "INSERT OR IGNORE INTO point (name) VALUES (?)", "t", name);
        night_db_run(db,
                     "INSERT OR IGNORE INTO night_bins SELECT 2, 'c', id, 1, 1 FROM point"
                     " WHERE name = ?",
                     "t", name);
    }
    free(possible);
    return n;
}

/* Check the page of a night that has met all of `packet` except `left`, and nothing else. */
static void check_open(struct night_db *db, size_t n, size_t left)
{
    char sql[2048];

    (void)snprintf(sql, sizeof(sql), "SELECT count(*) FROM (%s) WHERE bin GLOB 'packet *'",
                   night_section_bins_open.sql);
    assert_int_equal(night_db_value(db, -1, sql, ""), left);
    (void)snprintf(sql, sizeof(sql),
                   "SELECT met = ? AND open = can - met AND can ="
                   " (SELECT count(*) FROM possible_in) FROM (%s)",
                   night_section_bin_sums.sql);
    assert_int_equal(night_db_value(db, -1, sql, "i", (int64_t)(n - left)), n - left > 0);
}

/* A pattern needs each bin that the night's configurations can meet, and no others, for instance
 * not packet.alternate_clock of an SPU without that counter. */
static void test_members(void **state)
{
    static const char rules[] = "R1\tS 1\ttext\tc\tpacket.*\tsmoke\tf\n";
    char said[64];

    (void)state;
    for (size_t left = 0; left < 2; left++) {
        struct night_db *db = make_night();
        char dir[] = "/tmp/testplan.XXXXXX";

        make_tree(dir, rules);
        play_on(db, dir);
        night_db_run(db, "DELETE FROM night_bins", "");
        const size_t n = meet_packets(db, dir, left);
        const struct night_sources sources = {.tree = dir, .build = dir};
        assert_int_equal(night_view(db, "last", &sources), 0);
        night_missed_make(db);
        remove_tree(dir);
        check_open(db, n, left);
        (void)snprintf(said, sizeof(said), "packet.* (1 of %zu, as packet.", n);
        const char *missed = left == 0 ? "" : said;
        assert_int_equal(night_db_value(db, -1,
                                        "SELECT count(*) FROM plan WHERE id = 'R1' AND status = ?"
                                        " AND substr(missed, 1, ?) = ? AND reason = ?",
                                        "titt", left == 0 ? "passed" : "not run",
                                        (int64_t)(left == 0 ? 1 : strlen(missed)), missed,
                                        left == 0 ? "" : "bins missed"),
                         1);
        assert_int_equal(night_db_close(db), 0);
    }
}

static const struct {
    const char *junit, *id, *status, *reason;
} unit_rows[] = {
    {NULL, "unit", "not run", "not in this night, and no results of make test: *"},
    {"", "unit", "not run", "not in this night, and no results of make test: *"},
    {"  <testsuite name=\"unit/test_x\" tests=\"3\" failures=\"0\" skipped=\"0\" time=\"1\">\n",
     "unit", "passed", ""},
    {"  <testsuite name=\"unit/test_x\" tests=\"3\" failures=\"1\" skipped=\"0\" time=\"1\">\n",
     "unit", "failed", ""},
    {"  <testsuite name=\"unit/test_x\" tests=\"3\" failures=\"0\" skipped=\"3\" time=\"1\">\n",
     "unit", "not run", "not in this night, nor in the results of make test"},
    {"  <testsuite name=\"unit/test_y\" tests=\"3\" failures=\"0\" skipped=\"0\" time=\"1\">\n",
     "unit", "not run", "not in this night, nor in the results of make test"},
    /* A suite per configuration; a suite whose name only contains the word is another one. */
    {"  <testsuite name=\"test_x/a\" tests=\"3\" failures=\"0\" skipped=\"0\" time=\"1\">\n"
     "  <testsuite name=\"test_x/b\" tests=\"3\" failures=\"1\" skipped=\"0\" time=\"1\">\n",
     "unit", "failed", ""},
    {"  <testsuite name=\"x/test_x/a\" tests=\"3\" failures=\"0\" skipped=\"0\" time=\"1\">\n",
     "unit", "not run", "not in this night, nor in the results of make test"},
    {"  <testsuite name=\"cli/x\" tests=\"3\" failures=\"0\" skipped=\"0\" time=\"1\">\n", "group",
     "passed", ""},
    {"  <testsuite name=\"cli/y\" tests=\"3\" failures=\"0\" skipped=\"0\" time=\"1\">\n", "group",
     "not run", "not in this night, nor in the results of make test"},
    /* Results of the night's commit, and of another one. */
    {"<!-- commit c -->\n"
     "  <testsuite name=\"unit/test_x\" tests=\"3\" failures=\"0\" skipped=\"0\" time=\"1\">\n",
     "unit", "passed", ""},
    {"<!-- commit d -->\n"
     "  <testsuite name=\"unit/test_x\" tests=\"3\" failures=\"0\" skipped=\"0\" time=\"1\">\n",
     "unit", "not run", "not in this night, and no results of make test of this commit, but of d"},
    /* A run of the night counts, but not a suite with its name. */
    {"  <testsuite name=\"x/smoke\" tests=\"3\" failures=\"1\" skipped=\"0\" time=\"1\">\n", "good",
     "passed", ""},
};

/* Unit tests have the results of `make test`: a suite that failed, and one that is missing. */
static void test_units(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(unit_rows) / sizeof(unit_rows[0]); i++) {
        struct night_db *db = make_night();
        char dir[] = "/tmp/testplan.XXXXXX";

        make_tree(dir, "R1\tS 1\ttext\tc\t-\tsmoke\tf\n");
        if (unit_rows[i].junit != NULL) {
            write_file(dir, "../test/junit.xml", unit_rows[i].junit);
        }
        const struct night_sources sources = {.tree = dir, .build = dir};
        assert_int_equal(night_view(db, "last", &sources), 0);
        remove_tree(dir);
        print_message("row %zu\n", i);
        assert_int_equal(night_db_value(db, -1,
                                        "SELECT count(*) FROM plan WHERE id = ? AND status = ?"
                                        " AND reason GLOB ?",
                                        "ttt", unit_rows[i].id, unit_rows[i].status,
                                        unit_rows[i].reason),
                         1);
        assert_int_equal(night_db_close(db), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_status),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
