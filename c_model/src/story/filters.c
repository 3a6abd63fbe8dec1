/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "config_members.h"
#include "spe/bits.h"
#include "spe/decode.h"
#include "spe/packet.h"
#include "spe/txn.h"
#include "story/parts.h"
#include "story/story.h"

/* PMSFCR_EL1 (4.3.9, D24.7.12). */
#define FE(reg)  ((reg)&SPE_BIT(0))
#define FT(reg)  ((reg)&SPE_BIT(1))
#define FL(reg)  ((reg)&SPE_BIT(2))
#define FNE(reg) ((reg)&SPE_BIT(3))
#define FDS(reg) ((reg)&SPE_BIT(4))

/* The operation types, each with one bit of PMSFCR_EL1.TYPE and of TYPEm. */
enum type { TYPE_B, TYPE_LD, TYPE_ST, TYPE_FP, TYPE_SIMD, TYPES };

/* Returns the bits of D24.7.11 and D24.7.17 that this implementation has, except bit 1. */
static uint64_t filter_bits(const struct spe_config *cfg)
{
    const bool v1p1 = cfg->pmsver >= 2, v1p4 = cfg->pmsver >= 5;
    uint64_t bits = cfg->event_filters | 0xa8;
    if (cfg->fne) {
        bits |= 0x40;
    }
    if (v1p1) {
        bits |= 0x800;
    }
    if (v1p1 && (cfg->sve || (cfg->filter_sme && cfg->sme))) {
        bits |= 0x60000;
    }
    if (v1p4) {
        bits |= 0x14 | (cfg->events & 0xf80700);
    }
    return cfg->spe_sme ? bits | 0x3000000 : bits;
}

/* "only sampled operations with all the events in the filter set are recorded" (3.2.2). */
static bool passes_events(const struct spe_config *cfg, uint64_t wanted, uint64_t events)
{
    if (wanted == 0) {
        return cfg->fe_zero == spe_cfg_fe_zero_ignored;
    }
    return (events & wanted) == wanted;
}

/* "Do not record samples that have the ... event == 1" (D24.7.17). */
static bool passes_inverse(const struct spe_config *cfg, uint64_t unwanted, uint64_t events)
{
    if (unwanted == 0) {
        return cfg->fne_zero == spe_cfg_fne_zero_ignored;
    }
    return (events & unwanted) == 0;
}

/* Applies both event filters. Returns NULL, or the name of the filter that rejects the events. */
static const char *failed_event_filter(const struct spe_config *cfg, const struct spe_story *story,
                                       uint64_t events)
{
    /* "or always discards the sample record for speculative instructions ... the PE ignores its
     * value" (D24.7.11); without speculation it is RES1, which is not 0 (4.3.8, 3.2.3). */
    const bool recorded = cfg->speculative && cfg->misspec_record;
    const uint64_t bits = filter_bits(cfg);
    const uint64_t wanted = story->pmsevfr & (bits | (recorded || !cfg->speculative ? 2 : 0));
    const uint64_t unwanted = story->pmsnevfr & (bits | (recorded ? 2 : 0));
    const bool inverse = cfg->fne && FNE(story->pmsfcr);
    if (inverse && FE(story->pmsfcr) && (wanted & unwanted) != 0) {
        return cfg->fe_overlap == spe_cfg_fe_overlap_ignored
                   ? NULL
                   : "overlapping event filters (PMSFCR_EL1.{FnE, FE})";
    }
    if (FE(story->pmsfcr) && !passes_events(cfg, wanted, events)) {
        return "event filter (PMSFCR_EL1.FE)";
    }
    if (inverse && !passes_inverse(cfg, unwanted, events)) {
        return "inverted event filter (PMSFCR_EL1.FnE)";
    }
    return NULL;
}

/*
 * "ST enables collection of store sampled operations, including all atomic operations. LD ...
 * including atomic operations that return a value to a register. B ... branch sampled operations"
 * (3.2.2). An operation that generated an exception is no branch (2.3.1, L12). Calls and returns
 * write and read the Guarded Control Stack (J1.1 SPEFilterByType).
 */
