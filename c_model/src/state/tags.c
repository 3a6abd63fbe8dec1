/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "state/model.h"
#include "state/queue.h"
#include "state/tags.h"

/* Questions about the samples in flight: which tags are free, which samples are older. Nothing
 * changes here. */

/* RL4: strict scope. */
static bool strict_busy(const struct spe_model *m)
{
    if (m->cfg.sync_scope != spe_cfg_sync_scope_strict) {
        return false;
    }
    for (int i = 0; i < m->cfg.inflight; i++) {
        if (!inflight_is_free(&m->spu->fl.tag[i], m->clock.cycle)) {
            return true;
        }
    }
    return buffer_occupied(&m->spu->buf) + m->spu->fl.n_staged != 0;
}

bool inflight_is_free(const struct tag *tag, uint64_t now)
{
    return tag->state == TAG_FREE && now >= tag->free_cycle;
}

int inflight_free(const struct spe_model *m)
{
    int n = 0;

    for (int i = 0; i < m->cfg.inflight; i++) {
        n += inflight_is_free(&m->spu->fl.tag[i], m->clock.cycle);
    }
    return n;
}

/* LN9: the lowest free tag. */
unsigned inflight_predict(const struct spe_model *m)
{
    if (strict_busy(m)) {
        return SPE_TAG_COLLIDED;
    }
    for (int i = 0; i < m->cfg.inflight; i++) {
        if (inflight_is_free(&m->spu->fl.tag[i], m->clock.cycle)) {
            return (unsigned)i;
        }
    }
    return SPE_TAG_COLLIDED;
}

/* RL1: an ending frees its tag. */
uint64_t inflight_free_from(const struct spe_config *cfg, const struct tag *tag)
{
    return tag->end_cycle + (cfg->collide_on_complete ? 1 : 0);
}

int inflight_ended(const struct inflight *fl, const struct buffer *buf, uint64_t order)
{
    int n = 0;

    for (int i = 0; i < fl->n_wait; i++) {
        n += fl->tag[fl->wait[i]].order <= order;
    }
    for (int i = 0; i < fl->n_staged; i++) {
        const struct rec *rec = rec_seen(buf, fl->staged[i]);
        n += rec->order <= order && !rec->filter.doubt;
    }
    return n;
}

/* RL3: the samples of selection `order` and of older selections go first. */
int inflight_older(const struct inflight *fl, const struct buffer *buf, uint64_t order)
{
    int n = inflight_ended(fl, buf, order);

    for (int i = 0; i < MAX_TAGS; i++) {
        n += fl->tag[i].state == TAG_FLIGHT && fl->tag[i].order <= order;
    }
    return n;
}

uint64_t inflight_in(const struct inflight *fl, enum tag_state state)
{
    uint64_t n = 0;

    assert(state != TAG_FREE); /* free tags are limited by the configuration, not by MAX_TAGS */
    for (int i = 0; i < MAX_TAGS; i++) {
        n += fl->tag[i].state == state;
    }
    return n;
}
