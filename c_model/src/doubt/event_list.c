/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "doubt/event_list.h"
#include "doubt/fork.h"
#include "doubt/unknown.h"
#include "judge/journal_events.h"
#include "judge/report.h"
#include "state/model.h"

/* Management events on their way (3.5): one more, or one less. */

void model_event(struct spe_model *m, struct effect e)
{
    if (m->spu->contexts.start >= 0 &&
        model_unknown_target(&m->cfg, m->spu, contexts_start(&m->spu->contexts), e.ec,
                             e.mss & SPE_PMBSR_FSC)) {
        model_guess_ee(m, SPE_PMSCR_EL2);
    }
    model_effect_aim(m, &e);
    if (m->spu->events.n < MAX_EFFECTS) {
        e.fork = e.optional && e.rank == RANK_RECORD ? fork_open(m, FORK_S1) : 0;
        m->spu->events.effect[m->spu->events.n++] = e;
        journal_event(m, &e);
        schedule_at(&m->spu->schedule, e.lo);
        schedule_at(&m->spu->schedule, e.hi);
    } else {
        model_overflow(m, "management events on their way", MAX_EFFECTS);
    }
}

void model_effect_remove(struct spe_model *m, int i)
{
    assert(i >= 0 && i < m->spu->events.n);
    fork_settle(m, m->spu->events.effect[i].fork, 0);
    m->spu->events.n--;
    memmove(&m->spu->events.effect[i], &m->spu->events.effect[i + 1],
            (size_t)(m->spu->events.n - i) * sizeof(m->spu->events.effect[0]));
}
