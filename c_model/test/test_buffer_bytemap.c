/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "check.h"
#include "parts/bytemap.h"

static void a_byte_is_marked_once(void **state)
{
    static const uint64_t at[] = {0, 63, 64, 0xFFF, 0x1000, 0x7F00000000001234, UINT64_MAX};
    struct bytemap map = {.most = 9};

    (void)state;
    for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
        assert_false(bytemap_mark(&map, at[i]));
    }
    for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
        assert_true(bytemap_mark(&map, at[i]));
        assert_false(bytemap_mark(&map, at[i] ^ 2));
    }
    bytemap_free(&map);
}

/* Words at every position of a 64-byte line and at the end of a page, with and without gaps. */
static void a_word_is_marked_as_its_bytes_are(void **state)
{
    static const unsigned strobes[] = {0xFF, 0x01, 0x80, 0x7E, 0xA5, 0};
    struct bytemap bytes = {.most = 9}, words = {.most = 9};

    (void)state;
    for (uint64_t va = 0x0FC0; va < 0x1048; va++) {
        unsigned strb = strobes[va % 6], before = 0;
        for (unsigned i = 0; i < 8; i++) {
            before |= (strb >> i & 1) != 0 && bytemap_mark(&bytes, va + i) ? 1u << i : 0;
        }
        CHECK("before", bytemap_mark_word(&words, va, strb), before);
    }
    bytemap_free(&bytes);
    bytemap_free(&words);
}

static void bytes_from_an_address_on_are_forgotten(void **state)
{
    static const uint64_t from[] = {0x1000, 0x1001, 0x103F, 0x1040, 0x1FFF, 0x2000, 0x2FC0};

    (void)state;
    for (size_t i = 0; i < sizeof(from) / sizeof(from[0]); i++) {
        struct bytemap map = {.most = 9};
        for (uint64_t va = 0x0FF0; va < 0x3010; va++) {
            (void)bytemap_mark(&map, va);
        }
        bytemap_clear_from(&map, from[i]);
        for (uint64_t va = 0x0FF0; va < 0x3010; va++) {
            CHECK("marked", bytemap_mark(&map, va), va < from[i]);
        }
        bytemap_free(&map);
    }
}

static void all_is_forgotten_and_reused(void **state)
{
    struct bytemap map = {.most = 100};

    (void)state;
    for (uint64_t page = 0; page < 100; page++) {
        assert_false(bytemap_mark(&map, page << 12));
    }
    bytemap_clear(&map);
    assert_false(bytemap_mark(&map, 0x5000));
    assert_false(bytemap_mark(&map, 0x5001));
    assert_true(bytemap_mark(&map, 0x5000));
    assert_false(map.full);
    bytemap_free(&map);
}

/* The map finds pages of a large buffer, and of buffers far apart, whatever bits their page numbers
 * share. */
static void pages_of_every_distance_are_found(void **state)
{
    (void)state;
    for (unsigned distance = 12; distance < 59; distance++) {
        struct bytemap map = {.most = 32};
        for (uint64_t i = 0; i < 64; i++) {
            CHECK("marked", bytemap_mark(&map, (i & 31) << distance), i >= 32);
        }
        CHECK("full", map.full, false);
        bytemap_free(&map);
    }
}

/* A map without room says so from then on. Bytes marked before stay known. */
static void a_full_map_says_so(void **state)
{
    struct bytemap map = {.most = 17};

    (void)state;
    for (uint64_t page = 0; page < 17; page++) {
        assert_false(bytemap_mark(&map, page << 12));
    }
    assert_true(bytemap_mark(&map, 0));
    assert_false(map.full);
    assert_false(bytemap_mark(&map, 17 << 12));
    assert_true(map.full);
    assert_false(bytemap_mark(&map, 17 << 12));
    assert_true(bytemap_mark(&map, 16 << 12));
    bytemap_clear(&map);
    assert_false(bytemap_mark(&map, 17 << 12));
    assert_true(map.full);
    bytemap_free(&map);
}

