/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_CHOOSE_H
#define CLOSURE_CHOOSE_H

#include "corpus.h"

/* Which runs come next (sim/coverage.md, "Coverage closure"). */

struct closure_choice {
    uint64_t seed;       /* of all choices */
    bool plain;          /* the usual weights and fresh seeds alone */
    const char *test;    /* that plays random sessions */
    const char *options; /* of it; empty: none */
};

/* Three ways to the next bin: the usual weights, weights moved at random, runs for a hole. */
enum closure_way { CLOSURE_BY_CHANCE, CLOSURE_BY_WEIGHTS, CLOSURE_BY_HOLE, CLOSURE_WAYS };

/**
 * Deal `n` runs to the ways: an eighth to each, the others in proportion to the holes per cycle
 * that its runs have met lately.
 */
void closure_shares(const struct closure_corpus *corpus, size_t n, size_t share[CLOSURE_WAYS]);

/**
 * Choose `n` runs, from what the corpus has learned; the ways as closure_shares() deals them.
 * Equal seeds and corpora give equal runs.
 * @param run  n runs; each weighted one has a vector that the caller frees, or adds to the corpus.
 * @return 0, or NIGHT_EXIT_ENVIRONMENT after one line.
 */
int closure_choose(const struct closure_choice *choice, const struct closure_corpus *corpus,
                   struct closure_run *run, size_t n);

/**
 * The moves that may help with a hole, the best first: runs with such a move met the bins beside
 * it more often than others did, taken over all of its axes.
 * @return how many, at most `n`; 2 * knob + up each.
 */
size_t closure_helpful(const struct closure_corpus *corpus, size_t hole, uint16_t *moves, size_t n);

/**
 * The holes in the order in which they are worked on: those with the fewest runs first, where a run
 * counts more for a hole of a harder class.
 * @return how many there are; at most `n` of them in `holes`.
 */
size_t closure_targets(const struct closure_corpus *corpus, size_t *holes, size_t n);

#endif
