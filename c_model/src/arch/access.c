/* SPDX-License-Identifier: Apache-2.0
 *
 * Outcome of a direct access: DDI 0586A Table 7, 3.2.3, 3.4.6, 4.3; Arm ARM D24.7.
 */
#include <stddef.h>

#include "arch/enable.h"
#include "config_members.h"
#include "spe/enable.h"
#include "spe/regs.h"

/* The group of a register name decides which controls an access must pass. */
enum group {
    GROUP_TPMS, /* MDCR_EL2.TPMS */
    GROUP_E2PB, /* MDCR_EL2.E2PB */
    GROUP_EL2,  /* for EL2 and EL3 */
    GROUP_EL12, /* for EL3 and EL2 in a host */
    GROUP_EL3,  /* for EL3 */
    GROUP_ID    /* PMBIDR_EL1: a fine-grained trap only */
};

/* When FEAT_NV2 turns an access at EL1 into an access to memory. */
enum memory {
    NEVER,
    WITH_NV1_EITHER, /* HCR_EL2.{NV2, NV1, NV} 0b1x1 */
    WITH_NV1,        /* 0b111 */
    AS_PMBSR         /* 0b1x1, and NV1 or no SPE Profiling exceptions */
};

struct encoding {
    uint16_t enc;
    enum spe_reg reg;
    enum group group;
    enum memory memory;
    bool read_only;
};

static const struct encoding encodings[] = {
    {SPE_ENC(3, 0, 9, 9, 0), SPE_PMSCR_EL1, GROUP_TPMS, WITH_NV1, false},
    {SPE_ENC(3, 0, 9, 9, 1), SPE_PMSNEVFR, GROUP_TPMS, WITH_NV1_EITHER, false},
    {SPE_ENC(3, 0, 9, 9, 2), SPE_PMSICR, GROUP_TPMS, WITH_NV1_EITHER, false},
    {SPE_ENC(3, 0, 9, 9, 3), SPE_PMSIRR, GROUP_TPMS, WITH_NV1_EITHER, false},
    {SPE_ENC(3, 0, 9, 9, 4), SPE_PMSFCR, GROUP_TPMS, NEVER, false},
    {SPE_ENC(3, 0, 9, 9, 5), SPE_PMSEVFR, GROUP_TPMS, WITH_NV1_EITHER, false},
    {SPE_ENC(3, 0, 9, 9, 6), SPE_PMSLATFR, GROUP_TPMS, WITH_NV1_EITHER, false},
    {SPE_ENC(3, 0, 9, 9, 7), SPE_PMSIDR, GROUP_TPMS, NEVER, true},
    {SPE_ENC(3, 0, 9, 10, 0), SPE_PMBLIMITR, GROUP_E2PB, WITH_NV1_EITHER, false},
    {SPE_ENC(3, 0, 9, 10, 1), SPE_PMBPTR, GROUP_E2PB, WITH_NV1_EITHER, false},
    {SPE_ENC(3, 0, 9, 10, 3), SPE_PMBSR, GROUP_E2PB, AS_PMBSR, false},
    {SPE_ENC(3, 0, 9, 10, 4), SPE_PMSDSFR, GROUP_TPMS, WITH_NV1_EITHER, false},
    {SPE_ENC(3, 0, 9, 10, 5), SPE_PMBMAR, GROUP_E2PB, NEVER, false},
    {SPE_ENC(3, 0, 9, 10, 7), SPE_PMBIDR, GROUP_ID, NEVER, true},
    {SPE_ENC(3, 4, 9, 9, 0), SPE_PMSCR_EL2, GROUP_EL2, NEVER, false},
    {SPE_ENC(3, 4, 9, 10, 3), SPE_PMBSR_EL2, GROUP_EL2, NEVER, false},
    {SPE_ENC(3, 5, 9, 9, 0), SPE_PMSCR_EL1, GROUP_EL12, NEVER, false},
    {SPE_ENC(3, 5, 9, 10, 3), SPE_PMBSR, GROUP_EL12, NEVER, false},
    {SPE_ENC(3, 6, 9, 10, 3), SPE_PMBSR_EL3, GROUP_EL3, NEVER, false},
};

/* The access: configuration, registers and context at the start of its cycle, and its encoding. */
struct access {
    const struct spe_config *cfg;
    const struct spe_regs *regs;
    const struct spe_ctx *ctx;
    const struct encoding *e;
    bool fgt;
};

static const struct encoding *find_encoding(uint16_t enc)
{
    for (size_t i = 0; i < sizeof encodings / sizeof encodings[0]; i++) {
        if (encodings[i].enc == enc) {
            return &encodings[i];
        }
    }
    return NULL;
}

/* AC1: "This register is present only when" of each register. */
static bool register_present(const struct spe_config *cfg, const struct encoding *e)
{
    if (e->group == GROUP_EL12) {
        return cfg->el2 && cfg->vhe && (e->reg == SPE_PMSCR_EL1 || cfg->exc);
    }
    switch (e->reg) {
    case SPE_PMSNEVFR:
        return cfg->fne;
    case SPE_PMSDSFR:
        return cfg->fds;
    case SPE_PMBMAR:
        return cfg->nvm;
    case SPE_PMBSR_EL2:
        return cfg->exc;
    case SPE_PMBSR_EL3:
        return cfg->exc && cfg->el3;
    default:
        return true;
    }
}

/* HCR_EL2.{NV2, NV1, NV} as far as they are implemented. */
static unsigned nvx(const struct access *a)
{
    static const unsigned implemented[] = {0, 3, 7};

    return a->ctx->nvx & implemented[a->cfg->nv];
}

