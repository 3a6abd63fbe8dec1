/* SPDX-License-Identifier: Apache-2.0
 *
 * Owner, enabling and regime of the Profiling Buffer: DDI 0586A 3.2.3, 3.4.2, 3.4.6.
 */
#include "spe/enable.h"
#include "arch/enable.h"
#include "config_members.h"

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

/* SCR_EL3.{NSE, NS}, also while EL3 executes. */
static enum spe_pas scr_state(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    return (enum spe_pas)((unsigned)(cfg->rme && ctx->nse) << 1 | (unsigned)ctx->ns);
}

/* "State of the PE" of dpi/rules.md. */
enum spe_pas spe_current_state(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    if (cfg->el3 && ctx->el == 3) {
        return cfg->rme ? SPE_PAS_ROOT : SPE_PAS_SECURE;
    }
    return scr_state(cfg, ctx);
}

bool arch_secure_el2_enabled(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    return cfg->el2 && cfg->sel2 && (!cfg->el3 || ctx->eel2);
}

/* "EL2 enabled" of dpi/rules.md. */
bool arch_el2_enabled(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    return cfg->el2 && (ctx->ns || arch_secure_el2_enabled(cfg, ctx));
}

bool spe_ctx_possible(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    if (!cfg->secure && !ctx->ns) {
        return false;
    }
    if (ctx->el == 3) {
        return cfg->el3;
    }
    if (ctx->el == 1 && arch_tge(cfg, ctx)) {
        return false;
    }
    if (cfg->rme && ctx->nse && !ctx->ns) {
        return false;
    }
    return ctx->el != 2 || arch_el2_enabled(cfg, ctx);
}

/* "TGE set" of dpi/rules.md. */
bool arch_tge(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    return arch_el2_enabled(cfg, ctx) && ctx->tge;
}

/* "In host" of dpi/rules.md. */
bool arch_in_host(const struct spe_config *cfg, const struct spe_ctx *ctx, unsigned el)
{
    if (!cfg->vhe || !arch_el2_enabled(cfg, ctx) || ctx->el2_aarch32 || !ctx->e2h) {
        return false;
    }
    return el == 2 || (el == 0 && ctx->tge);
}

unsigned arch_effective_nspb(const struct spe_config *cfg, const struct spe_ctx *ctx,
                             bool *reserved)
{
    static const unsigned state[] = {
        [spe_cfg_nspb_reserved_nonsecure] = 2,
        [spe_cfg_nspb_reserved_secure] = 0,
        [spe_cfg_nspb_reserved_realm] = 6,
    };
    unsigned value = ctx->nspb | (unsigned)(cfg->rme && ctx->nspbe) << 2;

    *reserved = cfg->rme && (value >> 1 == 2 || (!cfg->secure && value >> 1 == 0));
    if (*reserved && cfg->nspb_reserved != spe_cfg_nspb_reserved_none) {
        *reserved = false;
        value = state[cfg->nspb_reserved] | (value & 1);
    }
    return value;
}

/* OW1: without EL3 the only Security state is that of the PE; with EL3 the owning state is the one
 * that MDCR_EL3.{NSPBE, NSPB} selects. Root stands for a reserved value. */
static enum spe_pas owning_state(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    bool reserved;
    unsigned value;

    if (!cfg->el3) {
        return spe_current_state(cfg, ctx);
    }
    value = arch_effective_nspb(cfg, ctx, &reserved);
    return reserved ? SPE_PAS_ROOT : (enum spe_pas)(value >> 1);
}

/* Whether EL2 exists in the owning state. */
static bool owner_has_el2(const struct spe_config *cfg, const struct spe_ctx *ctx,
                          enum spe_pas owning)
{
    return cfg->el2 && (owning != SPE_PAS_SECURE || arch_secure_el2_enabled(cfg, ctx));
}

/* OW2: the owning level; 0: there is no owner. */
struct spe_owner spe_buffer_owner(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    struct spe_owner owner = {.state = owning_state(cfg, ctx), .el = 1};

    if (owner.state == SPE_PAS_ROOT) {
        owner.el = 0;
    } else if (owner_has_el2(cfg, ctx, owner.state) && ctx->e2pb == 0) {
        owner.el = 2;
    }
    return owner;
}

unsigned arch_effective_ee2(const struct spe_config *cfg, const struct spe_regs *regs,
                            const struct spe_ctx *ctx)
{
    if (!cfg->exc || (cfg->el3 && ctx->pmsee == 0)) {
        return 0;
    }
    if (!arch_el2_enabled(cfg, ctx)) {
        return 1;
    }
    return (unsigned)((regs->v[SPE_PMSCR_EL2] & SPE_PMSCR_EE) >> SPE_PMSCR_EE_SHIFT);
}

/* RT1: the Effective value of PMSCR_EL1.EE. */
unsigned arch_effective_ee1(const struct spe_config *cfg, const struct spe_regs *regs,
                            const struct spe_ctx *ctx)
{
    unsigned ee = (unsigned)((regs->v[SPE_PMSCR_EL1] & SPE_PMSCR_EE) >> SPE_PMSCR_EE_SHIFT);

    if (arch_effective_ee2(cfg, regs, ctx) == 0) {
        return 0;
    }
    if (ee == 0 || ee == 3) {
        return ee;
    }
    if (cfg->nv == 0 && cfg->ee_reserved == spe_cfg_ee_reserved_off) {
        return 0;
    }
    return ee & 2 ? 3 : 0;
}

