/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_CONTEXTS_H
#define SPE_PARTS_CONTEXTS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "spe/enable.h"
#include "spe/txn_ctx.h"

/* Contexts of the PE, as the monitors announce them. Only contexts.c and contexts_cycle() write
 * here. */

#define MAX_CONTEXTS 16

struct contexts {
    struct spe_ctx of[MAX_CONTEXTS];
    struct spe_txn_ctx txn[MAX_CONTEXTS]; /* the same as it was announced */
    uint16_t known;                       /* bit n: id n was announced */
    int now, next;                        /* current; announced and not current yet. -1: none */
    int start;                            /* the one of the start of the cycle: ctx_i[0] */
    uint64_t cntpct;
};

/** No context is current. Those that were announced stay known. */
void contexts_reset(struct contexts *c);

/** A context is announced: it is kept, and its counter is the current one. */
void contexts_tell(struct contexts *c, const struct spe_txn_ctx *t);
/** The same for a known context, of which only the counter has moved. */
void contexts_count(struct contexts *c, uint64_t cntpct);

/** `id` becomes the current context at once; it becomes the next one. */
void contexts_begin(struct contexts *c, int id);
void contexts_announce(struct contexts *c, int id);
/** The next context becomes the current one. */
void contexts_switch(struct contexts *c);

/** Whether both are the same, except for the counter. */
bool contexts_same(const struct spe_txn_ctx *a, const struct spe_txn_ctx *b);

static inline bool contexts_known(const struct contexts *c, unsigned id)
{
    return id < MAX_CONTEXTS && (c->known >> id & 1) != 0;
}

/** The context of that id; the current one; that of the start of the cycle. @{ */
static inline const struct spe_ctx *contexts_of(const struct contexts *c, int id)
{
    assert(id >= 0 && id < MAX_CONTEXTS);
    return &c->of[id];
}

static inline const struct spe_ctx *contexts_now(const struct contexts *c)
{
    return contexts_of(c, c->now);
}

static inline const struct spe_ctx *contexts_start(const struct contexts *c)
{
    return contexts_of(c, c->start);
}
/** @} */

/** A cycle starts with the current context. */
static inline void contexts_cycle(struct contexts *c)
{
    c->start = c->now;
}

#endif
