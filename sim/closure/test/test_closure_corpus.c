/* SPDX-License-Identifier: Apache-2.0
 *
 * The distance of two bins, what runs have met, and what is said about a hole.
 */
#include "closure_world.h"

static void test_distances(void **state)
{
    static const struct {
        const char *from, *to;
        unsigned distance, axis;
    } rows[] = {
        {"event full.PMBSR_EL1", "event full.PMBSR_EL1", 0, 0},
        {"event full.PMBSR_EL1", "event full.PMBSR_EL3", 1, 1},
        {"event full.PMBSR_EL1", "event gpc.PMBSR_EL1", 1, 0},
        {"event full.PMBSR_EL1", "event gpc.PMBSR_EL2", 0, 0},
        {"event full.PMBSR_EL1", "order full.none", 0, 0},
        /* Numbers. */
        {"depth 1.2.sampled", "depth 4.2.sampled", 3, 0},
        {"depth 1.2.sampled", "depth 1.0.sampled", 2, 1},
        {"depth 1.2.sampled", "depth 1.2.collided", 1, 2},
        /* Sets. */
        {"syndrome full.DL+COLL", "syndrome full.DL", 1, 1},
        {"syndrome full.DL+COLL", "syndrome full.EA", 3, 1},
        {"syndrome full.DL+COLL", "syndrome full.none", 2, 1},
        {"syndrome full.none", "syndrome full.DL+EA+COLL", 3, 1},
        {"syndrome full.DL", "syndrome external.DL", 1, 0},
        /* In an axis without sets, `none` is an ordinary value. */
        {"order full.none", "order full.overtaken", 1, 1},
    };
    struct world w;

    (void)state;
    world_open(&w);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const size_t a = world_bin(&w, rows[i].from), b = world_bin(&w, rows[i].to);
        unsigned axis = 0;
        CHECK(rows[i].to, closure_distance(&w.axes, a, b, &axis), rows[i].distance);
        if (rows[i].distance != 0) {
            CHECK(rows[i].to, axis, rows[i].axis);
        }
        CHECK(rows[i].from, closure_distance(&w.axes, b, a, &axis), rows[i].distance);
    }
    world_close(&w);
}

static void test_much(void **state)
{
    static const struct {
        uint64_t count;
        unsigned much;
    } rows[] = {{0, 0}, {1, 1}, {2, 2}, {3, 2}, {4, 3}, {127, 7}, {128, 8}, {UINT64_MAX, 8}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(closure_much(rows[i].count), rows[i].much);
    }
}

/* First and densest run of a bin; bins of a failed run do not count. */
static void test_corpus(void **state)
{
    struct world w;

    (void)state;
    world_open(&w);
    const size_t full = world_bin(&w, "event full.PMBSR_EL1");
    const size_t gpc = world_bin(&w, "event gpc.PMBSR_EL1");
    const size_t one = world_run(&w, 1, 1000, "", "event full.PMBSR_EL1 3");
    const size_t two = world_run(&w, 2, 500, "", "event full.PMBSR_EL1 3, event gpc.PMBSR_EL1 1");
    world_run(&w, 3, 4000, "", "event full.PMBSR_EL1 100");
    assert_int_equal(w.corpus.first[full], one);
    assert_int_equal(w.corpus.best[full], two); /* 2 in 500 cycles are denser than 7 in 4000 */
    assert_int_equal(w.corpus.first[gpc], two);
    assert_int_equal(w.corpus.run[one].won, 1);
    assert_int_equal(w.corpus.run[two].won, 1);
    assert_int_equal(w.corpus.cycles, 5500);
    assert_int_equal(w.corpus.met, 2);
    assert_int_equal(w.corpus.much_all[full], 2 + 2 + 7);

    const struct spe_cover_met met = {world_bin(&w, "event size.PMBSR_EL1"), 1};
    const struct closure_run failed = {.cycles = 100, .target = full, .parent = CLOSURE_NONE};
    assert_int_equal(closure_corpus_add(&w.corpus, &failed, &met, 1), 0);
    assert_true(closure_is_hole(&w.corpus, met.bin));
    assert_int_equal(w.corpus.cycles, 5600);
    assert_int_equal(w.corpus.hunt[full].runs, 1);
    assert_int_equal(w.corpus.hunt[full].cycles, 100);

    w.corpus.possible[met.bin] = false;
    assert_false(closure_is_hole(&w.corpus, met.bin));
    assert_int_equal(closure_possible(&w.corpus), w.axes.n - 1);
    world_close(&w);
}

static void meet_some(struct world *w)
{
    world_run(w, 1, 1000, "", "syndrome full.DL+COLL 1");
    world_run(w, 2, 1000, "",
              "syndrome gpc.none 1, interval 1.random.selected 1, interval 2_15.fixed.counting 1");
    world_test(w, "smoke", 1000, "syndrome gpc.DL 1, sequence s_written 1");
    world_run(w, 3, 1000, "",
              "depth 0.0.sampled 1, depth 0.2.sampled 1, depth 0.4.sampled 1, depth 0.8.sampled 1,"
              " depth 1.3.sampled 1, depth 0.3.collided 1");
}

static void test_lacks(void **state)
{
    static const struct {
        const char *hole;
        enum closure_class class;
        const char *lacks;
    } rows[] = {
        {"syndrome gpc.DL+COLL", CLOSURE_NEAR,
         "in place of gpc: full (random seed 1); in place of DL+COLL: DL (smoke seed 1),"
         " none (random seed 2)"},
        {"syndrome full.DL", CLOSURE_NEAR,
         "in place of full: gpc (smoke seed 1); in place of DL: DL+COLL (random seed 1)"},
        {"syndrome full.EA", CLOSURE_UNSEEN,
         "in place of full: none; in place of EA, which was met nowhere: DL+COLL (random seed 1)"},
        {"interval 1.fixed.selected", CLOSURE_PARTLY,
         "in place of 1: none; in place of fixed: random (random seed 2); in place of selected:"
         " none"},
        {"sequence discard_mode", CLOSURE_UNSEEN,
         "in place of discard_mode, which was met nowhere: s_written (smoke seed 1)"},
        {"depth 0.3.sampled", CLOSURE_NEAR,
         "in place of 0: 1 (random seed 3); in place of 3: 2 (random seed 3), 4 (random seed 3),"
         " 0 (random seed 3) and 1 more; in place of sampled: collided (random seed 3)"},
    };
    struct world w;
    char text[512];

    (void)state;
    world_open(&w);
    meet_some(&w);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const size_t hole = world_bin(&w, rows[i].hole);
        closure_lacks(&w.corpus, hole, text, sizeof(text));
        print_message("%s\n", rows[i].hole);
        assert_string_equal(text, rows[i].lacks);
        CHECK(rows[i].hole, closure_near(&w.corpus, hole).class, rows[i].class);
    }
    world_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_much),
        cmocka_unit_test(test_corpus),
        cmocka_unit_test(test_lacks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
