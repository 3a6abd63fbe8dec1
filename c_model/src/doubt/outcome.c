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

bool model_event_changes(const struct spe_config *cfg, const struct spe_regs *regs,
                         const struct effect *e)
{
    const struct outcome now = model_outcome(regs);
    struct outcome is = now;

    model_effect_change(cfg, &is, e);
    return !model_same_outcome(&is, &now);
}

void model_become(struct spe_regs *regs, const struct outcome *is)
{
    regs->v[SPE_PMBPTR] = is->ptr;
    regs->v[SPE_PMBSR] = is->bsr[0];
    regs->v[SPE_PMBSR_EL2] = is->bsr[1];
    regs->v[SPE_PMBSR_EL3] = is->bsr[2];
}
