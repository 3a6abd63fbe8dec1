/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "doubt/counter.h"
#include "doubt/snapshots.h"
#include "judge/report.h"
#include "state/model.h"

/* The counter in each cycle of a window of doubt. Only later an observation shows in which of these
 * cycles the counter stopped. */

/* Whether the snapshots cover all open windows: if an event of a window takes effect, members of
 * later cycles do not count. */
static bool snapshots_done(const struct spe_model *m)
{
    uint64_t last = m->spu->snaps.n == 0 ? 0 : m->spu->snaps.at[m->spu->snaps.n - 1].cycle;

    if (m->spu->snaps.n == 0) {
        return false;
    }
    for (int i = 0; i < m->spu->events.n; i++) {
        if (window_open(&m->clock, &m->spu->events.effect[i]) &&
            m->spu->events.effect[i].hi > last) {
            return false;
        }
    }
    return true;
}

void model_snapshot(struct spe_model *m)
{
    if (snapshots_done(m) ||
        (m->spu->snaps.n > 0 && m->spu->snaps.at[m->spu->snaps.n - 1].cycle == m->clock.cycle)) {
        return;
    }
    if (m->spu->snaps.n == MAX_SNAPS) {
        model_overflow(m, "cycles in which an event may take effect", MAX_SNAPS);
        return;
    }
    m->spu->snaps.at[m->spu->snaps.n++] =
        (struct snapshot){.cycle = m->clock.cycle,
                          .sicr = m->spu->regs.v[SPE_PMSICR],
                          .pop = m->spu->acc.count[COUNT_POP].total,
                          .draw = m->spu->counter.draw};
}

void model_snapshots_written(struct snapshots *snaps, uint64_t sicr)
{
    for (int i = 0; i < snaps->n; i++) {
        snaps->at[i].sicr = sicr;
        snaps->at[i].draw.open = false;
    }
}

void window_restore(struct spe_model *m, uint64_t cycle)
{
    int i = 0;

    while (i < m->spu->snaps.n && m->spu->snaps.at[i].cycle < cycle) {
        i++;
    }
    if (i < m->spu->snaps.n) {
        m->spu->regs.v[SPE_PMSICR] = m->spu->snaps.at[i].sicr;
        m->spu->counter.draw = m->spu->snaps.at[i].draw;
        count_take_back(&m->spu->acc.count[COUNT_POP], m->spu->snaps.at[i].pop);
        m->spu->snaps.n = i;
    }
}

void window_forget_before(struct snapshots *snaps, uint64_t cycle)
{
    int old = 0;

    while (old < snaps->n && snaps->at[old].cycle < cycle) {
        old++;
    }
    snaps->n -= old;
    memmove(&snaps->at[0], &snaps->at[old], (size_t)snaps->n * sizeof(snaps->at[0]));
}

void model_counter_resumes(struct spe_model *m)
{
    if (m->spu->snaps.counter_stopped && m->spu->snaps.n != 0) {
        count_since(&m->spu->acc.count[COUNT_POP], m->spu->snaps.at[0].pop);
        counter_forget(m);
    }
    m->spu->snaps.counter_stopped = false;
}

void model_window_closed(struct spe_model *m, uint64_t lo, bool stopped_before)
{
    if (stopped_before || !window_blind(&m->opt)) {
        return; /* the counter had stopped before, or has its value of this cycle */
    }
    m->spu->snaps.lo = lo;
    m->spu->snaps.counter_stopped = true;
    window_forget_before(&m->spu->snaps, lo);
}

void model_window_late(struct spe_model *m, const struct effect *e)
{
    if (e->hi < m->clock.cycle) {
        window_restore(m, e->hi);
    }
}
