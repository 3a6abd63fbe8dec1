/* SPDX-License-Identifier: Apache-2.0
 *
 * Which runs closure chooses, and that they reach holes.
 */
#include <stdlib.h>

#include "closure_world.h"

enum { ROUND = 32 };

static const struct closure_choice choice = {.seed = 7, .test = "random", .options = "--ops 10"};

/* A move is helpful if its runs met the bins beside the hole more often than other runs. */
static void test_helpful(void **state)
{
    struct world w;
    uint16_t moves[4];

    (void)state;
    world_open(&w);
    const size_t hole = world_bin(&w, "syndrome gpc.DL");
    assert_int_equal(closure_helpful(&w.corpus, hole, moves, 4), 0); /* nothing is known */
    for (uint64_t i = 0; i < 4; i++) {
        world_run(&w, i, 1000, "", "syndrome gpc.none 1");
        world_run(&w, i, 1000, "action.fault up", "syndrome gpc.none 100, syndrome full.DL 7");
        world_run(&w, i, 1000, "percent.stage2 down", "syndrome full.DL 1");
        world_run(&w, i, 1000, "number.burst up", "event full.PMBSR_EL1 100");
        world_run(&w, i, 1000, "action.reset up", "syndrome gpc.none 7, syndrome full.DL 1");
    }
    assert_int_equal(closure_helpful(&w.corpus, hole, moves, 4), 2);
    assert_int_equal(moves[0], 2 * world_knob(&w, "action.fault") + 1);
    assert_int_equal(moves[1], 2 * world_knob(&w, "action.reset") + 1);
    assert_int_equal(closure_helpful(&w.corpus, hole, moves, 1), 1);
    world_close(&w);
}

/* Meet every bin except those of the list. */
static void meet_all_but(struct world *w, const char *const *holes, size_t n)
{
    world_test(w, "rest", 1000, "");
    for (size_t b = 0; b < w->axes.n; b++) {
        w->corpus.possible[b] = false;
    }
    for (size_t i = 0; i < n; i++) {
        w->corpus.possible[world_bin(w, holes[i])] = true;
    }
}

static void note_runs(struct world *w, const char *hole, size_t runs)
{
    w->corpus.hunt[world_bin(w, hole)].runs = runs;
}

/* Holes with the fewest runs come first; a run for a harder hole counts twice or four times. */
static void test_targets(void **state)
{
    static const char *const names[] = {"syndrome gpc.DL", "interval 1.fixed.selected",
                                        "type ST.on.1.kept"};
    static const struct {
        size_t runs[3];    /* of the near, the partly met, the unseen hole */
        const char *order; /* numbers of the names */
    } rows[] = {
        {{0, 0, 0}, "012"}, {{2, 0, 0}, "102"}, {{4, 0, 0}, "120"},
        {{2, 2, 0}, "021"}, {{9, 9, 9}, "012"}, {{9, 9, 1}, "201"},
    };
    struct world w;

    (void)state;
    world_open(&w);
    world_run(&w, 1, 1000, "",
              "syndrome gpc.none 1, syndrome full.DL 1, interval 1.random.counting 1,"
              " interval 2_15.fixed.counting 1, interval 2_15.random.selected 1");
    meet_all_but(&w, names, 3);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        size_t holes[3] = {0};
        for (size_t n = 0; n < 3; n++) {
            note_runs(&w, names[n], rows[i].runs[n]);
        }
        assert_int_equal(closure_targets(&w.corpus, holes, 3), 3);
        for (size_t n = 0; n < 3; n++) {
            CHECK(rows[i].order, holes[n], world_bin(&w, names[rows[i].order[n] - '0']));
        }
    }
    world_close(&w);
}

static void free_runs(struct closure_run *run, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(run[i].vector);
    }
}

