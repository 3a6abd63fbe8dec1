/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "parts/draws.h"

#define IN_A_ROW  9
#define SHARED    8 /* draws so far apart share no bits */
#define LONG_ROW  (8 * IN_A_ROW)
#define ENOUGH    64
#define SERIAL    256
#define PAIRS     512
#define VALUES    2048
#define PAIR_CHI  200.0
#define VALUE_CHI 470.0
#define HOEFFDING 56.0 /* (2 k - n)^2 above 56 n: 2 exp(-28) for each of 72 counts */
#define BERNSTEIN 56.0 /* d^2 above 56 (variance + |d| / 3): 2 exp(-28) for each lag */
#define SERIAL_Z2 49.0 /* the square of 7 standard deviations, */
#define VARIANCE  (21845.0 * 21845.0) /* of a product of two of 2 v - 255 */

void draws_begin(struct draws *d)
{
    memset(d, 0, sizeof(*d));
}

void draws_gap(struct draws *d)
{
    d->kept = 0;
    d->paired = d->stepped = false;
    d->steps = d->left = d->right = 0;
}

bool draws_enough(const struct draws *d, enum draws_kind kind)
{
    return d->n >= (kind == DRAWS_MIXED ? VALUES : ENOUGH);
}

static uint8_t in_a_row(uint8_t n, bool again)
{
    return again ? (uint8_t)(n < LONG_ROW ? n + 1 : n) : 0;
}

static void found_period(struct draws *d, unsigned i)
{
    const bool is_long = d->period[i] == LONG_ROW;

    if (d->length[is_long] == 0) {
        d->length[is_long] = i + 1;
    }
}

static void note_periods(struct draws *d, uint8_t value)
{
    for (unsigned i = 0; i < d->kept; i++) {
        d->period[i] = in_a_row(d->period[i], d->past[i] == value);
        if (d->period[i] >= IN_A_ROW) {
            found_period(d, i);
        }
    }
    if (d->kept < DRAWS_PERIODS) {
        d->period[d->kept++] = 0;
    }
    memmove(&d->past[1], &d->past[0], d->kept - 1u);
    d->past[0] = value;
}

static void note_apart(struct draws *d, uint8_t value)
{
    for (unsigned i = 1; i < DRAWS_APART && i < d->kept; i++) {
        d->n_apart[i]++;
        d->again[i] += d->past[i] == value;
    }
}

static void note_steps(struct draws *d, uint8_t before, uint8_t value)
{
    const uint8_t step = (uint8_t)(value - before);

    d->steps = in_a_row(d->steps, d->stepped && step == d->step);
    d->left = in_a_row(d->left, value >> 1 == (before & 0x7F));
    d->right = in_a_row(d->right, (value & 0x7F) == before >> 1);
    d->step = step;
    d->stepped = true;
    if (d->steps >= IN_A_ROW && d->at_step[d->steps == LONG_ROW] == 0) {
        d->at_step[d->steps == LONG_ROW] = d->n;
    }
    if ((d->left == IN_A_ROW || d->right == IN_A_ROW) && d->at_shift == 0) {
        d->at_shift = d->n;
    }
}

static void note_bits(struct draws *d, uint8_t before, uint8_t value)
{
    d->n_next++;
    for (unsigned i = 0; i < 8; i++) {
        const unsigned same = (before >> i & 1) != 0 ? value : ~(unsigned)value;
        for (unsigned j = 0; j < 8; j++) {
            d->same[i][j] += same >> j & 1;
        }
    }
}

static void note_pair(struct draws *d, uint8_t before, uint8_t value)
{
    d->paired = !d->paired;
    if (d->paired) {
        d->n_pairs++;
        d->pair[before >> 5][value >> 5]++;
        d->product += (2 * (int64_t)before - 255) * (2 * (int64_t)value - 255);
    }
}

void draws_add(struct draws *d, uint8_t value)
{
    d->n++;
    d->value[value]++;
    for (unsigned i = 0; i < 8; i++) {
        d->one[i] += value >> i & 1;
    }
    if (d->kept > 0) {
        note_steps(d, d->past[0], value);
        note_bits(d, d->past[0], value);
        note_pair(d, d->past[0], value);
    }
    note_apart(d, value);
    note_periods(d, value);
}

/* Returns whether k of n cannot be a binomial count with probability 1/2. */
static bool biased(uint64_t k, uint64_t n)
{
    const double d = 2.0 * (double)k - (double)n;

    return n >= ENOUGH && d * d > HOEFFDING * (double)n;
}

static double chi_square(const uint64_t *count, int cells, uint64_t n)
{
    const double mean = (double)n / cells;
    double sum = 0.0;

    for (int i = 0; i < cells; i++) {
        const double d = (double)count[i] - mean;
        sum += d * d / mean;
    }
    return sum;
}

