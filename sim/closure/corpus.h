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

/* The runs that were played, and the bins that they met. */

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

#define CLOSURE_NONE SIZE_MAX /* no bin; no run */

enum { CLOSURE_OPTIONS = 192 };

struct closure_run {
    enum closure_kind kind;
    char test[64];
    char options[CLOSURE_OPTIONS]; /* options of the test, maybe empty */
    uint64_t seed;
    bool weighted;         /* it plays random sessions: `vector` is set */
    bool given;            /* it was played before, and costs nothing */
    bool foreign;          /* not played by the bench, or options without room: not repeatable */
    bool own;              /* at least one weight is moved */
    size_t target, parent; /* hole that it was played for; run it was made from */
    struct closure_vector *vector;
    /* The result of the run. */
    bool passed;
    int64_t cycles, cpu_ms;
    uint64_t stim;
    char hash[24]; /* hash of its weights; empty: it has none */
    size_t won;    /* holes that it was the first to meet */
};

/* What was done to meet a bin. */
struct closure_hunt {
    size_t runs;
    int64_t cycles;
    uint8_t moved[2 * CLOSURE_KNOBS / 8]; /* bit 2 * knob + up: the move was tried */
};

enum { CLOSURE_MOVES = 2 * CLOSURE_KNOBS };

struct closure_corpus {
    const struct closure_axes *axes;
    const struct closure_knobs *knobs;
    bool *possible;
    struct closure_run *run;
    size_t runs;
    size_t played;  /* number of runs without the given ones */
    int64_t cycles; /* cycles of these runs */
    size_t met;     /* number of possible bins that were met */
    /* By bin: */
    size_t *first, *best; /* the first run that met it; the one that met it most densely */
    uint64_t *density;
    struct closure_hunt *hunt;
    uint64_t (*much)[CLOSURE_MOVES]; /* sum over the weighted runs with this move */
    uint64_t *much_all;              /* sum over all weighted runs */
    /* By move: */
    int64_t move_cycles[CLOSURE_MOVES], all_cycles;
    size_t weighted_runs;
};

/** Begin a corpus for a configuration; with cfg NULL every bin counts as possible. Axes and knobs
 * stay the caller's. @return 0, or NIGHT_EXIT_ENVIRONMENT after one line. */
int closure_corpus_open(struct closure_corpus *corpus, const struct spe_config *cfg,
                        const struct closure_axes *axes, const struct closure_knobs *knobs);

void closure_corpus_close(struct closure_corpus *corpus);

/**
 * Add a run that has ended; the corpus then owns its vector. A run that did not pass costs its
 * cycles and meets nothing.
 * @return 0, or NIGHT_EXIT_ENVIRONMENT after one line.
 */
int closure_corpus_add(struct closure_corpus *corpus, const struct closure_run *run,
                       const struct spe_cover_met *met, size_t n_met);

/** Whether the bin is possible and was not met. */
bool closure_is_hole(const struct closure_corpus *corpus, size_t bin);

/** Number of possible bins. */
size_t closure_possible(const struct closure_corpus *corpus);

/** The value of a count: 0 for 0, then 1 more for each doubling, at most 8. */
unsigned closure_much(uint64_t count);

#endif
