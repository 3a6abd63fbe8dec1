/* SPDX-License-Identifier: Apache-2.0 */
#include "doubt/outcome.h"
#include "doubt/fork.h"
#include "judge/report.h"
#include "state/model.h"

/* Permitted values of PMBPTR_EL1 and the PMBSR_ELx beside those that stand in the registers. */

struct outcome model_outcome(const struct spe_regs *regs)
{
    return (struct outcome){regs->v[SPE_PMBPTR],
                            {regs->v[SPE_PMBSR], regs->v[SPE_PMBSR_EL2], regs->v[SPE_PMBSR_EL3]}};
}

bool model_same_outcome(const struct outcome *a, const struct outcome *b)
{
    return a->ptr == b->ptr && a->bsr[0] == b->bsr[0] && a->bsr[1] == b->bsr[1] &&
           a->bsr[2] == b->bsr[2];
}

void model_become(struct spe_regs *regs, const struct outcome *is)
{
    regs->v[SPE_PMBPTR] = is->ptr;
    regs->v[SPE_PMBSR] = is->bsr[0];
    regs->v[SPE_PMBSR_EL2] = is->bsr[1];
    regs->v[SPE_PMBSR_EL3] = is->bsr[2];
}

static bool says_full(uint64_t bsr)
{
    return (bsr & SPE_PMBSR_S) != 0 && (bsr & (SPE_PMBSR_EC | SPE_PMBSR_MSS)) == SPE_PMBSR_BSC_FULL;
}

/* SAMPLE_BUFFER_FULL counts in one of the outcomes only. */
static void doubt_full(struct spe_model *m, const struct outcome *other)
{
    const struct outcome now = model_outcome(&m->spu.regs);

    for (size_t i = 0; i < sizeof(now.bsr) / sizeof(now.bsr[0]); i++) {
        if (says_full(now.bsr[i]) != says_full(other->bsr[i])) {
            count_doubt(&m->spu.acc.count[COUNT_FULL], says_full(now.bsr[i]), m->clock.cycle);
        }
    }
}

void model_alternative(struct spe_model *m, int fork, int branch, const struct outcome *is)
{
    const struct outcome now = model_outcome(&m->spu.regs);

    if (model_same_outcome(is, &now)) {
        return;
    }
    if (m->spu.outcomes.n == MAX_ALTS) {
        model_overflow(m, "permitted outcomes", MAX_ALTS);
        return;
    }
    m->spu.outcomes.alt[m->spu.outcomes.n++] = (struct alternative){fork, branch, *is};
    doubt_full(m, is);
}

void model_either(struct spe_model *m, enum fork_kind kind, const struct outcome *is)
{
    const struct outcome now = model_outcome(&m->spu.regs);

    if (!model_same_outcome(is, &now)) {
        model_alternative(m, fork_open(m, kind), 1, is);
    }
}

void model_swap(struct spe_model *m, int i)
{
    const struct outcome now = model_outcome(&m->spu.regs);
    struct alternative *a = &m->spu.outcomes.alt[i];

    model_become(&m->spu.regs, &a->is);
    if (a->is.ptr < now.ptr) { /* the bytes above it are to be written again */
        bytemap_clear_from(&m->spu.buf.map, a->is.ptr);
    }
    a->is = now;
    if (a->fork != 0) {
        int branch = m->spu.forks.live[a->fork - 1].branch;
        m->spu.forks.live[a->fork - 1].branch = a->branch;
        a->branch = branch;
    }
}

static bool has_alternatives(const struct spe_model *m, int fork)
{
    for (int i = 0; i < m->spu.outcomes.n; i++) {
        if (m->spu.outcomes.alt[i].fork == fork) {
            return true;
        }
    }
    return false;
}

/* Those that say the same as the registers are none. */
void model_alternatives_left(struct spe_model *m, bool observed)
{
    if (m->spu.outcomes.n == 0 && m->spu.forks.n_used == 0) {
        return;
    }
    const struct outcome now = model_outcome(&m->spu.regs);
    int kept = 0;

    for (int i = 0; i < m->spu.outcomes.n; i++) {
        if (!model_same_outcome(&m->spu.outcomes.alt[i].is, &now)) {
            m->spu.outcomes.alt[kept++] = m->spu.outcomes.alt[i];
        }
    }
    m->spu.outcomes.n = kept;
    for (int i = 1; i <= MAX_FORKS; i++) {
        const struct fork_live *f = &m->spu.forks.live[i - 1];
        if (!f->used || !f->outcomes || has_alternatives(m, i)) {
            continue;
        }
        if (observed) {
            fork_settle(m, i, f->branch);
        } else {
            fork_unseen(m, i);
        }
    }
}
