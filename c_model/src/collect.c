/* SPDX-License-Identifier: Apache-2.0
 *
 * Controls over the data that is collected: DDI 0586A 3.3.
 */
#include "spe/collect.h"

bool spe_collect_ctx1(const struct spe_config *cfg, const struct spe_regs *regs,
                      const struct spe_ctx *ctx)
{
    if (!spe_profiling_enabled(cfg, regs, ctx) || ctx->el == 2 || spe_in_host(cfg, ctx))
        return false;
    return regs->v[SPE_PMSCR_EL1] & SPE_PMSCR_CX;
}

bool spe_collect_ctx2(const struct spe_config *cfg, const struct spe_regs *regs,
                      const struct spe_ctx *ctx)
{
    if (!spe_profiling_enabled(cfg, regs, ctx) || !cfg->el2 || spe_is_secure(cfg, ctx))
        return false;
    return regs->v[SPE_PMSCR_EL2] & SPE_PMSCR_CX;
}

/*
 * PCT and PA combine alike: with EL2 in Non-secure state PMSCR_EL2 decides, and with EL1 as owner
 * PMSCR_EL1 must agree; otherwise PMSCR_EL1 decides alone.
 */
static bool combined(const struct spe_config *cfg, const struct spe_regs *regs,
                     struct spe_owner owner, uint64_t bit)
{
    bool el1 = regs->v[SPE_PMSCR_EL1] & bit;
    bool el2 = regs->v[SPE_PMSCR_EL2] & bit;

    if (owner.secure || !cfg->el2)
        return el1;
    return el2 && (owner.el == 2 || el1);
}

enum spe_timestamp spe_collect_timestamp(const struct spe_config *cfg, const struct spe_regs *regs,
                                         const struct spe_ctx *ctx)
{
    struct spe_owner owner = spe_buffer_owner(cfg, ctx);

    if (!spe_profiling_enabled(cfg, regs, ctx))
        return SPE_TIMESTAMP_NONE;
    if (!(regs->v[owner.el == 2 ? SPE_PMSCR_EL2 : SPE_PMSCR_EL1] & SPE_PMSCR_TS))
        return SPE_TIMESTAMP_NONE;
    return combined(cfg, regs, owner, SPE_PMSCR_PCT) ? SPE_TIMESTAMP_PHYSICAL
                                                     : SPE_TIMESTAMP_VIRTUAL;
}

bool spe_collect_pa(const struct spe_config *cfg, const struct spe_regs *regs,
                    const struct spe_ctx *ctx)
{
    if (!spe_profiling_enabled(cfg, regs, ctx))
        return false;
    return combined(cfg, regs, spe_buffer_owner(cfg, ctx), SPE_PMSCR_PA);
}

/* "As a read of CNTVCT_EL0 at the current Exception level" (3.3, choice T1). */
static uint64_t virtual_offset(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    bool e2h = cfg->vhe && ctx->e2h;

    if (!cfg->el2 || (ctx->el == 2 && e2h))
        return 0;
    if (ctx->el == 0 && e2h && spe_in_host(cfg, ctx))
        return 0;
    return ctx->cntvoff;
}

void spe_collect_capture(struct spe_collect *out, const struct spe_config *cfg,
                         const struct spe_regs *regs, const struct spe_ctx *ctx)
{
    *out = (struct spe_collect){
        .ctx1 = spe_collect_ctx1(cfg, regs, ctx),
        .ctx2 = spe_collect_ctx2(cfg, regs, ctx),
        .pa = spe_collect_pa(cfg, regs, ctx),
        .ts = spe_collect_timestamp(cfg, regs, ctx),
        .contextidr_el1 = ctx->contextidr_el1,
        .contextidr_el2 = ctx->contextidr_el2,
    };
    /* System counter disabled: as if timestamps were, or any value (2.3, choice R6). */
    if (!ctx->cnt_en && cfg->ts_stopped == spe_cfg_ts_stopped_end)
        out->ts = SPE_TIMESTAMP_NONE;
    out->ts_unknown = !ctx->cnt_en && out->ts != SPE_TIMESTAMP_NONE;
    if (out->ts == SPE_TIMESTAMP_VIRTUAL)
        out->ts_offset = virtual_offset(cfg, ctx);
    out->ts_value = ctx->cntpct - out->ts_offset;
}

void spe_collect_complete(struct spe_collect *collect, const struct spe_config *cfg,
                          uint64_t cntpct)
{
    if (cfg->ts_point == spe_cfg_ts_point_complete)
        collect->ts_value = cntpct - collect->ts_offset;
}
