/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "parts/draws.h"

/*
 * Statistics of random draws. They must find generators that are not random, with few and with many
 * draws, and must never fail good ones. The bounds that parts/draws.h states are far below what
 * trials can show. The trials show that none of 20,000 runs of good generators, 200 of them long,
 * fails.
 */

/* A generator: the next draw from its state. */
typedef uint8_t (*draw_fn)(uint64_t *state);

static uint8_t splitmix(uint64_t *s)
{
    uint64_t z = (*s += UINT64_C(0x9E3779B97F4A7C15));

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint8_t)(z ^ (z >> 31));
}

static uint8_t xorshift(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return (uint8_t)(*s >> 24);
}

/* x^32 + x^22 + x^2 + x + 1, `n` steps. */
static uint8_t lfsr(uint64_t *s, int n)
{
    for (int i = 0; i < n; i++) {
        *s = (*s << 1 | ((*s >> 31 ^ *s >> 21 ^ *s >> 1 ^ *s) & 1)) & UINT32_MAX;
    }
    return (uint8_t)*s;
}

static uint8_t lfsr_byte(uint64_t *s)
{
    return lfsr(s, 8);
}

static uint8_t lfsr_bit(uint64_t *s)
{
    return lfsr(s, 1);
}

static uint8_t lfsr_three(uint64_t *s)
{
    return lfsr(s, 3);
}

/* New bits enter from above. */
static uint8_t lfsr_down(uint64_t *s)
{
    *s = *s >> 1 | ((*s ^ *s >> 10 ^ *s >> 30 ^ *s >> 31) & 1) << 31;
    return (uint8_t)*s;
}

static uint8_t up(uint64_t *s)
{
    return (uint8_t)((*s)++);
}

static uint8_t down(uint64_t *s)
{
    return (uint8_t)((*s)--);
}

static uint8_t by_77(uint64_t *s)
{
    return (uint8_t)(*s += 77);
}

static uint8_t by_128(uint64_t *s)
{
    return (uint8_t)(*s += 128);
}

static uint8_t constant(uint64_t *s)
{
    return (uint8_t)*s;
}

static uint8_t two_values(uint64_t *s)
{
    return (uint8_t)((*s)++ & 1 ? 0xA5 : 0x13);
}

/* Period 255, every value but 0. */
static uint8_t lfsr_8(uint64_t *s)
{
    const unsigned v = (unsigned)(*s & 0xFF) == 0 ? 1 : (unsigned)(*s & 0xFF);

    *s = (v << 1 ^ (v >> 7 & 1) * 0x1D) & 0xFF;
    return (uint8_t)*s;
}

static uint8_t period_200(uint64_t *s)
{
    uint64_t n = (*s)++ % 200;

    return splitmix(&n);
}

static uint8_t stuck_bit(uint64_t *s)
{
    return splitmix(s) | 0x10;
}

/* Bit 2 alternates between 1 and 0. */
static uint8_t alternating_bit(uint64_t *s)
{
    uint64_t n = (*s)++ * UINT64_C(0xD1342543DE82EF95);

    return (splitmix(&n) & 0xFB) | (uint8_t)((*s & 1) << 2);
}

/* About every other draw is near the draw before, mirrored at the ends. */
static uint8_t near(uint64_t *s)
{
    uint64_t rest = *s >> 8;
    const int by = splitmix(&rest), value = (int)(*s & 0xFF) + by - 128;
    uint8_t v = (uint8_t)by;

    if (splitmix(&rest) < 128) {
        v = (uint8_t)(value < 0 ? -1 - value : value > 255 ? 511 - value : value);
    }
    *s = rest << 8 | v;
    return v;
}

/* Four times the draw before, mirrored at 256: no bit copies a bit of the draw before, and no
 * linear correlation exists. */
static uint8_t folded(uint64_t *s)
{
    uint64_t rest = *s >> 8;
    const unsigned times = (unsigned)(*s & 0xFF) << 2 | (splitmix(&rest) & 3u);
    const uint8_t v = (uint8_t)((times >> 8 & 1) == 0 ? times : 255 - (times & 0xFF));

    *s = rest << 8 | v;
    return v;
}

/* `l` draws, then the same `l` draws again. The values are uniform, and neighbours are independent.
 */
static uint8_t twice(uint64_t *s, unsigned l)
{
    const uint64_t n = (*s)++;
    uint64_t which = (n / (2 * (uint64_t)l) * l + n % l) * UINT64_C(0xD1342543DE82EF95);

    return splitmix(&which);
}

static uint8_t two_twice(uint64_t *s)
{
    return twice(s, 2);
}

static uint8_t five_twice(uint64_t *s)
{
    return twice(s, 5);
}

static uint8_t eight_twice(uint64_t *s)
{
    return twice(s, 8);
}

