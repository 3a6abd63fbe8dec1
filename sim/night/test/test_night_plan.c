/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs that are repeated, as samples and with the code counted: which runs, and their timeouts.
 * Also the number of fresh runs in a round, and the expected costs of runs.
 */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "plan_kinds.h"
#include "resume.h"
#include "rows.h"

static struct night_model models[] = {
    {"c", "plain", "c/spu_sim", "1", "c.cfg", "a"},
    {"c", "waves", "c-waves/spu_sim", "2", "c.cfg", "a"},
    {"c", "cov", "c-cov/spu_sim", "3", "c.cfg", "a"},
    {"c", "tog", "c-tog/spu_sim", "4", "c.cfg", "a"},
};

static struct night_item items[] = {{"c", "t", "--test t", 1, 2, 0, 7}};
static const struct night_list list = {items, 1, "list.tsv"};

static void add_run(struct night_db *db, const char *test, const char *seed, const char *origin,
                    const char *args, const char *cpu_ms)
{
    night_db_run(db,
                 "INSERT INTO run (night, name, origin, config, test, seed, args, status, stim,"
                 " cpu_ms) VALUES (1, 'c.' || ?1 || '.' || ?2, ?3, 'c', ?1, ?2, ?4, 'passed', 's',"
                 " nullif(?5, ''))",
                 "ttttt", test, seed, origin, args, cpu_ms);
}

/* Night 1 with four runs: a test that was taken over, a test, a command that was taken over, and a
 * test that the list does not name. */
static void open_plan(struct night_plan *plan, char root[32])
{
    char path[64];

    (void)snprintf(root, 32, "/tmp/night_plan.XXXXXX");
    assert_non_null(mkdtemp(root));
    (void)snprintf(path, sizeof(path), "%s/codecov", root);
    assert_int_equal(night_store_folder(path), 0);
    (void)snprintf(path, sizeof(path), "%s/codecov/runs.tsv", root);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs("t\tc\t1-1\ttog\n# end\n", out);
    assert_int_equal(fclose(out), 0);
    *plan = (struct night_plan){.root = root, .night = 1, .models = {.model = models, .models = 4}};
    assert_int_equal(night_db_open(&plan->db, ":memory:", NIGHT_DB_WRITE, &night_schema_now), 0);
    add_night(plan->db);
    night_db_run(plan->db, "CREATE TEMP TABLE cost (config, test, ms)", "");
    assert_int_equal(night_resume_open(plan, NULL, NULL), 0);
    add_run(plan->db, "t", "2", "before", "--test t", "");
    add_run(plan->db, "t", "1", "fixed", "--test t", "50");
    add_run(plan->db, "command", "1", "before", "!true", "");
    add_run(plan->db, "other", "1", "fixed", "--test other", "60");
}

static void close_plan(struct night_plan *plan)
{
    for (size_t i = 0; i < plan->jobs; i++) {
        free(plan->job[i].line);
    }
    free(plan->job);
    assert_int_equal(night_db_close(plan->db), 0);
    night_store_remove(plan->root);
}

struct expected {
    const char *name;
    int64_t timeout;
};

static void expect(const struct night_plan *plan, const struct expected *rows, size_t n)
{
    assert_int_equal(plan->status, 0);
    assert_int_equal(plan->jobs, n);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(plan->job[i].name, rows[i].name);
        CHECK(rows[i].name, plan->job[i].timeout, rows[i].timeout);
    }
}

/* Each flavour repeats the cheapest run whose cost is known. What the environment broke is not
 * repeated. */
static void test_samples(void **state)
{
    static const struct expected rows[] = {
        {"c.t.1~process", 7}, {"c.other.1~keep", 600}, {"c.t.1~waves", 700},
        {"c.t.1~cov", 14},    {"c.t.1~tog", 350},
    };
    struct night_plan plan;
    char root[32];

    (void)state;
    open_plan(&plan, root);
    add_run(plan.db, "t", "9", "fixed", "--test t", "40");
    night_db_run(plan.db, "UPDATE run SET status = 'environment' WHERE seed = '9'", "");
    night_plan_samples(&plan, &list);
    expect(&plan, rows, sizeof(rows) / sizeof(rows[0]));
    close_plan(&plan);
}

/* A command cannot be counted, even if it was taken over. */
static void test_cover(void **state)
{
    static const struct expected rows[] = {
        {"c.t.2~cov", 14}, {"c.t.1~cov", 14}, {"c.t.1~tog", 350}, {"c.other.1~cov", 1200}};
    struct night_plan plan;
    char root[32];

    (void)state;
    open_plan(&plan, root);
    night_plan_cover(&plan, &list, root);
    expect(&plan, rows, sizeof(rows) / sizeof(rows[0]));
    close_plan(&plan);
}

/* A stand-in for the executable: it knows the tests t and u, and refuses the option --old. */
static void make_executable(const char *path)
{
    FILE *out = fopen(path, "w");

    assert_non_null(out);
    fputs("#!/bin/sh\ncase \"$*\" in *--old*) exit 2 ;; *--silent*) exit 0 ;; esac\n"
          "echo 't  a test'; echo 'u  another one'\n",
          out);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(chmod(path, 0755), 0);
}

