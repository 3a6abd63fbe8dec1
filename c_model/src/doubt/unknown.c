/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "arch/collect.h"
#include "arch/enable.h"
#include "arch/regs.h"
#include "arch/route.h"
#include "doubt/choose.h"
#include "doubt/unknown.h"
#include "judge/report.h"
#include "state/model.h"

/*
 * [reset_value] = unknown (E6): after reset a field may hold anything until it is written, read,
 * set by hardware, or shown by PMBIRQ. Fields that are still unknown are bits of `unknown`, and 0
 * in `regs`. Nothing that depends on such a field can be predicted: software has to write the field
 * first (4.2). But an access, an event or a translation that is asked for ahead may come before
 * that. Then each value is permitted, and holds from then on: PMSCR_ELx.EE has each in a hypothesis
 * of its own, EnVM and PMBMAR_EL1 the one that a read or a request shows first (bus/mode.c). A
 * translation of before may be one of the mode of now (state/modes.h).
 */

void model_unknown_reset(struct spe_model *m)
{
    for (int i = 0; i < SPE_REGS; i++) {
        m->spu->unknown.bits[i] =
            (m->opt.taps & SPE_TAP_REGS) != 0 ? arch_reg_unknown(&m->cfg, (enum spe_reg)i) : 0;
    }
    m->spu->unknown.told = 0;
    m->spu->counter.open_cycle = UINT64_MAX;
}

/* RS3: levels after reset. */
void model_unknown_s(struct spe_model *m)
{
    /* With SPE Profiling exceptions PMBIRQ also depends on PMSCR_ELx.EE, which is unknown, too. */
    if ((m->spu->unknown.bits[SPE_PMBSR] & SPE_PMBSR_S) == 0 || (m->opt.taps & SPE_TAP_OUT) == 0 ||
        m->cfg.exc) {
        return;
    }
    /* PMBIRQ follows S after reset, too: outputs_deadline() learns S from PMBIRQ. */
    m->spu->events.s_cycle = m->clock.cycle;
    m->spu->events.irq_checked = false;
    schedule_at(&m->spu->schedule, m->clock.cycle + (uint64_t)m->cfg.irq_max + 1);
}

void model_learn_s(struct spe_model *m, bool level)
{
    m->spu->unknown.bits[SPE_PMBSR] &= ~SPE_PMBSR_S;
    m->spu->regs.v[SPE_PMBSR] &= ~SPE_PMBSR_S;
    m->spu->regs.v[SPE_PMBSR] |= level ? SPE_PMBSR_S : 0;
    m->spu->events.s_level = level;
    m->spu->events.irq_checked = true;
    m->spu->schedule.busy = true;
}

bool model_known(struct spe_model *m, enum spe_reg reg, uint64_t bits, const char *what)
{
    if ((m->spu->unknown.bits[reg] & bits) == 0) {
        return true;
    }
    if ((m->spu->unknown.told & (1u << reg)) == 0) {
        struct spe_finding f = model_finding(m, SPE_CHECK_CONTRACT, "DDI 0586A 4.2");
        m->spu->unknown.told |= 1u << reg;
        FMT(f.where, "%s", spe_reg_name(reg));
        FMT(f.expected, "a write or a read of it after reset");
        FMT(f.actual, "0x%" PRIx64 " unknown", m->spu->unknown.bits[reg] & bits);
        FMT(f.text, "%s depends on %s, which holds anything since reset", what, spe_reg_name(reg));
        model_emit(m, &f);
    }
    return false;
}

/* The registers, with each unknown control of PMSCR_ELx that enables or collects set to 1. */
static struct spe_regs greatest(const struct spe_regs *known, const struct unknown *unknown)
{
    struct spe_regs regs = *known;

    regs.v[SPE_PMSCR_EL1] |= unknown->bits[SPE_PMSCR_EL1]; /* its EE enables, collects nothing */
    regs.v[SPE_PMSCR_EL2] |= unknown->bits[SPE_PMSCR_EL2] & ~SPE_PMSCR_EE;
    return regs;
}