/* Never the value of three draws before. */
static uint8_t never_again(uint64_t *s)
{
    uint64_t rest = *s >> 24;
    const uint8_t third = (uint8_t)(*s >> 16);
    uint8_t v = splitmix(&rest);

    while (v == third) {
        v = splitmix(&rest);
    }
    *s = rest << 24 | (*s & 0xFFFF) << 8 | v;
    return v;
}

/* Bit 0 is 0 too rarely: three times in eight. */
static uint8_t leaning(uint64_t *s)
{
    const uint8_t v = splitmix(s);

    return (v & 1) == 0 && splitmix(s) < 64 ? v | 1 : v;
}

/* No values above 240. */
static uint8_t cut(uint64_t *s)
{
    const uint8_t v = splitmix(s);

    return v > 240 ? (uint8_t)(v - 16) : v;
}

static bool run(draw_fn next, uint64_t seed, unsigned n, enum draws_kind kind,
                struct draws_wrong *wrong)
{
    static struct draws d;
    uint64_t state = seed;

    draws_begin(&d);
    for (unsigned i = 0; i < n; i++) {
        draws_add(&d, next(&state));
    }
    return draws_judge(&d, kind, wrong);
}

/* The statistics find the generator within `enough` draws, and name `text`. */
static const struct {
    const char *row;
    draw_fn next;
    unsigned enough;
    const char *text;
} bad_rows[] = {
    {"up", up, 11, "count"},
    {"down", down, 11, "count"},
    {"steps of 77", by_77, 11, "count"},
    {"steps of 128", by_128, 11, "repeat"},
    {"constant", constant, 10, "repeat"},
    {"two values", two_values, 11, "repeat"},
    {"period 200", period_200, 209, "repeat"},
    {"8-bit shift register", lfsr_8, 264, "repeat"},
    {"a new bit from below", lfsr_bit, 10, "shifted"},
    {"a new bit from above", lfsr_down, 10, "shifted"},
    {"three new bits", lfsr_three, 65, "draw before"},
    {"stuck bit", stuck_bit, 64, "a bit of"},
    {"alternating bit", alternating_bit, 65, "draw before"},
    {"near the draw before", near, 2000, "correlated"},
    {"four times the draw before", folded, 1100, "pairs"},
    {"two draws, twice", two_twice, 80, "earlier ones"},
    {"two draws, twice, many", two_twice, 100000, "earlier ones"},
    {"five draws, twice", five_twice, 80, "earlier ones"},
    {"eight draws, twice", eight_twice, 80, "earlier ones"},
    {"never the third again", never_again, 30000, "earlier ones"},
    {"leaning bit", leaning, 4096, "a bit of"},
    {"values that never come", cut, 4096, "0 .. 255"},
};

static void what_is_not_random_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(bad_rows) / sizeof(bad_rows[0]); i++) {
        struct draws_wrong wrong = {.text = "nothing"};
        CHECK(bad_rows[i].row,
              run(bad_rows[i].next, 0x1234567, bad_rows[i].enough, DRAWS_INDEPENDENT, &wrong),
              true);
        if (strstr(wrong.text, bad_rows[i].text) == NULL) {
            fail_msg("%s: %s (expected %s, actual %s)", bad_rows[i].row, wrong.text, wrong.expected,
                     wrong.actual);
        }
    }
}

/* The address sanitizer looks at memory, not at statistics: fewer draws are enough. */
#ifdef __SANITIZE_ADDRESS__
enum { SHIFTED_SEEDS = 2, GOOD_RUNS = 2000 };
#else
enum { SHIFTED_SEEDS = 12, GOOD_RUNS = 20000 };
#endif

/* [rnd_draws] = shifted accepts 32-bit shift registers with fewer than 8 steps a draw. Other bad
 * generators are still found. */
static void shift_registers_are_taken_where_the_key_says_so(void **state)
{
    static const struct {
        const char *row;
        draw_fn next;
        bool wrong;
    } rows[] = {
        {"a new bit from below", lfsr_bit, false}, {"a new bit from above", lfsr_down, false},
        {"three new bits", lfsr_three, false},     {"up", up, true},
        {"8-bit shift register", lfsr_8, true},    {"stuck bit", stuck_bit, true},
        {"values that never come", cut, true},
    };
    struct draws_wrong wrong;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (uint64_t seed = 1; seed <= SHIFTED_SEEDS; seed++) {
            CHECK(rows[i].row, run(rows[i].next, seed * 0x1234567, 1 << 16, DRAWS_SHIFTED, &wrong),
                  rows[i].wrong);
        }
    }
}

/* Bits 0 and 1 are equal a little too often, and each bit by itself is uniform: a chi-square of
 * 1,900. */
static uint8_t uneven(uint64_t *s)
{
    const uint8_t v = splitmix(s);

    return (v ^ v >> 1) & 1 && splitmix(s) < 40 ? v ^ 1 : v;
}

/* Draws that share bits with the seven draws before may be more uneven by chance: eight times as
 * much. */
