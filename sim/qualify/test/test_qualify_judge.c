/* SPDX-License-Identifier: Apache-2.0
 *
 * The judge, with tables of five mutants and two configurations; the rounds are made up.
 */
#define _GNU_SOURCE
#include "round.h"
#include "tables.h"

static void mutants_are_dealt_over_those_that_have_them(void **state)
{
    struct qualify_book b;

    (void)state;
    read_book(&b);
    CHECK("mutants", b.mutants, 6);
    CHECK("plays", b.plays, 4);
    CHECK("1", b.mutant[1].home, 1);
    CHECK("2", b.mutant[2].home, 0);
    CHECK("3 is in one alone", b.mutant[3].home, 1);
    CHECK("4", b.mutant[4].home, 0);
    assert_int_equal(b.mutant[5].home, -1);
    CHECK("5 is not built", b.mutant[5].built, false);
    qualify_free(&b);
}

static void clean_runs_come_first(void **state)
{
    struct qualify_book b;
    size_t runs = 0;

    (void)state;
    read_book(&b);
    assert_int_equal(qualify_round(&b, 100000, 1, 9, &runs), 0);
    CHECK("one of each configuration", runs, 2);
    assert_true(file_has("round/m00.00.rows", "m0.p0\t"));
    assert_true(file_has("round/m01.00.cmd", "/sim2 --batch "));
    assert_false(file_has("round/m00.00.rows", "--first-finding"));
    qualify_free(&b);
}

/* Clean runs of a replaced executable do not count; runs of mutants do. */
static void clean_runs_are_of_the_executable(void **state)
{
    struct qualify_book b;
    size_t runs = 0;

    (void)state;
    write_runs("h1\tclean\t--test random --seed 1\tsame\t-\t0\t0xc9\t1000\t10\n"
               "h1\t00000000000000a2\t--test random --seed 1\tsame\t-\t0\t0xc1\t80\t1\n");
    read_book(&b);
    assert_string_equal(qualify_run_of(&b, 0, 0)->result, "0xc1");
    assert_non_null(qualify_run_of(&b, 2, 0));
    qualify_free(&b);
    write_file("runs.tsv",
               "h1\tclean\t--test random --seed 1\tsame\t-\t0\t0xc9\t1000\t10\n"
               "h1\t00000000000000a2\t--test random --seed 1\tsame\t-\t0\t0xc1\t80\t1\n");
    read_book(&b);
    assert_null(qualify_run_of(&b, 0, 0));
    assert_non_null(qualify_run_of(&b, 2, 0));
    assert_int_equal(qualify_round(&b, 100000, 1, 1, &runs), 0);
    assert_true(file_has("round/m00.00.rows", "m0.p0\t"));
    qualify_free(&b);
}

static void a_mutant_is_played_at_home(void **state)
{
    struct qualify_book b;
    size_t runs = 0;

    (void)state;
    write_runs("");
    read_book(&b);
    assert_int_equal(qualify_round(&b, 100000, 1, 9, &runs), 0);
    CHECK("each mutant once", runs, 4);
    assert_true(file_has("round/m00.00.rows", "--plusarg +mutant=2 --first-finding --max-cycles "));
    assert_true(file_has("round/m00.00.rows", "+mutant=4 "));
    assert_false(file_has("round/m00.00.rows", "+mutant=1 "));
    assert_true(file_has("round/m01.00.rows", "+mutant=3 "));
    qualify_free(&b);
}

/* A clean run that is needed first may come between two rows of the plan that play the same. */
static void a_run_is_played_once(void **state)
{
    struct qualify_book b;
    size_t runs = 0;

    (void)state;
    write_file("plan.tsv", "3\tany\tone\tspu_a\t--test smoke --seed 1\n"
                           "3\tany\ttwo\tspu_a\t--test smoke --seed 1\n"
                           "3\tany\tone\tspu_a\t--test smoke --seed 1\n"
                           "# end\n");
    write_file("runs.tsv", "g1\tclean\t--test smoke --seed 1\tsame\t-\t0\t0xc3\t1000\t10\n");
    read_book(&b);
    assert_int_equal(qualify_round(&b, 100000, 1, 9, &runs), 0);
    CHECK("1 and 2 once, and the clean run", runs, 3);
    qualify_free(&b);
}

/* A killed mutant is not played any more; a mutant that something else has found plays up to
 * QUALIFY_SOFT. */