/* "Stopped" of dpi/rules.md. */
bool arch_stopped(const struct spe_config *cfg, const struct spe_regs *regs,
                  const struct spe_ctx *ctx)
{
    if (regs->v[SPE_PMBSR] & SPE_PMBSR_S) {
        return true;
    }
    if (!cfg->exc) {
        return false;
    }
    if (cfg->el3 && (ctx->pmsee & 2) && (regs->v[SPE_PMBSR_EL3] & SPE_PMBSR_S)) {
        return true;
    }
    return (arch_effective_ee2(cfg, regs, ctx) & 2) && (regs->v[SPE_PMBSR_EL2] & SPE_PMBSR_S);
}

/* OW5: Effective EnVM. */
bool arch_envm(const struct spe_config *cfg, const struct spe_regs *regs, const struct spe_ctx *ctx)
{
    struct spe_owner owner = spe_buffer_owner(cfg, ctx);

    if (owner.el == 2 || !owner_has_el2(cfg, ctx, owner.state)) {
        return true;
    }
    return regs->v[SPE_PMSCR_EL2] & SPE_PMSCR_ENVM;
}

bool arch_nvm(const struct spe_config *cfg, const struct spe_regs *regs, const struct spe_ctx *ctx)
{
    return cfg->nvm && (regs->v[SPE_PMBLIMITR] & SPE_PMBLIMITR_NVM) && arch_envm(cfg, regs, ctx);
}

/* OW7: discard mode. */
bool arch_discard_mode(const struct spe_config *cfg, const struct spe_regs *regs)
{
    return cfg->pmsver >= 3 &&
           (regs->v[SPE_PMBLIMITR] & SPE_PMBLIMITR_FM) == SPE_PMBLIMITR_FM_DISCARD;
}

/* OW3: the buffer is enabled. */
bool arch_buffer_enabled(const struct spe_config *cfg, const struct spe_regs *regs,
                         const struct spe_ctx *ctx)
{
    struct spe_owner owner = spe_buffer_owner(cfg, ctx);

    if (owner.el == 0 || (owner.el == 2 ? ctx->el2_aarch32 : ctx->el1_aarch32)) {
        return false;
    }
    if (cfg->debug_stops && ctx->debug) {
        return false;
    }
    /* 3.4.6 compares SCR_EL3.NS, not IsSecure(): the buffer stays enabled while EL3 executes. */
    if (owner.state != scr_state(cfg, ctx)) {
        return false;
    }
    return (regs->v[SPE_PMBLIMITR] & SPE_PMBLIMITR_E) && !arch_stopped(cfg, regs, ctx);
}

/* OW4 for any level; CO6 asks for EL2. */
bool arch_profiling_enabled_at(const struct spe_config *cfg, const struct spe_regs *regs,
                               const struct spe_ctx *ctx, unsigned el)
{
    struct spe_owner owner = spe_buffer_owner(cfg, ctx);
    bool host = arch_tge(cfg, ctx);
    struct spe_ctx there = *ctx;

    there.el = el;
    if (ctx->debug || ctx->aarch32 || !arch_buffer_enabled(cfg, regs, ctx)) {
        return false;
    }
    if (owner.el < el || owner.state != spe_current_state(cfg, &there) || (host && owner.el == 1)) {
        return false;
    }
    switch (el) {
    case 2:
        return regs->v[SPE_PMSCR_EL2] & SPE_PMSCR_ExSPE;
    case 1:
        return regs->v[SPE_PMSCR_EL1] & SPE_PMSCR_ExSPE;
    default:
        return regs->v[host ? SPE_PMSCR_EL2 : SPE_PMSCR_EL1] & SPE_PMSCR_E0SPE;
    }
}

/* OW4: profiling is enabled at the level of the PE. */
bool arch_profiling_enabled(const struct spe_config *cfg, const struct spe_regs *regs,
                            const struct spe_ctx *ctx)
{
    return arch_profiling_enabled_at(cfg, regs, ctx, ctx->el);
}

/* OW6: the regime of the owner. "If the Effective value of HCR_EL2.E2H is 1, the owning translation
 * regime is EL2&0" (D17.7.5 RKRVDC); TGE is not asked. */
enum spe_regime spe_owning_regime(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    /* rows by state {NSE, NS}; the buffer has no Root owner: the row of Root is for "no owner" */
    static const enum spe_regime regimes[4][3] = {
        {SPE_REGIME_S_EL10, SPE_REGIME_S_EL2, SPE_REGIME_S_EL20},
        {SPE_REGIME_NS_EL10, SPE_REGIME_EL2, SPE_REGIME_EL20},
        {SPE_REGIME_NS_EL10, SPE_REGIME_EL2, SPE_REGIME_EL20},
        {SPE_REGIME_R_EL10, SPE_REGIME_R_EL2, SPE_REGIME_R_EL20},
    };
    struct spe_owner owner = spe_buffer_owner(cfg, ctx);

    if (owner.el != 2) {
        return regimes[owner.state][0];
    }
    return regimes[owner.state][cfg->vhe && ctx->e2h ? 2 : 1];
}
