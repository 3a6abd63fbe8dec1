/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TIMING_EPISODE_H
#define SPE_TIMING_EPISODE_H

#include "trace/trace.h"
#include <stdbool.h>
#include <stdint.h>

/**
 * Synthetic EL1 and EL2 episodes: an exception vector saves registers, a handler loops over an
 * array, takes a lock, counts, and returns with ERET. At EL1 the vector may call EL2 (HVC), which
 * runs the same text at its own addresses. Real A64 instruction words, invented addresses; nothing
 * of it comes from a trace.
 */
struct spe_episode_level {
    unsigned at; /* instruction number in the text */
    uint32_t loops;
    uint64_t cursor; /* array element */
};

struct spe_episode {
    uint8_t el; /* 1 or 2 while active, 0: not active */
    bool calls_el2;
    struct spe_episode_level level[3]; /* by Exception level */
    uint64_t return_pc;
    uint64_t (*rnd)(void *ctx);
    void *rnd_ctx;
};

/** Random source of all episodes; retained. */
void spe_episode_init(struct spe_episode *e, uint64_t (*rnd)(void *), void *rnd_ctx);

/** Enter EL1. About `mean_ops` operations on average (at least 33), then back to EL0 at
 * `return_pc`. */
void spe_episode_start(struct spe_episode *e, uint32_t mean_ops, bool calls_el2,
                       uint64_t return_pc);

static inline bool spe_episode_active(const struct spe_episode *e)
{
    return e->el != 0;
}

/**
 * Next operation of an active episode.
 *
 * @param el  receives the Exception level it executes in; the level after it is e->el.
 */
void spe_episode_next(struct spe_episode *e, struct spe_trace_op *op, uint8_t *el);

#endif
