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
    m->n_stale = 0;
    m->counter.changed = 0;
    m->n_writes = m->n_effects = m->n_alts = m->counter.n_taken = m->snaps.n = 0;
    m->snaps.counter_stopped = false;
    fork_reset(m);
    filter_fork_reset(m);
    nolife_reset(m);
    m->event_set = 0;
    m->event_forked = false;
    m->coll_due = 0;
    m->ptr_due = m->counter.load_due = m->counter.draw.open = m->awaited.open = false;
    barriers_reset(&m->barriers);
    m->profiling = m->buffer_on = m->busy = m->enabling.known = false;
    m->irq = m->s_level = false;
    m->irq_checked = true;
    m->event_el = 1;
    m->due_cycle = UINT64_MAX;
    contexts_reset(&m->contexts); /* the context is sent again */
}