static void pmscr_needed(struct spe_model *m, const struct spe_ctx *ctx, const char *what)
{
    const uint64_t el2 =
        ~arch_reg_hidden(&m->cfg, ctx, SPE_PMSCR_EL2); /* what is hidden is ignored */

    if (model_known(m, SPE_PMSCR_EL1, ~(uint64_t)0, what)) {
        (void)model_known(m, SPE_PMSCR_EL2, el2, what);
    }
}

/* Each S that may stop profiling must be known, and each control that enables it to (D17.4 RTWFRY).
 */
static void stopped_needed(struct spe_model *m, const struct spe_ctx *ctx)
{
    const char *what = "enabling of the buffer";
    const uint64_t s = SPE_PMBSR_S;

    (void)model_known(m, SPE_PMBSR, s, what);
    if (m->cfg.exc && m->cfg.el3 && (ctx->pmsee & 2) != 0) {
        (void)model_known(m, SPE_PMBSR_EL3, s, what);
    }
    if (!m->cfg.exc || (m->cfg.el3 && ctx->pmsee == 0) || !arch_el2_enabled(&m->cfg, ctx)) {
        return;
    }
    if (((m->spu->regs.v[SPE_PMBSR_EL2] | m->spu->unknown.bits[SPE_PMBSR_EL2]) & s) != 0 &&
        model_known(m, SPE_PMSCR_EL2, SPE_PMSCR_EE, what) &&
        (arch_effective_ee2(&m->cfg, &m->spu->regs, ctx) & 2) != 0) {
        (void)model_known(m, SPE_PMBSR_EL2, s, what);
    }
}

void model_unknown_enabling(struct spe_model *m)
{
    struct spe_regs regs;

    if (m->spu->contexts.now < 0 ||
        (m->spu->unknown.bits[SPE_PMSCR_EL1] | m->spu->unknown.bits[SPE_PMSCR_EL2] |
         m->spu->unknown.bits[SPE_PMBSR] | m->spu->unknown.bits[SPE_PMBSR_EL2] |
         m->spu->unknown.bits[SPE_PMBSR_EL3]) == 0) {
        return;
    }
    regs = greatest(&m->spu->regs, &m->spu->unknown);
    if (!arch_profiling_enabled(&m->cfg, &regs, contexts_now(&m->spu->contexts))) {
        return;
    }
    stopped_needed(m, contexts_now(&m->spu->contexts));
    if (!arch_profiling_enabled(&m->cfg, &m->spu->regs, contexts_now(&m->spu->contexts))) {
        pmscr_needed(m, contexts_now(&m->spu->contexts), "enabling of profiling");
    }
}

void model_unknown_collect(struct spe_model *m, const struct spe_ctx *ctx)
{
    struct spe_regs regs = greatest(&m->spu->regs, &m->spu->unknown);

    if (collect_ctx1(&m->cfg, &regs, ctx) != collect_ctx1(&m->cfg, &m->spu->regs, ctx) ||
        collect_ctx2(&m->cfg, &regs, ctx) != collect_ctx2(&m->cfg, &m->spu->regs, ctx) ||
        collect_pa(&m->cfg, &regs, ctx) != collect_pa(&m->cfg, &m->spu->regs, ctx) ||
        collect_timestamp(&m->cfg, &regs, ctx) != collect_timestamp(&m->cfg, &m->spu->regs, ctx)) {
        pmscr_needed(m, ctx, "what a record holds");
    }
}

void model_unknown_filter(struct spe_model *m, bool captured)
{
    uint64_t all = ~(uint64_t)0, fcr = m->spu->regs.v[SPE_PMSFCR];
    const char *what = captured ? "the filter of a record" : "what SAMPLE_FEED_OP and others count";

    if ((!captured && !m->cfg.pmu_feed) || !model_known(m, SPE_PMSFCR, all, what)) {
        return;
    }
    /* SAMPLE_FEED_EVENT and the others use them even if no filter is enabled (N11). */
    if (m->cfg.pmu_feed || (fcr & SPE_PMSFCR_FE) != 0) {
        (void)model_known(m, SPE_PMSEVFR, all, what);
    }
    if (m->cfg.pmu_feed || (fcr & SPE_PMSFCR_FNE) != 0) {
        (void)model_known(m, SPE_PMSNEVFR, all, what);
    }
    if (m->cfg.pmu_feed || (fcr & SPE_PMSFCR_FL) != 0) {
        (void)model_known(m, SPE_PMSLATFR, all, what);
    }
    if (m->cfg.pmu_feed || (fcr & SPE_PMSFCR_FDS) != 0) {
        (void)model_known(m, SPE_PMSDSFR, all, what);
    }
    if (captured && m->cfg.pmsver >= 3) {
        (void)model_known(m, SPE_PMBLIMITR, SPE_PMBLIMITR_FM, what);
    }
}