/* A page that finds the map full leaves it as it is: no node is made for nothing. */
static void a_full_map_does_not_grow(void **state)
{
    static const uint64_t at[] = {0x5000, UINT64_C(1) << 20, UINT64_C(1) << 30, UINT64_C(1) << 50};
    struct bytemap map = {.most = 2}, copy = {.most = 2};

    (void)state;
    assert_false(bytemap_mark(&map, 0));
    assert_false(bytemap_mark(&map, UINT64_C(1) << 40));
    assert_false(bytemap_mark(&map, UINT64_C(1) << 41));
    assert_true(map.full);
    bytemap_copy(&copy, &map);
    for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
        assert_false(bytemap_mark(&map, at[i]));
        assert_int_equal(bytemap_mark_word(&map, at[i] + 8, 0xFF), 0);
        assert_ptr_equal(map.root, copy.root);
    }
    assert_false(bytemap_mark(&map, 5)); /* in a page that it has */
    assert_true(bytemap_mark(&map, 5));
    assert_false(bytemap_mark(&copy, 5));
    bytemap_free(&map);
    bytemap_free(&copy);
}

/* The map finds each of many pages again, far apart and adjacent, also after reuse. */
static void many_pages_are_found(void **state)
{
    struct bytemap map = {.most = BYTEMAP_LEAVES};

    (void)state;
    for (int round = 0; round < 2; round++) {
        for (uint64_t page = 0; page < 20000; page++) {
            assert_false(bytemap_mark(&map, page << 12));
            assert_true(bytemap_mark(&map, page << 44) == (page == 0));
            assert_false(bytemap_mark(&map, page << 12 | 1));
        }
        for (uint64_t page = 1; page < 20000; page++) {
            assert_true(bytemap_mark(&map, page << 12));
            assert_true(bytemap_mark(&map, page << 44));
        }
        bytemap_clear(&map);
    }
    assert_false(map.full);
    bytemap_free(&map);
}

/* A copy holds the same bytes, whatever room its map had before. Later marks do not affect the
 * other map. */
static void a_copy_is_the_same(void **state)
{
    struct bytemap large = {.most = 200}, small = {.most = 200}, copy = {.most = 200};

    (void)state;
    for (uint64_t page = 0; page < 100; page++) {
        (void)bytemap_mark(&large, page << 12);
    }
    (void)bytemap_mark(&small, 0x7001);
    (void)bytemap_mark(&small, 0x9002);
    bytemap_copy(&copy, &large);
    assert_true(bytemap_same(&copy, &large));
    assert_false(bytemap_same(&copy, &small));
    for (uint64_t page = 0; page < 100; page++) {
        CHECK("in the copy", bytemap_mark(&copy, page << 12), true);
    }
    bytemap_copy(&copy, &small); /* the old contents of the copy are gone */
    assert_true(bytemap_same(&copy, &small));
    assert_true(bytemap_mark(&copy, 0x7001));
    assert_true(bytemap_mark(&copy, 0x9002));
    assert_false(bytemap_mark(&copy, 0x7000));
    assert_false(bytemap_same(&copy, &small));
    assert_false(bytemap_mark(&small, 0x7000));
    assert_true(bytemap_same(&copy, &small));
    copy.full = true;
    assert_false(bytemap_same(&copy, &small));
    bytemap_free(&large);
    bytemap_free(&small);
    bytemap_free(&copy);
}

/* Maps with equally many but different pages differ: pages below one node, below nodes of another
 * height, in other places. */
