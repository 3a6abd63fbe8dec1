/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of the registers: DDI 0586A 4.3.
 */
#include "spe/regs.h"

#include <stddef.h>

#include "arch/enable.h"
#include "arch/regs.h"
#include "config/features.h"
#include "config_members.h"
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

/* Without EL2 PCT is RES1 in PMSCR_EL1 (4.3.5), and all of PMSCR_EL2 RES0 (4.3.7). */
static uint64_t pmscr_writable(const struct spe_config *cfg, enum spe_reg reg)
{
    uint64_t fields = SPE_MASK(5, 3) | SPE_MASK(1, 0);

    if (reg == SPE_PMSCR_EL2 && !cfg->el2) {
        return 0;
    }
    if (cfg->el2) {
        fields |= cfg->ecv ? SPE_PMSCR_PCT : SPE_BIT(SPE_PMSCR_PCT_SHIFT);
    }
    if (cfg->exc) {
        fields |= SPE_PMSCR_EE | SPE_PMSCR_KE;
    }
    if (cfg->nvm && (reg == SPE_PMSCR_EL2 || cfg->nv)) {
        fields |= SPE_PMSCR_ENVM;
    }
    return fields;
}

static uint64_t pmsfcr_writable(const struct spe_config *cfg)
{
    uint64_t fields = SPE_MASK(18, 16) | SPE_MASK(2, 0);

    if (cfg->eft) {
        fields |= SPE_MASK(52, 48) | SPE_MASK(20, 19);
    }
    if (cfg->fds) {
        fields |= SPE_PMSFCR_FDS;
    }
    return cfg->fne ? fields | SPE_PMSFCR_FNE : fields;
}

uint64_t arch_event_filters(const struct spe_config *cfg)
{
    uint64_t fields = SPE_BIT(3) | SPE_BIT(5) | SPE_BIT(7) | cfg->event_filters;

    if (cfg->fne) {
        fields |= SPE_BIT(6);
    }
    if (cfg->pmsver >= SPEV1P1) {
        fields |= SPE_BIT(11);
    }
    if (cfg->pmsver >= SPEV1P1 && (cfg->sve || (cfg->sme && cfg->filter_sme))) {
        fields |= SPE_MASK(18, 17);
    }
    if (cfg->pmsver >= SPEV1P4) {
        fields |= SPE_BIT(2) | SPE_BIT(4) | (cfg->events & (SPE_MASK(10, 8) | SPE_MASK(23, 19)));
    }
    if (cfg->pmsver >= SPEV1P4 && cfg->spe_sme) {
        fields |= cfg->events & SPE_MASK(25, 24);
    }
    return fields;
}

static uint64_t pmsevfr_writable(const struct spe_config *cfg)
{
    /* bit 1 is RES1 without [speculative] (4.3.8) */
    return cfg->speculative ? arch_event_filters(cfg) | SPE_BIT(1) : arch_event_filters(cfg);
}

static uint64_t pmsnevfr_writable(const struct spe_config *cfg)
{
    if (!cfg->fne) {
        return 0;
    }
    return cfg->speculative && cfg->misspec_record ? arch_event_filters(cfg) | SPE_BIT(1)
                                                   : arch_event_filters(cfg);
}

static uint64_t pmblimitr_writable(const struct spe_config *cfg)
{
    /* FM reads back as written (E7) */
    uint64_t fields = SPE_MASK(63, cfg->granule) | SPE_PMBLIMITR_FM | SPE_PMBLIMITR_E;

    if (cfg->pmsver >= SPEV1P2) {
        fields |= SPE_PMBLIMITR_PMFZ;
    }
    return cfg->nvm ? fields | SPE_PMBLIMITR_NVM : fields;
}

static uint64_t pmbptr_writable(const struct spe_config *cfg)
{
    /* With synchronous aborts the low bits may hold part of a fault address (4.3.3, choice E9). */
    if (cfg->ext_abort == spe_cfg_ext_abort_sync) {
        return ~UINT64_C(0);
    }
    return ~(SPE_BIT(cfg->align) - 1);
}

static uint64_t pmbsr_writable(const struct spe_config *cfg)
{
    const bool reported = cfg->ext_abort == spe_cfg_ext_abort_sync ||
                          cfg->ext_abort == spe_cfg_ext_abort_async || cfg->walk_ea;
    uint64_t fields = SPE_PMBSR_EC | SPE_PMBSR_DL | SPE_PMBSR_S | SPE_PMBSR_COLL | SPE_MASK(5, 0);

    if (reported) {
        fields |= SPE_PMBSR_EA; /* RES0 if nothing ever sets it (E11) */
    }
    if (cfg->impdef_event) {
        return fields | SPE_PMBSR_MSS2 | SPE_PMBSR_MSS;
    }
    if (cfg->the) {
        fields |= SPE_PMBSR_TOPLEVEL | SPE_PMBSR_ASSURED;
    }
    if (cfg->poe) {
        fields |= SPE_PMBSR_OVERLAY;
    }
    return cfg->pie ? fields | SPE_PMBSR_DIRTY : fields;
}

