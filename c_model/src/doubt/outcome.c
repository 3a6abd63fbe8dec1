/* SPDX-License-Identifier: Apache-2.0 */
#include "doubt/outcome.h"
#include "doubt/choose.h"
#include "state/model.h"

/* Permitted values of PMBPTR_EL1 and the PMBSR_ELx beside those in the registers. */

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

bool model_effect_open(const struct effect *e)
{
    return (e->has_ptr && e->later_ptr != e->ptr) || e->dl == DL_ANY;
}

/* 3.5.3, B10: DL of a fault at the first byte of a record. */
static enum dl dl_at_boundary(struct spe_model *m, uint64_t bsr)
{
    if (choose(m, FORK_B10, 2) == 0) {
        return DL_KEEP;
    }
    return (bsr & SPE_PMBSR_DL) != 0 ? DL_ZERO : DL_ONE;
}

struct effect model_effect_settled(struct spe_model *m, const struct effect *event, uint64_t bsr)
{
    struct effect e = *event;

    if (e.has_ptr && e.later_ptr != e.ptr && choose(m, FORK_B11, 2) == 1) {
        e.ptr = e.later_ptr;
        e.dl = DL_ONE;
    } else {
        e.others = false;
    }
    if (e.dl == DL_ANY) {
        e.dl = dl_at_boundary(m, bsr);
    }
    return e;
}

/* Order-free, bytes are written again from the lowest address on that the fault may have set. If
 * the usual byte was settled, they are written again from PMBPTR_EL1 on. */
void model_pointer_taken(struct spu *spu, const struct effect *event, const struct effect *e)
{
    if (e->has_ptr) {
        model_pointer_known(&spu->pointer);
    }
    if (e->has_ptr && e->others) {
        spu->pointer.others = byteset_page(&spu->events.others, e->ptr);
        spu->pointer.open = true;
    }
    bytemap_clear_from(&spu->buf.map,
                       e->has_ptr && spu->pointer.open ? event->ptr : spu->regs.v[SPE_PMBPTR]);
}

void model_pointer_known(struct pointer *pointer)
{
    pointer->others = (struct byteset){.base = 0};
    pointer->open = false;
}
