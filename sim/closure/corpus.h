/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_CORPUS_H
#define CLOSURE_CORPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "axes.h"
#include "knobs.h"
#include "spe/config.h"
#include "spe/cover_file.h"

/* The runs that were played, and what they have met. */

/* Why a run was played. */
enum closure_kind {
    CLOSURE_START,   /* a row of the start */
    CLOSURE_PLAIN,   /* the usual weights, a fresh seed */
    CLOSURE_EXPLORE, /* weights moved at random, a fresh seed */
    CLOSURE_SAME,    /* for a hole: the seed of a run that came near, some weights moved */
    CLOSURE_FRESH,   /* for a hole: weights of a run that came near, some moved, a fresh seed */
    CLOSURE_TEST,    /* for a hole: a test that came near, a fresh seed */
    CLOSURE_KINDS
};

#define CLOSURE_NONE SIZE_MAX /* no bin, no run */

struct closure_run {
    enum closure_kind kind;
    char test[64];
    char options[192]; /* of the test, from the row of the start, or empty */
    uint64_t seed;
    bool weighted;         /* it plays random sessions: `vector` holds */
    bool given;            /* it was played before, and costs nothing */
    bool foreign;          /* of another program than the bench: it cannot be played again */
    bool own;              /* some of its weights are moved */
    size_t target, parent; /* the hole that it was played for, the run it was made of */
    struct closure_vector *vector;
    /* What came of it. */
    bool passed;
    int64_t cycles, cpu_ms;
    uint64_t stim;
    char hash[24]; /* of its weights; empty: it has none */
    size_t won;    /* holes that it was the first to meet */
};

/* What was done for a bin. */
struct closure_hunt {
    size_t runs;
    int64_t cycles;
    uint8_t moved[2 * CLOSURE_KNOBS / 8]; /* bit 2 * knob + up */
};

enum { CLOSURE_MOVES = 2 * CLOSURE_KNOBS };

struct closure_corpus {
    const struct closure_axes *axes;
    const struct closure_knobs *knobs;
    bool *possible;
    struct closure_run *run;
    size_t runs;
    size_t played;  /* of them: not given */
    int64_t cycles; /* of these */
    size_t met;     /* possible bins */
    /* By bin. */
    size_t *first, *best; /* the run that met it first, and the one that met it most densely */
    uint64_t *density;
    struct closure_hunt *hunt;
    uint64_t (*much)[CLOSURE_MOVES]; /* over the weighted runs with this move */
    uint64_t *much_all;              /* over all weighted runs */
    /* By move. */
    int64_t move_cycles[CLOSURE_MOVES], all_cycles;
    size_t weighted_runs;
};

/** Of a configuration, or with cfg NULL as if every bin were possible. The axes and knobs are the
 * caller's. @return 0, or NIGHT_EXIT_ENVIRONMENT after one line. */
int closure_corpus_open(struct closure_corpus *corpus, const struct spe_config *cfg,
                        const struct closure_axes *axes, const struct closure_knobs *knobs);

void closure_corpus_close(struct closure_corpus *corpus);

/**
 * Take in a run that has ended; its vector is the corpus' from now on. A run that did not pass
 * costs its cycles and meets nothing.
 * @return 0, or NIGHT_EXIT_ENVIRONMENT after one line.
 */
int closure_corpus_add(struct closure_corpus *corpus, const struct closure_run *run,
                       const struct spe_cover_met *met, size_t n_met);

/** Whether it can be met and was not. */
bool closure_is_hole(const struct closure_corpus *corpus, size_t bin);

/** Bins that can be met. */
size_t closure_possible(const struct closure_corpus *corpus);

/** What a count is worth: 0, and 1 more each time that it doubles, at most 8. */
unsigned closure_much(uint64_t count);

#endif
