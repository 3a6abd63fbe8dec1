/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>

#include "arch/levels.h"
#include "covered/cover_event.h"
#include "events/level_history.h"
#include "judge/journal_events.h"
#include "judge/report.h"
#include "spe/edit.h"
#include "state/model.h"

/*
 * PMBIRQ, SPE Profiling exceptions and the freeze of PMU counters as functions of registers and
 * context, each bit by itself [irq_min] to [irq_max] cycles late (c_model/README.md, "Outputs that
 * lag").
 */

#define PROF_BITS 0x7Eu /* pending and take */
#define EITHER    0xFFu

void levels_begin(struct spe_model *m)
{
    bool on = m->records && (m->opt.taps & SPE_TAP_OUT) != 0;

    m->spu->lv.mask = (uint8_t)((on ? SPE_OUT_PMBIRQ : 0) | (on && m->cfg.exc ? PROF_BITS : 0) |
                                (on && m->cfg.pmsver >= 3 ? SPE_OUT_FREEZE : 0));
    m->spu->lv.zero =
        (uint8_t)((m->cfg.exc ? 0 : PROF_BITS) | (m->cfg.pmsver < 3 ? SPE_OUT_FREEZE : 0));
    levels_reset(m);
}

void levels_reset(struct spe_model *m)
{
    lag_begin(&m->spu->lv.lag, (unsigned)m->cfg.irq_min, (unsigned)m->cfg.irq_max);
    m->spu->lv.now = m->spu->lv.forgive = 0;
}

static unsigned levels_now(const struct spe_config *cfg, const struct spu *spu)
{
    struct spe_levels l;

    if (spu->contexts.start < 0) {
        return 0; /* out of reset, before the first context: no S is 1 yet */
    }
    arch_output_levels(&l, cfg, &spu->regs, contexts_start(&spu->contexts));
    return (l.irq ? SPE_OUT_PMBIRQ : 0) | (unsigned)l.pending << 1 | (unsigned)l.take << 4 |
           (l.freeze ? SPE_OUT_FREEZE : 0);
}

/* Returns the levels that depend on a register field that may hold anything since reset. */
static unsigned open_since_reset(const struct spe_config *cfg, const struct spu *spu)
{
    const uint64_t s = spu->unknown.bits[SPE_PMBSR] | spu->unknown.bits[SPE_PMBSR_EL2] |
                       spu->unknown.bits[SPE_PMBSR_EL3];
    const uint64_t pmscr = spu->unknown.bits[SPE_PMSCR_EL1] | spu->unknown.bits[SPE_PMSCR_EL2];
    const bool stops =
        (s & SPE_PMBSR_S) != 0 || (cfg->exc && (pmscr & (SPE_PMSCR_EE | SPE_PMSCR_KE)) != 0);

    return stops                                                          ? EITHER
           : (spu->unknown.bits[SPE_PMBLIMITR] & SPE_PMBLIMITR_PMFZ) != 0 ? SPE_OUT_FREEZE
                                                                          : 0;
}

static struct level expected(const struct spe_model *m)
{
    const unsigned now = levels_now(&m->cfg, m->spu), open = open_since_reset(&m->cfg, m->spu);

    return (struct level){
        .cycle = m->clock.cycle, .ones = (uint8_t)(now | open), .zeros = (uint8_t)(~now | open)};
}

static void note_el(struct spe_model *m)
{
    const uint8_t el =
        (uint8_t)(m->spu->contexts.start < 0 ? 0 : contexts_start(&m->spu->contexts)->el);

    m->spu->lv.el_since = el == m->spu->lv.el ? m->spu->lv.el_since : m->clock.cycle;
    m->spu->lv.el = el;
}

/* RG4: levels follow from a written register, too. */
void levels_note(struct spe_model *m)
{
    if (m->spu->lv.mask != 0 && !m->contract.in_reset) {
        note_el(m);
        (void)lag_state(&m->spu->lv.lag, expected(m));
    }
}

