/* SPDX-License-Identifier: Apache-2.0
 *
 * How weights are read, moved and written.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "closure_world.h"
#include "night.h"

/* The weight is set to `from` before the step. */
static void test_steps(void **state)
{
    static const struct {
        const char *knob;
        uint32_t from;
        bool up;
        uint32_t to; /* equal to `from`: the weight does not move */
    } rows[] = {
        {"action.fault", 8, true, 32},       {"action.fault", 8, false, 2},
        {"action.fault", 3, false, 0},       {"action.fault", 0, true, 1},
        {"action.fault", 0, false, 0},       {"action.fault", 300, true, 1000},
        {"action.fault", 1000, true, 1000},  {"fill.one", 1, false, 1}, /* the last of its table */
        {"fill.one", 4, false, 1},           {"fill.two", 0, true, 1},
        {"percent.stage2", 40, true, 80},    {"percent.stage2", 80, true, 94},
        {"percent.stage2", 99, true, 100},   {"percent.stage2", 100, true, 100},
        {"percent.stage2", 40, false, 13},   {"percent.stage2", 1, false, 0},
        {"number.burst", 16, true, 48},      {"number.burst", 48, true, 100},
        {"number.burst", 2, false, 1},       {"number.burst", 1, false, 1},
        {"percent.settle", 100, false, 100}, /* fixed */
    };
    struct world w;

    (void)state;
    world_open(&w);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct closure_vector v = closure_usual(&w.knobs);
        const size_t knob = world_knob(&w, rows[i].knob);
        v.value[knob] = rows[i].from;
        CHECK(rows[i].knob, closure_move(&w.knobs, &v, knob, rows[i].up),
              rows[i].from != rows[i].to);
        CHECK(rows[i].knob, v.value[knob], rows[i].to);
    }
    world_close(&w);
}

static void test_moved(void **state)
{
    struct world w;

    (void)state;
    world_open(&w);
    struct closure_vector v = closure_usual(&w.knobs);
    const size_t fault = world_knob(&w, "action.fault"), one = world_knob(&w, "fill.one");
    assert_int_equal(closure_moved(&w.knobs, &v, fault), 0);
    v.value[fault] = 9;
    assert_int_equal(closure_moved(&w.knobs, &v, fault), 1);
    v.value[fault] = 7;
    assert_int_equal(closure_moved(&w.knobs, &v, fault), -1);
    assert_true(closure_sound(&w.knobs, &v));
    v.value[one] = 0; /* fill.two is 0, too */
    assert_false(closure_sound(&w.knobs, &v));
    world_close(&w);
}

static void test_written(void **state)
{
    char *text = NULL, expected[512];
    size_t bytes = 0;
    struct world w;

    (void)state;
    world_open(&w);
    struct closure_vector v = closure_usual(&w.knobs);
    v.value[world_knob(&w, "action.fault")] = 32;
    v.value[world_knob(&w, "number.burst")] = 5;
    FILE *out = open_memstream(&text, &bytes);
    closure_vector_write(out, &w.knobs, &v);
    assert_int_equal(fclose(out), 0);
    (void)snprintf(expected, sizeof(expected),
                   "# Moved away from %s:\naction.fault\t32\nnumber.burst\t5\n# As there:\n"
                   "action.run\t90\naction.reset\t2\nfill.one\t1\nfill.two\t0\n"
                   "percent.stage2\t40\npercent.settle\t100\n# end\n",
                   w.path);
    assert_string_equal(text, expected);
    free(text);
    world_close(&w);
}

/* Tables and lists of fixed weights that are refused. */
static void test_refused(void **state)
{
    static const struct {
        const char *weights, *fixed;
    } rows[] = {
        {"a.b\t1\t0\t2\tx\n", "# end\n"},                /* cut off */
        {"# end\n", "# end\n"},                          /* empty */
        {"a.b\t3\t0\t2\tx\n# end\n", "# end\n"},         /* beyond its range */
        {"a.b\t1\t2\t2\tx\n# end\n", "# end\n"},         /* below it */
        {"a.b\tx\t0\t2\tx\n# end\n", "# end\n"},         /* no number */
        {"a.b\t1\t0\n# end\n", "# end\n"},               /* no range */
        {"a.b\t1\t0\t2\tx\n# end\n", "a.b\tx\n"},        /* cut off */
        {"a.b\t1\t0\t2\tx\n# end\n", "a.b\n# end\n"},    /* no reason */
        {"a.b\t1\t0\t2\tx\n# end\n", "a.c\tx\n# end\n"}, /* no such weight */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct closure_knobs knobs;
        char weights[64], fixed[64];
        world_file(weights, rows[i].weights);
        world_file(fixed, rows[i].fixed);
        print_message("row %zu\n", i);
        assert_int_equal(closure_knobs_read(&knobs, weights, fixed), NIGHT_EXIT_USAGE);
        closure_knobs_free(&knobs);
        (void)unlink(weights);
        (void)unlink(fixed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_moved),
        cmocka_unit_test(test_written),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
