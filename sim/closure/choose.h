/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_CHOOSE_H
#define CLOSURE_CHOOSE_H

#include "corpus.h"

/* Chooses the next runs (sim/coverage.md, "Coverage closure"). */

struct closure_choice {
    uint64_t seed;       /* seed of all choices */
    bool plain;          /* only the usual weights and fresh seeds */
    const char *test;    /* the test that plays random sessions */
    const char *options; /* options of that test; empty: none */
};

/* Three ways to the next bin: the usual weights, weights moved at random, runs for one hole. */
enum closure_way { CLOSURE_BY_CHANCE, CLOSURE_BY_WEIGHTS, CLOSURE_BY_HOLE, CLOSURE_WAYS };

/**
 * Divide `n` runs among the ways: an eighth for each, the rest in proportion to the holes per cycle
 * that the way's recent runs have met.
 */
void closure_shares(const struct closure_corpus *corpus, size_t n, size_t share[CLOSURE_WAYS]);

/**
 * Choose `n` runs from what the corpus has learned, with the ways as closure_shares() divides them.
 * Equal seeds and corpora give equal runs.
 * @param run  n runs; each weighted run has a vector that the caller frees or adds to the corpus.
 * @return 0, or NIGHT_EXIT_ENVIRONMENT after one line.
 */
int closure_choose(const struct closure_choice *choice, const struct closure_corpus *corpus,
                   struct closure_run *run, size_t n);

/**
 * The moves that may help with a hole, the best first. Runs with such a move have met the bins
 * beside the hole, along all its axes, more often than other runs.
 * @return number of moves, at most `n`; each is 2 * knob + up.
 */
size_t closure_helpful(const struct closure_corpus *corpus, size_t hole, uint16_t *moves, size_t n);

/**
 * The holes in the order in which they are worked on: first those with the fewest runs, where a run
 * counts more for a hole of a harder class.
 * @return number of holes; at most `n` of them are in `holes`.
 */
size_t closure_targets(const struct closure_corpus *corpus, size_t *holes, size_t n);

#endif
