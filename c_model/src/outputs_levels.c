/* SPDX-License-Identifier: Apache-2.0 */
#include "outputs_levels.h"

#include <string.h>

#include "model_internal.h"

/*
 * PMBIRQ, SPE Profiling exceptions and the freeze of PMU counters as functions of registers and
 * context, each level by itself [irq_min] to [irq_max] cycles late (rtl/README.md, EX4).
 */

#define PROF_BITS 0x7Eu /* pending and take */

void levels_begin(struct spe_model *m)
{
    bool on = m->records && (m->opt.taps & SPE_TAP_OUT) != 0;

    m->lv.mask = (uint8_t)((on && m->cfg.exc ? PROF_BITS | SPE_OUT_PMBIRQ : 0) |
                           (on && m->cfg.pmsver >= 3 ? SPE_OUT_FREEZE : 0));
    m->lv.zero = (uint8_t)((m->cfg.exc ? 0 : PROF_BITS) | (m->cfg.pmsver < 3 ? SPE_OUT_FREEZE : 0));
    m->lv.judged = true;
}

void levels_reset(struct spe_model *m)
{
    m->lv.n = 0;
    m->lv.now = m->lv.forgive = 0;
    m->lv.fresh = false;
    m->lv.judged = true;
}

unsigned levels_of(const struct spe_model *m, const struct outcome *is)
{
    struct spe_regs regs = m->regs;
    struct spe_levels l;

    regs.v[SPE_PMBSR] = is->bsr[0];
    regs.v[SPE_PMBSR_EL2] = is->bsr[1];
    regs.v[SPE_PMBSR_EL3] = is->bsr[2];
    spe_output_levels(&l, &m->cfg, &regs, &m->ctx[m->cur0]);
    return (l.irq ? SPE_OUT_PMBIRQ : 0) | (unsigned)l.pending << 1 | (unsigned)l.take << 4 |
           (l.freeze ? SPE_OUT_FREEZE : 0);
}

/* A field that the levels depend on holds anything since reset. */
static bool open_since_reset(const struct spe_model *m)
{
    const uint64_t s =
        m->unknown[SPE_PMBSR] | m->unknown[SPE_PMBSR_EL2] | m->unknown[SPE_PMBSR_EL3];
    const uint64_t pmscr = m->unknown[SPE_PMSCR_EL1] | m->unknown[SPE_PMSCR_EL2];

    return (s & SPE_PMBSR_S) != 0 || (pmscr & (SPE_PMSCR_EE | SPE_PMSCR_KE)) != 0 ||
           (m->unknown[SPE_PMBLIMITR] & SPE_PMBLIMITR_PMFZ) != 0;
}

static struct level expected(const struct spe_model *m)
{
    const struct outcome now = model_outcome(m);
    struct level l = {.cycle = m->cycle};
    unsigned word = levels_of(m, &now);

    if (open_since_reset(m)) {
        l.ones = l.zeros = 0xFF;
        return l;
    }
    l.ones = (uint8_t)word;
    l.zeros = (uint8_t)~word;
    for (int i = 0; i < m->n_alts; i++) {
        word = levels_of(m, &m->alt[i].is);
        l.ones |= (uint8_t)word;
        l.zeros |= (uint8_t)~word;
    }
    return l;
}

static void append(struct spe_model *m, struct level l)
{
    struct level_history *h = &m->lv;

    if (h->n > 0 && h->at[h->n - 1].cycle == l.cycle) {
        h->n--;
    }
    if (h->n > 0 && h->at[h->n - 1].ones == l.ones && h->at[h->n - 1].zeros == l.zeros) {
        return;
    }
    if (h->n == MAX_LEVELS) {
        h->n--;
        memmove(&h->at[0], &h->at[1], (size_t)h->n * sizeof(h->at[0]));
    }
    h->at[h->n++] = l;
    h->forgive = 0;
    h->judged = false;
}

static void note_el(struct spe_model *m)
{
    const uint8_t el = (uint8_t)(m->cur0 < 0 ? 0 : m->ctx[m->cur0].el);

    m->lv.el_since = el == m->lv.el ? m->lv.el_since : m->cycle;
    m->lv.el = el;
}

void levels_note(struct spe_model *m)
{
    if (m->lv.mask != 0 && m->cur0 >= 0) {
        note_el(m);
        append(m, expected(m));
    }
}

void levels_reopen(struct spe_model *m)
{
    struct level_history *h = &m->lv;

    if (h->mask == 0 || m->cur0 < 0) {
        return;
    }
    while (h->n > 0 && h->at[h->n - 1].cycle >= m->s_cycle) {
        h->n--;
    }
    if (m->s_cycle < m->cycle) {
        append(m, (struct level){m->s_cycle, 0xFF, 0xFF});
    }
    levels_note(m);
}

