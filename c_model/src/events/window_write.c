/* SPDX-License-Identifier: Apache-2.0 */
#include "events/window_write.h"
#include "arch/interval.h"
#include "arch/route.h"
#include "bus/xl.h"
#include "doubt/choose.h"
#include "doubt/counter.h"
#include "doubt/event_list.h"
#include "doubt/fork.h"
#include "doubt/snapshots.h"
#include "queue/maybe.h"
#include "state/model.h"

/* What a write of a PMBSR_ELx does to windows of doubt. It undoes an event that nothing has shown
 * yet. An event of the cycle of the write is applied over the written value (B28, W10). */

/* The i-th event has taken effect and the write has overwritten its syndrome, or the event takes
 * effect later, or never. */
static void overwritten(struct spe_model *m, int i)
{
    struct effect *e = &m->spu->events.effect[i];
    const bool open = e->hi >= m->clock.cycle;

    if (open && !(e->has_ptr && choose_when(m))) {
        e->lo = m->clock.cycle; /* it takes effect from now on, or unseen */
        e->optional = e->overwritten = true;
        return;
    }
    fork_unseen(m, e->fork); /* now closed, so model_effect_remove() does not settle it */
    if (e->ends != 0 || open) {
        buffer_fault_unseen(m, e, open);
    }
    model_effect_remove(m, i);
}

/* Profiling may have been stopped until this write. When it is enabled again, a counter of 0 is
 * loaded (3.1.1). */
static void counter_in_doubt(struct spe_model *m)
{
    if (m->spu->snaps.n != 0) {
        count_since(&m->spu->acc.count[COUNT_POP], m->spu->snaps.at[0].pop);
    }
    if (m->spu->snaps.n != 0 || (m->spu->enabled.profiling && interval_load_due(&m->spu->regs))) {
        counter_forget(m);
    }
}

void model_window_overwritten(struct spe_model *m, enum spe_reg reg)
{
    bool any = false;

    for (int i = m->spu->events.n - 1; i >= 0; i--) {
        const struct effect *e = &m->spu->events.effect[i];
        if (arch_pmbsr(e->target) == reg && window_open(&m->clock, e) && e->lo < m->clock.cycle) {
            any = true;
            m->spu->buf.moved |= e->late; /* the pointer may be checked again */
            overwritten(m, i);
        }
    }
    if (any) {
        /* Bytes of records that the event may have lost are written again. */
        bytemap_clear_from(&m->spu->buf.map, m->spu->regs.v[SPE_PMBPTR]);
        buffer_doubt_all(m);
        counter_in_doubt(m);
    }
}
