/* SPDX-License-Identifier: Apache-2.0
 *
 * Controls over the data that is collected: DDI 0586A 3.3.
 */

#include "arch/collect.h"
#include "arch/enable.h"
#include "config_members.h"

bool collect_ctx1(const struct spe_config *cfg, const struct spe_regs *regs,
                  const struct spe_ctx *ctx)
{
    if (!arch_profiling_enabled(cfg, regs, ctx) || ctx->el == 2 || arch_tge(cfg, ctx)) {
        return false;
    }
    return regs->v[SPE_PMSCR_EL1] & SPE_PMSCR_CX;
}

/* CO1: CONTEXTIDR_EL2 is collected. */
bool collect_ctx2(const struct spe_config *cfg, const struct spe_regs *regs,
                  const struct spe_ctx *ctx)
{
    if (!arch_profiling_enabled(cfg, regs, ctx) || !arch_el2_enabled(cfg, ctx)) {
        return false;
    }
    return regs->v[SPE_PMSCR_EL2] & SPE_PMSCR_CX;
}

/* CO4: PMSCR_ELx.PCT. Bit 1 is RES0 without FEAT_ECV; 0b10 is reserved and acts as 0b00. */
static unsigned counter_of(const struct spe_config *cfg, const struct spe_regs *regs,
                           enum spe_reg pmscr)
{
    unsigned pct = (unsigned)((regs->v[pmscr] & SPE_PMSCR_PCT) >> SPE_PMSCR_PCT_SHIFT);

    if (cfg->ecv == 0) {
        return pct & 1;
    }
    return pct == 2 ? 0 : pct;
}

/* CO3: the TS bit of the owner. CO4, RC10: the kind of the timestamp. */
enum spe_timestamp collect_timestamp(const struct spe_config *cfg, const struct spe_regs *regs,
                                     const struct spe_ctx *ctx)
{
    static const enum spe_timestamp kinds[] = {SPE_TIMESTAMP_VIRTUAL, SPE_TIMESTAMP_PHYSICAL,
                                               SPE_TIMESTAMP_NONE, SPE_TIMESTAMP_OFFSET};
    const struct spe_owner owner = spe_buffer_owner(cfg, ctx);
    unsigned pct = counter_of(cfg, regs, SPE_PMSCR_EL1);

    if (!arch_profiling_enabled(cfg, regs, ctx)) {
        return SPE_TIMESTAMP_NONE;
    }
    if (!(regs->v[owner.el == 2 ? SPE_PMSCR_EL2 : SPE_PMSCR_EL1] & SPE_PMSCR_TS)) {
        return SPE_TIMESTAMP_NONE;
    }
    if (arch_el2_enabled(cfg, ctx)) {
        const unsigned pct2 = counter_of(cfg, regs, SPE_PMSCR_EL2);

        /* PMSCR_EL2 decides. With EL1 as owner, PMSCR_EL1 can reduce that but not extend it. */
        if (owner.el == 2 || pct2 == 0 || (pct2 == 3 && pct != 0)) {
            pct = pct2;
        }
    }
    if (pct == 0 && arch_in_host(cfg, ctx, ctx->el)) {
        return SPE_TIMESTAMP_PHYSICAL;
    }
    return kinds[pct];
}

/* CO2: the physical address is collected. */
bool collect_pa(const struct spe_config *cfg, const struct spe_regs *regs,
                const struct spe_ctx *ctx)
{
    const struct spe_owner owner = spe_buffer_owner(cfg, ctx);
    const bool el1 = regs->v[SPE_PMSCR_EL1] & SPE_PMSCR_PA;

    if (!arch_profiling_enabled(cfg, regs, ctx)) {
        return false;
    }
    if (!cfg->el2 || (owner.state == SPE_PAS_SECURE && !arch_secure_el2_enabled(cfg, ctx))) {
        return el1;
    }
    return (regs->v[SPE_PMSCR_EL2] & SPE_PMSCR_PA) && (owner.el == 2 || el1);
}

/* The offset that a read of the counter at EL0 or EL1 subtracts (3.3, D18.2.9, choice T1). */
static uint64_t offset_of(const struct spe_config *cfg, const struct spe_ctx *ctx,
                          enum spe_timestamp kind)
{
    if (kind == SPE_TIMESTAMP_VIRTUAL) {
        return cfg->el2 ? ctx->cntvoff : 0;
    }
    return kind == SPE_TIMESTAMP_OFFSET && cfg->ecv == 2 ? ctx->cntpoff : 0;
}

/* SC1: a sample takes this at its selection. CO5: the value of the timestamp. */
void collect_capture(struct spe_collect *out, const struct spe_config *cfg,
                     const struct spe_regs *regs, const struct spe_ctx *ctx)
{
    *out = (struct spe_collect){
        .ctx1 = collect_ctx1(cfg, regs, ctx),
        .ctx2 = collect_ctx2(cfg, regs, ctx),
        .pa = collect_pa(cfg, regs, ctx),
        .ts = collect_timestamp(cfg, regs, ctx),
        .contextidr_el1 = ctx->contextidr_el1,
        .contextidr_el2 = ctx->contextidr_el2,
    };
    /* While the system counter is disabled, either there is no timestamp, or it has any value
     * (2.3, choice R6). */
    if (!ctx->cnt_en && cfg->ts_stopped == spe_cfg_ts_stopped_end) {
        out->ts = SPE_TIMESTAMP_NONE;
    }
    out->ts_unknown = !ctx->cnt_en && out->ts != SPE_TIMESTAMP_NONE;
    out->ts_offset = offset_of(cfg, ctx, out->ts);
    out->ts_value = ctx->cntpct - out->ts_offset;
}

/* SC2: with [ts_point] = complete the ending gives the timestamp. */
void collect_complete(struct spe_collect *collect, const struct spe_config *cfg, uint64_t cntpct)
{
    if (cfg->ts_point == spe_cfg_ts_point_complete) {
        collect->ts_value = cntpct - collect->ts_offset;
    }
}