/* Runs for the hole are made from runs that met the bins beside it. */
static void test_round(void **state)
{
    static const char *const holes[] = {"syndrome gpc.DL"};
    struct closure_run run[ROUND];
    size_t kinds[CLOSURE_KINDS] = {0};
    struct world w;

    (void)state;
    world_open(&w);
    const size_t gpc = world_run(&w, 11, 1000, "action.fault up", "syndrome gpc.none 5");
    const size_t full = world_run(&w, 12, 1000, "percent.stage2 up", "syndrome full.DL 5");
    world_run(&w, 13, 4000, "", "event full.PMBSR_EL1 1");
    meet_all_but(&w, holes, 1);
    assert_int_equal(closure_choose(&choice, &w.corpus, run, ROUND), 0);
    for (size_t i = 0; i < ROUND; i++) {
        kinds[run[i].kind]++;
        assert_string_equal(run[i].test, "random");
        assert_string_equal(run[i].options, "--ops 10");
        assert_true(run[i].weighted);
        assert_true(closure_sound(&w.knobs, run[i].vector));
        if (run[i].kind == CLOSURE_EXPLORE || run[i].kind == CLOSURE_PLAIN) {
            assert_int_equal(run[i].target, CLOSURE_NONE);
            continue;
        }
        assert_int_equal(run[i].target, world_bin(&w, holes[0]));
        assert_true(run[i].parent == gpc || run[i].parent == full);
        /* The weights that either parent moved are moved. */
        assert_true(run[i].vector->value[world_knob(&w, "action.fault")] >= 32);
        assert_true(run[i].vector->value[world_knob(&w, "percent.stage2")] >= 80);
        if (run[i].kind == CLOSURE_SAME) {
            assert_int_equal(run[i].seed, run[i].parent == gpc ? 11 : 12);
        }
    }
    size_t share[CLOSURE_WAYS];
    closure_shares(&w.corpus, ROUND, share);
    assert_int_equal(kinds[CLOSURE_PLAIN], share[CLOSURE_BY_CHANCE]);
    assert_int_equal(kinds[CLOSURE_EXPLORE], share[CLOSURE_BY_WEIGHTS]);
    assert_int_equal(kinds[CLOSURE_SAME] + kinds[CLOSURE_FRESH], share[CLOSURE_BY_HOLE]);
    assert_true(kinds[CLOSURE_SAME] > 0 && kinds[CLOSURE_FRESH] > 0);
    free_runs(run, ROUND);
    world_close(&w);
}

/* Each way gets an eighth; the rest goes to the way that met more per cycle. */
static void test_shares(void **state)
{
    static const struct {
        const char *name;
        size_t won[CLOSURE_WAYS]; /* holes met by four runs of a thousand cycles each */
        size_t share[CLOSURE_WAYS];
    } rows[] = {
        {"nothing was met", {0, 0, 0}, {12, 10, 10}},
        {"by weights", {0, 8, 0}, {5, 22, 5}},
        {"by holes, and a few by chance", {1, 0, 8}, {7, 5, 20}},
    };
    static const enum closure_kind kind[] = {CLOSURE_PLAIN, CLOSURE_EXPLORE, CLOSURE_SAME};

    (void)state;
    for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
        struct world w;
        size_t share[CLOSURE_WAYS] = {0};
        world_open(&w);
        for (size_t way = 0; way < CLOSURE_WAYS; way++) {
            for (size_t i = 0; i < 4; i++) {
                const size_t run = world_test(&w, "x", 1000, "");
                w.corpus.run[run].kind = kind[way];
                w.corpus.run[run].won = i == 0 ? rows[r].won[way] : 0;
            }
        }
        closure_shares(&w.corpus, ROUND, share);
        for (size_t way = 0; way < CLOSURE_WAYS; way++) {
            CHECK(rows[r].name, share[way], rows[r].share[way]);
        }
        world_close(&w);
    }
}

/* A test that came near is played with another seed, or random sessions are played. */
static void test_tests(void **state)
{
    static const char *const holes[] = {"syndrome gpc.DL"};
    struct closure_run run[ROUND];
    size_t tests = 0;
    struct world w;

    (void)state;
    world_open(&w);
    world_run(&w, 1, 1000, "", "event full.PMBSR_EL1 1");
    const size_t smoke = world_test(&w, "smoke", 1000, "syndrome gpc.none 5, syndrome full.DL 5");
    meet_all_but(&w, holes, 1);
    assert_int_equal(closure_choose(&choice, &w.corpus, run, ROUND), 0);
    for (size_t i = 0; i < ROUND; i++) {
        if (run[i].kind == CLOSURE_TEST) {
            assert_string_equal(run[i].test, "smoke");
            assert_string_equal(run[i].options, "");
            assert_int_equal(run[i].parent, smoke);
            assert_null(run[i].vector);
            tests++;
        }
    }
    assert_true(tests > 0 && tests < ROUND);
    free_runs(run, ROUND);
    world_close(&w);
}

