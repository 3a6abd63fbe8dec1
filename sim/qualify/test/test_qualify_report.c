/* SPDX-License-Identifier: Apache-2.0
 *
 * What the judge concludes from runs: when a waiver holds, and what random alone needs.
 */
#define _GNU_SOURCE
#include "alone.h"
#include "round.h"
#include "tables.h"

/* All runs of the plan for four mutants, except the last run of 4. 1 is killed; 2, 3 and 4 never
 * differ. */
static const char all_runs[] =
    "h2\t00000000000000a1\t--test random --seed 1\tcheck\tbuf.data\t77\t0x1\t80\t1\n"
    "h1\t00000000000000a2\t--test random --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h2\t00000000000000a2\t--test random --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h1\t00000000000000a2\t--test smoke --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h2\t00000000000000a3\t--test random --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h2\t00000000000000a3\t--test smoke --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h1\t00000000000000a4\t--test random --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h2\t00000000000000a4\t--test random --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h2\t00000000000000a4\t--test smoke --seed 1\tsame\t-\t0\t0x1\t80\t1\n";

#define LAST "h1\t00000000000000a4\t--test smoke --seed 1\t"
static const char same[] = LAST "same\t-\t0\t0x1\t80\t1\n";
static const char differs[] = LAST "differs\t-\t0\t0x2\t80\t1\n";
static const char expects[] = LAST "expectation\t-\t0\t0x2\t80\t1\n";
static const char hangs[] = LAST "hang\t-\t0\t0x2\t80\t1\n";
#undef LAST

static const struct {
    const char *name, *last, *waivers, *said;
    int faults;
    bool clean, chosen;
} reports[] = {
    {"nothing is waived", differs, "# end\n", "differed unseen", 0, false, false},
    {"all are proven", same,
     "00000000000000a2\tproof\t-\tr\n00000000000000a3\tproof\t-\tr\n"
     "00000000000000a4\tproof\t-\tr\n# end\n",
     "waived", 0, true, false},
    {"one is of a smaller design", same,
     "00000000000000a2\tproof\t-\tr\n00000000000000a3\tproof\t-\tr\n"
     "00000000000000a4\tsmaller proof\t-\tr\n# end\n",
     "waived\tsmaller proof\t", 0, true, false},
    {"a proof of a smaller design with an assertion", same,
     "00000000000000a4\tsmaller proof\tHeld\tr\n# end\n", "never differed", 1, false, false},
    {"a proof of what has differed", differs, "00000000000000a4\tproof\t-\tr\n# end\n",
     "differed unseen", 1, false, false},
    {"an argument for what has differed", differs, "00000000000000a4\targued\tHeld\tr\n# end\n",
     "differed unseen", 1, false, false},
    {"what has differed is permitted", differs, "00000000000000a4\tpermitted\tW8\tr\n# end\n",
     "waived", 0, false, false},
    {"an expectation that no row names", expects,
     "00000000000000a4\tpermitted\tW8\tr\tsmoke2,random\n# end\n",
     "killed by the test's expectation", 1, false, false},
    {"an expectation that a row names", expects,
     "00000000000000a4\tpermitted\tW8\tr\trandom,smoke\n# end\n", "waived", 0, false, false},
    {"a hang is no expectation", hangs, "00000000000000a4\tpermitted\tW8\tr\tsmoke\n# end\n",
     "hang", 1, false, false},
    {"tests of a proof", same, "00000000000000a4\tproof\t-\tr\tsmoke\n# end\n", "never differed", 1,
     false, false},
    {"too many are argued", same, "00000000000000a2\targued\tHeld\tr\n# end\n", "waived", 0, false,
     false},
    {"too many are permitted", same, "00000000000000a2\tpermitted\tW8\tr\n# end\n", "waived", 0,
     false, false},
    {"a list of what is waived", same,
     "00000000000000a2\targued\tHeld\tr\n00000000000000a3\tpermitted\tW8\tr\n"
     "00000000000000a4\tproof\t-\tr\n# end\n",
     "waived", 0, true, true},
    {"permitted without a rule", same, "00000000000000a2\tpermitted\t-\tr\n# end\n",
     "never differed", 1, false, false},
    {"an argument without an assertion", same, "00000000000000a2\targued\t-\tr\n# end\n",
     "never differed", 1, false, false},
    {"a proof with one", same, "00000000000000a2\tproof\tHeld\tr\n# end\n", "never differed", 1,
     false, false},
    {"of no mutant", same, "00000000000000ff\tproof\t-\tr\n# end\n", "never differed", 1, false,
     false},
    {"of one that is killed", same, "00000000000000a1\tproof\t-\tr\n# end\n", "killed by a check",
     1, false, false},
    {"twice", same, "00000000000000a2\tproof\t-\tr\n00000000000000a2\tproof\t-\tr\n# end\n",
     "waived", 1, false, false},
    {"of another kind", same, "00000000000000a2\tbelief\t-\tr\n# end\n", "never differed", 1, false,
     false},
    {"with a column too few", same, "00000000000000a2\tproof\t-\n# end\n", "never differed", 1,
     false, false},
};