/* A kept failure whose test or option no longer exists is not played. */
static void test_kept(void **state)
{
    static const struct {
        const char *args;
        bool played;
    } kept[] = {{"--test t", true},       {"--test gone", false}, {"--test u --old 3", false},
                {"--test u --new", true}, {"--silent", true},     {"!gone", true}};
    char root[32], path[64];
    struct night_plan plan;

    (void)state;
    open_plan(&plan, root);
    (void)snprintf(path, sizeof(path), "%s/spu_sim", root);
    make_executable(path);
    models[0].executable = path;
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
        night_db_run(plan.db,
                     "INSERT INTO kept (config, test, seed, weights, args, stim, opened, state)"
                     " VALUES ('c', 'k', ?, '', ?, 's', 1, 'open')",
                     "it", (int64_t)i, kept[i].args);
    }
    night_plan_ask(&plan);
    night_plan_kept(&plan, &list);
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
        CHECK(kept[i].args, night_plan_playable(&plan, "c", kept[i].args), kept[i].played);
        CHECK(kept[i].args,
              night_db_value(plan.db, 0,
                             "SELECT count(*) FROM run WHERE origin = 'kept' AND args = ?", "t",
                             kept[i].args),
              kept[i].played);
    }
    models[0].executable = "c/spu_sim";
    close_plan(&plan);
}

/* One night after others: the expected cost of its runs. */
static void test_cost(void **state)
{
    static const struct {
        const char *name, *runs; /* night, status, ms */
        int64_t ms;
        bool merged; /* night 9 is older, and of another machine */
    } rows[] = {
        {"nobody has measured it", "(1, 'passed', 20)", NIGHT_PLAN_COST_MS, false},
        {"that of the nights before", "(8, 'passed', 20), (9, 'passed', 40)", 30, false},
        {"failures of the night before", "(8, 'passed', 300), (9, 'failed', 10)", 300, false},
        {"nothing but failures", "(9, 'failed', 10)", 10, false},
        {"few of tonight, mended", "(9, 'failed', 10), (10, 'passed', 300)", 300, false},
        {"few of tonight", "(9, 'passed', 100), (10, 'passed', 300)", 200, false},
        {"failures of tonight",
         "(9, 'passed', 300), (10, 'failed', 10), (10, 'failed', 20), (10, 'failed', 30)", 20,
         false},
        {"those of the nights before, by their begin", "(9, 'passed', 500), (7, 'passed', 20)", 20,
         true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct night_plan plan = {.night = 10};
        char sql[1024];
        assert_int_equal(night_db_open(&plan.db, ":memory:", NIGHT_DB_WRITE, &night_schema_now), 0);
        night_db_run(
            plan.db,
            "WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id"
            " < 10) INSERT INTO night (id, uuid, begun, date, host, commit_id, dirty, seed,"
            " list, list_hash, engine, jobs, budget_ms) SELECT id, id, iif(id = 9 AND ?, 0,"
            " id), 'd', 'h', 'c', 0, 's', 'l', 'x', 'ninja', 2, 0 FROM n",
            "i", (int64_t)rows[i].merged);
        (void)snprintf(sql, sizeof(sql),
                       "WITH r (night, status, ms) AS (VALUES %s) INSERT INTO run (night, name,"
                       " origin, config, test, seed, status, cpu_ms) SELECT night,"
                       " row_number() OVER (), 'fresh', 'c', 't', '1', status, ms FROM r",
                       rows[i].runs);
        night_db_run(plan.db, sql, "");
        night_plan_measure(&plan);
        CHECK(rows[i].name, night_plan_cost(&plan, "c", "t"), rows[i].ms);
        assert_int_equal(night_db_close(plan.db), 0);
    }
}

/* A round takes half of the rest of the budget, or a small rest at once; the remainder gets no
 * round. */
static void test_fresh(void **state)
{
    static struct night_item weighed[] = {{"c", "t", "--test t", 1, 2, 1, 7}};
    static const struct night_list fresh = {weighed, 1, "list.tsv"};
    static const struct {
        const char *name;
        int64_t spent, played, runs;
    } rows[] = {{"the first", 0, 0, 50},
                {"half of the rest", 6000, 1, 20},
                {"a small rest", 9000, 1, 10},
                {"what remains", 9600, 1, 0},
                {"the first of all", 9600, 0, 4},
                {"nothing", 10000, 0, 0},
                {"more than a round has", -50000000, 0, NIGHT_PLAN_ROUND}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct night_plan plan;
        char root[32];
        open_plan(&plan, root);
        night_db_run(plan.db, "INSERT INTO cost VALUES ('c', 't', 100)", "");
        night_db_run(plan.db, "UPDATE night SET budget_ms = 10000, cpu_ms = ?", "i", rows[i].spent);
        if (rows[i].played != 0) {
            add_run(plan.db, "t", "99", "fresh", "--test t", "50");
        }
        night_plan_fresh(&plan, &fresh);
        CHECK(rows[i].name, plan.jobs, rows[i].runs);
        close_plan(&plan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_samples), cmocka_unit_test(test_cover),
                                       cmocka_unit_test(test_cost), cmocka_unit_test(test_fresh),
                                       cmocka_unit_test(test_kept)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
