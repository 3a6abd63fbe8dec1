/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statistics of random draws at their bounds (parts/draws.h), with each bound typed as a number:
 * the greatest deviation that is accepted, and the next one. Also the sums of a run, against sums
 * that are computed again from the whole run.
 */
#include "check.h"
#include "parts/draws.h"

/* A run without anything wrong: half of all bits are 1, nothing is in a row. */
static struct draws nothing_wrong(uint64_t n)
{
    struct draws d;

    draws_begin(&d);
    d.n = d.n_next = n;
    for (int i = 0; i < 8; i++) {
        d.one[i] = n / 2;
        for (int j = 0; j < 8; j++) {
            d.same[i][j] = n / 2;
        }
    }
    return d;
}

/* Judge the draws. `text` and `actual` must be in the result; NULL: nothing is wrong. */
static void judged(const char *row, const struct draws *d, enum draws_kind kind, const char *text,
                   const char *actual)
{
    struct draws_wrong wrong = {.text = ""};

    CHECK(row, draws_judge(d, kind, &wrong), text != NULL);
    if (text != NULL && (strstr(wrong.text, text) == NULL || strcmp(wrong.actual, actual) != 0)) {
        fail_msg("%s: '%s', '%s', must be '%s', '%s'", row, wrong.text, wrong.actual, text, actual);
    }
}

/* Hoeffding: (2 k - n)^2 above 56 n is wrong. Of 64: 62 or more, 2 or fewer; of 1,000: 619 or more,
 * 381 or fewer. */
static const struct {
    uint64_t n, k;
    bool wrong;
} coins[] = {{64, 62, true},    {64, 61, false},   {64, 2, true},     {64, 3, false},
             {63, 63, false},   {63, 0, false},    {1000, 619, true}, {1000, 618, false},
             {1000, 381, true}, {1000, 382, false}};

static void bits_are_judged_at_their_bounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(coins) / sizeof(coins[0]); i++) {
        for (int bit = 0; bit < 8; bit++) {
            struct draws d = nothing_wrong(coins[i].n);
            char actual[96];
            d.one[bit] = coins[i].k;
            (void)snprintf(actual, sizeof(actual), "bit %d is 1 in %" PRIu64 " of %" PRIu64, bit,
                           coins[i].k, coins[i].n);
            const char *text = coins[i].wrong ? "a bit of the random draws is not uniform" : NULL;
            judged("independent", &d, DRAWS_INDEPENDENT, text, actual);
            judged("shifted", &d, DRAWS_SHIFTED, text, actual);
            judged("mixed", &d, DRAWS_MIXED, NULL, "");
        }
    }
}

static void neighbours_are_judged_at_their_bounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(coins) / sizeof(coins[0]); i++) {
        for (int bits = 0; bits < 64; bits++) {
            struct draws d = nothing_wrong(2000);
            char actual[96];
            d.n_next = coins[i].n;
            for (int k = 0; k < 64; k++) {
                d.same[k / 8][k % 8] = k == bits ? coins[i].k : coins[i].n / 2;
            }
            (void)snprintf(actual, sizeof(actual),
                           "bit %d is bit %d of the draw before in %" PRIu64 " of %" PRIu64,
                           bits % 8, bits / 8, coins[i].k, coins[i].n);
            judged("independent", &d, DRAWS_INDEPENDENT,
                   coins[i].wrong ? "depends on the draw before" : NULL, actual);
            judged("shifted", &d, DRAWS_SHIFTED, NULL, "");
            judged("mixed", &d, DRAWS_MIXED, NULL, "");
        }
    }
}

/* Bernstein: (k - n / 256)^2 above 56 (255 n / 65,536 + |k - n / 256| / 3) is wrong. Of 64: 20 or
 * more; of 19,059: none; of 256,000, where 1,000 are expected: 1,246 or more, 754 or fewer. */
static void draws_apart_are_judged_at_their_bounds(void **state)
{
    static const struct {
        uint64_t n, k;
        bool wrong;
    } rows[] = {{64, 20, true},        {64, 19, false},     {63, 63, false},
                {19059, 0, true},      {19058, 0, false},   {256000, 1246, true},
                {256000, 1245, false}, {256000, 754, true}, {256000, 755, false}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (unsigned apart = 1; apart <= DRAWS_APART; apart++) {
            struct draws d = nothing_wrong(2000);
            char actual[96];
            d.n_apart[apart - 1] = rows[i].n;
            d.again[apart - 1] = rows[i].k;
            (void)snprintf(actual, sizeof(actual),
                           "%" PRIu64 " of %" PRIu64 " draws are those %u before", rows[i].k,
                           rows[i].n, apart);
            /* Draws one apart are neighbours and judged as such. */
            judged("independent", &d, DRAWS_INDEPENDENT,
                   rows[i].wrong && apart > 1 ? "depend on earlier ones" : NULL, actual);
            judged("shifted", &d, DRAWS_SHIFTED, NULL, "");
        }
    }
}

