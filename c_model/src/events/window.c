/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "doubt/event_list.h"
#include "doubt/fork.h"
#include "doubt/snapshots.h"
#include "events/enabling.h"
#include "events/event.h"
#include "events/level_history.h"
#include "events/window.h"
#include "queue/discard.h"
#include "state/model.h"

/*
 * Windows of doubt: cycles in which an event may take effect, or may not at all (B1, S1). With OUT
 * the levels tell within [irq_max]. Without it no time tells: a window stays open until a register,
 * a selection, a draw, an address or a barrier says what became of its event.
 */

bool model_window_over(struct spe_model *m, uint64_t cycle)
{
    struct effect *e = window_last(m, cycle);

    if (e != NULL) {
        model_settle(m, e, cycle < e->hi ? cycle : e->hi);
        return true;
    }
    if (m->spu.events.s_level && m->spu.snaps.n != 0 && cycle >= m->spu.snaps.lo &&
        cycle < m->spu.events.s_cycle) {
        window_restore(m, cycle);
        m->spu.events.s_cycle = cycle;
        levels_event(m, cycle);
        return true;
    }
    return false;
}

/* Levels tell that the event came in a cycle from `lo` to m->spu.events.s_cycle, and nothing tells
 * more: the counter stands where one of these cycles found it. */
void window_settled_since(struct spe_model *m, uint64_t lo)
{
    if (!m->spu.snaps.counter_stopped) {
        window_forget_before(&m->spu.snaps, lo);
        m->spu.snaps.counter_stopped = m->spu.snaps.n != 0;
    }
    m->spu.snaps.lo = lo;
    m->spu.snaps.hi = m->spu.events.s_cycle;
    levels_event(m, lo);
}

/* S, which is 1 now, became 1 in a cycle from `lo` to `hi`. */
static void settle_back(struct spe_model *m, uint64_t lo, uint64_t hi)
{
    lo = lo > m->spu.snaps.lo ? lo : m->spu.snaps.lo;
    if (m->spu.events.s_cycle != m->spu.snaps.hi || hi < lo || lo >= m->spu.events.s_cycle) {
        model_window_told(m);
        return;
    }
    if (hi < m->spu.events.s_cycle) {
        window_restore(m, hi);
        m->spu.events.s_cycle = hi;
    }
    window_settled_since(m, lo);
}

/* Whether a level that shows a cycle up to `hi` is of the event of the window: S is 0, or software
 * has set one that these cycles have not got yet, or that asks for other levels. */
static bool tells_window(const struct spe_model *m, const struct effect *e, uint64_t hi,
                         unsigned levels)
{
    const bool by_event = m->spu.events.s_cycle == m->spu.snaps.hi;

    return !m->spu.events.s_level ||
           (!by_event && (hi < m->spu.events.s_cycle || levels_tell(m, e, levels)));
}

void model_window_level(struct spe_model *m, unsigned levels)
{
    const uint64_t least = (uint64_t)m->cfg.irq_min, most = (uint64_t)m->cfg.irq_max;
    const uint64_t lo = m->clock.cycle > most ? m->clock.cycle - most : 0;
    const uint64_t hi = m->clock.cycle > least ? m->clock.cycle - least : 0;
    struct effect *e = model_window(m);

    if (e != NULL && hi >= e->lo && tells_window(m, e, hi, levels)) {
        model_settle(m, e, hi < e->hi ? hi : e->hi);
        const uint64_t since = lo > m->spu.snaps.lo ? lo : m->spu.snaps.lo;
        window_settled_since(m, since < m->spu.events.s_cycle ? since : m->spu.events.s_cycle);
    } else if (m->spu.events.s_level) {
        settle_back(m, lo, hi);
    }
}

void model_settle(struct spe_model *m, struct effect *e, uint64_t cycle)
{
    struct effect taken = *e;
    bool stopped = model_stopped(m);

    fork_settle(m, e->fork, 1);
    e->optional = false;
    window_restore(m, cycle);
    m->spu.selection.awaited.open = m->spu.counter.load_due = false;
    model_effect_remove(m, (int)(e - m->spu.events.effect));
    uint64_t lo = model_effect_take(m, &taken);
    m->spu.events.s_cycle = cycle;
    levels_event(m, cycle);
    model_window_closed(m, lo, stopped);
    model_reenable(m, true);
    if (!m->spu.enabled.buffer) {
        buffer_discard(m);
    }
    m->spu.schedule.busy = true;
}
