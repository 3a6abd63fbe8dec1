/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "arch/enable.h"
#include "bus/mode.h"
#include "bus/xl.h"
#include "covered/cover_event.h"
#include "events/draw.h"
#include "events/enabling.h"
#include "events/event.h"
#include "events/nolife.h"
#include "state/model.h"

/* What registers and context enable, computed anew where one of them has changed. */

/* PMSEE, whether EL2 is enabled, and E2H decide which S bits stop profiling. */
static void stopped_by_ctx(struct spe_model *m)
{
    if (m->cfg.exc && m->records && model_stopped(m) != m->spu->events.s_level) {
        model_set_s(m, !m->spu->events.s_level);
        m->spu->events.s_cause = CAUSE_CONTEXT;
    }
}

/* Returns whether the registers and contexts that decide enabling are as in the last call. */
static bool same_enabling(struct spu *spu)
{
    const uint64_t *v = spu->regs.v;
    const struct enabling now = {
        .reg = {v[SPE_PMBLIMITR], v[SPE_PMBSR], v[SPE_PMBSR_EL2], v[SPE_PMBSR_EL3],
                v[SPE_PMSCR_EL1], v[SPE_PMSCR_EL2], v[SPE_PMBMAR]},
        .cur = spu->contexts.now,
        .cur0 = spu->contexts.start,
        .known = 1,
    };
    bool same = spu->enabled.from.known == 1 && spu->enabled.from.cur == now.cur &&
                spu->enabled.from.cur0 == now.cur0 &&
                memcmp(spu->enabled.from.reg, now.reg, sizeof(now.reg)) == 0;

    spu->enabled.from = now;
    return same;
}

static void note_on(struct spu *spu, bool on, uint64_t now)
{
    if (!on) {
        spu->buf.on_cycle = UINT64_MAX;
    } else if (!spu->enabled.buffer) {
        spu->buf.on_cycle = now;
    }
    spu->enabled.buffer = on;
    spu->enabled.was_on |= on;
}

/* BR8: indirect reads see a register write from the next cycle on. */
void model_reenable(struct spe_model *m, bool start_of_cycle)
{
    if (m->spu->contexts.now < 0) {
        return;
    }
    if (start_of_cycle && same_enabling(m->spu)) {
        stopped_by_ctx(m);
        return;
    }
    bool on = arch_profiling_enabled(&m->cfg, &m->spu->regs, contexts_now(&m->spu->contexts));
    if (on && !m->spu->enabled.profiling) {
        m->spu->enabled.profiling = true;
        model_transition_on(m, start_of_cycle);
    }
    m->spu->enabled.profiling = on;
    if (!start_of_cycle) {
        if (!m->records) {
            nolife_enabled(m, on, m->spu->enabled.buffer);
        }
        m->spu->schedule.busy = true;
        return;
    }
    const struct spe_ctx *ctx0 = contexts_start(&m->spu->contexts);
    on = arch_buffer_enabled(&m->cfg, &m->spu->regs, ctx0);
    if (on && !m->spu->enabled.buffer) {
        m->spu->enabled.check_pointer = true;
    } else if (!on && m->spu->enabled.buffer && (m->spu->regs.v[SPE_PMBSR] & SPE_PMBSR_S) == 0) {
        cover_disabled(m);
    }
    note_on(m->spu, on, m->clock.cycle);
    if (!m->records) {
        nolife_enabled(m, m->spu->enabled.profiling, on);
    }
    unsigned mode = mode_now(m, ctx0);
    stopped_by_ctx(m);
    if (mode != m->spu->enabled.mode) {
        m->spu->enabled.mode_before = m->spu->enabled.mode;
        m->spu->enabled.mode_cycle = m->clock.cycle;
        m->spu->enabled.mode = mode;
        buffer_owner(m);
    }
}

/* LN1: the lanes from here on execute in the next context. */
void model_switch_ctx(struct spe_model *m)
{
    contexts_switch(&m->spu->contexts);
    model_reenable(m, false);
}

void model_ctx(struct spe_model *m, const struct spe_txn_ctx *t)
{
    struct contexts *c = &m->spu->contexts;

    contexts_count(c, t->cntpct);
    if (t->id == c->now && contexts_same(t, &c->txn[t->id])) {
        return; /* only the counter moved */
    }
    if (c->next >= 0 && c->next != t->id) {
        model_switch_ctx(m);
    }
    contexts_tell(c, t);
    m->spu->enabled.from.known = 0;
    m->spu->schedule.busy = true;
    if (c->now < 0 || c->now == t->id) {
        contexts_begin(c, t->id);
        model_reenable(m, true);
    } else {
        contexts_announce(c, t->id);
    }
}