static void draws_that_share_bits_may_be_more_uneven(void **state)
{
    struct draws_wrong wrong;

    (void)state;
    CHECK("shifted", run(uneven, 7, 1 << 16, DRAWS_SHIFTED, &wrong), false);
    CHECK("mixed", run(uneven, 7, 1 << 16, DRAWS_MIXED, &wrong), true);
}

/* If nobody says which draws are injected, only the chi-square of values is judged. */
static void mixed_draws_are_counted_only(void **state)
{
    struct draws_wrong wrong;

    (void)state;
    CHECK("up", run(up, 0, 1 << 15, DRAWS_MIXED, &wrong), false);
    CHECK("stuck bit, few", run(stuck_bit, 0, 2047, DRAWS_MIXED, &wrong), false);
    CHECK("stuck bit", run(stuck_bit, 0, 2048, DRAWS_MIXED, &wrong), true);
}

/* The deviation that chance permits grows with the number of draws. */
static void a_long_run_of_a_good_generator_is_good(void **state)
{
    struct draws_wrong wrong;

    (void)state;
    CHECK("splitmix", run(splitmix, 11, 400000, DRAWS_INDEPENDENT, &wrong), false);
    CHECK("a register stepped 8 times", run(lfsr_byte, 11, 400000, DRAWS_INDEPENDENT, &wrong),
          false);
}

/* Two runs of twelve draws of a shift register, with noise between them. The finding names the
 * first nine shifts in a row. */
static void the_first_shifts_are_named(void **state)
{
    static struct draws d;
    struct draws_wrong wrong = {.text = ""};
    uint64_t s = 0x1234567, noise = 1;

    (void)state;
    draws_begin(&d);
    for (int i = 0; i < 60; i++) {
        draws_add(&d, i % 30 < 12 ? lfsr_bit(&s) : splitmix(&noise));
    }
    CHECK("shifts", draws_judge(&d, DRAWS_INDEPENDENT, &wrong), true);
    assert_non_null(strstr(wrong.actual, "shifts up to draw 10"));
}

/* A row does not continue over a gap. */
static void a_gap_ends_what_is_in_a_row(void **state)
{
    static struct draws d;
    struct draws_wrong wrong;
    uint64_t s = 5, noise = 1;

    (void)state;
    draws_begin(&d);
    for (int i = 0; i < 60; i++) {
        if (i % 8 == 0) {
            draws_gap(&d);
        }
        draws_add(&d, i % 8 < 7 ? up(&s) : splitmix(&noise));
    }
    CHECK("short runs", draws_judge(&d, DRAWS_INDEPENDENT, &wrong), false);
    CHECK("neighbours", d.n_next, 60 - 8);
}

/* Groups of three draws with a gap after each group; the third draw repeats the first. These pairs
 * are judged from 64 pairs on, although the number of draws is enough earlier. */
static void pairs_apart_are_judged_when_there_are_enough(void **state)
{
    (void)state;
    for (int threes = 60; threes <= 66; threes++) {
        static struct draws d;
        struct draws_wrong wrong;
        uint64_t noise = 3;

        draws_begin(&d);
        for (int i = 0; i < threes; i++) {
            const uint8_t value = splitmix(&noise);
            draws_add(&d, value);
            draws_add(&d, splitmix(&noise));
            draws_add(&d, value);
            draws_gap(&d);
        }
        CHECK("threes", draws_judge(&d, DRAWS_INDEPENDENT, &wrong), threes >= 64);
    }
}

static void good_generators_are_never_found(void **state)
{
    static const draw_fn good[] = {splitmix, xorshift, lfsr_byte};
    const size_t n = sizeof(good) / sizeof(good[0]);
    unsigned found = 0;

    (void)state;
    for (unsigned i = 0; i < GOOD_RUNS; i++) {
        struct draws_wrong wrong;
        const unsigned length = i % 100 != 0 ? 64 + i % 200 : 3000;
        uint64_t seed = i;
        for (int k = 0; k < 8; k++) {
            seed = seed << 8 ^ splitmix(&seed) ^ i;
        }
        if (run(good[i % n], seed | 1, length, DRAWS_INDEPENDENT, &wrong)) {
            print_error("run %u: %s (expected %s, actual %s)\n", i, wrong.text, wrong.expected,
                        wrong.actual);
            found++;
        }
    }
    CHECK("runs that fail", found, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_random_is_found),
        cmocka_unit_test(shift_registers_are_taken_where_the_key_says_so),
        cmocka_unit_test(draws_that_share_bits_may_be_more_uneven),
        cmocka_unit_test(mixed_draws_are_counted_only),
        cmocka_unit_test(a_long_run_of_a_good_generator_is_good),
        cmocka_unit_test(the_first_shifts_are_named),
        cmocka_unit_test(a_gap_ends_what_is_in_a_row),
        cmocka_unit_test(pairs_apart_are_judged_when_there_are_enough),
        cmocka_unit_test(good_generators_are_never_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