static void other_pages_are_not_the_same(void **state)
{
    static const uint64_t pages[][2] = {{0, 1}, {0, 2}, {0, 0x40}, {0x40, 0x41}, {0x1000, 0x1001}};
    enum { N = sizeof(pages) / sizeof(pages[0]) };
    struct bytemap map[N];

    (void)state;
    for (size_t i = 0; i < N; i++) {
        map[i] = (struct bytemap){.most = 9};
        for (int k = 0; k < 2; k++) {
            CHECK("marked", bytemap_mark(&map[i], pages[i][k] << 12), false);
        }
    }
    for (size_t i = 0; i < N; i++) {
        for (size_t k = 0; k < N; k++) {
            CHECK("same", bytemap_same(&map[i], &map[k]), i == k);
        }
    }
    for (size_t i = 0; i < N; i++) {
        bytemap_free(&map[i]);
    }
}

/* Copies of copies, each changed at random, compared with plain arrays of flags. The places are
 * ends of the spans of nodes of each height. */
#define MAPS   4
#define PLACES 5
#define BYTES  0x3000
static const uint64_t place[PLACES] = {0, 0x3E000, 0xFFE000, 0x3FFFE000, UINT64_MAX - BYTES + 1};
static bool flag[MAPS][PLACES][BYTES];

static uint32_t draw(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

static void forget_from(int k, uint64_t va)
{
    for (int p = 0; p < PLACES; p++) {
        for (uint64_t i = 0; i < BYTES; i++) {
            flag[k][p][i] = flag[k][p][i] && place[p] + i < va;
        }
    }
}

static void mark_some(struct bytemap *map, int k, uint32_t *seed)
{
    const uint32_t p = draw(seed) % PLACES, first = draw(seed) % (BYTES - 300);

    for (uint32_t i = first; i < first + 300; i++) {
        CHECK("marked", bytemap_mark(map, place[p] + i), flag[k][p][i]);
        flag[k][p][i] = true;
    }
}

static void change(struct bytemap *map, uint32_t *seed)
{
    const int k = (int)(draw(seed) % MAPS), other = (int)(draw(seed) % MAPS);
    const uint32_t what = draw(seed) % 16, p = draw(seed) % PLACES;
    const uint64_t va = place[p] + draw(seed) % BYTES;

    if (what < 9) {
        mark_some(&map[k], k, seed);
    } else if (what < 12) {
        bytemap_clear_from(&map[k], va);
        forget_from(k, va);
    } else if (what == 12) {
        bytemap_clear(&map[k]);
        forget_from(k, 0);
    } else if (other != k) {
        bytemap_copy(&map[k], &map[other]);
        memcpy(flag[k], flag[other], sizeof(flag[k]));
        CHECK("same", bytemap_same(&map[k], &map[other]), true);
    }
}

static void what_a_copy_shares_is_not_changed(void **state)
{
    struct bytemap map[MAPS] = {{.most = 99}, {.most = 99}, {.most = 99}, {.most = 99}};
    uint32_t seed = 1;

    (void)state;
    memset(flag, 0, sizeof(flag));
    for (int i = 0; i < 4000; i++) {
        change(map, &seed);
    }
    for (int k = 0; k < MAPS; k++) {
        for (int p = 0; p < PLACES; p++) {
            for (uint64_t i = 0; i < BYTES; i++) {
                CHECK("at the end", bytemap_mark(&map[k], place[p] + i), flag[k][p][i]);
            }
        }
        CHECK("leaves", map[k].used, PLACES * BYTES / 0x1000);
        bytemap_free(&map[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_byte_is_marked_once),
        cmocka_unit_test(a_word_is_marked_as_its_bytes_are),
        cmocka_unit_test(bytes_from_an_address_on_are_forgotten),
        cmocka_unit_test(all_is_forgotten_and_reused),
        cmocka_unit_test(pages_of_every_distance_are_found),
        cmocka_unit_test(a_full_map_says_so),
        cmocka_unit_test(a_full_map_does_not_grow),
        cmocka_unit_test(many_pages_are_found),
        cmocka_unit_test(a_copy_is_the_same),
        cmocka_unit_test(other_pages_are_not_the_same),
        cmocka_unit_test(what_a_copy_shares_is_not_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
