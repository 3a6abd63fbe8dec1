/* SPDX-License-Identifier: Apache-2.0
 *
 * Filters: DDI 0586A 3.2.2, CollectRecord() of 3.2.3; Arm ARM D24.7.10 to D24.7.12, D24.7.17,
 * SPECollectRecord() of J1.1.
 */

#include "arch/filter.h"
#include "arch/regs.h"
#include "config_members.h"

/* CLASS and payload bits of the Operation Type packet (5.3.8) that the type filter looks at. */
#define CLASS_LOAD_STORE 1u
#define CLASS_BRANCH     2u
#define LDST             SPE_BIT(0)
#define EXTENDED(op)     (((op)&0xE2u) == 0x02u) /* 0b000xxx1x */
#define AT               SPE_BIT(2)

static unsigned branch_types(const struct spe_config *cfg, unsigned flags)
{
    unsigned types = SPE_OPTYPE_BRANCH;

    if (cfg->gcs && (flags & SPE_OP_GCS_LOAD)) {
        types |= SPE_OPTYPE_LOAD;
    }
    if (cfg->gcs && (flags & SPE_OP_GCS_STORE)) {
        types |= SPE_OPTYPE_STORE;
    }
    return types;
}

/* CT5: ST "including all atomic operations", LD "including atomic operations that return a value"
 * (3.2.2). */
static unsigned load_store_types(uint16_t op)
{
    if (op & LDST) {
        return SPE_OPTYPE_STORE;
    }
    return EXTENDED(op) && (op & AT) ? SPE_OPTYPE_LOAD | SPE_OPTYPE_STORE : SPE_OPTYPE_LOAD;
}

/* FI6: the flags of the operation. */
unsigned arch_optype(const struct spe_config *cfg, uint16_t op, unsigned flags, int end)
{
    unsigned types = 0;

    if (op >> 8 == CLASS_BRANCH && end != SPE_LIFE_EXCEPTION) {
        types = branch_types(cfg, flags);
    }
    if (op >> 8 == CLASS_LOAD_STORE) {
        types = load_store_types(op);
    }
    if (cfg->eft && (flags & SPE_OP_FP)) {
        types |= SPE_OPTYPE_FP;
    }
    if (cfg->eft && (flags & SPE_OP_SIMD)) {
        types |= SPE_OPTYPE_SIMD;
    }
    return types;
}

/* Whether bit 1 of PMSEVFR_EL1 counts: it filters, or it is RES1, so the register is never zero
 * (S 4.3.8). With speculative samples whose records are always discarded, bit 1 of both registers
 * is ignored (D24.7.11). */
static bool retired_looked_at(const struct spe_config *cfg)
{
    return !cfg->speculative || cfg->misspec_record;
}

/* FI1: F. */
static uint64_t filter_mask(const struct spe_config *cfg)
{
    return arch_event_filters(cfg) | (cfg->speculative && cfg->misspec_record ? SPE_BIT(1) : 0);
}

/* FI1: the filter bits of PMSEVFR_EL1. */
uint64_t filter_events(const struct spe_config *cfg)
{
    return filter_mask(cfg) | (retired_looked_at(cfg) ? SPE_BIT(1) : 0);
}

uint64_t filter_inverse_events(const struct spe_config *cfg)
{
    return cfg->fne ? filter_mask(cfg) : 0;
}

/* FI3, FI4: whether an enabled event filter keeps the record. `wanted`: the events that the filter
 * asks for, or whose absence it asks for; `met`: the sample passes the filter; `zero_keeps`: the
 * result if `wanted` is 0. */
static bool events_keep(uint64_t wanted, bool met, bool zero_keeps)
{
    return wanted == 0 ? zero_keeps : met;
}

/* FI5: one event in both filters, looked at first. FI3: FE. FI4: FnE. */
static bool event_filters_keep(const struct spe_config *cfg, const struct spe_regs *regs,
                               uint64_t events)
{
    uint64_t fcr = regs->v[SPE_PMSFCR];
    uint64_t all = regs->v[SPE_PMSEVFR] & filter_events(cfg);
    uint64_t none = regs->v[SPE_PMSNEVFR] & filter_inverse_events(cfg);
    bool fe = fcr & SPE_PMSFCR_FE, fne = cfg->fne && (fcr & SPE_PMSFCR_FNE);

    if (fe && fne && (all & none)) {
        return cfg->fe_overlap == spe_cfg_fe_overlap_ignored;
    }
    if (fe && !events_keep(all, (~events & all) == 0, cfg->fe_zero == spe_cfg_fe_zero_ignored)) {
        return false;
    }
    return !fne ||
           events_keep(none, (events & none) == 0, cfg->fne_zero == spe_cfg_fne_zero_ignored);
}

