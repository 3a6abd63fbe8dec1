/* SPDX-License-Identifier: Apache-2.0 */
#include "events/window.h"
#include "doubt/event_list.h"
#include "doubt/fork.h"
#include "doubt/snapshots.h"
#include "events/enabling.h"
#include "events/event.h"
#include "queue/discard.h"
#include "state/model.h"

/*
 * A window of doubt: cycles in one of which an event may take effect, or in none (B1, S1). If
 * levels show events, hypotheses replace windows (event.c). Without OUT nothing shows the time: a
 * window stays open until a register, a selection, a draw, an address or a barrier shows whether
 * its event has taken effect.
 */

bool model_window_over(struct spe_model *m, uint64_t cycle)
{
    struct effect *e = window_last(&m->spu->events, &m->clock, cycle);

    if (e != NULL) {
        model_settle(m, e, cycle < e->hi ? cycle : e->hi);
        return true;
    }
    if (m->spu->events.s_level && m->spu->snaps.n != 0 && cycle >= m->spu->snaps.lo &&
        cycle < m->spu->events.s_cycle) {
        window_restore(m, cycle);
        m->spu->events.s_cycle = cycle;
        return true;
    }
    return false;
}

void model_settle(struct spe_model *m, struct effect *e, uint64_t cycle)
{
    struct effect taken = *e;
    bool stopped = model_stopped(m);

    fork_settle(m, e->fork, 1);
    e->optional = false;
    window_restore(m, cycle);
    m->spu->selection.awaited.open = m->spu->counter.load_due = false;
    model_effect_remove(m, (int)(e - m->spu->events.effect));
    uint64_t lo = model_effect_take(m, &taken);
    m->spu->events.s_cycle = cycle;
    model_window_closed(m, lo, stopped);
    model_reenable(m, true);
    if (!m->spu->enabled.buffer) {
        buffer_discard(m);
    }
    m->spu->schedule.busy = true;
}
