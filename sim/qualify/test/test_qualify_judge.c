/* SPDX-License-Identifier: Apache-2.0
 *
 * The judge on tables of five mutants and two configurations, with rounds that nobody has played.
 */
#define _GNU_SOURCE
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alone.h"
#include "check.h"
#include "report.h"
#include "round.h"

static char dir[64];

static const char mutants[] =
    "1\t00000000000000a1\tspu_a\trtl/spu_a.sv\t3\tlogical\ta && b\ta || b\tbuilt\n"
    "2\t00000000000000a2\tspu_a\trtl/spu_a.sv\t4\tbit\ta\ta ^ 1'b1\tbuilt\n"
    "3\t00000000000000a3\tspu_b\trtl/spu_b.sv\t3\tconstant\t1\t2\tbuilt\n"
    "4\t00000000000000a4\tspu_b\trtl/spu_b.sv\t4\tcondition\tx\t1'b0\tbuilt\n"
    "5\t00000000000000a5\tspu_b\trtl/spu_b.sv\t5\tcondition\ty\t1'b0\tnot built\n"
    "# end\n";

static const char plan[] = "1\thome\tone\t-\t--test random --seed 1\n"
                           "1\thome\ttwo\t-\t--test random --seed 1\n"
                           "3\tany\ttwo\tspu_b\t--test smoke --seed 1\n"
                           "4\tother\tone\t-\t--test random --seed 1\n"
                           "4\tother\ttwo\t-\t--test random --seed 1\n"
                           "5\thome\tone\t-\t--test smoke --seed 1\n"
                           "5\thome\ttwo\t-\t--test smoke --seed 1\n"
                           "# end\n";

static void write_file(const char *name, const char *text)
{
    char path[256];

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    (void)fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static void make_dir(const char *name)
{
    char path[256];

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    (void)mkdir(path, 0777);
}

static bool file_has(const char *name, const char *text)
{
    char path[256], content[16384];

    (void)snprintf(path, sizeof(path), "%s/%s", dir, name);
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        return false;
    }
    content[fread(content, 1, sizeof(content) - 1, in)] = '\0';
    (void)fclose(in);
    return strstr(content, text) != NULL;
}

/* Mutants 1, 2 and 4 are in both configurations, 3 in the second alone. */
static int set_up(void **state)
{
    char models[512];

    (void)state;
    (void)snprintf(dir, sizeof(dir), "/tmp/qualify.XXXXXX");
    assert_non_null(mkdtemp(dir));
    make_dir("round");
    make_dir("round/runs");
    write_file("mutants.tsv", mutants);
    write_file("plan.tsv", plan);
    write_file("one", "1\n2\n4\n# end\n");
    write_file("two", "1\n2\n3\n4\n# end\n");
    (void)snprintf(models, sizeof(models),
                   "one\tone\t/sim1\th1\t%s/one\tone\ntwo\ttwo\t/sim2\th2\t%s/two\ttwo\n# end\n",
                   dir, dir);
    write_file("models.tsv", models);
    return 0;
}

static int remove_one(const char *path, const struct stat *is, int type, struct FTW *where)
{
    (void)is, (void)type, (void)where;
    return remove(path);
}