static void who_is_killed_stops(void **state)
{
    struct qualify_book b;
    size_t runs = 0;

    (void)state;
    write_runs("h2\t00000000000000a1\t--test random --seed 1\tcheck\tbuf.data\t77\t0x1\t80\t1\n"
               "h1\t00000000000000a2\t--test random --seed 1\thang\t-\t0\t0x1\t80\t1\n"
               "h2\t00000000000000a2\t--test random --seed 1\tsame\t-\t0\t0xc2\t80\t1\n"
               "h2\t00000000000000a3\t--test random --seed 1\tsame\t-\t0\t0xc2\t80\t1\n"
               "old\t00000000000000a4\t--test random --seed 1\tcheck\tbuf.data\t7\t0x1\t80\t1\n");
    read_book(&b);
    assert_int_equal(qualify_round(&b, 100000, 1, 9, &runs), 0);
    CHECK("3 goes on with the test of its module, 4 begins", runs, 2);
    assert_true(file_has("round/m01.00.rows", "--test smoke --seed 1 --plusarg +mutant=3 "));
    assert_true(file_has("round/m00.00.rows", "+mutant=4 "));
    assert_int_equal(qualify_round(&b, 100000, 1, 1, &runs), 0);
    CHECK("up to stage 1: 4 alone", runs, 1);
    qualify_free(&b);
}

/* A mutant with a proof plays up to QUALIFY_SOFT: a run may refute the proof. */
static void what_is_proven_goes_not_as_far(void **state)
{
    struct qualify_book b;
    size_t runs = 0;

    (void)state;
    write_runs("h1\t00000000000000a2\t--test random --seed 1\tsame\t-\t0\t0xc1\t80\t1\n"
               "h2\t00000000000000a2\t--test random --seed 1\tsame\t-\t0\t0xc2\t80\t1\n"
               "h1\t00000000000000a4\t--test random --seed 1\tsame\t-\t0\t0xc1\t80\t1\n"
               "h2\t00000000000000a4\t--test smoke --seed 1\tsame\t-\t0\t0xc4\t80\t1\n"
               "h2\t00000000000000a4\t--test random --seed 1\tsame\t-\t0\t0xc2\t80\t1\n");
    read_book(&b);
    b.mutant[1].proven = b.mutant[2].proven = true;
    assert_int_equal(qualify_round(&b, 100000, 1, 9, &runs), 0);
    CHECK("1 and 3 begin, 4 goes on", runs, 3);
    assert_true(file_has("round/m01.00.rows", "--test random --seed 1 --plusarg +mutant=1 "));
    assert_true(file_has("round/m00.00.rows", "--test smoke --seed 1 --plusarg +mutant=4 "));
    assert_false(file_has("round/m00.00.rows", "+mutant=2 "));
    qualify_free(&b);
}

