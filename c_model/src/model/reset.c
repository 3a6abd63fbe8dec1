/* SPDX-License-Identifier: Apache-2.0 */
#include "model/reset.h"

#include <string.h>

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

/*
 * Registers, the counter and what is on its way begin anew, each as a whole (E6). What nobody
 * resets survives: totals, audits, accounts and their notes; the names of translation regimes;
 * contexts that were announced. So do the numbers of members, selections, records and buffers, so
 * that none is given twice.
 */
static void begin_anew(struct spu *spu)
{
    spu->schedule = (struct schedule){.due = UINT64_MAX};
    spu->coll_due = 0;
    spu->enabled = (struct enabled){.profiling = false};
    spu->pointer = (struct pointer){.alt = FORK_KINDS};
    spu->selection = (struct selection){.awaited = {.open = false}};
    memset(&spu->writes, 0, sizeof(spu->writes));
    memset(&spu->stale, 0, sizeof(spu->stale));
    memset(&spu->counter, 0, sizeof(spu->counter));
    memset(&spu->snaps, 0, sizeof(spu->snaps));
    memset(&spu->seen, 0, sizeof(spu->seen));
    memset(&spu->events, 0, sizeof(spu->events));
    spu->events.irq_checked = true;
    spu->events.el = 1;
}

/* RS1: what reset clears at once. */
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
    fork_reset(m);
    filter_fork_reset(m);
    nolife_reset(m);
    barriers_reset(&m->spu->barriers);
    begin_anew(m->spu);
    spe_regs_reset(&m->cfg, &m->spu->regs);
    model_unknown_reset(m);
    m->spu->lv.irq = false;
    contexts_reset(&m->spu->contexts); /* the context is sent again */
}