static void waivers_are_held_to_what_is_there(void **state)
{
    char path[128], runs[2048];

    (void)state;
    (void)snprintf(path, sizeof(path), "%s/waivers.tsv", dir);
    for (size_t i = 0; i < sizeof(reports) / sizeof(*reports); i++) {
        struct qualify_book b;
        struct qualify_waivers w;
        (void)snprintf(runs, sizeof(runs), "%s%s", all_runs, reports[i].last);
        write_runs(runs);
        write_file("waivers.tsv", reports[i].waivers);
        read_book(&b);
        b.chosen = reports[i].chosen;
        assert_int_equal(qualify_waivers_read(&w, &b, path), 0);
        CHECK(reports[i].name, w.faults, reports[i].faults);
        CHECK(reports[i].name, qualify_summary(&b, &w), reports[i].clean);
        assert_int_equal(qualify_table(&b, &w), 0);
        CHECK(reports[i].name, file_has("table.tsv", reports[i].said), true);
        CHECK(reports[i].name, file_has("table.tsv", "\tnot built\t"), true);
        qualify_waivers_free(&w);
        qualify_free(&b);
    }
}

static const char sessions[] = "1\tany\tone\t-\t--test random --seed 11\n"
                               "1\tany\ttwo\t-\t--test random --seed 12\n"
                               "1\tany\tone\t-\t--test random --seed 13\n"
                               "1\tany\ttwo\t-\t--test random --seed 14\n"
                               "1\tany\tone\t-\t--test random --seed 15\n"
                               "1\tany\ttwo\t-\t--test random --seed 16\n"
                               "# end\n";

/* 1 is found by its third run; 2 by none of three, although one run hangs; 3 by its first; 4 has
 * played one. */
static const char alone_runs[] =
    "g1\tclean\t--test random --seed 11\tsame\t-\t0\t0xc1\t1000\t10\n"
    "g2\tclean\t--test random --seed 12\tsame\t-\t0\t0xc1\t1000\t10\n"
    "g1\tclean\t--test random --seed 13\tsame\t-\t0\t0xc1\t1000\t10\n"
    "h1\t00000000000000a1\t--test random --seed 11\tsame\t-\t0\t0x1\t80\t1\n"
    "h2\t00000000000000a1\t--test random --seed 12\tsame\t-\t0\t0x1\t80\t1\n"
    "h1\t00000000000000a1\t--test random --seed 13\tcheck\tbuf.data\t7\t0x1\t80\t1\n"
    "h1\t00000000000000a2\t--test random --seed 11\tsame\t-\t0\t0x1\t80\t1\n"
    "h2\t00000000000000a2\t--test random --seed 12\thang\t-\t0\t0x1\t80\t1\n"
    "h1\t00000000000000a2\t--test random --seed 13\tsame\t-\t0\t0x1\t80\t1\n"
    "h2\t00000000000000a3\t--test random --seed 12\tcheck\tbuf.data\t7\t0x1\t80\t1\n"
    "h1\t00000000000000a4\t--test random --seed 11\tsame\t-\t0\t0x1\t80\t1\n";

static void read_alone(struct qualify_book *b, size_t most)
{
    write_file("plan.tsv", sessions);
    write_file("runs.tsv", alone_runs);
    read_book(b);
    b->most = most;
}

static void random_alone_counts_what_it_needs(void **state)
{
    struct qualify_book b;
    struct qualify_waivers none;
    char beside[80];

    (void)state;
    read_alone(&b, 2);
    qualify_alone_judge(&b);
    assert_int_equal(b.mutant[1].alone, QUALIFY_NEVER); /* within two runs */
    b.most = 3, qualify_alone_judge(&b);
    CHECK("found by the third", b.mutant[1].alone, 3);
    assert_int_equal(b.mutant[2].alone, QUALIFY_NEVER);
    CHECK("a session that does not have it is none", b.mutant[3].alone, 1);
    CHECK("not all are found", qualify_alone_summary(&b), false);
    make_dir("alone");
    assert_int_equal(qualify_waivers_read(&none, &b, NULL), 0);
    (void)snprintf(beside, sizeof(beside), "%s/alone", dir);
    b.dir = beside;
    assert_int_equal(qualify_table(&b, &none), 0);
    qualify_waivers_free(&none);
    qualify_free(&b);
    read_book(&b); /* reads that folder as `alone` */
    assert_int_equal(qualify_alone_read(&b), 0);
    CHECK("as it was", b.mutant[1].alone, 3);
    qualify_free(&b);
}

static void random_alone_plays_what_is_not_found(void **state)
{
    struct qualify_book b;
    size_t runs = 0;

    (void)state;
    read_alone(&b, 4);
    b.mutant[4].waived = true;
    assert_int_equal(qualify_round(&b, 100000, 1, 1, &runs), 0);
    CHECK("the fourth of 2, whose clean run comes before", runs, 1);
    assert_true(file_has("round/m01.00.rows", "--test random --seed 14 --plusarg +mutant=0"));
    b.mutant[4].waived = false, b.most = 3;
    assert_int_equal(qualify_round(&b, 100000, 1, 1, &runs), 0);
    CHECK("2 has had its three, 4 goes on", runs, 1);
    assert_true(file_has("round/m01.00.rows", "--test random --seed 12 --plusarg +mutant=4 "));
    qualify_free(&b);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(waivers_are_held_to_what_is_there),
        TEST(random_alone_counts_what_it_needs),
        TEST(random_alone_plays_what_is_not_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