/* Names the cycles whose registers and context decide the levels of `cycle`: "cycles 60 to 61". */
static void name_cycles(const struct spe_model *m, uint64_t cycle, char *dst, size_t bytes)
{
    const uint64_t late = (uint64_t)m->cfg.irq_max, soon = (uint64_t)m->cfg.irq_min;
    const uint64_t first = clock_real(&m->clock, cycle > late ? cycle - late : 0);
    const uint64_t last = clock_real(&m->clock, cycle > soon ? cycle - soon : 0);

    if (first == last) {
        model_text(dst, bytes, "cycle %" PRIu64, last);
    } else {
        model_text(dst, bytes, "cycles %" PRIu64 " to %" PRIu64, first, last);
    }
}

/* A signal that this SPU does not have. */
static void say_absent(const struct spe_config *cfg, struct spe_finding *f)
{
    FMT(f->text, "%s is %s, this SPU has no such signal", f->where, f->actual);
    if (f->check == SPE_CHECK_OUT_FREEZE) {
        FMT(f->choices, "[pmsver=%d]", cfg->pmsver);
    } else {
        FMT(f->choices, "[exc=%d]", cfg->exc);
    }
}

/* The text of a finding on PMBIRQ, if PMBIRQ is PMBSR_EL1.S alone. */
static void say_irq(struct spe_model *m, struct spe_finding *f, const struct lag_verdict *v,
                    const char *cycles)
{
    const bool high = (v->shown.bits & SPE_OUT_PMBIRQ) != 0;
    const bool edge = v->shown.cycle == v->may.cycle;
    const char *what = m->spu->events.s_level ? model_cause(m->spu->events.s_cause) : NULL;

    FMT(f->text,
        "PMBIRQ %s in cycle %" PRIu64
        ", S of %s asks for %s; PMBSR_EL1.S is %d since cycle %" PRIu64 "%s%s",
        high   ? edge ? "rises without an event" : "stays high"
        : edge ? "falls"
               : "stays low",
        clock_real(&m->clock, v->may.cycle), cycles, f->expected, m->spu->events.s_level,
        clock_real(&m->clock, m->spu->events.s_cycle), what != NULL ? ", " : "",
        what != NULL ? what : "");
}

static void say_level(struct spe_model *m, struct spe_finding *f, const struct lag_verdict *v,
                      const char *cycles)
{
    FMT(f->text,
        "%s is %s, registers and context of %s ask for %s; PMBSR_EL1, _EL2, _EL3 have S %d %d"
        " %d in cycle %" PRIu64,
        f->where, f->actual, cycles, f->expected, (m->spu->regs.v[SPE_PMBSR] & SPE_PMBSR_S) != 0,
        (m->spu->regs.v[SPE_PMBSR_EL2] & SPE_PMBSR_S) != 0,
        (m->spu->regs.v[SPE_PMBSR_EL3] & SPE_PMBSR_S) != 0, clock_real(&m->clock, v->may.cycle));
}

/* Corrects the transaction with the levels. If the finding is that the levels have not changed,
 * there is no such transaction. */
static void correct_levels(struct spe_model *m, const struct lag_verdict *v, unsigned bits,
                           uint64_t finding)
{
    const bool last = m->spu->lv.cycle == v->may.cycle;
    const bool said = (m->spu->lv.zero & bits) != 0 || last || v->shown.cycle == v->may.cycle;
    const struct spe_edit edit = {last ? m->spu->lv.seq : v->shown.seq, SPE_EDIT_OUT_LEVELS,
                                  v->may.ones, bits};

    for (int i = 0; i < 8; i++) {
        if ((bits >> i & 1) != 0) {
            m->spu->lv.fix[i] = said ? finding : 0;
        }
    }
    if (said) {
        model_correct_at(m, finding, &edit);
    }
}

