/* SPDX-License-Identifier: Apache-2.0 */
#include "model_internal.h"

void model_reset(struct spe_model *m, const struct spe_txn_reset *t)
{
    contract_reset(&m->contract, t->kind == 0);
    if (t->kind != 0) {
        model_unknown_s(m);
        levels_note(m);
        return;
    }
    m->tot.resets++;
    cover_reset(m);
    outputs_reset(m);
    levels_judge(m, m->clock.cycle == 0 ? 0 : m->clock.cycle - 1);
    levels_reset(m);
    model_uniform_reset(m);
    inflight_reset(m);
    buffer_reset(m);
    accounts_reset(m);
    spe_regs_reset(&m->cfg, &m->regs);
    model_unknown_reset(m);
    m->stale.n = 0;
    m->counter.changed = 0;
    m->writes.n = m->events.n = m->outcomes.n = m->counter.n_taken = m->snaps.n = 0;
    m->snaps.counter_stopped = false;
    fork_reset(m);
    filter_fork_reset(m);
    nolife_reset(m);
    m->events.set = 0;
    m->events.forked = false;
    m->coll_due = 0;
    m->pointer.due = m->counter.load_due = m->counter.draw.open = m->selection.awaited.open = false;
    barriers_reset(&m->barriers);
    m->enabled.profiling = m->enabled.buffer = m->schedule.busy = m->enabled.from.known = false;
    m->lv.irq = m->events.s_level = false;
    m->events.irq_checked = true;
    m->events.el = 1;
    m->schedule.due = UINT64_MAX;
    contexts_reset(&m->contexts); /* the context is sent again */
}
