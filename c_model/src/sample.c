/* SPDX-License-Identifier: Apache-2.0
 *
 * What is captured of a sampled operation: DDI 0586A 2.3.
 */
#include "spe/bits.h"
#include "spe/filter.h"
#include "spe/record.h"

#define EVENT_EXCEPTION SPE_BIT(0)
#define EVENT_RETIRED   SPE_BIT(1)

void spe_sample_select(struct spe_sample *sample, const struct spe_config *cfg,
                       const struct spe_regs *regs, const struct spe_ctx *ctx, uint64_t pc,
                       uint16_t op)
{
    *sample = (struct spe_sample){
        .pc = pc,
        .op = op,
        .el = ctx->el,
        .state = spe_current_state(cfg, ctx),
        .tbi0 = ctx->tbi0,
        .tbi1 = ctx->tbi1,
    };
    spe_collect_capture(&sample->collect, cfg, regs, ctx);
}

/* Events 0 and 1 are the ending's (5.3.7); neither is set for an operation that did not retire
 * (2.3.5). */
static uint64_t ending_events(int end)
{
    if (end == SPE_LIFE_EXCEPTION)
        return EVENT_RETIRED | EVENT_EXCEPTION;
    return end == SPE_LIFE_RETIRE ? EVENT_RETIRED : 0;
}

static enum spe_pas pas_of(uint32_t flags, uint32_t ns, uint32_t nse)
{
    return (enum spe_pas)(((flags & ns) != 0 ? 1u : 0u) | ((flags & nse) != 0 ? 2u : 0u));
}

void spe_sample_end(struct spe_sample *sample, const struct spe_config *cfg,
                    const struct spe_txn_life *end, struct spe_latencies lat, uint64_t cntpct)
{
    uint64_t observed = cfg->events & ~(EVENT_RETIRED | EVENT_EXCEPTION);

    sample->end = end->kind;
    sample->events = (end->events & observed) | ending_events(end->kind);
    sample->has_va = end->flags & SPE_LIFE_VA;
    sample->has_pa = end->flags & SPE_LIFE_PA;
    sample->has_target = end->flags & SPE_LIFE_TARGET;
    sample->has_source = end->flags & SPE_LIFE_SOURCE;
    sample->has_prev = end->flags & SPE_LIFE_PREV;
    sample->has_alt = end->flags & SPE_LIFE_ALT;
    sample->pa_pas = pas_of(end->flags, SPE_LIFE_PA_NS, SPE_LIFE_PA_NSE);
    sample->target_state = pas_of(end->flags, SPE_LIFE_TARGET_NS, SPE_LIFE_TARGET_NSE);
    sample->prev_state = pas_of(end->flags, SPE_LIFE_PREV_NS, SPE_LIFE_PREV_NSE);
    sample->prev_el = SPE_LIFE_PREV_EL(end->flags);
    sample->ch = end->flags & SPE_LIFE_PA_CH;
    sample->pat = SPE_LIFE_PA_PAT(end->flags);
    sample->target_el = SPE_LIFE_TARGET_EL(end->flags);
    sample->va = end->va;
    sample->pa = end->pa;
    sample->target = end->target;
    sample->prev = end->prev;
    sample->lat_alt = end->lat_alt;
    sample->source = end->source;
    sample->lat = lat;
    spe_collect_complete(&sample->collect, cfg, cntpct);
}

bool spe_sample_captured(const struct spe_config *cfg, const struct spe_sample *sample)
{
    return cfg->misspec_record || sample->end == SPE_LIFE_RETIRE ||
           sample->end == SPE_LIFE_EXCEPTION;
}

bool spe_sample_kept(const struct spe_config *cfg, const struct spe_regs *regs,
                     const struct spe_sample *sample)
{
    return spe_filter_keep(cfg, regs, sample->events, spe_optype(sample->op, sample->end),
                           sample->lat.total);
}