/* A run of the round: its verdict, its findings, and what the batch says. */
static const struct {
    const char *name, *word, *why, *verdict, *findings;
    enum qualify_kind kind;
} shown[] = {
    {"m1.p0", "PASS", "", "RESULT PASS result=0xc1", "", QUALIFY_SAME},
    {"m2.p0", "PASS", "", "RESULT PASS result=0xdd", "", QUALIFY_DIFFERS},
    {"m3.p1", "FAIL", "status 1, expected 0", "RESULT FAIL result=0xdd",
     "{\"number\":1,\"cycle\":12,\"check\":\"buf.data\"}\n", QUALIFY_CHECK},
    {"m4.p0", "FAIL", "status 1, expected 0", "RESULT FAIL result=0xdd", "", QUALIFY_EXPECTATION},
    {"m1.p1", "FAIL", "status 3, expected 0", "RESULT FAIL result=0xdd", "", QUALIFY_HANG},
    {"m1.p3", "FAIL", "status 3, expected 0",
     "why: hang: psb_done_o has not come\nRESULT FAIL result=0xdd",
     "{\"number\":1,\"cycle\":12,\"check\":\"liveness\"}\n", QUALIFY_CHECK},
    {"m2.p3", "FAIL", "status 3, expected 0", "why: no end after 5 cycles\nRESULT FAIL result=0xdd",
     "{\"number\":1,\"cycle\":12,\"check\":\"liveness\"}\n", QUALIFY_HANG},
    {"m4.p3", "FAIL", "status 3, expected 0",
     "why: hang: psb_done_o has not come\nRESULT FAIL result=0xdd",
     "{\"number\":1,\"cycle\":12,\"check\":\"account.records\"}\n", QUALIFY_HANG},
    {"m2.p1", "FAIL", "no end after 120 s of processor time (--cpu)", "", "", QUALIFY_TIMEOUT},
    {"m4.p1", "FAIL", "ended by SIGSEGV", "", "", QUALIFY_ERROR},
    {"m1.p2", "FAIL", "status 1, expected 0", "RESULT FAIL result=0xdd",
     "{\"number\":1,\"cycle\":12,\"check\":\"sva\"}\n", QUALIFY_ASSERTION},
    {"m2.p2", "FAIL", "status 4, expected 0", "RESULT FAIL result=0xdd",
     "{\"number\":1,\"cycle\":12,\"check\":\"contract\"}\n", QUALIFY_ERROR},
    {"m4.p2", "FAIL", "status 4, expected 0", "RESULT FAIL result=0xdd",
     "{\"number\":1,\"cycle\":12,\"check\":\"contract\"}\n"
     "{\"number\":2,\"cycle\":13,\"check\":\"reg.read\",\"follows\":0}\n",
     QUALIFY_ERROR},
    {"m3.p3", "FAIL", "status 1, expected 0", "RESULT FAIL result=0xdd",
     "{\"number\":1,\"cycle\":12,\"check\":\"sva\"}\n"
     "{\"number\":2,\"cycle\":13,\"check\":\"liveness\"}\n",
     QUALIFY_ASSERTION},
    {"m3.p2", "FAIL", "status 4, expected 0", "RESULT FAIL result=0xdd",
     "{\"number\":1,\"cycle\":12,\"check\":\"reg.read\"}\n"
     "{\"number\":2,\"cycle\":13,\"check\":\"contract\",\"follows\":0}\n",
     QUALIFY_CHECK},
};

static void write_shown(void)
{
    char results[4096] = "", log[4096] = "", name[128];

    for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++) {
        (void)snprintf(results + strlen(results), sizeof(results) - strlen(results),
                       "%s 0 0 0 %s 5 6\n", shown[i].word, shown[i].name);
        (void)snprintf(log + strlen(log), sizeof(log) - strlen(log), "%s %s: %s\n", shown[i].word,
                       shown[i].name, shown[i].why);
        (void)snprintf(name, sizeof(name), "round/runs/%s", shown[i].name);
        make_dir(name);
        (void)snprintf(name, sizeof(name), "round/runs/%s/verdict", shown[i].name);
        write_file(name, shown[i].verdict);
        (void)snprintf(name, sizeof(name), "round/runs/%s/findings.jsonl", shown[i].name);
        write_file(name, shown[i].findings);
    }
    write_file("round/m00.00.rows", "");
    write_file("round/m00.00.results", results);
    write_file("round/m00.00.log", log);
}

static void a_run_is_told_by_what_it_leaves(void **state)
{
    struct qualify_book b;

    (void)state;
    write_runs("");
    write_shown();
    read_book(&b);
    assert_int_equal(qualify_take(&b), 0);
    qualify_free(&b);
    read_book(&b); /* from runs.tsv */
    for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++) {
        size_t mutant = 0, play = 0;
        assert_int_equal(sscanf(shown[i].name, "m%zu.p%zu", &mutant, &play), 2);
        const struct qualify_run *run = qualify_run_of(&b, mutant, play);
        assert_non_null(run);
        CHECK(shown[i].name, run->kind, shown[i].kind);
    }
    assert_string_equal(qualify_run_of(&b, 3, 2)->check, "reg.read");
    CHECK("the check's cycle", qualify_run_of(&b, 3, 2)->cycle, 12);
    qualify_free(&b);
}

/* What was being written when the judge before was ended is no row: what is appended must not
 * continue it. */