/* The registers of SPEv1p1 to SPEv1p5. */
static uint64_t later_writable(const struct spe_config *cfg, enum spe_reg reg)
{
    switch (reg) {
    case SPE_PMSNEVFR:
        return pmsnevfr_writable(cfg);
    case SPE_PMSDSFR:
        return cfg->fds ? cfg->ds_filters : 0;
    case SPE_PMBMAR:
        return cfg->nvm ? SPE_PMBMAR_SH | SPE_PMBMAR_ATTR : 0;
    case SPE_PMBSR_EL2: /* RES0 at EL3 without EL2 */
        return cfg->exc && cfg->el2 ? pmbsr_writable(cfg) : 0;
    case SPE_PMBSR_EL3:
        return cfg->exc && cfg->el3 ? pmbsr_writable(cfg) : 0;
    default:
        return 0;
    }
}

uint64_t spe_reg_writable(const struct spe_config *cfg, enum spe_reg reg)
{
    switch (reg) {
    case SPE_PMSCR_EL1:
    case SPE_PMSCR_EL2:
        return pmscr_writable(cfg, reg);
    case SPE_PMSICR:
        return cfg->ernd ? SPE_PMSICR_ECOUNT | SPE_PMSICR_COUNT : SPE_PMSICR_COUNT;
    case SPE_PMSIRR:
        return SPE_PMSIRR_INTERVAL | SPE_PMSIRR_RND;
    case SPE_PMSFCR:
        return pmsfcr_writable(cfg);
    case SPE_PMSEVFR:
        return pmsevfr_writable(cfg);
    case SPE_PMSLATFR:
        return cfg->count_size == 16 ? SPE_MASK(15, 0) : SPE_MASK(11, 0);
    case SPE_PMBLIMITR:
        return pmblimitr_writable(cfg);
    case SPE_PMBPTR:
        return pmbptr_writable(cfg);
    case SPE_PMBSR:
        return pmbsr_writable(cfg);
    default:
        return later_writable(cfg, reg);
    }
}

uint64_t arch_reg_ones(const struct spe_config *cfg, enum spe_reg reg)
{
    switch (reg) {
    case SPE_PMSCR_EL1:
        return cfg->el2 ? 0 : SPE_BIT(SPE_PMSCR_PCT_SHIFT);
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

uint64_t arch_reg_unknown(const struct spe_config *cfg, enum spe_reg reg)
{
    uint64_t known = 0;

    if (cfg->reset_value == spe_cfg_reset_value_zero) {
        return 0;
    }
    if (reg == SPE_PMBLIMITR) {
        known = SPE_PMBLIMITR_E;
    } else if (!cfg->el3 && reg == (cfg->el2 ? SPE_PMSCR_EL2 : SPE_PMSCR_EL1)) {
        known = SPE_PMSCR_EE;
    }
    return spe_reg_writable(cfg, reg) & ~known;
}

uint64_t arch_reg_hidden(const struct spe_config *cfg, const struct spe_ctx *ctx, enum spe_reg reg)
{
    if (reg != SPE_PMSCR_EL2 || !cfg->e2spe_hidden || ctx->e2pb == 0) {
        return 0;
    }
    return SPE_PMSCR_ExSPE | SPE_PMSCR_E0SPE;
}

/* RS2: the fields after reset with [reset_value] = zero. */
void spe_regs_reset(const struct spe_config *cfg, struct spe_regs *regs)
{
    for (int reg = 0; reg < SPE_REGS; reg++) {
        regs->v[reg] = arch_reg_ones(cfg, (enum spe_reg)reg);
    }
}

void spe_reg_write(const struct spe_config *cfg, struct spe_regs *regs, enum spe_reg reg,
                   uint64_t value)
{
    regs->v[reg] = (value & spe_reg_writable(cfg, reg)) | arch_reg_ones(cfg, reg);
}

/* AC12, PMBIDR_EL1.P: a higher Exception level or another Security state owns the buffer (4.3.1,
 * D24.7.1). D24.7.1 lists no case for a reserved MDCR_EL3.{NSPBE, NSPB}, so its "otherwise, this
 * field reads as zero" applies. */
static bool prohibited(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    const struct spe_owner owner = spe_buffer_owner(cfg, ctx);

    if ((cfg->el3 && ctx->el == 3) || owner.el == 0) {
        return false;
    }
    return owner.state != spe_current_state(cfg, ctx) || (owner.el == 2 && ctx->el == 1);
}

uint64_t arch_reg_read(const struct spe_config *cfg, const struct spe_regs *regs,
                       const struct spe_ctx *ctx, enum spe_reg reg)
{
    if (reg != SPE_PMBIDR) {
        return regs->v[reg] & ~arch_reg_hidden(cfg, ctx, reg);
    }
    if (prohibited(cfg, ctx)) {
        return regs->v[reg] | SPE_PMBIDR_P;
    }
    if (cfg->nvm && arch_envm(cfg, regs, ctx)) {
        return regs->v[reg] | SPE_PMBIDR_ADDRMODE_NVM;
    }
    return regs->v[reg];
}