#define WRONG(w, says, want, ...)                                                                  \
    ((w)->text = (says), (void)snprintf((w)->expected, sizeof((w)->expected), "%s", (want)),       \
     (void)snprintf((w)->actual, sizeof((w)->actual), __VA_ARGS__), true)

static bool wrong_repetition(const struct draws *d, bool next, struct draws_wrong *w)
{
    const int row = next ? IN_A_ROW : LONG_ROW;

    if (d->length[!next] != 0) {
        return WRONG(w, "the random draws repeat", "no such row",
                     "%d draws in a row as those %u before", row, d->length[!next]);
    }
    if (d->at_step[!next] != 0) {
        return WRONG(w, "the random draws count", "no such row",
                     "%d equal steps up to draw %" PRIu64, row, d->at_step[!next]);
    }
    if (d->at_shift != 0 && next) {
        return WRONG(w, "each random draw is the one before, shifted by a bit", "no such row",
                     "%d shifts up to draw %" PRIu64, row, d->at_shift);
    }
    return false;
}

static bool wrong_bits(const struct draws *d, struct draws_wrong *w)
{
    for (int i = 0; i < 8; i++) {
        if (biased(d->one[i], d->n)) {
            return WRONG(w, "a bit of the random draws is not uniform",
                         "a bit that is 1 half the time", "bit %d is 1 in %" PRIu64 " of %" PRIu64,
                         i, d->one[i], d->n);
        }
    }
    return false;
}

static bool wrong_neighbours(const struct draws *d, struct draws_wrong *w)
{
    for (int i = 0; i < 64; i++) {
        const uint64_t k = d->same[i / 8][i % 8];
        if (biased(k, d->n_next)) {
            return WRONG(w, "a bit of the random draws depends on the draw before",
                         "bits that are equal half the time",
                         "bit %d is bit %d of the draw before in %" PRIu64 " of %" PRIu64, i % 8,
                         i / 8, k, d->n_next);
        }
    }
    return false;
}

static bool wrong_apart(const struct draws *d, struct draws_wrong *w)
{
    for (unsigned i = 1; i < DRAWS_APART; i++) {
        const double n = (double)d->n_apart[i], off = (double)d->again[i] - n / 256.0;
        const double variance = n / 256.0 * 255.0 / 256.0;
        if (d->n_apart[i] >= ENOUGH &&
            off * off > BERNSTEIN * (variance + (off < 0 ? -off : off) / 3.0)) {
            return WRONG(w, "random draws depend on earlier ones",
                         "draws that are equal once in 256",
                         "%" PRIu64 " of %" PRIu64 " draws are those %u before", d->again[i],
                         d->n_apart[i], i + 1);
        }
    }
    return false;
}

static bool wrong_pairs(const struct draws *d, struct draws_wrong *w)
{
    const double product = (double)d->product, n = (double)d->n_pairs;
    const double chi = d->n_pairs >= PAIRS ? chi_square(&d->pair[0][0], 64, d->n_pairs) : 0.0;

    if (d->n_pairs >= SERIAL && product * product > SERIAL_Z2 * VARIANCE * n) {
        return WRONG(w, "successive random draws are correlated",
                     "a serial correlation of at most 7 standard deviations",
                     "%.3f over %" PRIu64 " pairs", product / (21845.0 * n), d->n_pairs);
    }
    if (chi > PAIR_CHI) {
        return WRONG(w, "pairs of successive random draws are not uniform",
                     "chi-square of 64 cells at most 200", "%.1f over %" PRIu64 " pairs", chi,
                     d->n_pairs);
    }
    return false;
}

static bool wrong_values(const struct draws *d, enum draws_kind kind, struct draws_wrong *w)
{
    const unsigned times = kind == DRAWS_SHIFTED ? SHARED : 1;
    const double chi = d->n >= (uint64_t)VALUES * times ? chi_square(d->value, 256, d->n) : 0.0;

    if (chi <= VALUE_CHI * times) {
        return false;
    }
    (void)WRONG(w, "the random draws are not uniform over 0 .. 255", "",
                "%.1f over %" PRIu64 " draws", chi, d->n);
    (void)snprintf(w->expected, sizeof(w->expected), "chi-square of 256 cells at most %.0f",
                   VALUE_CHI * times);
    return true;
}

bool draws_judge(const struct draws *d, enum draws_kind kind, struct draws_wrong *wrong)
{
    const bool next = kind == DRAWS_INDEPENDENT;

    if (kind != DRAWS_MIXED && (wrong_repetition(d, next, wrong) || wrong_bits(d, wrong))) {
        return true;
    }
    return (next &&
            (wrong_pairs(d, wrong) || wrong_neighbours(d, wrong) || wrong_apart(d, wrong))) ||
           wrong_values(d, kind, wrong);
}
