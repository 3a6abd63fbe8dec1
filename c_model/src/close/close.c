/* SPDX-License-Identifier: Apache-2.0 */
#include "close/close.h"
#include "bus/bursts.h"
#include "bytes/stream.h"
#include "close/accounts.h"
#include "contract/contract.h"
#include "judge/barriers.h"
#include "ports/dsb.h"
#include "ports/outputs.h"
#include "queue/discard.h"
#include "sampling/select.h"
#include "state/model.h"
#include "state/queue.h"

/* The end of a run: every unit judges what it still has, and the verdict is given. */

static uint64_t count_pending(const struct spu *spu)
{
    uint64_t n = (uint64_t)(spu->buf.n + spu->fl.n_staged) + inflight_in(&spu->fl, TAG_WAIT);

    for (int i = 0; i < spu->events.n; i++) {
        n += !spu->events.effect[i].optional;
    }
    n += (uint64_t)spu->buf.n_bursts;
    return n;
}

static bool audited(const struct spe_model *m)
{
    const unsigned taps = SPE_TAP_REGS | SPE_TAP_SYNC;
    bool whole = audit_steps(&m->spu->audit, &m->spu->tot) == AUDIT_WHOLE;

    return (m->opt.taps & taps) != taps || audit_events(&m->spu->tot) == 0 || whole;
}

void model_close(struct spe_model *m)
{
    sync_hang(m);
    outputs_deadline(m); /* nobody has looked at the cycle of close: nothing is known */
    buffer_close(m);
    sync_owed(m);
    if (!m->records) {
        stream_end(m);
    } else if ((m->opt.taps & SPE_TAP_SYNC) == 0) {
        buffer_give_up(m);
    }
    outputs_counts_final(m, false);
    accounts_compare(m, m->clock.cycle - (m->clock.cycle != 0)); /* nor of its counts */
    model_uniform(m);
    m->spu->tot.closed = true;
    m->spu->tot.pending = count_pending(m->spu);
    m->spu->tot.audited = audited(m);
    m->spu->tot.pass = spe_model_status(m) == 0 && m->spu->tot.pending == 0 &&
                       m->spu->tot.predicted == m->spu->tot.records + m->spu->tot.lost;
}
