/* SPDX-License-Identifier: Apache-2.0
 *
 * Owner, enabling and regime of the Profiling Buffer: DDI 0586A 3.2.3, 3.4.2, 3.4.6.
 */
#include "spe/enable.h"

void spe_ctx_from_txn(struct spe_ctx *ctx, const struct spe_txn_ctx *txn)
{
    uint64_t s = txn->state;

    *ctx = (struct spe_ctx){
        .el = SPE_CTX_EL(s),
        .ns = SPE_CTX_NS(s),
        .aarch32 = SPE_CTX_A32(s),
        .debug = SPE_CTX_DBG(s),
        .el1_aarch32 = SPE_CTX_EL1A32(s),
        .el2_aarch32 = SPE_CTX_EL2A32(s),
        .nspb = SPE_CTX_NSPB(s),
        .e2pb = SPE_CTX_E2PB(s),
        .tpms = SPE_CTX_TPMS(s),
        .tge = SPE_CTX_TGE(s),
        .e2h = SPE_CTX_E2H(s),
        .tbi0 = SPE_CTX_TBI0(s),
        .tbi1 = SPE_CTX_TBI1(s),
        .cnt_en = SPE_CTX_CNTEN(s),
        .contextidr_el1 = txn->contextidr_el1,
        .contextidr_el2 = txn->contextidr_el2,
        .cntvoff = txn->cntvoff,
        .nse = SPE_CTX_NSE(s),
        .eel2 = SPE_CTX_EEL2(s),
        .nspbe = SPE_CTX_NSPBE(s),
        .pmsee = SPE_CTX_PMSEE(s),
        .enpmsn = SPE_CTX_ENPMSN(s),
        .enpms3 = SPE_CTX_ENPMS3(s),
        .enpms4 = SPE_CTX_ENPMS4(s),
        .ea = SPE_CTX_EA(s),
        .scr_gpf = SPE_CTX_SCRGPF(s),
        .tea = SPE_CTX_TEA(s),
        .hcr_gpf = SPE_CTX_HCRGPF(s),
        .nvx = SPE_CTX_NVX(s),
        .pm = SPE_CTX_PM(s),
        .sdd = SPE_CTX_SDD(s),
        .cntpoff = txn->cntpoff,
        .cntpct = txn->cntpct,
    };
}

bool spe_is_secure(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    return (cfg->el3 && ctx->el == 3) || !ctx->ns;
}

bool spe_in_host(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    return cfg->el2 && ctx->tge && !spe_is_secure(cfg, ctx);
}

struct spe_owner spe_buffer_owner(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    struct spe_owner owner;

    owner.secure = cfg->el3 ? !(ctx->nspb & 2) : spe_is_secure(cfg, ctx);
    owner.el = !owner.secure && cfg->el2 && ctx->e2pb == 0 ? 2 : 1;
    return owner;
}

bool spe_buffer_enabled(const struct spe_config *cfg, const struct spe_regs *regs,
                        const struct spe_ctx *ctx)
{
    struct spe_owner owner = spe_buffer_owner(cfg, ctx);

    if (owner.el == 2 ? ctx->el2_aarch32 : ctx->el1_aarch32)
        return false;
    /* 3.4.6 compares SCR_EL3.NS, not IsSecure(): the buffer stays enabled while EL3 executes. */
    if (owner.secure == ctx->ns)
        return false;
    return (regs->v[SPE_PMBLIMITR] & SPE_PMBLIMITR_E) && !(regs->v[SPE_PMBSR] & SPE_PMBSR_S);
}

bool spe_profiling_enabled(const struct spe_config *cfg, const struct spe_regs *regs,
                           const struct spe_ctx *ctx)
{
    struct spe_owner owner = spe_buffer_owner(cfg, ctx);
    bool host = spe_in_host(cfg, ctx);

    if (ctx->debug || ctx->aarch32 || !spe_buffer_enabled(cfg, regs, ctx))
        return false;
    if (owner.el < ctx->el || owner.secure != spe_is_secure(cfg, ctx) || (host && owner.el == 1))
        return false;
    switch (ctx->el) {
    case 2:
        return regs->v[SPE_PMSCR_EL2] & SPE_PMSCR_ExSPE;
    case 1:
        return regs->v[SPE_PMSCR_EL1] & SPE_PMSCR_ExSPE;
    default:
        return regs->v[host ? SPE_PMSCR_EL2 : SPE_PMSCR_EL1] & SPE_PMSCR_E0SPE;
    }
}

enum spe_regime spe_owning_regime(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    struct spe_owner owner = spe_buffer_owner(cfg, ctx);

    if (owner.secure)
        return SPE_REGIME_S_EL10;
    if (owner.el == 1)
        return SPE_REGIME_NS_EL10;
    return cfg->vhe && ctx->e2h && ctx->tge ? SPE_REGIME_EL20 : SPE_REGIME_EL2;
}
