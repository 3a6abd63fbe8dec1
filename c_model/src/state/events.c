/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "arch/enable.h"
#include "arch/route.h"
#include "state/events.h"
#include "state/model.h"

/* Questions about management events and windows of doubt. Nothing changes here. */

const char *model_cause(enum cause cause)
{
#define CAUSE_NAME(id, name) [CAUSE_##id] = name,
    static const char *const names[CAUSES] = {CAUSE_LIST(CAUSE_NAME)};
#undef CAUSE_NAME

    assert(cause < CAUSES);
    return names[cause];
}

bool model_stopped(const struct spe_model *m)
{
    if (m->spu->contexts.start < 0) {
        return (m->spu->regs.v[SPE_PMBSR] & SPE_PMBSR_S) != 0;
    }
    return arch_stopped(&m->cfg, &m->spu->regs, contexts_start(&m->spu->contexts));
}

/* W16: one target. W18: the registers of the cycle of the decision choose the target. */
unsigned model_target(const struct spe_model *m, unsigned ec, unsigned fsc)
{
    return m->spu->contexts.start < 0
               ? 1
               : arch_event_target(&m->cfg, &m->spu->regs, contexts_start(&m->spu->contexts), ec,
                                   fsc);
}

static uint64_t with_dl(uint64_t bsr, enum dl dl)
{
    return dl == DL_ONE ? bsr | SPE_PMBSR_DL : dl == DL_ZERO ? bsr & ~SPE_PMBSR_DL : bsr;
}

/* 3.5: with S of its register already 1 only an asynchronous abort leaves a trace for certain (B13,
 * B14, W16). */
void model_effect_change(const struct spe_config *cfg, struct outcome *o, const struct effect *e)
{
    uint64_t *bsr = &o->bsr[e->target - 1];
    uint64_t syndrome =
        (uint64_t)e->ec << SPE_PMBSR_EC_SHIFT | e->mss | (uint64_t)e->mss2 << SPE_PMBSR_MSS2_SHIFT;

    if ((*bsr & SPE_PMBSR_S) != 0) {
        *bsr |= e->asynchronous ? SPE_PMBSR_EA | SPE_PMBSR_DL : 0;
        return;
    }
    syndrome &= spe_reg_writable(cfg, SPE_PMBSR);
    *bsr &= ~(SPE_PMBSR_EC | SPE_PMBSR_MSS | SPE_PMBSR_MSS2);
    *bsr |= SPE_PMBSR_S | syndrome | (e->ea ? SPE_PMBSR_EA : 0);
    *bsr = with_dl(*bsr, e->dl);
    o->ptr = e->has_ptr ? e->ptr : o->ptr;
}

enum dl model_boundary_dl(const struct spe_model *m)
{
    static const enum dl dl[] = {[spe_cfg_dl_boundary_unchanged] = DL_KEEP,
                                 [spe_cfg_dl_boundary_zero] = DL_ZERO,
                                 [spe_cfg_dl_boundary_one] = DL_ONE,
                                 [spe_cfg_dl_boundary_any] = DL_ANY};

    return dl[m->cfg.dl_boundary];
}

bool window_open(const struct clock *clock, const struct effect *e)
{
    return clock->cycle >= e->lo && (e->optional || e->lo < e->hi);
}

struct effect *model_window(struct events *events, const struct clock *clock)
{
    for (int i = 0; i < events->n; i++) {
        if (window_open(clock, &events->effect[i])) {
            return &events->effect[i];
        }
    }
    return NULL;
}

/* The last to end of the windows that are open now and began by `cycle`: the event of an earlier
 * window may have taken effect first (model_window_others(), the snapshots). NULL: none. */
struct effect *window_last(struct events *events, const struct clock *clock, uint64_t cycle)
{
    struct effect *found = NULL;

    for (int i = 0; i < events->n; i++) {
        struct effect *e = &events->effect[i];
        if (window_open(clock, e) && e->lo <= cycle && (found == NULL || e->hi > found->hi)) {
            found = e;
        }
    }
    return found;
}

bool model_window_retains(struct spe_model *m)
{
    return window_blind(&m->opt) && model_window(&m->spu->events, &m->clock) != NULL;
}

bool events_now(const struct events *events, uint64_t cycle)
{
    return events->n != 0 && events->effect[events->n - 1].late &&
           events->effect[events->n - 1].lo == cycle;
}

bool events_begun(const struct events *events, uint64_t cycle)
{
    for (int i = 0; i < events->n; i++) {
        if (events->effect[i].lo <= cycle) {
            return true;
        }
    }
    return false;
}

static bool counts(const struct effect *e, bool blind, uint64_t cycle)
{
    return !blind || !e->optional || e->hi >= cycle;
}

bool events_matter(const struct events *events, bool blind, uint64_t cycle)
{
    for (int i = 0; i < events->n; i++) {
        if (counts(&events->effect[i], blind, cycle)) {
            return true;
        }
    }
    return false;
}

/* 3.5: with S already 1 only an External abort changes anything. */
bool model_windows_change(const struct events *events, bool blind, uint64_t cycle,
                          const struct spe_regs *regs)
{
    for (int i = 0; i < events->n; i++) {
        const struct effect *e = &events->effect[i];
        const bool first = (regs->v[arch_pmbsr(e->target)] & SPE_PMBSR_S) == 0;
        if (counts(e, blind, cycle) && (first || e->asynchronous || e->ea)) {
            return true;
        }
    }
    return false;
}

/* W11: the event of a wrong pointer. */
void model_wrong_pointer(struct effect *e, int kind)
{
    static const struct effect kinds[] = {
        [spe_cfg_wrong_pointer_full] = {.full = true, .mss = SPE_PMBSR_BSC_FULL},
        [spe_cfg_wrong_pointer_full_dl] = {.full = true, .mss = SPE_PMBSR_BSC_FULL, .dl = DL_ONE},
        [spe_cfg_wrong_pointer_translation] = {.ec = SPE_PMBSR_EC_STAGE1,
                                               .mss = SPE_PMBSR_FSC_TRANSLATION},
        [spe_cfg_wrong_pointer_translation_dl] = {.ec = SPE_PMBSR_EC_STAGE1,
                                                  .mss = SPE_PMBSR_FSC_TRANSLATION,
                                                  .dl = DL_ONE},
        [spe_cfg_wrong_pointer_denied] = {.mss = SPE_PMBSR_BSC_DENIED, .dl = DL_ONE},
    };

    e->ec = kinds[kind].ec;
    e->mss = kinds[kind].mss;
    e->dl = kinds[kind].dl;
    e->full = kinds[kind].full;
}