/* Corrects this transaction as well, where reported levels stay as they are. */
static void correct_on(struct spe_model *m, unsigned levels)
{
    for (int i = 0; m->spu->lv.forgive >> i != 0; i++) {
        if ((m->spu->lv.forgive >> i & 1) != 0) {
            model_correct(m, m->spu->lv.fix[i], SPE_EDIT_OUT_LEVELS, ~levels, (uint64_t)1 << i);
        }
    }
}

static const char *section_for(const struct spe_config *cfg, enum spe_check check)
{
    return check == SPE_CHECK_OUT_FREEZE             ? "Arm ARM D24.7.2, J1.1 SPEFreezeOnEvent"
           : check == SPE_CHECK_OUT_IRQ && !cfg->exc ? "DDI 0586A 3.5"
                                                     : "Arm ARM D17.8 RYZJQX, RTSJRP";
}

static void wrong(struct spe_model *m, enum spe_check check, const char *where,
                  const struct lag_verdict *v, unsigned bits, unsigned shift)
{
    struct spe_finding f = model_finding(m, check, section_for(&m->cfg, check));
    const unsigned ones = (v->may.ones & bits) >> shift;
    const unsigned either = (v->may.ones & v->may.zeros & bits) >> shift;
    char cycles[64];

    f.cycle = clock_real(&m->clock, v->may.cycle);
    FMT(f.where, "%s", where);
    if (either == 0) {
        FMT(f.expected, "0x%x", ones);
    } else {
        FMT(f.expected, "0x%x, bits 0x%x either way", ones & ~either, either);
    }
    FMT(f.actual, "0x%x", (v->shown.bits & bits) >> shift);
    name_cycles(m, v->may.cycle, cycles, sizeof(cycles));
    if ((m->spu->lv.zero & bits) != 0) {
        say_absent(&m->cfg, &f);
    } else if (check == SPE_CHECK_OUT_IRQ && !m->cfg.exc) {
        say_irq(m, &f, v, cycles);
    } else {
        say_level(m, &f, v, cycles);
    }
    model_emit(m, &f);
    correct_levels(m, v, bits, either == 0 ? f.number : 0);
}

static void report_levels(struct spe_model *m, const struct lag_verdict *v, unsigned bad)
{
    m->spu->lv.forgive |= (uint8_t)bad;
    if ((bad & SPE_OUT_PMBIRQ) != 0) {
        wrong(m, SPE_CHECK_OUT_IRQ, "PMBIRQ", v, SPE_OUT_PMBIRQ, 0);
        m->spu->lv.irq = m->cfg.exc ? m->spu->lv.irq
                                    : m->spu->events.s_level; /* a later difference is an edge */
    }
    if ((bad & 0x0Eu) != 0) {
        wrong(m, SPE_CHECK_OUT_EXCEPTION, "prof_o.pending", v, 0x0Eu, 1);
    }
    if ((bad & 0x70u) != 0) {
        wrong(m, SPE_CHECK_OUT_EXCEPTION, "prof_o.take", v, 0x70u, 4);
    }
    if ((bad & SPE_OUT_FREEZE) != 0) {
        wrong(m, SPE_CHECK_OUT_FREEZE, "pmu_freeze_o", v, SPE_OUT_FREEZE, 7);
    }
}

/* Signals that the implementation does not have are never 1, whatever the registers are. */
static void judge_absent(struct spe_model *m, unsigned absent)
{
    const struct lag_verdict v = {
        .may = {.cycle = m->clock.cycle, .zeros = EITHER},
        .shown = {.cycle = m->clock.cycle, .seq = m->spu->lv.seq, .bits = m->spu->lv.now}};

    if ((absent & PROF_BITS) != 0) {
        (void)model_eval(m, SPE_CHECK_OUT_EXCEPTION);
    }
    if ((absent & SPE_OUT_FREEZE) != 0) {
        (void)model_eval(m, SPE_CHECK_OUT_FREEZE);
    }
    report_levels(m, &v, absent & ~(unsigned)m->spu->lv.forgive);
}