/* Where the levels of `cycle` come from: "cycles 60 to 61". */
static void name_cycles(const struct spe_model *m, uint64_t cycle, char *dst, size_t bytes)
{
    const uint64_t late = (uint64_t)m->cfg.irq_max, soon = (uint64_t)m->cfg.irq_min;
    const uint64_t first = model_real(m, cycle > late ? cycle - late : 0);
    const uint64_t last = model_real(m, cycle > soon ? cycle - soon : 0);

    if (first == last) {
        model_text(dst, bytes, "cycle %" PRIu64, last);
    } else {
        model_text(dst, bytes, "cycles %" PRIu64 " to %" PRIu64, first, last);
    }
}

/* A signal that this SPU does not have, whatever the registers are. */
static void absent(struct spe_model *m, struct spe_finding *f, enum spe_check check)
{
    FMT(f->text, "%s is %s, this SPU has no such signal", f->where, f->actual);
    if (check == SPE_CHECK_OUT_FREEZE) {
        FMT(f->choices, "[pmsver=%d]", m->cfg.pmsver);
    } else {
        FMT(f->choices, "[exc=%d]", m->cfg.exc);
    }
}

/* What `now` had to be, unless the finding is that it has not changed: no transaction says that. */
static void correct_levels(struct spe_model *m, const struct level *l, unsigned bits,
                           uint64_t finding)
{
    const struct spe_edit edit = {m->lv.seq, SPE_EDIT_OUT_LEVELS, l->ones, bits};
    bool said = (m->lv.zero & bits) != 0 || m->lv.cycle == l->cycle;

    for (int i = 0; i < 8; i++) {
        if ((bits >> i & 1) != 0) {
            m->lv.fix[i] = said ? finding : 0;
        }
    }
    if (said) {
        model_correct_at(m, finding, &edit);
    }
}

/* Levels that were reported and stay as they are. */
static void correct_on(struct spe_model *m, unsigned levels)
{
    for (int i = 0; m->lv.forgive >> i != 0; i++) {
        if ((m->lv.forgive >> i & 1) != 0) {
            model_correct(m, m->lv.fix[i], SPE_EDIT_OUT_LEVELS, ~levels, (uint64_t)1 << i);
        }
    }
}

static void wrong(struct spe_model *m, enum spe_check check, const char *where,
                  const struct level *l, unsigned bits, unsigned shift)
{
    struct spe_finding f =
        model_finding(m, check,
                      check == SPE_CHECK_OUT_FREEZE ? "Arm ARM D24.7.2, J1.1 SPEFreezeOnEvent"
                                                    : "Arm ARM D17.8 RYZJQX, RTSJRP");
    unsigned actual = (unsigned)(m->lv.now & bits) >> shift;
    unsigned ones = (l->ones & bits) >> shift, either = (l->ones & l->zeros & bits) >> shift;
    char cycles[64];

    FMT(f.where, "%s", where);
    if (either == 0) {
        FMT(f.expected, "0x%x", ones);
    } else {
        FMT(f.expected, "0x%x, bits 0x%x either way", ones & ~either, either);
    }
    FMT(f.actual, "0x%x", actual);
    name_cycles(m, l->cycle, cycles, sizeof(cycles));
    FMT(f.text,
        "%s is 0x%x, registers and context of %s ask for %s; PMBSR_EL1, _EL2, _EL3 have S %d %d"
        " %d in cycle %" PRIu64,
        where, actual, cycles, f.expected, (m->regs.v[SPE_PMBSR] & SPE_PMBSR_S) != 0,
        (m->regs.v[SPE_PMBSR_EL2] & SPE_PMBSR_S) != 0,
        (m->regs.v[SPE_PMBSR_EL3] & SPE_PMBSR_S) != 0, model_real(m, l->cycle));
    if ((m->lv.zero & bits) != 0) {
        absent(m, &f, check);
    }
    model_emit(m, &f);
    correct_levels(m, l, bits, either == 0 ? f.number : 0);
}

static void report(struct spe_model *m, const struct level *l, unsigned bad)
{
    m->lv.forgive |= (uint8_t)bad;
    if ((bad & SPE_OUT_PMBIRQ) != 0) {
        wrong(m, SPE_CHECK_OUT_IRQ, "PMBIRQ", l, SPE_OUT_PMBIRQ, 0);
    }
    if ((bad & 0x0Eu) != 0) {
        wrong(m, SPE_CHECK_OUT_EXCEPTION, "prof_o.pending", l, 0x0Eu, 1);
    }
    if ((bad & 0x70u) != 0) {
        wrong(m, SPE_CHECK_OUT_EXCEPTION, "prof_o.take", l, 0x70u, 4);
    }
    if ((bad & SPE_OUT_FREEZE) != 0) {
        wrong(m, SPE_CHECK_OUT_FREEZE, "pmu_freeze_o", l, SPE_OUT_FREEZE, 7);
    }
}

