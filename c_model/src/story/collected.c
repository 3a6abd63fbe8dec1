/* SPDX-License-Identifier: Apache-2.0 */
#include "config_members.h"
#include "spe/bits.h"
#include "spe/txn_ctx.h"
#include "story/parts.h"
#include "story/story.h"

/* PMSCR_EL1 and PMSCR_EL2 (4.3.5, 4.3.7, D24.7.8, D24.7.9). */
#define E2SPE(reg) ((reg) >> 1 & 1)
#define CX(reg)    ((reg) >> 3 & 1)
#define PA(reg)    ((reg) >> 4 & 1)
#define TS(reg)    ((reg) >> 5 & 1)

/* PCT: bit 7 only with FEAT_ECV; "0b10 reserved" acts as 0b00. */
enum pct { PCT_VIRTUAL, PCT_PHYSICAL, PCT_OFFSET };

static enum pct pct_of(const struct spe_config *cfg, uint64_t reg)
{
    const uint64_t field = SPE_FIELD(reg, 7, 6) & (cfg->ecv ? 3 : 1);
    return field == 3 ? PCT_OFFSET : field == 1 ? PCT_PHYSICAL : PCT_VIRTUAL;
}

/* Returns whether this Security state has EL2: Non-secure and Realm always have it; Secure has it
 * with SCR_EL3.EEL2, or without EL3 whenever it is implemented. */
static bool el2_enabled(const struct spe_config *cfg, uint64_t state)
{
    if (!cfg->el2 || SPE_CTX_NS(state)) {
        return cfg->el2;
    }
    return cfg->sel2 && (!cfg->el3 || SPE_CTX_EEL2(state));
}

/* 3.4.2. The operation was selected, so its state is the owner's. E2PB 0b01 is reserved and taken
 * as 0b11 (choice E1). */
static bool owned_by_el2(const struct spe_config *cfg, uint64_t state)
{
    return el2_enabled(cfg, state) && SPE_CTX_E2PB(state) == 0;
}

static bool tge(const struct spe_config *cfg, uint64_t state)
{
    return el2_enabled(cfg, state) && SPE_CTX_TGE(state);
}

/* "CONTEXTIDR_EL1 is collected only if ...", first list of 3.3: at EL1, or at EL0 if that is not
 * EL0 of a host. */
static bool context_el1(const struct spe_config *cfg, const struct spe_story *story)
{
    return CX(story->pmscr_el1) && SPE_CTX_EL(story->ctx_state) < 2 && !tge(cfg, story->ctx_state);
}

/* Where EL2 is enabled PMSCR_EL2 must permit it, too: if EL1 is the owner, both controls are
 * needed. */
static bool physical_addresses(const struct spe_config *cfg, const struct spe_story *story)
{
    if (!el2_enabled(cfg, story->ctx_state)) {
        return PA(story->pmscr_el1);
    }
    return PA(story->pmscr_el2) && (owned_by_el2(cfg, story->ctx_state) || PA(story->pmscr_el1));
}

/* Returns whether a read of the virtual counter in this context has no offset: at EL2, and at EL0
 * of a host. */
static bool in_host(const struct spe_config *cfg, uint64_t state)
{
    const unsigned el = SPE_CTX_EL(state);
    if (!cfg->vhe || !el2_enabled(cfg, state) || SPE_CTX_EL2A32(state) || !SPE_CTX_E2H(state)) {
        return false;
    }
    return el == 2 || (el == 0 && SPE_CTX_TGE(state));
}

/* The counter that the hypervisor lets its guest have: PMSCR_EL2.PCT is the most that PMSCR_EL1.PCT
 * gives. */
static enum pct counter_kind(const struct spe_config *cfg, const struct spe_story *story)
{
    const enum pct el1 = cfg->el2 ? pct_of(cfg, story->pmscr_el1) : PCT_PHYSICAL;
    const enum pct el2 = pct_of(cfg, story->pmscr_el2);
    if (!el2_enabled(cfg, story->ctx_state)) {
        return el1;
    }
    if (owned_by_el2(cfg, story->ctx_state) || el2 == PCT_VIRTUAL) {
        return el2;
    }
    if (el2 == PCT_OFFSET) {
        return el1 == PCT_VIRTUAL ? PCT_VIRTUAL : PCT_OFFSET;
    }
    return el1;
}

/* Returns the offset that is subtracted from the physical count (D18.2.9). */
static uint64_t subtracted(const struct spe_config *cfg, const struct spe_story *story)
{
    switch (counter_kind(cfg, story)) {
    case PCT_VIRTUAL:
        return in_host(cfg, story->ctx_state) ? 0 : story->cntvoff;
    case PCT_OFFSET:
        return cfg->ecv == 2 ? story->cntpoff : 0;
    case PCT_PHYSICAL:
    default:
        return 0;
    }
}

struct story_collected story_collect(const struct spe_config *cfg, const struct spe_story *story)
{
    const uint64_t state = story->ctx_state;
    const uint64_t owner = owned_by_el2(cfg, state) ? story->pmscr_el2 : story->pmscr_el1;
    const bool counts = SPE_CTX_CNTEN(state) || cfg->ts_stopped != spe_cfg_ts_stopped_end;
    return (struct story_collected){
        .ctx1 = context_el1(cfg, story),
        .ctx2 = CX(story->pmscr_el2) && el2_enabled(cfg, state),
        .pa = physical_addresses(cfg, story),
        .timestamp = TS(owner) && counts,
        .offset = subtracted(cfg, story),
        .el2_profiled = owned_by_el2(cfg, state) && E2SPE(story->pmscr_el2),
    };
}