/* With `plain`, the choice does not depend on what was met. */
static void test_plain(void **state)
{
    const struct closure_choice plain = {.seed = 7, .plain = true, .test = "random", .options = ""};
    struct closure_run run[ROUND];
    struct world w;

    (void)state;
    world_open(&w);
    world_run(&w, 1, 1000, "action.fault up", "syndrome gpc.none 5");
    assert_int_equal(closure_choose(&plain, &w.corpus, run, ROUND), 0);
    for (size_t i = 0; i < ROUND; i++) {
        assert_int_equal(run[i].kind, CLOSURE_PLAIN);
        assert_int_equal(run[i].target, CLOSURE_NONE);
        for (size_t k = 0; k < w.knobs.n; k++) {
            assert_int_equal(closure_moved(&w.knobs, run[i].vector, k), 0);
        }
        for (size_t j = 0; j < i; j++) {
            assert_true(run[i].seed != run[j].seed);
        }
    }
    free_runs(run, ROUND);
    world_close(&w);
}

static bool same_runs(const struct closure_run *a, const struct closure_run *b)
{
    bool same = true;

    for (size_t i = 0; i < ROUND; i++) {
        same &= a[i].seed == b[i].seed && a[i].kind == b[i].kind && a[i].target == b[i].target &&
                memcmp(a[i].vector, b[i].vector, sizeof(*a[i].vector)) == 0;
    }
    return same;
}

static void test_seed(void **state)
{
    static const char *const holes[] = {"syndrome gpc.DL", "syndrome gpc.COLL"};
    const struct closure_choice other = {.seed = 8, .test = "random", .options = "--ops 10"};
    struct closure_run one[ROUND], again[ROUND], next[ROUND];
    struct world w;

    (void)state;
    world_open(&w);
    world_run(&w, 11, 1000, "action.fault up", "syndrome gpc.none 5");
    meet_all_but(&w, holes, 2);
    assert_int_equal(closure_choose(&choice, &w.corpus, one, ROUND), 0);
    assert_int_equal(closure_choose(&choice, &w.corpus, again, ROUND), 0);
    assert_int_equal(closure_choose(&other, &w.corpus, next, ROUND), 0);
    assert_true(same_runs(one, again));
    assert_false(same_runs(one, next));
    free_runs(one, ROUND);
    free_runs(again, ROUND);
    free_runs(next, ROUND);
    world_close(&w);
}

/* A made-up SPU. A run meets `gpc` as often as its share of action.fault says, and DL with a high
 * percent.stage2. It meets both together only if both weights are far from usual and the seed is
 * lucky. */
static size_t play(struct world *w, const struct closure_run *run)
{
    const uint32_t fault = run->vector->value[world_knob(w, "action.fault")];
    const uint32_t stage2 = run->vector->value[world_knob(w, "percent.stage2")];
    char bins[256];

    (void)snprintf(bins, sizeof(bins), "syndrome gpc.none %u, syndrome full.DL %u%s", 1 + fault / 8,
                   1 + stage2 / 10,
                   fault >= 128 && stage2 >= 94 && run->seed % 4 == 0 ? ", syndrome gpc.DL 1" : "");
    struct spe_cover_met met[3];
    size_t n = 0;
    for (size_t b = 0; b < w->axes.n; b++) {
        const char *at = strstr(bins, w->axes.bin[b].name);
        if (at != NULL && at[strlen(w->axes.bin[b].name)] == ' ') {
            met[n++] =
                (struct spe_cover_met){b, strtoull(at + strlen(w->axes.bin[b].name), NULL, 10)};
        }
    }
    struct closure_run played = *run;
    played.passed = true;
    played.cycles = 1000;
    assert_int_equal(closure_corpus_add(&w->corpus, &played, met, n), 0);
    return w->corpus.met;
}

/* @return number of runs until the hole was met, or `most`. */
static size_t runs_to_close(const struct closure_choice *how, size_t most)
{
    static const char *const holes[] = {"syndrome gpc.DL"};
    struct closure_run run[ROUND];
    struct world w;

    world_open(&w);
    meet_all_but(&w, holes, 1);
    size_t played = 0;
    while (played < most && w.corpus.met == 0) {
        assert_int_equal(closure_choose(how, &w.corpus, run, ROUND), 0);
        for (size_t i = 0; i < ROUND; i++) {
            (void)play(&w, &run[i]);
            played++;
        }
    }
    world_close(&w);
    return played;
}

static void test_closes(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        const struct closure_choice how = {.seed = seed, .test = "random", .options = ""};
        const struct closure_choice plain = {
            .seed = seed, .plain = true, .test = "random", .options = ""};
        assert_true(runs_to_close(&how, 640) <= 320);
        assert_int_equal(runs_to_close(&plain, 640), 640);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_helpful), cmocka_unit_test(test_targets),
        cmocka_unit_test(test_shares),  cmocka_unit_test(test_round),
        cmocka_unit_test(test_tests),   cmocka_unit_test(test_plain),
        cmocka_unit_test(test_seed),    cmocka_unit_test(test_closes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