/* The registers, with each unknown bit of `of` in both PMSCR_ELx set to 1. */
static struct spe_regs with_pmscr(const struct spu *spu, uint64_t of)
{
    struct spe_regs regs = spu->regs;

    regs.v[SPE_PMSCR_EL1] |= spu->unknown.bits[SPE_PMSCR_EL1] & of;
    regs.v[SPE_PMSCR_EL2] |= spu->unknown.bits[SPE_PMSCR_EL2] & of;
    return regs;
}

void model_guess_ee(struct spe_model *m, enum spe_reg reg)
{
    const uint64_t low = choose_when(m), high = choose_when(m);

    m->spu->regs.v[reg] |= (high << 1 | low) << SPE_PMSCR_EE_SHIFT;
    m->spu->unknown.bits[reg] &= ~SPE_PMSCR_EE;
    m->spu->enabled.from.known = 0; /* S of PMBSR_EL2 counts by EE */
    m->spu->schedule.busy = true;
}

/* AC10, AC11: 0 and 3 decide as all other values of EE do. */
enum spe_reg model_unknown_access(const struct spe_config *cfg, const struct spu *spu,
                                  const struct spe_txn_sysreg *t)
{
    const struct spe_ctx *ctx = contexts_now(&spu->contexts);
    const uint64_t *bits = spu->unknown.bits;
    enum spe_reg least_reg = SPE_REGS, most_reg = SPE_REGS;

    if (((bits[SPE_PMSCR_EL1] | bits[SPE_PMSCR_EL2]) & SPE_PMSCR_EE) == 0) {
        return SPE_REGS;
    }
    const struct spe_regs most = with_pmscr(spu, SPE_PMSCR_EE);
    if (spe_reg_access(cfg, &spu->regs, ctx, t, &least_reg) ==
            spe_reg_access(cfg, &most, ctx, t, &most_reg) &&
        least_reg == most_reg) {
        return SPE_REGS;
    }
    return (bits[SPE_PMSCR_EL2] & SPE_PMSCR_EE) != 0 ? SPE_PMSCR_EL2 : SPE_PMSCR_EL1;
}

bool model_unknown_target(const struct spe_config *cfg, const struct spu *spu,
                          const struct spe_ctx *ctx, unsigned ec, unsigned fsc)
{
    if ((spu->unknown.bits[SPE_PMSCR_EL2] & SPE_PMSCR_EE) == 0) {
        return false;
    }
    const struct spe_regs most = with_pmscr(spu, SPE_PMSCR_EE);
    return arch_event_target(cfg, &spu->regs, ctx, ec, fsc) !=
           arch_event_target(cfg, &most, ctx, ec, fsc);
}

uint64_t model_unknown_read(const struct spe_config *cfg, const struct spu *spu, enum spe_reg reg)
{
    const struct spe_ctx *ctx = contexts_now(&spu->contexts);

    if (reg != SPE_PMBIDR || (spu->unknown.bits[SPE_PMSCR_EL2] & SPE_PMSCR_ENVM) == 0) {
        return 0;
    }
    const struct spe_regs most = with_pmscr(spu, SPE_PMSCR_ENVM);
    return arch_reg_read(cfg, &spu->regs, ctx, reg) ^ arch_reg_read(cfg, &most, ctx, reg);
}

void model_learn_envm(struct spu *spu, uint64_t data)
{
    spu->regs.v[SPE_PMSCR_EL2] |= (data & SPE_PMBIDR_ADDRMODE_NVM) != 0 ? SPE_PMSCR_ENVM : 0;
    spu->unknown.bits[SPE_PMSCR_EL2] &= ~SPE_PMSCR_ENVM;
    spu->enabled.from.known = 0;
}