static void types_of(const struct spe_config *cfg, const struct spe_story *story,
                     const struct spe_packet *operation, uint64_t events, bool is[TYPES])
{
    const uint64_t payload = operation->payload;
    const bool branch = operation->index == SPE_CLASS_BRANCH && (events & 3) != 3;
    const bool access = operation->index == SPE_CLASS_LDST;
    const bool atomic = access && (payload & 0xe6) == 0x06;
    const bool reads = access && !(payload & 1);
    is[TYPE_B] = branch;
    is[TYPE_LD] = reads || (branch && cfg->gcs && (story->flags & SPE_OP_GCS_LOAD));
    is[TYPE_ST] =
        atomic || (access && !reads) || (branch && cfg->gcs && (story->flags & SPE_OP_GCS_STORE));
    is[TYPE_FP] = story->flags & SPE_OP_FP;
    is[TYPE_SIMD] = story->flags & SPE_OP_SIMD;
}

/* D24.7.12, field by field. A type with its mask bit set must be as its control says. Of the other
 * types at least one that is enabled must apply, if any is enabled. */
static bool passes_masked(uint64_t pmsfcr, const bool is[TYPES])
{
    bool asked = false, found = false;
    for (int i = 0; i < TYPES; i++) {
        const bool control = pmsfcr >> (16 + i) & 1, mask = pmsfcr >> (48 + i) & 1;
        if (mask && control != is[i]) {
            return false;
        }
        asked |= !mask && control;
        found |= !mask && control && is[i];
    }
    return found || !asked;
}

static bool passes_type(const struct spe_config *cfg, const struct spe_story *story,
                        const struct spe_packet *operation, uint64_t events)
{
    bool is[TYPES], found = false;
    types_of(cfg, story, operation, events, is);
    if (cfg->eft) {
        return passes_masked(story->pmsfcr, is);
    }
    if (SPE_FIELD(story->pmsfcr, 18, 16) == 0) {
        return cfg->ft_zero == spe_cfg_ft_zero_ignored;
    }
    for (int i = TYPE_B; i <= TYPE_ST; i++) {
        found |= is[i] && (story->pmsfcr >> (16 + i) & 1);
    }
    return found;
}

/* "a total latency greater than or equal to the minimum latency" (3.2.2). */
static bool passes_latency(const struct spe_config *cfg, uint64_t pmslatfr, uint64_t total)
{
    const uint64_t least = SPE_FIELD(pmslatfr, cfg->count_size - 1, 0);
    return least == 0 ? cfg->fl_zero == spe_cfg_fl_zero_ignored : total >= least;
}

/* D24.7.10: loads and atomics that have a data source pass if the bit of that source is set. */
static bool passes_source(const struct spe_story *story, const struct spe_packet *operation,
                          const struct spe_packet *source)
{
    if (!source || operation->index != SPE_CLASS_LDST || (operation->payload & 1)) {
        return true;
    }
    return story->pmsdsfr >> (source->payload & 0x3f) & 1;
}

/* Returns the name of the latency filter, and what it compares. */
static const char *latency_filter(const struct spe_config *cfg, const struct spe_story *story,
                                  uint64_t total, char text[STORY_TEXT])
{
    const uint64_t least = SPE_FIELD(story->pmslatfr, cfg->count_size - 1, 0);
    (void)snprintf(text, STORY_TEXT,
                   "latency filter (PMSFCR_EL1.FL): total latency %" PRIu64 ", MINLAT %" PRIu64,
                   total, least);
    return text;
}

const char *story_filter(const struct spe_config *cfg, const struct spe_story *story,
                         const struct spe_decoded_record *record, char text[STORY_TEXT])
{
    const struct spe_packet *events = spe_record_find(record, SPE_PACKET_EVENTS, 0);
    const struct spe_packet *total = spe_record_find(record, SPE_PACKET_COUNTER, SPE_COUNTER_TOTAL);
    const struct spe_packet *source = spe_record_find(record, SPE_PACKET_DATA_SOURCE, 0);
    const struct spe_packet *operation = NULL;
    for (unsigned i = 0; i <= SPE_CLASS_BRANCH && !operation; i++) {
        operation = spe_record_find(record, SPE_PACKET_OPERATION, i);
    }
    if (!story->has_filters || !events || !total || !operation) {
        return NULL;
    }
    const char *by_events = failed_event_filter(cfg, story, events->payload);
    if (by_events) {
        return by_events;
    }
    if (FT(story->pmsfcr) && !passes_type(cfg, story, operation, events->payload)) {
        return "type filter (PMSFCR_EL1.FT)";
    }
    if (FL(story->pmsfcr) && !passes_latency(cfg, story->pmslatfr, total->payload)) {
        return latency_filter(cfg, story, total->payload, text);
    }
    if (cfg->fds && FDS(story->pmsfcr) && !passes_source(story, operation, source)) {
        return "data source filter (PMSFCR_EL1.FDS)";
    }
    return NULL;
}