/* The bound is seven standard deviations. One standard deviation is 21,845 times the root of the
 * number of pairs. */
static void products_are_judged_at_their_bounds(void **state)
{
    static const struct {
        uint64_t pairs;
        int64_t product;
        const char *actual; /* NULL: nothing is wrong */
    } rows[] = {{256, 2446640, NULL},
                {256, 2446641, "0.438 over 256 pairs"},
                {256, -2446640, NULL},
                {256, -2446641, "-0.438 over 256 pairs"},
                {255, 5000000, NULL},
                {400, 3058300, NULL},
                {400, 3058301, "0.350 over 400 pairs"}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct draws d = nothing_wrong(2000);
        d.n_pairs = rows[i].pairs;
        d.product = rows[i].product;
        judged("independent", &d, DRAWS_INDEPENDENT, rows[i].actual == NULL ? NULL : "correlated",
               rows[i].actual);
        judged("shifted", &d, DRAWS_SHIFTED, NULL, "");
    }
}

/* Cells of `mean` each. In turn one cell gets k more and the next one k less, which adds 2 k^2 /
 * mean. */
static void move(uint64_t *cell, int cells, uint64_t mean, const int *by)
{
    for (int i = 0; i < cells; i++) {
        cell[i] = mean;
    }
    for (int i = 0; by[i] != 0; i++) {
        cell[2 * i] += (uint64_t)by[i];
        cell[2 * i + 1] -= (uint64_t)by[i];
    }
}

#define TWELVE 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8 /* chi-square 16 each, 192 */

/* 512 pairs in 64 cells: a chi-square of 200 is accepted. */
static void pairs_are_judged_at_their_bounds(void **state)
{
    static const int at[] = {TWELVE, 4, 4, 0}, above[] = {TWELVE, 4, 4, 1, 0};
    struct draws d = nothing_wrong(2000);

    (void)state;
    d.n_pairs = 512;
    move(&d.pair[0][0], 64, 8, at);
    judged("200", &d, DRAWS_INDEPENDENT, NULL, "");
    move(&d.pair[0][0], 64, 8, above);
    judged("above", &d, DRAWS_INDEPENDENT, "pairs of successive", "200.2 over 512 pairs");
    judged("shifted", &d, DRAWS_SHIFTED, NULL, "");
    d.n_pairs = 511;
    d.pair[7][7]--;
    judged("one fewer", &d, DRAWS_INDEPENDENT, NULL, "");
}

/* 2,048 draws in 256 cells: a chi-square of 470 is accepted. If draws share bits, 16,384 draws and
 * a chi-square of 3,760. */
static void values_are_judged_at_their_bounds(void **state)
{
    static const int at[] = {TWELVE, TWELVE, 8, 8, 8, 8, 8, 4, 2, 2, 0};
    static const int above[] = {TWELVE, TWELVE, 8, 8, 8, 8, 8, 4, 2, 2, 1, 0};
    static const enum draws_kind kinds[] = {DRAWS_INDEPENDENT, DRAWS_MIXED, DRAWS_SHIFTED};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const bool shared = kinds[i] == DRAWS_SHIFTED;
        const uint64_t n = shared ? 16384 : 2048;
        struct draws d = nothing_wrong(n);
        struct draws_wrong wrong;
        move(d.value, 256, 8, at);
        for (int v = 0; v < 256; v++) {
            d.value[v] *= n / 2048;
        }
        judged("at the bound", &d, kinds[i], NULL, "");
        move(d.value, 256, 8, above);
        for (int v = 0; v < 256; v++) {
            d.value[v] *= n / 2048;
        }
        judged("above", &d, kinds[i], "not uniform over 0 .. 255",
               shared ? "3762.0 over 16384 draws" : "470.2 over 2048 draws");
        (void)draws_judge(&d, kinds[i], &wrong);
        assert_string_equal(wrong.expected, shared ? "chi-square of 256 cells at most 3760"
                                                   : "chi-square of 256 cells at most 470");
        d.n--;
        d.value[255]--;
        judged("one fewer", &d, kinds[i], NULL, "");
    }
}

