/* SPDX-License-Identifier: Apache-2.0
 *
 * Outcome of a direct access: DDI 0586A Table 7, 3.2.3, 3.4.6, 4.3.
 */
#include <stddef.h>

#include "spe/enable.h"
#include "spe/regs.h"

/* What stands between an access and the register. */
enum guard {
    GUARD_PMS,  /* CheckStatisticalProfilingAccess() */
    GUARD_PMB,  /* CheckProfilingBufferAccess() */
    GUARD_EL2,  /* as GUARD_PMS, and UNDEFINED at EL1 (4.3.7) */
    GUARD_EL12, /* as GUARD_EL2, and only with E2H in Non-secure state (4.3.6) */
    GUARD_NONE  /* "Traps and enables: None" (4.3.1) */
};

struct encoding {
    uint16_t enc;
    enum spe_reg reg;
    enum guard guard;
    bool read_only;
};

static const struct encoding encodings[] = {
    {SPE_ENC(3, 0, 9, 9, 0), SPE_PMSCR_EL1, GUARD_PMS, false},
    {SPE_ENC(3, 0, 9, 9, 2), SPE_PMSICR, GUARD_PMS, false},
    {SPE_ENC(3, 0, 9, 9, 3), SPE_PMSIRR, GUARD_PMS, false},
    {SPE_ENC(3, 0, 9, 9, 4), SPE_PMSFCR, GUARD_PMS, false},
    {SPE_ENC(3, 0, 9, 9, 5), SPE_PMSEVFR, GUARD_PMS, false},
    {SPE_ENC(3, 0, 9, 9, 6), SPE_PMSLATFR, GUARD_PMS, false},
    {SPE_ENC(3, 0, 9, 9, 7), SPE_PMSIDR, GUARD_PMS, true},
    {SPE_ENC(3, 0, 9, 10, 0), SPE_PMBLIMITR, GUARD_PMB, false},
    {SPE_ENC(3, 0, 9, 10, 1), SPE_PMBPTR, GUARD_PMB, false},
    {SPE_ENC(3, 0, 9, 10, 3), SPE_PMBSR, GUARD_PMB, false},
    {SPE_ENC(3, 0, 9, 10, 7), SPE_PMBIDR, GUARD_NONE, true},
    {SPE_ENC(3, 4, 9, 9, 0), SPE_PMSCR_EL2, GUARD_EL2, false},
    {SPE_ENC(3, 5, 9, 9, 0), SPE_PMSCR_EL1, GUARD_EL12, false},
};

static const struct encoding *find_encoding(uint16_t enc)
{
    for (size_t i = 0; i < sizeof encodings / sizeof encodings[0]; i++)
        if (encodings[i].enc == enc)
            return &encodings[i];
    return NULL;
}

static bool e2h(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    return cfg->vhe && ctx->e2h;
}

/* The pseudocode has no check for PMSCR_EL2 and PMSCR_EL12 by name: "Usage constraints"
 * of 4.3.6, 4.3.7. */
static bool undefined_here(const struct spe_config *cfg, const struct spe_ctx *ctx,
                           enum guard guard)
{
    if (ctx->el == 0 || ctx->aarch32)
        return true;
    if (guard == GUARD_EL2)
        return ctx->el == 1;
    if (guard == GUARD_EL12)
        return !cfg->el2 || ctx->el == 1 || !e2h(cfg, ctx) || (cfg->el3 && !ctx->ns);
    return false;
}

/* Order of the two traps as in the pseudocode (choice E13). */
static enum spe_access trap(const struct spe_config *cfg, const struct spe_ctx *ctx,
                            enum guard guard)
{
    bool ns_el1 = cfg->el2 && ctx->el == 1 && ctx->ns;
    bool el2_traps = guard == GUARD_PMB ? !(ctx->e2pb & 1) : ctx->tpms;

    if (guard == GUARD_NONE)
        return SPE_ACCESS_OK;
    if (ns_el1 && el2_traps)
        return SPE_ACCESS_TRAP_EL2;
    if (cfg->el3 && ctx->el != 3 && ctx->nspb != ((unsigned)ctx->ns << 1 | 1))
        return SPE_ACCESS_TRAP_EL3;
    return SPE_ACCESS_OK;
}

enum spe_access spe_reg_access(const struct spe_config *cfg, const struct spe_ctx *ctx,
                               uint16_t enc, bool write, enum spe_reg *reg)
{
    const struct encoding *e = find_encoding(enc);
    enum spe_access outcome;

    if (!e || (write && e->read_only) || undefined_here(cfg, ctx, e->guard))
        return SPE_ACCESS_UNDEFINED;
    outcome = trap(cfg, ctx, e->guard);
    if (outcome != SPE_ACCESS_OK)
        return outcome;
    *reg = e->reg;
    /* "using the register name PMSCR_EL1 at EL2 access PMSCR_EL2" (4.3.5); GUARD_EL12 is the other
     * name. */
    if (e->reg == SPE_PMSCR_EL1 && e->guard == GUARD_PMS && ctx->el == 2 && e2h(cfg, ctx))
        *reg = SPE_PMSCR_EL2;
    return SPE_ACCESS_OK;
}
