/* SPDX-License-Identifier: Apache-2.0 */
#include "model_internal.h"

/* What is known of the counter, and what is forgotten of it. */

bool counter_unknown(const struct spe_model *m)
{
    uint64_t counters = SPE_PMSICR_COUNT;

    /* ECOUNT is frozen while RND is 0 (P14). */
    if (m->cfg.ernd && (m->regs.v[SPE_PMSIRR] & SPE_PMSIRR_RND) != 0) {
        counters |= SPE_PMSICR_ECOUNT;
    }
    return (m->unknown.bits[SPE_PMSICR] & counters) != 0;
}

void counter_selected(struct spe_model *m)
{
    bool ecount = m->cfg.ernd && (m->regs.v[SPE_PMSIRR] & SPE_PMSIRR_RND) != 0;

    if (!ecount) { /* COUNT has reached zero; else ECOUNT has, and COUNT stays open */
        m->regs.v[SPE_PMSICR] &= ~SPE_PMSICR_COUNT;
        m->unknown.bits[SPE_PMSICR] &= ~SPE_PMSICR_COUNT;
    }
}

/* Members from one selection to the next, most. 0: any number, where ECOUNT is
 * drawn anew before it has reached 0. */
uint64_t counter_longest(const struct spe_model *m)
{
    const uint64_t sirr = m->regs.v[SPE_PMSIRR], interval = (sirr & SPE_PMSIRR_INTERVAL) + 1;

    if ((sirr & SPE_PMSIRR_RND) == 0) {
        return interval;
    }
    return !m->cfg.ernd || interval > 255 ? interval + 255 : 0;
}

void counter_draw_dropped(struct spe_model *m)
{
    m->nl.select_hi += !m->records && m->infer && m->cfg.ernd && m->counter.draw.open;
}

static void forget_nolife(struct spe_model *m)
{
    const uint64_t count = (m->regs.v[SPE_PMSICR] & SPE_PMSICR_COUNT) + m->nl.slack;
    const uint64_t reload = counter_longest(m);

    counter_draw_dropped(m);
    m->nl.loaded = false;
    m->nl.rest = m->nl.rest > count ? m->nl.rest : count;
    m->nl.rest = m->nl.rest > reload ? m->nl.rest : reload;
}

void counter_forget(struct spe_model *m)
{
    if (!m->records) {
        forget_nolife(m);
    }
    m->nl.slack = 0;
    m->nl.missed = false;
    m->snaps.n = 0;
    m->snaps.counter_stopped = false;
    m->regs.v[SPE_PMSICR] = 0;
    m->unknown.bits[SPE_PMSICR] = SPE_PMSICR_COUNT | (m->cfg.ernd ? SPE_PMSICR_ECOUNT : 0);
    m->counter.draw.open = m->counter.load_due = false;
}
