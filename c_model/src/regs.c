/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of the registers: DDI 0586A 4.3.
 */
#include "spe/regs.h"

#include <stddef.h>

#include "spe/enable.h"

const char *spe_reg_name(enum spe_reg reg)
{
    static const char *const names[SPE_REGS] = {
        [SPE_PMSCR_EL1] = "PMSCR_EL1",     [SPE_PMSCR_EL2] = "PMSCR_EL2",
        [SPE_PMSICR] = "PMSICR_EL1",       [SPE_PMSIRR] = "PMSIRR_EL1",
        [SPE_PMSFCR] = "PMSFCR_EL1",       [SPE_PMSEVFR] = "PMSEVFR_EL1",
        [SPE_PMSLATFR] = "PMSLATFR_EL1",   [SPE_PMSIDR] = "PMSIDR_EL1",
        [SPE_PMBLIMITR] = "PMBLIMITR_EL1", [SPE_PMBPTR] = "PMBPTR_EL1",
        [SPE_PMBSR] = "PMBSR_EL1",         [SPE_PMBIDR] = "PMBIDR_EL1",
        [SPE_PMSNEVFR] = "PMSNEVFR_EL1",   [SPE_PMSDSFR] = "PMSDSFR_EL1",
        [SPE_PMBMAR] = "PMBMAR_EL1",       [SPE_PMBSR_EL2] = "PMBSR_EL2",
        [SPE_PMBSR_EL3] = "PMBSR_EL3",
    };

    return (unsigned)reg < SPE_REGS ? names[reg] : NULL;
}

static uint64_t pmscr_el1_writable(const struct spe_config *cfg)
{
    uint64_t fields = SPE_MASK(6, 3) | SPE_MASK(1, 0);

    return cfg->el2 ? fields : fields & ~SPE_BIT(6); /* RES1 without EL2 (4.3.5) */
}

static uint64_t pmsevfr_writable(const struct spe_config *cfg)
{
    uint64_t fields = SPE_BIT(3) | SPE_BIT(5) | SPE_BIT(7) | cfg->event_filters;

    return cfg->speculative ? fields | SPE_BIT(1) : fields; /* RES1 otherwise (4.3.8) */
}

static uint64_t pmbptr_writable(const struct spe_config *cfg)
{
    /* With synchronous aborts the low bits may hold part of a fault address (4.3.3, choice E9). */
    if (cfg->ext_abort == spe_cfg_ext_abort_sync)
        return ~UINT64_C(0);
    return ~(SPE_BIT(cfg->align) - 1);
}

uint64_t spe_reg_writable(const struct spe_config *cfg, enum spe_reg reg)
{
    switch (reg) {
    case SPE_PMSCR_EL1:
        return pmscr_el1_writable(cfg);
    case SPE_PMSCR_EL2: /* RES0 at EL3 without EL2 (4.3.7) */
        return cfg->el2 ? SPE_MASK(6, 3) | SPE_MASK(1, 0) : 0;
    case SPE_PMSICR:
        return cfg->ernd ? SPE_PMSICR_ECOUNT | SPE_PMSICR_COUNT : SPE_PMSICR_COUNT;
    case SPE_PMSIRR:
        return SPE_PMSIRR_INTERVAL | SPE_PMSIRR_RND;
    case SPE_PMSFCR:
        return SPE_MASK(18, 16) | SPE_MASK(2, 0);
    case SPE_PMSEVFR:
        return pmsevfr_writable(cfg);
    case SPE_PMSLATFR:
        return SPE_MASK(11, 0);
    case SPE_PMBLIMITR: /* FM reads back as written (E7) */
        return SPE_MASK(63, cfg->granule) | SPE_MASK(2, 0);
    case SPE_PMBPTR:
        return pmbptr_writable(cfg);
    case SPE_PMBSR: /* both MSS encodings have bits [15:6] RES0 */
        return SPE_PMBSR_EC | SPE_MASK(19, 16) | SPE_MASK(5, 0);
    default:
        return 0;
    }
}

uint64_t spe_reg_ones(const struct spe_config *cfg, enum spe_reg reg)
{
    switch (reg) {
    case SPE_PMSCR_EL1:
        return cfg->el2 ? 0 : SPE_BIT(6);
    case SPE_PMSEVFR:
        return cfg->speculative ? 0 : SPE_BIT(1);
    case SPE_PMSIDR:
        return spe_config_pmsidr(cfg);
    case SPE_PMBIDR:
        return spe_config_pmbidr(cfg);
    default:
        return 0;
    }
}

uint64_t spe_reg_unknown(const struct spe_config *cfg, enum spe_reg reg)
{
    if (cfg->reset_value == spe_cfg_reset_value_zero)
        return 0;
    return spe_reg_writable(cfg, reg) & ~(reg == SPE_PMBLIMITR ? SPE_PMBLIMITR_E : 0);
}

void spe_regs_reset(const struct spe_config *cfg, struct spe_regs *regs)
{
    for (int reg = 0; reg < SPE_REGS; reg++)
        regs->v[reg] = spe_reg_ones(cfg, (enum spe_reg)reg);
}

void spe_reg_write(const struct spe_config *cfg, struct spe_regs *regs, enum spe_reg reg,
                   uint64_t value)
{
    regs->v[reg] = (value & spe_reg_writable(cfg, reg)) | spe_reg_ones(cfg, reg);
}

/* PMBIDR_EL1.P: owned by a higher Exception level or the other Security state (4.3.1). */
static bool prohibited(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    bool secure = spe_current_state(cfg, ctx) == SPE_PAS_SECURE;
    bool ns_owner = ctx->nspb & 2;

    if (cfg->el3 && ctx->el == 1 && secure)
        return ns_owner;
    if (cfg->el3 && !secure && !ns_owner)
        return true;
    return cfg->el2 && ctx->el == 1 && !secure && ctx->e2pb == 0;
}

uint64_t spe_reg_read(const struct spe_config *cfg, const struct spe_regs *regs,
                      const struct spe_ctx *ctx, enum spe_reg reg)
{
    if (reg == SPE_PMBIDR && prohibited(cfg, ctx))
        return regs->v[reg] | SPE_PMBIDR_P;
    return regs->v[reg];
}