/* Signals that the implementation does not have are never 1, whatever the registers are. */
static void judge_absent(struct spe_model *m, unsigned absent)
{
    static const struct level none = {.ones = 0, .zeros = 0xFF};

    if ((absent & PROF_BITS) != 0) {
        (void)model_eval(m, SPE_CHECK_OUT_EXCEPTION);
    }
    if ((absent & SPE_OUT_FREEZE) != 0) {
        (void)model_eval(m, SPE_CHECK_OUT_FREEZE);
    }
    report(m, &none, absent & ~(unsigned)m->lv.forgive);
}

void levels_apply(struct spe_model *m, unsigned levels)
{
    m->lv.forgive &= (uint8_t) ~(m->lv.now ^ levels);
    correct_on(m, levels);
    m->lv.now = (uint8_t)levels;
    m->lv.seq = m->txn->seq;
    m->lv.cycle = m->cycle;
    if ((levels & m->lv.zero) != 0) {
        judge_absent(m, levels & m->lv.zero);
    }
    if (m->lv.mask == 0) {
        return;
    }
    note_el(m);
    /* Levels that lag may be those of another Exception level: they cover nothing. */
    m->lv.fresh = m->cur0 >= 0 && m->cycle >= m->lv.el_since + (uint64_t)m->cfg.irq_max;
    m->lv.judged = false;
    m->busy = true; /* judged when the cycle is over: a reset may cut it off */
}

/* What the levels of `cycle` may be: those of any cycle from [irq_max] to [irq_min] before. */
static struct level window(const struct spe_model *m, uint64_t cycle, bool *steady)
{
    const struct level_history *h = &m->lv;
    uint64_t last = cycle - (cycle < (uint64_t)m->cfg.irq_min ? cycle : (uint64_t)m->cfg.irq_min);
    uint64_t first = cycle - (cycle < (uint64_t)m->cfg.irq_max ? cycle : (uint64_t)m->cfg.irq_max);
    struct level l = {.cycle = cycle};
    int used = 0;

    for (int i = 0; i < h->n; i++) {
        bool over = i + 1 < h->n && h->at[i + 1].cycle <= first;
        if (h->at[i].cycle <= last && !over) {
            l.ones |= h->at[i].ones;
            l.zeros |= h->at[i].zeros;
            used++;
        }
    }
    if (used == 0 || h->at[0].cycle > first) {
        l.ones = l.zeros = 0xFF; /* from before the first context */
        used = 0;
    }
    *steady = used == 1 && h->at[h->n - 1].cycle <= first;
    return l;
}

static void count_evaluations(struct spe_model *m)
{
    if ((m->lv.mask & SPE_OUT_PMBIRQ) != 0) {
        (void)model_eval(m, SPE_CHECK_OUT_IRQ);
        (void)model_eval(m, SPE_CHECK_OUT_EXCEPTION);
    }
    if ((m->lv.mask & SPE_OUT_FREEZE) != 0) {
        (void)model_eval(m, SPE_CHECK_OUT_FREEZE);
    }
}

/* The levels are steady: outcomes that would show others are out. */
static void settle(struct spe_model *m)
{
    const struct outcome now = model_outcome(m);
    unsigned mask = m->lv.mask, seen = m->lv.now & mask;
    int kept = 0;

    if (m->n_alts == 0) {
        return;
    }
    for (int i = 0; (levels_of(m, &now) & mask) != seen && i < m->n_alts; i++) {
        if ((levels_of(m, &m->alt[i].is) & mask) == seen) {
            model_swap(m, i);
            break;
        }
    }
    for (int i = 0; i < m->n_alts; i++) {
        if ((levels_of(m, &m->alt[i].is) & mask) == seen) {
            m->alt[kept++] = m->alt[i];
        }
    }
    m->n_alts = kept;
    model_alternatives_left(m, true);
}

void levels_judge(struct spe_model *m, uint64_t cycle)
{
    struct level_history *h = &m->lv;
    bool steady;

    if (h->mask == 0 || h->judged || h->n == 0 || m->cur0 < 0) {
        return;
    }
    struct level l = window(m, cycle, &steady);
    unsigned bad = ((h->now & ~l.ones) | (~h->now & ~l.zeros)) & h->mask & ~h->forgive;
    count_evaluations(m);
    if (bad != 0) {
        report(m, &l, bad);
    }
    if (h->fresh) {
        cover_levels(m, h->now & h->mask & ~(unsigned)h->forgive, h->el);
        h->fresh = false;
    }
    h->judged = cycle >= h->at[h->n - 1].cycle + (uint64_t)m->cfg.irq_max;
    if (steady && bad == 0) {
        settle(m);
    }
}

bool levels_due(const struct spe_model *m, uint64_t *due)
{
    if (m->lv.judged || m->lv.n == 0) {
        return false;
    }
    *due = m->lv.at[m->lv.n - 1].cycle + (uint64_t)m->cfg.irq_max + 1;
    return true;
}