/* PMSFCR_EL1.{TYPE, TYPEm}. */
struct controls {
    unsigned type, mask;
};

static struct controls controls(const struct spe_config *cfg, uint64_t fcr)
{
    return (struct controls){
        .type = (unsigned)SPE_FIELD(fcr, cfg->eft ? 20 : 18, 16),
        .mask = cfg->eft ? (unsigned)SPE_FIELD(fcr, 52, 48) : 0,
    };
}

/* FI8, SPEFilterByType(): the operation has at least one of the types that are set without a mask,
 * if any is. For every type with a mask, the control must equal the flag of the operation. */
static bool type_met(struct controls c, unsigned types)
{
    unsigned some = c.type & ~c.mask;

    return (some == 0 || (types & some) != 0) && (types & c.mask) == (c.type & c.mask);
}

/* FI7: FT without [eft]. FI8: FT with [eft]. */
static bool type_keeps(const struct spe_config *cfg, uint64_t fcr, unsigned types)
{
    struct controls c = controls(cfg, fcr);

    if (!cfg->eft && c.type == 0) {
        return cfg->ft_zero == spe_cfg_ft_zero_ignored;
    }
    return type_met(c, types);
}

/* FI9: FL. */
static bool latency_keeps(const struct spe_config *cfg, uint64_t minlat, unsigned latency)
{
    if (minlat == 0) {
        return cfg->fl_zero == spe_cfg_fl_zero_ignored;
    }
    return latency >= minlat;
}

/* FI10: whether the bit of PMSDSFR_EL1 for the data source of the sample is 1. */
static bool source_met(const struct spe_regs *regs, const struct spe_filtered *sample)
{
    return regs->v[SPE_PMSDSFR] >> (sample->source & 63) & 1;
}

bool filter_keep(const struct spe_config *cfg, const struct spe_regs *regs,
                 const struct spe_filtered *sample)
{
    uint64_t fcr = regs->v[SPE_PMSFCR];

    if (!event_filters_keep(cfg, regs, sample->events)) {
        return false;
    }
    if ((fcr & SPE_PMSFCR_FT) && !type_keeps(cfg, fcr, sample->types)) {
        return false;
    }
    if ((fcr & SPE_PMSFCR_FL) && !latency_keeps(cfg, regs->v[SPE_PMSLATFR], sample->latency)) {
        return false;
    }
    return !(cfg->fds && (fcr & SPE_PMSFCR_FDS) && sample->has_source) || source_met(regs, sample);
}

/* PM4: _EVENT. Without [speculative], bit 1 is RES1 and in no set of events (D24.7.11), so an
 * operation that does not retire can meet them, too. */
static bool all_events_met(const struct spe_config *cfg, const struct spe_regs *regs,
                           uint64_t events)
{
    return (~events & regs->v[SPE_PMSEVFR] & filter_mask(cfg)) == 0 &&
           (events & regs->v[SPE_PMSNEVFR] & filter_inverse_events(cfg)) == 0;
}

/* PM4: the kinds of SAMPLE_FEED that the operation counts for. */
unsigned filter_feed(const struct spe_config *cfg, const struct spe_regs *regs,
                     const struct spe_filtered *sample)
{
    static const enum spe_feed_kind of_type[] = {SPE_FEED_BR, SPE_FEED_LD, SPE_FEED_ST, SPE_FEED_FP,
                                                 SPE_FEED_SIMD};
    struct controls c = controls(cfg, regs->v[SPE_PMSFCR]);
    unsigned kinds = 0;

    if (!cfg->pmu_feed) {
        return 0;
    }
    for (unsigned i = 0; i < (cfg->eft ? 5u : 3u); i++) {
        kinds |= (sample->types >> i & 1) << of_type[i];
    }
    if ((c.type | c.mask) != 0 && type_met(c, sample->types)) {
        kinds |= 1u << SPE_FEED_OP;
    }
    if (all_events_met(cfg, regs, sample->events)) {
        kinds |= 1u << SPE_FEED_EVENT;
    }
    if (sample->latency >= regs->v[SPE_PMSLATFR]) {
        kinds |= 1u << SPE_FEED_LAT;
    }
    if (cfg->fds && sample->has_source && source_met(regs, sample)) {
        kinds |= 1u << SPE_FEED_DS;
    }
    return kinds;
}
