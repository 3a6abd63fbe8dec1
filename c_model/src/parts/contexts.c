/* SPDX-License-Identifier: Apache-2.0 */
#include "parts/contexts.h"
#include "spe/enable.h"
#include "spe/txn_ctx.h"

void contexts_reset(struct contexts *c)
{
    c->now = c->start = c->next = -1;
}

void contexts_count(struct contexts *c, uint64_t cntpct)
{
    c->cntpct = cntpct;
}

void contexts_tell(struct contexts *c, const struct spe_txn_ctx *t)
{
    assert(t->id < MAX_CONTEXTS);
    spe_ctx_from_txn(&c->of[t->id], t);
    c->txn[t->id] = *t;
    c->known |= (uint16_t)(1u << t->id);
    c->cntpct = t->cntpct;
}

void contexts_begin(struct contexts *c, int id)
{
    assert(contexts_known(c, (unsigned)id));
    c->now = c->start = id;
}

void contexts_announce(struct contexts *c, int id)
{
    assert(contexts_known(c, (unsigned)id) && c->now >= 0 && id != c->now);
    c->next = id;
}

void contexts_switch(struct contexts *c)
{
    assert(c->next >= 0);
    c->now = c->next;
    c->next = -1;
}

bool contexts_same(const struct spe_txn_ctx *a, const struct spe_txn_ctx *b)
{
    return a->state == b->state && a->contextidr_el1 == b->contextidr_el1 &&
           a->contextidr_el2 == b->contextidr_el2 && a->cntvoff == b->cntvoff &&
           a->cntpoff == b->cntpoff;
}
