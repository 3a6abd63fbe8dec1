/* SPDX-License-Identifier: Apache-2.0 */
#include "story_internal.h"

#include "spe/bits.h"

/* PMSCR_EL1 and PMSCR_EL2 (4.3.5, 4.3.7). */
#define CX(reg)  ((reg) >> 3 & 1)
#define PA(reg)  ((reg) >> 4 & 1)
#define TS(reg)  ((reg) >> 5 & 1)
#define PCT(reg) ((reg) >> 6 & 1)

enum buffer_owner { SECURE_EL1, NONSECURE_EL1, OWNER_EL2 };

/* 3.4.2, first list. E2PB 0b01 is reserved and taken as 0b11 (choice E1). */
static enum buffer_owner owner_of(const struct spe_config *cfg, uint64_t state)
{
    const bool nonsecure = cfg->el3 ? SPE_CTX_NSPB(state) >= 2 : SPE_CTX_NS(state) == 1;
    if (!nonsecure)
        return SECURE_EL1;
    return cfg->el2 && SPE_CTX_E2PB(state) == 0 ? OWNER_EL2 : NONSECURE_EL1;
}

/* "CONTEXTIDR_EL1 is collected only if ...", first list of 3.3. */
static bool context_el1(const struct spe_config *cfg, const struct spe_story *story)
{
    const uint64_t state = story->ctx_state;
    const unsigned el = SPE_CTX_EL(state);
    const bool secure = SPE_CTX_NS(state) == 0;
    if (!CX(story->pmscr_el1))
        return false;
    if (el == 1 || (secure && el == 0))
        return true;
    return !secure && el == 0 && (!cfg->el2 || SPE_CTX_TGE(state) == 0);
}

/* A bit that the owner sets; Non-secure EL1 needs it in both registers, EL2 absent counts as set.
 */
static bool owner_allows(const struct spe_config *cfg, enum buffer_owner owner, uint64_t el1_bit,
                         uint64_t el2_bit)
{
    switch (owner) {
    case SECURE_EL1:
        return el1_bit;
    case OWNER_EL2:
        return el2_bit;
    case NONSECURE_EL1:
    default:
        return el1_bit && (el2_bit || !cfg->el2);
    }
}

/* A read of CNTVCT_EL0 in this context has no offset: without EL2, at EL2 of a host, at EL0 of a
 * host. */
static bool offset_is_zero(const struct spe_config *cfg, uint64_t state)
{
    const unsigned el = SPE_CTX_EL(state);
    const bool e2h = cfg->vhe && SPE_CTX_E2H(state);
    if (!cfg->el2)
        return true;
    return e2h && (el == 2 || (el == 0 && SPE_CTX_NS(state) && SPE_CTX_TGE(state)));
}

struct story_collected story_collect(const struct spe_config *cfg, const struct spe_story *story)
{
    const uint64_t state = story->ctx_state;
    const uint64_t el1 = story->pmscr_el1, el2 = story->pmscr_el2;
    const enum buffer_owner owner = owner_of(cfg, state);
    const bool physical = owner_allows(cfg, owner, PCT(el1), PCT(el2));
    const bool counts = SPE_CTX_CNTEN(state) || cfg->ts_stopped != spe_cfg_ts_stopped_end;
    return (struct story_collected){
        .ctx1 = context_el1(cfg, story),
        .ctx2 = cfg->el2 && CX(el2) && SPE_CTX_NS(state) == 1,
        .pa = owner_allows(cfg, owner, PA(el1), PA(el2)),
        .timestamp = (owner == OWNER_EL2 ? TS(el2) : TS(el1)) && counts,
        .offset = physical || offset_is_zero(cfg, state) ? 0 : story->cntvoff,
    };
}