static void a_row_that_is_cut_off_goes(void **state)
{
    struct qualify_book b;

    (void)state;
    write_runs("h1\t00000000000000a4\t--test random --se");
    write_shown();
    read_book(&b);
    assert_int_equal(qualify_take(&b), 0);
    qualify_free(&b);
    read_book(&b);
    CHECK("the first row behind it", qualify_run_of(&b, 1, 0)->kind, QUALIFY_SAME);
    CHECK("the last one", qualify_run_of(&b, 3, 2)->kind, QUALIFY_CHECK);
    assert_true(file_has("runs.tsv", "\t0xc4\t1000\t10\nh1\t00000000000000a1\t"));
    qualify_free(&b);
    write_file("runs.tsv", "h1\t00000000000000a4"); /* nothing else is in it */
    read_book(&b);
    assert_int_equal(qualify_take(&b), 0);
    assert_false(file_has("runs.tsv", "00000000000000a4h1"));
    qualify_free(&b);
}

static void the_clean_design_must_pass(void **state)
{
    struct qualify_book b;

    (void)state;
    make_dir("round/runs/m0.p0");
    write_file("round/runs/m0.p0/verdict", "RESULT FAIL result=0xdd");
    write_file("round/m00.00.rows", "");
    write_file("round/m00.00.results", "FAIL 0 1 0 m0.p0 5 6\n");
    write_file("round/m00.00.log", "FAIL m0.p0: status 1, expected 0\n");
    read_book(&b);
    assert_int_equal(qualify_take(&b), 1);
    assert_false(file_has("runs.tsv", "clean")); /* it will be played again */
    qualify_free(&b);
}

static void some_are_drawn_by_a_text(void **state)
{
    struct qualify_book b;
    bool drawn[6] = {false};
    size_t n = 0;

    (void)state;
    assert_int_equal(qualify_read(&b, dir), 0);
    qualify_draw(&b, 2, "seed", NULL);
    for (size_t i = 1; i < b.mutants; i++) {
        drawn[i] = b.mutant[i].drawn;
        n += drawn[i];
    }
    CHECK("two", n, 2);
    qualify_free(&b);
    assert_int_equal(qualify_read(&b, dir), 0);
    qualify_draw(&b, 2, "seed", NULL);
    for (size_t i = 1; i < b.mutants; i++) {
        CHECK("the same two", b.mutant[i].drawn, drawn[i]);
    }
    qualify_free(&b);
    assert_int_equal(qualify_read(&b, dir), 0);
    qualify_draw(&b, 0, "", "spu_b");
    CHECK("not of another module", b.mutant[1].drawn, false);
    CHECK("of that module", b.mutant[3].drawn, true);
    qualify_free(&b);
}

static void tables_that_are_cut_are_refused(void **state)
{
    struct qualify_book b;

    (void)state;
    write_file("mutants.tsv", "1\t00000000000000a1\tspu_a\n# end\n");
    assert_int_equal(qualify_read(&b, dir), 2);
    qualify_free(&b);
    write_file("mutants.tsv", mutants);
    write_file("plan.tsv", "1\thome\tone\t-\t--test random --seed 1\n");
    assert_int_equal(qualify_read(&b, dir), 2);
    qualify_free(&b);
    write_file("plan.tsv", "1\thome\tthree\t-\t--test random --seed 1\n# end\n");
    assert_int_equal(qualify_read(&b, dir), 2);
    qualify_free(&b);
}

static void stages_and_scopes_are_known_ones(void **state)
{
    static const struct {
        const char *row;
        int status;
    } rows[] = {{"1\tany", 0},  {"9\tother", 0}, {"0\tany", 2},  {"10\tany", 2},
                {"-1\tany", 2}, {"\tany", 2},    {"1\tHome", 2}, {"1\t", 2}};
    struct qualify_book b;
    char text[128];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        (void)snprintf(text, sizeof(text), "%s\tone\t-\t--test random --seed 1\n# end\n",
                       rows[i].row);
        write_file("plan.tsv", text);
        CHECK(rows[i].row, qualify_read(&b, dir), rows[i].status);
        qualify_free(&b);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(mutants_are_dealt_over_those_that_have_them),
        TEST(clean_runs_come_first),
        TEST(clean_runs_are_of_the_executable),
        TEST(a_mutant_is_played_at_home),
        TEST(a_run_is_played_once),
        TEST(who_is_killed_stops),
        TEST(what_is_proven_goes_not_as_far),
        TEST(a_run_is_told_by_what_it_leaves),
        TEST(a_row_that_is_cut_off_goes),
        TEST(the_clean_design_must_pass),
        TEST(some_are_drawn_by_a_text),
        TEST(tables_that_are_cut_are_refused),
        TEST(stages_and_scopes_are_known_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
