/* SPDX-License-Identifier: Apache-2.0
 *
 * What is captured of a sampled operation: DDI 0586A 2.3, Arm ARM D18.2.
 */
#include "record/sample.h"
#include "arch/collect.h"
#include "arch/enable.h"
#include "arch/filter.h"
#include "config_members.h"
#include "record/life.h"
#include "spe/bits.h"
#include "spe/record.h"

#define EVENT_EXCEPTION SPE_BIT(0)
#define EVENT_RETIRED   SPE_BIT(1)

#define CLASS_LOAD_STORE 1u
#define CLASS_BRANCH     2u
#define LDST             1u /* store, or atomic that returns no value (5.3.8) */

#define SPEV1P1 2
#define SPEV1P4 5

void sample_select(struct spe_sample *sample, const struct spe_config *cfg,
                   const struct spe_regs *regs, const struct spe_ctx *ctx,
                   const struct spe_txn_sel *sel)
{
    *sample = (struct spe_sample){
        .pc = sel->pc,
        .op = sel->op,
        .flags = sel->flags,
        .el = ctx->el,
        .state = spe_current_state(cfg, ctx),
        .tbi0 = ctx->tbi0,
        .tbi1 = ctx->tbi1,
        .el2_profiled = arch_profiling_enabled_at(cfg, regs, ctx, 2),
    };
    collect_capture(&sample->collect, cfg, regs, ctx);
}

/* RC9: events that a record can show. */
uint64_t spe_sample_events(const struct spe_config *cfg)
{
    uint64_t events = cfg->events & ~(SPE_MASK(47, 32) | SPE_BIT(16));

    if (cfg->pmsver < SPEV1P1 || !(cfg->sve || cfg->sme)) {
        events &= ~SPE_MASK(18, 17);
    }
    if (cfg->pmsver < SPEV1P1) {
        events &= ~SPE_BIT(11);
    }
    if (cfg->pmsver < SPEV1P4) {
        return events & ~SPE_MASK(23, 19);
    }
    return events & ~(SPE_MASK(31, 26) | (cfg->spe_sme ? 0 : SPE_MASK(25, 24)));
}

/* CT4: the ending gives events 0 and 1 (5.3.7); neither is set for an operation that did not retire
 * (2.3.5). */
static uint64_t ending_events(int end)
{
    if (end == SPE_LIFE_EXCEPTION) {
        return EVENT_RETIRED | EVENT_EXCEPTION;
    }
    return end == SPE_LIFE_RETIRE ? EVENT_RETIRED : 0;
}

static enum spe_pas pas_of(uint32_t flags, uint32_t ns, uint32_t nse)
{
    return (enum spe_pas)(((flags & ns) != 0 ? 1u : 0u) | ((flags & nse) != 0 ? 2u : 0u));
}

void sample_end(struct spe_sample *sample, const struct spe_config *cfg,
                const struct spe_txn_life *end, struct spe_latencies lat, uint64_t cntpct)
{
    uint64_t observed = spe_sample_events(cfg) & ~(EVENT_RETIRED | EVENT_EXCEPTION);

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
    sample->lat_alt = latency_saturate(cfg, end->lat_alt);
    sample->source = end->source;
    sample->lat = lat;
    collect_complete(&sample->collect, cfg, cntpct);
}

bool sample_captured(const struct spe_config *cfg, const struct spe_sample *sample)
{
    return cfg->misspec_record || sample->end == SPE_LIFE_RETIRE ||
           sample->end == SPE_LIFE_EXCEPTION;
}

/* RC3: a memory access. */
bool sample_accesses(const struct spe_config *cfg, const struct spe_sample *sample)
{
    if (sample->op >> 8 == CLASS_LOAD_STORE) {
        return true;
    }
    return cfg->gcs && sample->op >> 8 == CLASS_BRANCH &&
           (sample->flags & (SPE_OP_GCS_LOAD | SPE_OP_GCS_STORE));
}

/* CT3: no Data Source after an exception (R1), nor for a store or an atomic that returns nothing
 * (R19, R20). */
bool sample_sourced(const struct spe_config *cfg, const struct spe_sample *sample)
{
    bool reads = sample->op >> 8 == CLASS_LOAD_STORE ? !(sample->op & LDST)
                                                     : sample->flags & SPE_OP_GCS_LOAD;

    return cfg->lds && sample->has_source && sample->end != SPE_LIFE_EXCEPTION && reads &&
           sample_accesses(cfg, sample);
}

/* FQ1: what the filters read at the ending. */
struct spe_filtered sample_filtered(const struct spe_config *cfg, const struct spe_sample *sample)
{
    return (struct spe_filtered){
        .events = sample->events,
        .types = arch_optype(cfg, sample->op, sample->flags, sample->end),
        .latency = sample->lat.total,
        .has_source = sample->op >> 8 == CLASS_LOAD_STORE && sample_sourced(cfg, sample), /* FI10 */
        .source = sample->source,
    };
}
