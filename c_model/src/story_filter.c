/* SPDX-License-Identifier: Apache-2.0 */
#include "story_internal.h"

#include "spe/bits.h"

/* PMSFCR_EL1 (4.3.9). */
#define FE(reg) ((reg)&SPE_BIT(0))
#define FT(reg) ((reg)&SPE_BIT(1))
#define FL(reg) ((reg)&SPE_BIT(2))
#define B(reg)  ((reg)&SPE_BIT(16))
#define LD(reg) ((reg)&SPE_BIT(17))
#define ST(reg) ((reg)&SPE_BIT(18))

/* "only sampled operations with all the events in the filter set are recorded" (3.2.2). */
static bool passes_events(const struct spe_config *cfg, uint64_t pmsevfr, uint64_t events)
{
    const uint64_t filters = cfg->event_filters | SPE_BIT(7) | SPE_BIT(5) | SPE_BIT(3) | SPE_BIT(1);
    const uint64_t wanted = pmsevfr & filters;
    if (wanted == 0)
        return cfg->fe_zero == spe_cfg_fe_zero_ignored;
    return (events & wanted) == wanted;
}

/*
 * "ST enables collection of store sampled operations, including all atomic operations. LD ...
 * including atomic operations that return a value to a register. B ... branch sampled operations"
 * (3.2.2). An operation that generated an exception is no branch (2.3.1, L12).
 */
static bool passes_type(const struct spe_config *cfg, uint64_t pmsfcr,
                        const struct spe_packet *operation, uint64_t events)
{
    const uint64_t payload = operation->payload;
    const bool exception = (events & 3) == 3;
    if (!B(pmsfcr) && !LD(pmsfcr) && !ST(pmsfcr))
        return cfg->ft_zero == spe_cfg_ft_zero_ignored;
    if (operation->index == SPE_CLASS_BRANCH)
        return B(pmsfcr) && !exception;
    if (operation->index != SPE_CLASS_LDST)
        return false;
    const bool atomic = (payload & 0xe6) == 0x06;
    const bool reads = !(payload & 1);
    return (LD(pmsfcr) && reads) || (ST(pmsfcr) && (atomic || !reads));
}

/* "a total latency greater than or equal to the minimum latency" (3.2.2). */
static bool passes_latency(const struct spe_config *cfg, uint64_t pmslatfr, uint64_t total)
{
    const uint64_t least = SPE_FIELD(pmslatfr, cfg->count_size - 1, 0);
    return least == 0 ? cfg->fl_zero == spe_cfg_fl_zero_ignored : total >= least;
}

const char *story_filter(const struct spe_config *cfg, const struct spe_story *story,
                         const struct spe_decoded_record *record)
{
    const struct spe_packet *events = spe_record_find(record, SPE_PACKET_EVENTS, 0);
    const struct spe_packet *total = spe_record_find(record, SPE_PACKET_COUNTER, SPE_COUNTER_TOTAL);
    const struct spe_packet *operation = NULL;
    for (unsigned i = 0; i <= SPE_CLASS_BRANCH && !operation; i++)
        operation = spe_record_find(record, SPE_PACKET_OPERATION, i);
    if (!story->has_filters || !events || !total || !operation)
        return NULL;
    if (FE(story->pmsfcr) && !passes_events(cfg, story->pmsevfr, events->payload))
        return "event filter (PMSFCR_EL1.FE)";
    if (FT(story->pmsfcr) && !passes_type(cfg, story->pmsfcr, operation, events->payload))
        return "type filter (PMSFCR_EL1.FT)";
    if (FL(story->pmsfcr) && !passes_latency(cfg, story->pmslatfr, total->payload))
        return "latency filter (PMSFCR_EL1.FL)";
    return NULL;
}
