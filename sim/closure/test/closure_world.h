/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_WORLD_H
#define CLOSURE_WORLD_H

#include "check.h"
#include "choose.h"
#include "near.h"

/* A world for tests: a small table of weights, the bins of spe/cover.h, and a corpus of made-up
 * runs. */

/* The table: rows of name, value, least, largest. */
#define WORLD_WEIGHTS                                                                              \
    "action.run\t90\t0\t1000\tx\n"                                                                 \
    "action.fault\t8\t0\t1000\tx\n"                                                                \
    "action.reset\t2\t0\t1000\tx\n"                                                                \
    "fill.one\t1\t0\t1000\tx\n"                                                                    \
    "fill.two\t0\t0\t1000\tx\n"                                                                    \
    "percent.stage2\t40\t0\t100\tx\n"                                                              \
    "percent.settle\t100\t0\t100\tx\n"                                                             \
    "number.burst\t16\t1\t100\tx\n"                                                                \
    "# end\n"

struct world {
    struct closure_knobs knobs;
    struct closure_axes axes;
    struct closure_corpus corpus;
    char path[64], fixed[64];
};

/** Open the world: all bins are possible; percent.settle is fixed. */
void world_open(struct world *w);
void world_close(struct world *w);

/** The number of a bin, of a weight. */
size_t world_bin(const struct world *w, const char *name);
size_t world_knob(const struct world *w, const char *name);

/** Make a file with this text, which the caller removes; `path` becomes its name. */
void world_file(char path[64], const char *text);

/**
 * Add a run of `random`: moves "NAME up" or "NAME down" and bins "NAME COUNT", both separated by
 * commas. @return its number.
 */
size_t world_run(struct world *w, uint64_t seed, int64_t cycles, const char *moves,
                 const char *bins);

/** Add a run of another test, without weights. @return its number. */
size_t world_test(struct world *w, const char *test, int64_t cycles, const char *bins);

#endif
