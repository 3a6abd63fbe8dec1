/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "arch/interval.h"
#include "doubt/stale.h"
#include "judge/report.h"
#include "state/model.h"

/*
 * A change by the SPU need not be visible at once (3.1.4, 3.6; P21, S8): for [read_lag_max] cycles
 * a read of PMBPTR_EL1, PMBSR_ELx.COLL or PMSICR_EL1 may return the old value. For COLL this ends
 * with a context synchronization event (3.1.4; D17.3 RLTMKQ), for PMBPTR_EL1 with such an event
 * behind a PSB CSYNC that waits for the record (3.4.1).
 */

uint64_t model_shown(const struct spe_model *m)
{
    const uint64_t now = m->clock.cycle, lag = (uint64_t)m->cfg.read_lag_max;

    return now >= lag ? now - lag : 0;
}

void stale_expire(struct stale_values *stale, uint64_t lag, uint64_t now)
{
    int old = 0;

    while (old < stale->n && stale->at[old].cycle + lag <= now) {
        old++;
    }
    stale->n -= old;
    memmove(&stale->at[0], &stale->at[old], (size_t)stale->n * sizeof(stale->at[0]));
}

void model_stale_note(struct spe_model *m, enum spe_reg reg, uint64_t value, uint64_t order)
{
    if (m->cfg.read_lag_max == 0) {
        return;
    }
    if (m->spu->stale.n == MAX_STALE) {
        model_overflow(m, "changes that need not be visible yet", MAX_STALE);
        return;
    }
    m->spu->stale.at[m->spu->stale.n++] =
        (struct stale){.reg = reg,
                       .cycle = m->clock.cycle,
                       .value = value,
                       .waited = order <= m->spu->barriers.psb_order};
}

void model_stale_passed(struct spu *spu)
{
    for (int i = 0; i < spu->stale.n; i++) {
        struct stale *s = &spu->stale.at[i];
        /* What moved the pointer before the request is of an earlier sample. */
        s->passed |= s->waited || s->cycle <= spu->barriers.psb_cycle;
    }
}

void model_stale_synchronized(struct stale_values *stale)
{
    int last = -1, kept = 0;

    for (int i = 0; i < stale->n; i++) {
        last = stale->at[i].reg == SPE_PMBPTR && stale->at[i].passed ? i : last;
    }
    for (int i = 0; i < stale->n; i++) {
        if (i > last || stale->at[i].reg != SPE_PMBPTR) {
            stale->at[kept++] = stale->at[i];
        }
    }
    stale->n = kept;
}

void model_stale_written(struct stale_values *stale, enum spe_reg reg)
{
    int kept = 0;

    for (int i = 0; i < stale->n; i++) {
        if (stale->at[i].reg != reg) {
            stale->at[kept++] = stale->at[i];
        }
    }
    stale->n = kept;
}

/* The most members that an older counter may lack, if a read shows all up to cycle `shown`: [width]
 * in each cycle. */
static uint64_t members_since(const struct counter *c, int width, uint64_t shown, uint64_t now)
{
    return c->counted > shown ? (uint64_t)width * (now - shown) : 0;
}

/* Whether `data` may be the counter before its last load, if at most `members` have counted since.
 * Only a COUNT of 0 is loaded. Draws may have replaced any ECOUNT. */
static bool before_load(const struct spe_config *cfg, uint64_t data, uint64_t members)
{
    return (data & ~(cfg->ernd ? SPE_PMSICR_ECOUNT : 0)) <= members;
}

/* Whether `data` may be an older counter: that of some cycles ago, or the counter before its last
 * load. Without LIFE the counter before the load is open, because nobody knows where an event has
 * stopped it. */
static bool stale_counter(const struct spe_model *m, uint64_t now, uint64_t data)
{
    const uint64_t shown = model_shown(m);
    const uint64_t members = members_since(&m->spu->counter, m->cfg.width, shown, m->clock.cycle);
    const bool loaded = m->spu->counter.changed > shown;
    const uint32_t count = (uint32_t)data - (uint32_t)now;
    const uint32_t ecount = (uint32_t)(data >> 56) - (uint32_t)(now >> 56);

    if ((data & ~(SPE_PMSICR_COUNT | SPE_PMSICR_ECOUNT)) != 0 || (!loaded && members == 0)) {
        return false;
    }
    if (loaded && (!m->records || before_load(&m->cfg, data, members))) {
        return true;
    }
    return count <= members && (m->cfg.ernd ? loaded || ecount <= members : ecount == 0);
}

bool model_stale_draw(const struct spe_model *m, uint64_t data)
{
    const struct counter *c = &m->spu->counter;
    const bool counts = m->cfg.ernd && (m->spu->regs.v[SPE_PMSIRR] & SPE_PMSIRR_RND) != 0;
    const uint64_t one = counts && data >> 56 != 0 ? 1 | (uint64_t)1 << 56 : 1;
    const uint64_t shown = model_shown(m);
    const uint64_t members = members_since(c, m->cfg.width, shown, m->clock.cycle);
    const bool loaded = c->changed > shown;
    bool found = loaded && (!m->records || before_load(&m->cfg, data, members));

    if (m->cfg.read_lag_max == 0 || !c->draw.open || c->counted == 0 || (!loaded && members == 0)) {
        return false;
    }
    for (uint64_t i = 0; i <= members && !found; i++) {
        struct spe_regs then = m->spu->regs;
        found = interval_reveal(&m->cfg, &then, data - i * one) >= 0;
    }
    return found;
}

bool model_stale(const struct spe_model *m, enum spe_reg reg, uint64_t value, uint64_t data)
{
    if (m->cfg.read_lag_max == 0) {
        return false;
    }
    if (reg == SPE_PMSICR) {
        return stale_counter(m, value, data);
    }
    const bool pointer = reg == SPE_PMBPTR;
    const uint64_t shown = model_shown(m), cse = pointer ? 0 : m->spu->barriers.cse_cycle;
    for (int i = 0; i < m->spu->stale.n; i++) {
        const struct stale *s = &m->spu->stale.at[i];
        uint64_t old = pointer ? s->value : value & ~SPE_PMBSR_COLL;
        if (s->reg == reg && s->cycle > shown && s->cycle > cse && data == old) {
            return true;
        }
    }
    return false;
}
