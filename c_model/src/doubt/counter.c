/* SPDX-License-Identifier: Apache-2.0 */
#include "doubt/counter.h"
#include "state/model.h"

/* When the value of the interval counter is known, and when it becomes unknown. */

bool counter_unknown(const struct spe_model *m)
{
    uint64_t counters = SPE_PMSICR_COUNT;

    /* ECOUNT is frozen while RND is 0 (P14). */
    if (m->cfg.ernd && (m->spu->regs.v[SPE_PMSIRR] & SPE_PMSIRR_RND) != 0) {
        counters |= SPE_PMSICR_ECOUNT;
    }
    return (m->spu->unknown.bits[SPE_PMSICR] & counters) != 0;
}

void counter_selected(struct spe_model *m)
{
    bool ecount = m->cfg.ernd && (m->spu->regs.v[SPE_PMSIRR] & SPE_PMSIRR_RND) != 0;

    if (!ecount) { /* COUNT has reached zero; else ECOUNT has, and COUNT stays open */
        m->spu->regs.v[SPE_PMSICR] &= ~SPE_PMSICR_COUNT;
        m->spu->unknown.bits[SPE_PMSICR] &= ~SPE_PMSICR_COUNT;
    }
}

uint64_t counter_longest(const struct spe_model *m)
{
    const uint64_t sirr = m->spu->regs.v[SPE_PMSIRR], interval = (sirr & SPE_PMSIRR_INTERVAL) + 1;

    if ((sirr & SPE_PMSIRR_RND) == 0) {
        return interval;
    }
    return !m->cfg.ernd || (sirr & SPE_PMSIRR_INTERVAL) != 0 ? interval + 255 : 0;
}

void counter_draw_dropped(struct spe_model *m)
{
    m->spu->nl.select_hi += !m->records && m->infer && m->cfg.ernd && m->spu->counter.draw.open;
}

static void forget_nolife(struct spe_model *m)
{
    const uint64_t count = (m->spu->regs.v[SPE_PMSICR] & SPE_PMSICR_COUNT) + m->spu->nl.slack;
    const uint64_t reload = counter_longest(m);

    counter_draw_dropped(m);
    m->spu->nl.loaded = false;
    m->spu->nl.rest = m->spu->nl.rest > count ? m->spu->nl.rest : count;
    m->spu->nl.rest = m->spu->nl.rest > reload ? m->spu->nl.rest : reload;
}

void counter_forget(struct spe_model *m)
{
    if (!m->records) {
        forget_nolife(m);
    }
    m->spu->nl.slack = 0;
    m->spu->nl.missed = false;
    m->spu->snaps.n = 0;
    m->spu->snaps.counter_stopped = false;
    m->spu->regs.v[SPE_PMSICR] = 0;
    m->spu->unknown.bits[SPE_PMSICR] = SPE_PMSICR_COUNT | (m->cfg.ernd ? SPE_PMSICR_ECOUNT : 0);
    m->spu->counter.draw.open = m->spu->counter.load_due = false;
}