static int tear_down(void **state)
{
    (void)state;
    return nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void read_book(struct qualify_book *book)
{
    assert_int_equal(qualify_read(book, dir), 0);
    qualify_draw(book, 0, "", NULL);
}

/* A clean run of every play, and more lines of runs.tsv. */
static void write_runs(const char *more)
{
    char text[4096];

    (void)snprintf(text, sizeof(text),
                   "h1\tclean\t--test random --seed 1\tsame\t-\t0\t0xc1\t1000\t10\n"
                   "h2\tclean\t--test random --seed 1\tsame\t-\t0\t0xc2\t1000\t10\n"
                   "h1\tclean\t--test smoke --seed 1\tsame\t-\t0\t0xc3\t1000\t10\n"
                   "h2\tclean\t--test smoke --seed 1\tsame\t-\t0\t0xc4\t1000\t10\n%s",
                   more);
    write_file("runs.tsv", text);
}

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

/* What is killed is played no more; what something else has told goes on up to QUALIFY_SOFT. */
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

/* What a waiver has proven is played up to QUALIFY_SOFT all the same: a run may tell otherwise. */
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

/* A run of the round: its verdict, its findings, what the batch says. */
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
    {"m2.p1", "FAIL", "no end after 120 s of processor time (--cpu)", "", "", QUALIFY_TIMEOUT},
    {"m4.p1", "FAIL", "ended by SIGSEGV", "", "", QUALIFY_ERROR},
    {"m1.p2", "FAIL", "status 1, expected 0", "RESULT FAIL result=0xdd",
     "{\"number\":1,\"cycle\":12,\"check\":\"sva\"}\n", QUALIFY_ASSERTION},
    {"m2.p2", "FAIL", "status 4, expected 0", "RESULT FAIL result=0xdd",
     "{\"number\":1,\"cycle\":12,\"check\":\"contract\"}\n", QUALIFY_ERROR},
    {"m4.p2", "FAIL", "status 4, expected 0", "RESULT FAIL result=0xdd",
     "{\"number\":1,\"cycle\":12,\"check\":\"contract\"}\n"
     "{\"number\":2,\"cycle\":13,\"check\":\"reg.read\",\"follows\":0}\n",
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
    assert_string_equal(qualify_run_of(&b, 4, 2)->check, "reg.read");
    CHECK("the check's cycle", qualify_run_of(&b, 4, 2)->cycle, 13);
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
    assert_false(file_has("runs.tsv", "clean")); /* it is played again */
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

/* All that the plan has for the four: 1 is killed, 2, 3 and 4 never differ. */
static const char all_runs[] =
    "h2\t00000000000000a1\t--test random --seed 1\tcheck\tbuf.data\t77\t0x1\t80\t1\n"
    "h1\t00000000000000a2\t--test random --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h2\t00000000000000a2\t--test random --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h1\t00000000000000a2\t--test smoke --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h2\t00000000000000a3\t--test random --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h2\t00000000000000a3\t--test smoke --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h1\t00000000000000a4\t--test random --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h2\t00000000000000a4\t--test random --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h2\t00000000000000a4\t--test smoke --seed 1\tsame\t-\t0\t0x1\t80\t1\n"
    "h1\t00000000000000a4\t--test smoke --seed 1\tdiffers\t-\t0\t0x1\t80\t1\n";

static const struct {
    const char *name, *waivers, *said;
    int faults;
    bool clean;
} reports[] = {
    {"nothing is waived", "# end\n", "differed unseen", 0, false},
    {"all are proven",
     "00000000000000a2\tproof\t-\tr\n00000000000000a3\tproof\t-\tr\n"
     "00000000000000a4\tproof\t-\tr\n# end\n",
     "waived", 0, true},
    {"too many are argued", "00000000000000a2\targued\tHeld\tr\n# end\n", "waived", 0, false},
    {"too many are permitted", "00000000000000a2\tpermitted\tW8\tr\n# end\n", "waived", 0, false},
    {"permitted without a rule", "00000000000000a2\tpermitted\t-\tr\n# end\n", "never differed", 1,
     false},
    {"an argument without an assertion", "00000000000000a2\targued\t-\tr\n# end\n",
     "never differed", 1, false},
    {"a proof with one", "00000000000000a2\tproof\tHeld\tr\n# end\n", "never differed", 1, false},
    {"of no mutant", "00000000000000ff\tproof\t-\tr\n# end\n", "never differed", 1, false},
    {"of one that is killed", "00000000000000a1\tproof\t-\tr\n# end\n", "killed by a check", 1,
     false},
    {"twice", "00000000000000a2\tproof\t-\tr\n00000000000000a2\tproof\t-\tr\n# end\n", "waived", 1,
     false},
    {"of another kind", "00000000000000a2\tbelief\t-\tr\n# end\n", "never differed", 1, false},
    {"with a column too few", "00000000000000a2\tproof\t-\n# end\n", "never differed", 1, false},
};

static void waivers_are_held_to_what_is_there(void **state)
{
    char path[128];

    (void)state;
    write_runs(all_runs);
    (void)snprintf(path, sizeof(path), "%s/waivers.tsv", dir);
    for (size_t i = 0; i < sizeof(reports) / sizeof(*reports); i++) {
        struct qualify_book b;
        struct qualify_waivers w;
        write_file("waivers.tsv", reports[i].waivers);
        read_book(&b);
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

/* 1 is found by the third; 2 by none of three, though a hang has told it; 3 by its first; 4 has
 * played one. */
static const char alone_runs[] =
    "h1\tclean\t--test random --seed 11\tsame\t-\t0\t0xc1\t1000\t10\n"
    "h2\tclean\t--test random --seed 12\tsame\t-\t0\t0xc1\t1000\t10\n"
    "h1\tclean\t--test random --seed 13\tsame\t-\t0\t0xc1\t1000\t10\n"
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
    assert_int_equal(b.mutant[1].alone, QUALIFY_NEVER); /* within two */
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
    read_book(&b); /* the other table, beside which it stands */
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

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(mutants_are_dealt_over_those_that_have_them),
        TEST(clean_runs_come_first),
        TEST(a_mutant_is_played_at_home),
        TEST(who_is_killed_stops),
        TEST(what_is_proven_goes_not_as_far),
        TEST(a_run_is_told_by_what_it_leaves),
        TEST(the_clean_design_must_pass),
        TEST(some_are_drawn_by_a_text),
        TEST(waivers_are_held_to_what_is_there),
        TEST(random_alone_counts_what_it_needs),
        TEST(random_alone_plays_what_is_not_found),
        TEST(tables_that_are_cut_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
