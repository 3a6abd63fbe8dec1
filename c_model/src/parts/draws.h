/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_DRAWS_H
#define SPE_PARTS_DRAWS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Statistics of the random draws of one run: are they independent and uniform over 0 .. 255? Each
 * test states the greatest probability that independent uniform draws fail it, whatever their
 * number (repetitions: up to 10^7).
 *
 *   repetition  9 draws in a row, each of which equals the draw L before it, L 1 to 256; or makes
 *               the same step (modulo 256) as the draw before it; or is the draw before it, shifted
 *               by one bit: 3e-12
 *   bit         from 64 draws: how often each bit is 1; from 64 neighbours: how often bit i of a
 *               draw is bit j of the next. 72 binomial counts, Hoeffding's bound: 1e-10
 *   apart       from 64 pairs of draws L apart, L 2 to 8: how often both are equal. Whatever came
 *               before, they are equal with probability 1/256: 7 binomial counts, Bernstein's
 *               bound: 1e-11
 *   serial      from 256 pairs that do not overlap: sum of the products, Chernoff's bound: 5e-11
 *   pair        from 512 such pairs: chi-square of their upper three bits, 64 cells: 1e-10
 *   value       from 2,048 draws: chi-square of 256 cells: 9e-11
 *
 * The last two come from the exact distribution with Poisson counts of the same mean, at least 8 in
 * a cell. Times sqrt(2 pi n), it bounds the distribution of n draws. All tests together: less than
 * 4e-10.
 *
 * Where successive draws may share bits, draws that are 8 apart are independent. So a repetition is
 * 72 in a row in place of 9, and neighbours are not tested. `value` takes 8 times the draws and 8
 * times the chi-square: that of all draws is at most the sum of those of the 8 parts. All tests
 * together: less than 1e-9.
 */

#define DRAWS_PERIODS 256
#define DRAWS_APART   8

struct draws {
    uint64_t n;
    uint64_t value[256];
    uint64_t one[8];               /* draws in which the bit is 1 */
    uint64_t n_next, same[8][8];   /* neighbours; bit [i] of the first is [j] of the second */
    uint64_t n_apart[DRAWS_APART]; /* draws with a known one [i] + 1 before them, */
    uint64_t again[DRAWS_APART];   /* and those equal to it */
    uint64_t n_pairs, pair[8][8];  /* pairs that do not overlap, by the upper three bits, */
    int64_t product;               /* and the sum of the products of 2 v - 255 */
    bool paired;                   /* the last draw was the second of a pair */
    uint8_t past[DRAWS_PERIODS];   /* the last `kept` draws, latest first; 0: the one before */
    unsigned kept; /* draws in `past`; 0: the draw before the next one is not known */
    uint8_t period[DRAWS_PERIODS];    /* draws in a row that equal those [i] + 1 before */
    bool stepped;                     /* there is a last step */
    uint8_t step, steps, left, right; /* the last step; in a row: equal steps, shifts */
    /* Findings: [0] 9 in a row; [1] so many in a row that even registers that share bits never have
     * them. */
    unsigned length[2];  /* of the period, 0: none */
    uint64_t at_step[2]; /* draw that completed the equal steps, 0: none */
    uint64_t at_shift;
};

/** Begin a run of no draws. */
void draws_begin(struct draws *d);

/** The next draw of the run. */
void draws_add(struct draws *d, uint8_t value);

/** A draw comes between that is not known, or does not come from the generator. */
void draws_gap(struct draws *d);

/* What is known of the draws. */
enum draws_kind {
    DRAWS_INDEPENDENT,
    DRAWS_SHIFTED, /* successive ones may share bits ([rnd_draws] = shifted): nothing is said of
                      neighbours but periods and steps */
    DRAWS_MIXED    /* some may be injected, nobody says which: the chi-square of values alone */
};

/** Whether there are enough draws to begin the tests other than repetitions. */
bool draws_enough(const struct draws *d, enum draws_kind kind);

/* What is wrong. */
struct draws_wrong {
    char expected[96], actual[96];
    const char *text;
};

/** Judge the run. @return false if nothing is wrong; else *wrong is the plainest thing that is. */
bool draws_judge(const struct draws *d, enum draws_kind kind, struct draws_wrong *wrong);

#endif
