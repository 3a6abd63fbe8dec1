/* SPDX-License-Identifier: Apache-2.0 */
#include "events/window_write.h"
#include "arch/interval.h"
#include "arch/route.h"
#include "bus/xl.h"
#include "doubt/counter.h"
#include "doubt/event_list.h"
#include "doubt/fork.h"
#include "doubt/snapshots.h"
#include "events/level_history.h"
#include "events/window.h"
#include "queue/maybe.h"
#include "state/model.h"

/* What a write of a PMBSR_ELx does to the windows of doubt: it undoes an event that nothing has
 * told yet, and an event of its own cycle comes over it (B28, W10). */

/* The first cycle before this one in which the event of a window may have come that nothing has
 * told: levels that lag have still to show it. @return this cycle: there is none. */
static uint64_t untold_since(const struct spe_model *m, const struct effect *e)
{
    const uint64_t since = model_window_since(m, e->lo);

    return window_blind(&m->opt) || since <= e->hi ? since : m->clock.cycle;
}

/* It came, and what it left is overwritten, or it comes yet; or it never does. */
static void overwritten(struct spe_model *m, int i)
{
    struct effect *e = &m->spu.events.effect[i];

    if (e->hi >= m->clock.cycle) {
        e->lo = m->clock.cycle; /* or not yet */
        e->optional = true;
        return;
    }
    fork_unseen(m, e->fork);
    e->fork = 0;
    if (e->ends != 0) {
        buffer_fault_unseen(m, e);
    }
    model_effect_remove(m, i);
}

/* Profiling may have stood still since `first`. Enabled again it loads a counter of 0 (3.1.1). */
static void counter_in_doubt(struct spe_model *m, uint64_t first)
{
    if (!window_blind(&m->opt)) {
        window_forget_before(&m->spu.snaps, first);
    }
    if (m->spu.snaps.n != 0) {
        count_since(&m->spu.acc.count[COUNT_POP], m->spu.snaps.at[0].pop);
    }
    if (m->spu.snaps.n != 0 || (m->spu.enabled.profiling && interval_load_due(&m->spu.regs))) {
        counter_forget(m);
    }
}

void model_window_overwritten(struct spe_model *m, enum spe_reg reg)
{
    uint64_t first = m->clock.cycle;

    for (int i = m->spu.events.n - 1; i >= 0; i--) {
        const struct effect *e = &m->spu.events.effect[i];
        const uint64_t since = untold_since(m, e);
        if (arch_pmbsr(e->target) == reg && window_open(&m->clock, e) && since < m->clock.cycle) {
            first = since < first ? since : first;
            m->spu.buf.moved |= e->late; /* the pointer may be checked again */
            overwritten(m, i);
        }
    }
    if (first < m->clock.cycle) {
        levels_doubt(m, first);
        buffer_doubt_all(m);
        counter_in_doubt(m, first);
    }
}

void model_window_kept(struct spe_model *m)
{
    const uint64_t cleared = m->spu.events.s_cycle, told = cleared + (uint64_t)m->cfg.irq_max;

    if (m->spu.events.irq_checked || m->spu.events.s_level || window_blind(&m->opt) ||
        m->clock.cycle <= told) {
        return;
    }
    const uint64_t last = m->clock.cycle - 1 - (uint64_t)m->cfg.irq_min;
    struct effect *e = window_last(m, last);
    if (e == NULL || e->hi < cleared || !levels_tell(m, e, m->spu.lv.now)) {
        return;
    }
    const uint64_t lo = e->lo > cleared ? e->lo : cleared;
    model_settle(m, e, last < e->hi ? last : e->hi);
    window_settled_since(m, lo < m->spu.events.s_cycle ? lo : m->spu.events.s_cycle);
}
