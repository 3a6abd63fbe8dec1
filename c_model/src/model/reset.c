/* SPDX-License-Identifier: Apache-2.0 */
#include "model/reset.h"
#include "close/accounts.h"
#include "contract/contract.h"
#include "covered/cover_event.h"
#include "doubt/filter_fork.h"
#include "doubt/fork.h"
#include "doubt/unknown.h"
#include "events/level_history.h"
#include "events/nolife.h"
#include "ports/outputs.h"
#include "ports/sync.h"
#include "queue/buffer.h"
#include "sampling/inflight.h"
#include "sampling/select.h"
#include "state/model.h"

void model_reset(struct spe_model *m, const struct spe_txn_reset *t)
{
    if (t->kind != 0) {
        model_unknown_s(m);
        levels_note(m);
        return;
    }
    m->spu->tot.resets++;
    cover_reset(m);
    outputs_reset(m);
    levels_judge(m, m->clock.cycle == 0 ? 0 : m->clock.cycle - 1);
    levels_reset(m);
    model_uniform_reset(m);
    inflight_reset(m);
    buffer_reset(m);
    accounts_reset(m);
    spe_regs_reset(&m->cfg, &m->spu->regs);
    model_unknown_reset(m);
    m->spu->stale.n = 0;
    m->spu->counter.changed = 0;
    m->spu->writes.n = m->spu->events.n = m->spu->counter.n_taken = m->spu->snaps.n = 0;
    m->spu->snaps.counter_stopped = false;
    fork_reset(m);
    filter_fork_reset(m);
    nolife_reset(m);
    m->spu->events.set = 0;
    m->spu->events.forked = false;
    m->spu->coll_due = 0;
    m->spu->pointer.due = m->spu->counter.load_due = m->spu->counter.draw.open =
        m->spu->selection.awaited.open = false;
    barriers_reset(&m->spu->barriers);
    m->spu->enabled.profiling = m->spu->enabled.buffer = m->spu->schedule.busy = false;
    m->spu->enabled.from.known = 0;
    m->spu->lv.irq = m->spu->events.s_level = false;
    m->spu->events.irq_checked = true;
    m->spu->events.el = 1;
    m->spu->schedule.due = UINT64_MAX;
    contexts_reset(&m->spu->contexts); /* the context is sent again */
}