/* Nine in a row are wrong. If draws share bits, 72 in a row are wrong, and shifts never are. */
static void rows_are_named(void **state)
{
    static const struct {
        unsigned length[2];
        uint64_t step[2], shift;
        const char *nine, *many; /* NULL: nothing is wrong */
    } rows[] = {
        {{5, 0}, {0, 0}, 0, "9 draws in a row as those 5 before", NULL},
        {{5, 256},
         {0, 0},
         0,
         "9 draws in a row as those 5 before",
         "72 draws in a row as those 256 before"},
        {{0, 0}, {30, 0}, 0, "9 equal steps up to draw 30", NULL},
        {{0, 0}, {30, 93}, 0, "9 equal steps up to draw 30", "72 equal steps up to draw 93"},
        {{0, 0}, {0, 0}, 17, "9 shifts up to draw 17", NULL},
        {{1, 1},
         {2, 2},
         3,
         "9 draws in a row as those 1 before",
         "72 draws in a row as those 1 before"},
        {{0, 0}, {2, 2}, 3, "9 equal steps up to draw 2", "72 equal steps up to draw 2"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct draws d = nothing_wrong(100);
        for (int k = 0; k < 2; k++) {
            d.length[k] = rows[i].length[k];
            d.at_step[k] = rows[i].step[k];
        }
        d.at_shift = rows[i].shift;
        judged("nine", &d, DRAWS_INDEPENDENT, "random draw", rows[i].nine);
        judged("many", &d, DRAWS_SHIFTED, rows[i].many == NULL ? NULL : "random draws",
               rows[i].many);
        judged("mixed", &d, DRAWS_MIXED, NULL, "");
    }
}

static void there_are_enough_from_a_number_on(void **state)
{
    struct draws d = {.n = 63};

    (void)state;
    CHECK("63", draws_enough(&d, DRAWS_INDEPENDENT) || draws_enough(&d, DRAWS_SHIFTED), false);
    d.n = 64;
    CHECK("64", draws_enough(&d, DRAWS_INDEPENDENT) && draws_enough(&d, DRAWS_SHIFTED), true);
    d.n = 2047;
    CHECK("2,047", draws_enough(&d, DRAWS_MIXED), false);
    d.n = 2048;
    CHECK("2,048", draws_enough(&d, DRAWS_MIXED), true);
}

/* ---- A run, and its sums computed again */

enum { LONGEST = 420 };

struct run {
    uint8_t v[LONGEST];
    int begins[LONGEST]; /* for each draw, the index of the first draw after the gap before it */
    int n;
    uint32_t seed;
};

static uint32_t noise(struct run *r)
{
    r->seed = r->seed * 1664525 + 1013904223;
    return r->seed >> 11;
}

/* Add some draws of one kind: noise, few values, equal steps, shifts, a period; perhaps after a
 * gap. */
static void part(struct run *r, struct draws *d)
{
    const uint32_t kind = noise(r) % 6, length = 1 + noise(r) % 85, by = 1 + noise(r) % 12;
    const bool gap = noise(r) % 3 == 0;

    if (gap) {
        draws_gap(d);
    }
    for (uint32_t i = 0; i < length && r->n < LONGEST; i++) {
        const uint32_t last = r->n == 0 ? 1 : r->v[r->n - 1];
        const uint32_t new_bit = noise(r) & 1;
        const uint32_t rare = noise(r);
        const uint8_t v = (uint8_t)(kind == 0                          ? noise(r)
                                    : kind == 1                        ? noise(r) % 2 * by
                                    : kind == 2                        ? last + by
                                    : kind == 3                        ? last << 1 | new_bit
                                    : kind == 4                        ? last >> 1 | new_bit << 7
                                    : r->n < (int)by || rare % 70 == 0 ? noise(r)
                                                                       : r->v[r->n - (int)by]);
        r->begins[r->n] = r->n == 0 || (gap && i == 0) ? r->n : r->begins[r->n - 1];
        r->v[r->n++] = v;
        draws_add(d, v);
    }
}

/* Whether draw t repeats the draw `l` before it; continues with an equal step; is the draw before
 * shifted up; is the draw before shifted down. */
static bool period_at(const struct run *r, int t, int l)
{
    return t - l >= r->begins[t] && r->v[t] == r->v[t - l];
}

static bool step_at(const struct run *r, int t, int unused)
{
    (void)unused;
    return t - 2 >= r->begins[t] &&
           (uint8_t)(r->v[t] - r->v[t - 1]) == (uint8_t)(r->v[t - 1] - r->v[t - 2]);
}

static bool up_at(const struct run *r, int t, int unused)
{
    (void)unused;
    return t - 1 >= r->begins[t] && r->v[t] / 2 == r->v[t - 1] % 128;
}

static bool down_at(const struct run *r, int t, int unused)
{
    (void)unused;
    return t - 1 >= r->begins[t] && r->v[t] % 128 == r->v[t - 1] / 2;
}

/* The number, from 1, of the draw that first completes `row` in a row; 0: no draw does. */
static int first_row(const struct run *r, bool (*at)(const struct run *, int, int), int l, int row)
{
    int n = 0;

    for (int t = 0; t < r->n; t++) {
        n = at(r, t, l) ? n + 1 : 0;
        if (n == row) {
            return t + 1;
        }
    }
    return 0;
}

static int earlier(int a, int b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

static void check_rows(const struct run *r, const struct draws *d)
{
    static const int rows[] = {9, 72};

    for (int i = 0; i < 2; i++) {
        int length = 0, first = 0;
        for (int l = 1; l <= DRAWS_PERIODS; l++) {
            const int at = first_row(r, period_at, l, rows[i]);
            if (at != 0 && (first == 0 || at < first)) {
                first = at;
                length = l;
            }
        }
        CHECK("period", d->length[i], (unsigned)length);
        CHECK("steps", d->at_step[i], (uint64_t)first_row(r, step_at, 0, rows[i]));
    }
    CHECK("shifts", d->at_shift,
          (uint64_t)earlier(first_row(r, up_at, 0, 9), first_row(r, down_at, 0, 9)));
}

static void check_sums(const struct run *r, const struct draws *d)
{
    struct draws sum = {.n = (uint64_t)r->n};

    for (int t = 0; t < r->n; t++) {
        const int behind = t - r->begins[t];
        const uint8_t v = r->v[t], last = behind > 0 ? r->v[t - 1] : 0;
        sum.value[v]++;
        for (int i = 0; i < 8; i++) {
            sum.one[i] += (v & 1u << i) != 0;
            for (int j = 0; j < 8 && behind > 0; j++) {
                sum.same[i][j] += ((last & 1u << i) != 0) == ((v & 1u << j) != 0);
            }
        }
        for (int l = 2; l <= DRAWS_APART && l <= behind; l++) {
            sum.n_apart[l - 1]++;
            sum.again[l - 1] += r->v[t - l] == v;
        }
        sum.n_next += behind > 0;
        if (behind % 2 == 1) {
            sum.n_pairs++;
            sum.pair[last / 32][v / 32]++;
            sum.product += (2 * (int)last - 255) * (2 * (int)v - 255);
        }
    }
    CHECK("draws", d->n, sum.n);
    CHECK("neighbours", d->n_next, sum.n_next);
    CHECK("pairs", d->n_pairs, sum.n_pairs);
    CHECK("product", (uint64_t)d->product, (uint64_t)sum.product);
    assert_memory_equal(d->value, sum.value, sizeof(sum.value));
    assert_memory_equal(d->one, sum.one, sizeof(sum.one));
    assert_memory_equal(d->same, sum.same, sizeof(sum.same));
    assert_memory_equal(d->n_apart, sum.n_apart, sizeof(sum.n_apart));
    assert_memory_equal(d->again, sum.again, sizeof(sum.again));
    assert_memory_equal(d->pair, sum.pair, sizeof(sum.pair));
}

static void a_run_adds_up(void **state)
{
    static struct draws d;
    static struct run r;

    (void)state;
    for (uint32_t seed = 1; seed <= 300; seed++) {
        r = (struct run){.seed = seed * 7919};
        draws_begin(&d);
        for (uint32_t parts = 1 + seed % 9; parts > 0; parts--) {
            part(&r, &d);
        }
        check_rows(&r, &d);
        check_sums(&r, &d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_judged_at_their_bounds),
        cmocka_unit_test(neighbours_are_judged_at_their_bounds),
        cmocka_unit_test(draws_apart_are_judged_at_their_bounds),
        cmocka_unit_test(products_are_judged_at_their_bounds),
        cmocka_unit_test(pairs_are_judged_at_their_bounds),
        cmocka_unit_test(values_are_judged_at_their_bounds),
        cmocka_unit_test(rows_are_named),
        cmocka_unit_test(there_are_enough_from_a_number_on),
        cmocka_unit_test(a_run_adds_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
