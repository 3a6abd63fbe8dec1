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

/* Whether the PMBSR_ELx depends on what is unknown. */
static bool no_target(const struct spe_config *cfg, const struct spu *spu, unsigned ec,
                      unsigned fsc)
{
    return spu->contexts.start >= 0 &&
           model_unknown_target(cfg, spu, contexts_start(&spu->contexts), ec, fsc);
}

void model_effect_aim(struct spe_model *m, struct effect *e)
{
    const unsigned ec = SPE_PMBSR_EC_STAGE1, fsc = SPE_PMBSR_FSC_TRANSLATION;

    if (no_target(&m->cfg, m->spu, e->ec, e->mss & SPE_PMBSR_FSC) ||
        (e->wrong && no_target(&m->cfg, m->spu, ec, fsc))) {
        model_guess_ee(m, SPE_PMSCR_EL2);
    }
    e->target = model_target(m, e->ec, e->mss & SPE_PMBSR_FSC);
    e->fault_target = e->wrong ? model_target(m, ec, fsc) : e->target;
}

void model_event(struct spe_model *m, struct effect e)
{
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
