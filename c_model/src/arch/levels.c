/* SPDX-License-Identifier: Apache-2.0
 *
 * PMBIRQ, the SPE Profiling exception and the freeze of PMU counters: Arm ARM D17.8 RYZJQX, RTSJRP,
 * J1.1 CheckForSPEException(), SPEFreezeOnEvent().
 */

#include "arch/levels.h"
#include "arch/enable.h"
#include "config_members.h"

#define TO_EL1 1u
#define TO_EL2 2u
#define TO_EL3 4u

static bool s_of(const struct spe_regs *regs, enum spe_reg reg)
{
    return (regs->v[reg] & SPE_PMBSR_S) != 0;
}

/* EX3: KE is 1 and PSTATE.PM is 0. This applies to an exception taken to the current level. */
static bool unmasked(const struct spe_regs *regs, const struct spe_ctx *ctx, enum spe_reg pmscr)
{
    return (regs->v[pmscr] & SPE_PMSCR_KE) != 0 && !ctx->pm;
}

/* The PE executes in the owning Security state, and not in Debug state. */
static bool permitted(const struct spe_config *cfg, const struct spe_ctx *ctx)
{
    return !ctx->debug && spe_buffer_owner(cfg, ctx).state == spe_current_state(cfg, ctx);
}

static void exception_el2(struct spe_levels *out, const struct spe_config *cfg,
                          const struct spe_regs *regs, const struct spe_ctx *ctx)
{
    unsigned ee = arch_effective_ee2(cfg, regs, ctx);

    if ((ee & 2) == 0 || !s_of(regs, SPE_PMBSR_EL2)) {
        return;
    }
    out->pending |= TO_EL2;
    if (permitted(cfg, ctx) &&
        (ctx->el < 2 || (ctx->el == 2 && ee == 3 && unmasked(regs, ctx, SPE_PMSCR_EL2)))) {
        out->take |= TO_EL2;
    }
}

static void exception_el1(struct spe_levels *out, const struct spe_config *cfg,
                          const struct spe_regs *regs, const struct spe_ctx *ctx)
{
    uint8_t target = arch_tge(cfg, ctx) ? TO_EL2 : TO_EL1;

    if (arch_effective_ee1(cfg, regs, ctx) != 3 || !s_of(regs, SPE_PMBSR)) {
        return;
    }
    out->pending |= target;
    if (permitted(cfg, ctx) &&
        (ctx->el == 0 || (ctx->el == 1 && unmasked(regs, ctx, SPE_PMSCR_EL1)))) {
        out->take |= target;
    }
}

/* EX1: PMBIRQ. EX2, EX3: exceptions, pending and to be taken. EX5: freeze. */
void arch_output_levels(struct spe_levels *out, const struct spe_config *cfg,
                        const struct spe_regs *regs, const struct spe_ctx *ctx)
{
    const uint64_t freeze = SPE_PMBLIMITR_E | SPE_PMBLIMITR_PMFZ;

    *out = (struct spe_levels){
        .irq = s_of(regs, SPE_PMBSR) && arch_effective_ee1(cfg, regs, ctx) == 0,
        .freeze = cfg->pmsver >= 3 && (regs->v[SPE_PMBLIMITR] & freeze) == freeze &&
                  arch_stopped(cfg, regs, ctx)};
    if (!cfg->exc) {
        return;
    }
    if (cfg->el3 && (ctx->pmsee & 2) != 0 && s_of(regs, SPE_PMBSR_EL3)) {
        out->pending |= TO_EL3;
        out->take |= ctx->el < 3 && !ctx->debug ? TO_EL3 : 0;
    }
    exception_el2(out, cfg, regs, ctx);
    exception_el1(out, cfg, regs, ctx);
}