static void count_evaluations(struct spe_model *m)
{
    assert((m->spu->lv.mask & SPE_OUT_PMBIRQ) != 0); /* PMBIRQ is compared wherever any level is */
    (void)model_eval(m, SPE_CHECK_OUT_IRQ);
    if ((m->spu->lv.mask & PROF_BITS) != 0) {
        (void)model_eval(m, SPE_CHECK_OUT_EXCEPTION);
    }
    if ((m->spu->lv.mask & SPE_OUT_FREEZE) != 0) {
        (void)model_eval(m, SPE_CHECK_OUT_FREEZE);
    }
}

/* Levels that lag may belong to another Exception level: these do not count as covered. */
static void cover_fresh(struct spe_model *m)
{
    if (m->spu->lv.fresh) {
        cover_levels(m, m->spu->lv.now & m->spu->lv.mask & ~(unsigned)m->spu->lv.forgive,
                     m->spu->lv.el);
        m->spu->lv.fresh = false;
    }
}

void levels_apply(struct spe_model *m, unsigned levels)
{
    struct level_history *h = &m->spu->lv;
    const bool changed = h->now != (uint8_t)levels;
    uint64_t due;

    h->forgive &= (uint8_t) ~(h->now ^ levels);
    correct_on(m, levels);
    h->now = (uint8_t)levels;
    h->seq = m->txn->seq;
    h->cycle = m->clock.cycle;
    judge_absent(m, levels & h->zero);
    if (h->mask == 0) {
        return;
    }
    note_el(m);
    h->fresh =
        m->spu->contexts.start >= 0 && m->clock.cycle >= h->el_since + (uint64_t)m->cfg.irq_max;
    if (changed) {
        lag_show(&h->lag, (struct shown){.cycle = m->clock.cycle, .seq = h->seq, .bits = h->now});
        m->spu->schedule.busy = true; /* judged when the cycle is over, as a reset may cut it off */
    } else if (!lag_due(&h->lag, &due) || due > m->clock.cycle) {
        count_evaluations(m);
        cover_fresh(m);
    }
}

void levels_judge(struct spe_model *m, uint64_t cycle)
{
    struct level_history *h = &m->spu->lv;
    struct lag_verdict v;

    while (h->mask != 0 && lag_judge(&h->lag, cycle, &v)) {
        count_evaluations(m);
        journal_levels(m, v.may.cycle, v.may.ones, h->mask & ~(unsigned)(v.may.ones & v.may.zeros),
                       v.shown.bits);
        h->forgive = (h->forgive & h->zero) | (v.wrong & h->mask);
        if ((v.fresh & h->mask) != 0) {
            report_levels(m, &v, v.fresh & h->mask);
        }
    }
    if (h->mask != 0 && h->cycle <= cycle) {
        cover_fresh(m);
    }
}

bool levels_due(const struct level_history *lv, uint64_t *due)
{
    if (lv->mask == 0 || !lag_due(&lv->lag, due)) {
        return false;
    }
    ++*due;
    return true;
}

void levels_irq_wrong(struct spe_model *m, bool level, const char *text)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_OUT_IRQ, "DDI 0586A 3.5");
    const char *what = m->spu->events.s_level ? model_cause(m->spu->events.s_cause) : NULL;

    FMT(f.where, "PMBIRQ");
    FMT(f.expected, "%d", !level);
    FMT(f.actual, "%d", level);
    FMT(f.text, "%s; PMBSR_EL1.S is %d since cycle %" PRIu64 "%s%s", text, m->spu->events.s_level,
        clock_real(&m->clock, m->spu->events.s_cycle), what != NULL ? ", " : "",
        what != NULL ? what : "");
    model_emit(m, &f);
}
