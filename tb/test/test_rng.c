/* SPDX-License-Identifier: Apache-2.0
 *
 * The stimulus generator: published reference values, independence of streams, ranges.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "util/rng.h"

/* First outputs of splitmix64 with state 0, as its author publishes them. */
static void mix_reference(void **state)
{
    (void)state;
    assert_int_equal(tb_mix64(0), 0xe220a8397b1dcdaf);
    assert_int_equal(tb_mix64(0x9e3779b97f4a7c15), 0x6e789e6aa1b965f4);
}

/* xoshiro256** from the state 1, 2, 3, 4. */
static void xoshiro_reference(void **state)
{
    static const uint64_t expected[] = {11520, 0, 1509978240, 1215971899390074240};
    struct tb_rng rng = {{1, 2, 3, 4}};

    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(tb_rng_u64(&rng), expected[i]);
    }
}

static void streams_differ(void **state)
{
    struct tb_rng a, b, again, other_seed;

    (void)state;
    tb_rng_init(&a, 7, "ops");
    tb_rng_init(&b, 7, "axi");
    tb_rng_init(&again, 7, "ops");
    tb_rng_init(&other_seed, 8, "ops");
    for (int i = 0; i < 100; i++) {
        uint64_t x = tb_rng_u64(&a);

        assert_int_equal(x, tb_rng_u64(&again));
        assert_int_not_equal(x, tb_rng_u64(&b));
        assert_int_not_equal(x, tb_rng_u64(&other_seed));
    }
}

/* The streams of a part depend only on its place: no other part, episode or run has them. */
static void parts_differ(void **state)
{
    const uint64_t seeds[] = {tb_part_seed(1, 0, 0), tb_part_seed(1, 0, 1),
                              tb_part_seed(1, 1, 0), tb_part_seed(1, 1, 1),
                              tb_part_seed(2, 0, 0), tb_part_seed(0, 1, 0),
                              tb_part_seed(0, 0, 1), tb_part_seed(0, 0, UINT64_MAX)};
    const size_t count = sizeof seeds / sizeof seeds[0];

    (void)state;
    assert_int_equal(tb_part_seed(1, 1, 1), seeds[3]);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count; k++) {
            assert_int_not_equal(seeds[i], seeds[k]);
        }
    }
}

static void distance(void **state)
{
    struct tb_rng from, to, other;

    (void)state;
    tb_rng_init(&from, 7, "axi");
    tb_rng_init(&other, 7, "xlat");
    to = from;
    assert_int_equal(tb_rng_distance(&from, &to, 0), 0);
    for (int i = 0; i < 20; i++) {
        (void)tb_rng_u64(&to);
    }
    assert_int_equal(tb_rng_distance(&from, &to, 20), 20);
    assert_int_equal(tb_rng_distance(&from, &to, 19), -1);
    assert_int_equal(tb_rng_distance(&to, &from, 1000), -1);
    assert_int_equal(tb_rng_distance(&other, &to, 1000), -1);
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* Each bit differs between half of all neighbours, no two numbers meet, and another key gives
 * another permutation. */
static void scattered(void **state)
{
    enum { count = 4096 };
    static uint64_t all[count];
    unsigned differ[40] = {0}, same = 0;

    (void)state;
    for (uint64_t i = 0; i < count; i++) {
        all[i] = tb_scatter40(i, 7);
        assert_in_range(all[i], 0, (UINT64_C(1) << 40) - 1);
        same += all[i] == tb_scatter40(i, 8);
        for (int bit = 0; bit < 40; bit++) {
            differ[bit] += (unsigned)((all[i] ^ tb_scatter40(i + 1, 7)) >> bit & 1u);
        }
    }
    assert_int_equal(same, 0);
    for (int bit = 0; bit < 40; bit++) {
        assert_in_range(differ[bit], count / 2 - 300, count / 2 + 300);
    }
    qsort(all, count, sizeof all[0], by_value);
    for (int i = 1; i < count; i++) {
        assert_int_not_equal(all[i - 1], all[i]);
    }
}

static void ranges(void **state)
{
    struct tb_rng rng;
    unsigned seen[10] = {0};

    (void)state;
    tb_rng_init(&rng, 1, "test");
    for (int i = 0; i < 10000; i++) {
        uint64_t below = tb_rng_below(&rng, 10);
        uint64_t in = tb_rng_range(&rng, 5, 7);

        assert_in_range(below, 0, 9);
        assert_in_range(in, 5, 7);
        seen[below]++;
    }
    for (int i = 0; i < 10; i++) {
        assert_in_range(seen[i], 850, 1150);
    }
    assert_int_equal(tb_rng_below(&rng, 0), 0);
    assert_int_equal(tb_rng_range(&rng, 9, 3), 9);
    assert_false(tb_rng_percent(&rng, 0));
    assert_true(tb_rng_percent(&rng, 100));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mix_reference),  cmocka_unit_test(xoshiro_reference),
        cmocka_unit_test(streams_differ), cmocka_unit_test(parts_differ),
        cmocka_unit_test(distance),       cmocka_unit_test(scattered),
        cmocka_unit_test(ranges),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