/* AC2: an encoding that belongs to EL2 or EL3, used below that level or outside a host.
 * @return true if the access ends here, with *outcome; it then reaches no register. */
static bool of_higher_level(const struct access *a, enum spe_access *outcome)
{
    const unsigned el = a->ctx->el;

    *outcome = SPE_ACCESS_UNDEFINED;
    if (a->e->group == GROUP_EL3) {
        return el != 3;
    }
    if (a->e->group != GROUP_EL2 && a->e->group != GROUP_EL12) {
        return false;
    }
    if (el != 1) {
        return a->e->group == GROUP_EL12 && !arch_in_host(a->cfg, a->ctx, 2);
    }
    if (a->e->group == GROUP_EL12 && nvx(a) == 5) {
        *outcome = SPE_ACCESS_MEMORY;
    } else if (nvx(a) & 1) {
        *outcome = SPE_ACCESS_TRAP_EL2;
    }
    return true;
}

/* AC5: CheckMDCR_EL3_NSPBTrap() */
static bool nspb_traps(const struct access *a)
{
    bool reserved;
    unsigned value = arch_effective_nspb(a->cfg, a->ctx, &reserved);

    return reserved || !(value & 1) || (value >> 1 & 1) != a->ctx->ns ||
           (a->cfg->rme && value >> 2 != a->ctx->nse);
}

/* AC4: the condition for a trap to EL3. */
static bool el3_traps(const struct access *a)
{
    if (!a->cfg->el3 || a->e->group == GROUP_ID) {
        return false;
    }
    if (nspb_traps(a)) {
        return true;
    }
    switch (a->e->reg) {
    case SPE_PMSNEVFR:
        return !a->ctx->enpmsn;
    case SPE_PMSDSFR:
        return !a->ctx->enpms3;
    case SPE_PMBMAR:
        return !a->ctx->enpms4;
    case SPE_PMBSR_EL2:
        return a->ctx->pmsee == 0;
    default:
        return false;
    }
}

/* AC7, AC8: traps to EL2. */
static bool el2_traps(const struct access *a)
{
    if (a->ctx->el != 1 || !arch_el2_enabled(a->cfg, a->ctx)) {
        return false;
    }
    if (a->cfg->fgt && a->fgt) {
        return true;
    }
    if (a->e->group == GROUP_TPMS) {
        return a->ctx->tpms;
    }
    return a->e->group == GROUP_E2PB && !(a->ctx->e2pb & 1);
}

/* AC10: FEAT_NV2 makes the access a memory access. */
static bool is_memory(const struct access *a)
{
    const bool nv2 = (nvx(a) & 5) == 5;

    if (a->ctx->el != 1) {
        return false;
    }
    switch (a->e->memory) {
    case WITH_NV1_EITHER:
        return nv2;
    case WITH_NV1:
        return nvx(a) == 7;
    case AS_PMBSR:
        return nv2 && (nvx(a) == 7 || arch_effective_ee2(a->cfg, a->regs, a->ctx) == 0 ||
                       !(a->regs->v[SPE_PMSCR_EL1] & SPE_PMSCR_EE));
    default:
        return false;
    }
}

/* AC2, AC3, AC6, AC7, AC8, AC9, AC10: the checks, in the order of the accessibility pseudocode
 * (choice E13). */
static enum spe_access outcome_of(const struct access *a)
{
    const bool halted = a->ctx->debug && a->ctx->sdd;
    enum spe_access outcome;

    if (of_higher_level(a, &outcome)) {
        return outcome;
    }
    if (a->ctx->el == 3) {
        return SPE_ACCESS_OK;
    }
    if (halted && a->cfg->sdd_priority && el3_traps(a)) {
        return SPE_ACCESS_UNDEFINED;
    }
    if (el2_traps(a)) {
        return SPE_ACCESS_TRAP_EL2;
    }
    if (el3_traps(a)) {
        return halted ? SPE_ACCESS_UNDEFINED : SPE_ACCESS_TRAP_EL3;
    }
    return is_memory(a) ? SPE_ACCESS_MEMORY : SPE_ACCESS_OK;
}

/* AC11: "Using the register name PMSCR_EL1 at EL2 access PMSCR_EL2" (4.3.5); so does PMBSR_EL1. */
static enum spe_reg reached(const struct access *a)
{
    const bool host = a->ctx->el == 2 && arch_in_host(a->cfg, a->ctx, 2);

    if (!host || a->e->group == GROUP_EL12) {
        return a->e->reg;
    }
    if (a->e->reg == SPE_PMSCR_EL1) {
        return SPE_PMSCR_EL2;
    }
    if (a->e->reg == SPE_PMBSR && arch_effective_ee2(a->cfg, a->regs, a->ctx) != 0) {
        return SPE_PMBSR_EL2;
    }
    return a->e->reg;
}

/* RG3: a refused access reaches no register. AC1 to AC12 give the outcome. */
enum spe_access spe_reg_access(const struct spe_config *cfg, const struct spe_regs *regs,
                               const struct spe_ctx *ctx, const struct spe_txn_sysreg *t,
                               enum spe_reg *reg)
{
    const struct access a = {cfg, regs, ctx, find_encoding(t->enc), t->fgt};
    enum spe_access outcome;

    if (!a.e || !register_present(cfg, a.e) || (t->write && a.e->read_only) || ctx->el == 0 ||
        ctx->aarch32) {
        return SPE_ACCESS_UNDEFINED;
    }
    outcome = outcome_of(&a);
    if (outcome == SPE_ACCESS_OK) {
        *reg = reached(&a);
    }
    return outcome;
}
