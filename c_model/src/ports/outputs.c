/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "arch/enable.h"
#include "arch/levels.h"
#include "bytes/stream.h"
#include "covered/cover.h"
#include "doubt/filter_note.h"
#include "doubt/snapshots.h"
#include "doubt/unknown.h"
#include "events/level_history.h"
#include "events/nolife.h"
#include "events/window.h"
#include "judge/journal_events.h"
#include "judge/report.h"
#include "ports/outputs.h"
#include "queue/sweep.h"
#include "spe/edit.h"
#include "state/model.h"

/* Compares the output signals with what the model knows has happened (dpi/timing.md, OU1, EX4). */

#define PENDING_EL1 0x02u
#define PENDING_EL2 0x04u
#define PENDING_EL3 0x08u
#define PENDING     (PENDING_EL1 | PENDING_EL2 | PENDING_EL3)

/* The check that compares each count, and the section with its rule. */
static const struct kind {
    enum spe_check check;
    const char *section;
} kinds[COUNT_FEED_KIND + 1] = {
    [COUNT_POP] = {SPE_CHECK_OUT_POP, "DDI 0586A 2.6, Table 1"},
    [COUNT_FEED] = {SPE_CHECK_OUT_FEED, "DDI 0586A 2.6, Table 1"},
    [COUNT_FILTRATE] = {SPE_CHECK_OUT_FILTRATE, "DDI 0586A 2.6, Table 1"},
    [COUNT_COLLISION] = {SPE_CHECK_OUT_COLL, "DDI 0586A 2.6, 3.1.4"},
    [COUNT_CTI] = {SPE_CHECK_OUT_CTI, "DDI 0586A 2.7"},
    [COUNT_SERROR] = {SPE_CHECK_OUT_SERROR, "DDI 0586A 3.5.4"},
    [COUNT_FULL] = {SPE_CHECK_OUT_FULL, "Arm ARM D17.8.2"},
    [COUNT_FEED_KIND] = {SPE_CHECK_OUT_FEED_KIND, "Arm ARM D14.3"},
};

/* The field of a transaction that tells the count is as far behind SPE_EDIT_OUT_POP as the count is
 * behind COUNT_POP. */
#define TOLD_BY(which, id)                                                                         \
    _Static_assert((int)SPE_EDIT_OUT_POP + (int)(which) == (int)SPE_EDIT_OUT_##id, #id)
#define FEED_TOLD_BY(id) TOLD_BY(COUNT_FEED_KIND + SPE_FEED_##id, FEED_##id)
TOLD_BY(COUNT_POP, POP);
TOLD_BY(COUNT_FEED, FEED);
TOLD_BY(COUNT_FILTRATE, FILTRATE);
TOLD_BY(COUNT_COLLISION, COLLISION);
TOLD_BY(COUNT_CTI, CTI);
TOLD_BY(COUNT_SERROR, SERROR);
TOLD_BY(COUNT_FULL, FULL);
FEED_TOLD_BY(BR);
FEED_TOLD_BY(LD);
FEED_TOLD_BY(ST);
FEED_TOLD_BY(FP);
FEED_TOLD_BY(SIMD);
FEED_TOLD_BY(OP);
FEED_TOLD_BY(EVENT);
FEED_TOLD_BY(LAT);
FEED_TOLD_BY(DS);
_Static_assert(COUNTS == 16, "each has a row above");

static const struct kind *output_kind(int which)
{
    return &kinds[which < COUNT_FEED_KIND ? which : COUNT_FEED_KIND];
}

/* Events that must have been reported by the end of `now`. */
static uint64_t least(const struct spe_model *m, int which, uint64_t now)
{
    const struct count *c = &m->spu->acc.count[which];
    uint64_t late = c->most_delay;
    if (which == COUNT_POP && !m->records) {
        late += (uint64_t)m->cfg.irq_max; /* the levels may show an event later */
    }
    uint64_t open = count_open(c, now, late) + c->maybe;

    if (which == COUNT_CTI && !m->records) {
        return 0; /* the end of a record is known too early: before padding and response */
    }
    if (which == COUNT_POP) {
        /* Members are gathered over cycles; only the last ones can be open. */
        uint64_t most = (uint64_t)m->cfg.width * (late + 1);
        open = open < most + c->maybe ? open : most + c->maybe;
        if (m->spu->snaps.n > 0 && m->spu->snaps.at[0].pop + open < c->total) {
            open = c->total - m->spu->snaps.at[0].pop;
        }
    }
    return c->total > open ? c->total - open : 0; /* a doubtful event can be recent, too */
}

/* Buffer full events that may have taken effect. */
static uint64_t full_in_doubt(const struct spe_model *m)
{
    uint64_t n = 0;

    for (int i = 0; i < m->spu->events.n; i++) {
        n += m->spu->events.effect[i].full && m->spu->events.effect[i].lo <= m->clock.cycle;
    }
    return n;
}

static uint64_t most(const struct spe_model *m, int which)
{
    const struct count *c = &m->spu->acc.count[which];
    const uint64_t open = count_open(c, m->clock.cycle, c->least_delay);

    if (which == COUNT_FULL) {
        return c->total - open + full_in_doubt(m);
    }
    return which == COUNT_POP ? c->total : c->total - open;
}

/* Reports a count that is outside low .. high. The SPU has just reported `n` of these events. */
static void count_wrong(struct spe_model *m, int which, uint64_t low, uint64_t high, uint64_t n)
{
    const struct kind *k = output_kind(which);
    struct spe_finding f = model_finding(m, k->check, k->section);
    uint64_t seen = m->spu->acc.count[which].seen;

    FMT(f.where, "%s", count_name(which));
    if (low == high) {
        FMT(f.expected, "%" PRIu64, low);
    } else {
        FMT(f.expected, "%" PRIu64 " .. %" PRIu64, low, high);
    }
    FMT(f.actual, "%" PRIu64, seen);
    char sample[NOTE_TEXT] = "";
    if (which == COUNT_FILTRATE) {
        filter_note_rejected(m, sample, sizeof(sample));
    }
    FMT(f.text, "%s has counted %" PRIu64 " so far, the prediction is %s%s", count_name(which),
        seen, f.expected, sample);
    model_emit(m, &f);
    if (seen - high <= n) { /* only the surplus was wrong */
        model_correct(m, f.number, (enum spe_edit_field)(SPE_EDIT_OUT_POP + which),
                      n - (seen - high), UINT64_MAX);
    }
}

static void count_late(struct spe_model *m, int which, uint64_t before)
{
    const struct kind *k = output_kind(which);
    struct spe_finding f = model_finding(m, k->check, k->section);

    journal_count(m, which, before, before, m->spu->acc.count[which].seen);
    FMT(f.where, "%s", count_name(which));
    FMT(f.expected, "%" PRIu64 " by now", before);
    FMT(f.actual, "%" PRIu64, m->spu->acc.count[which].seen);
    char sample[NOTE_TEXT] = "";
    if (which == COUNT_FILTRATE) {
        filter_note_kept(m, m->spu->acc.count[which].seen + 1, sample, sizeof(sample));
    }
    FMT(f.text,
        "%s is late or missing: %" PRIu64 " event%s due before cycle %" PRIu64
        ", the SPU has counted %" PRIu64 "%s",
        count_name(which), before, before == 1 ? " was" : "s were",
        clock_real(&m->clock, m->clock.cycle), m->spu->acc.count[which].seen, sample);
    model_emit(m, &f);
}

/* A reset may cut off what is due in its own cycle: a cycle is judged when it is over. */
static void apply_count(struct spe_model *m, int which, uint64_t n)
{
    struct count *c = &m->spu->acc.count[which];
    uint64_t high = most(m, which);
    uint64_t low = m->clock.cycle == 0 ? 0 : least(m, which, m->clock.cycle - 1);
    uint64_t already = which == COUNT_POP ? c->seen + n : c->seen; /* POP is gathered */

    c->raw += n;
    c->acct += n;
    c->seen += n;
    if (!model_eval(m, output_kind(which)->check)) {
        return;
    }
    if (n != 0 && already >= low) {
        journal_count(m, which, low < high ? low : high, high, c->seen);
    }
    if (already < low) {
        c->seen = already;
        count_late(m, which, low);
        /* One finding for each difference: the due events count as reported. */
        c->seen = which == COUNT_POP ? low : low + n;
        c->seen = c->seen > high ? high : c->seen;
    } else if (c->seen > high) {
        count_wrong(m, which, low, high, n);
        c->seen = high;
    } else {
        cover_output(m, which, n);
    }
    if (c->seen > c->total - c->maybe && which != COUNT_FILTRATE) { /* queue/sweep.c settles it */
        c->maybe = c->total > c->seen ? c->total - c->seen : 0;
    }
    if (which == COUNT_POP && !m->records && model_stopped(m) &&
        m->clock.cycle > m->spu->nl.stop_cycle + (uint64_t)m->cfg.pmu_max) {
        c->total = c->seen; /* all that were counted before the event are reported */
        c->maybe = 0;
    }
}

/* An event that the implementation does not have is never counted. */
static void apply_option(struct spe_model *m, int which, uint64_t n)
{
    if (count_exists(&m->cfg, which) || n != 0) {
        apply_count(m, which, n);
    }
}

/* Judges the counts of events that had to be reported by the end of `now`. */
static void judge_counts(struct spe_model *m, uint64_t now)
{
    for (int which = 0; which < COUNTS; which++) {
        struct count *c = &m->spu->acc.count[which];
        if (!count_exists(&m->cfg, which)) {
            continue;
        }
        uint64_t low = least(m, which, now);
        if (c->seen < low && model_eval(m, output_kind(which)->check)) {
            count_late(m, which, low);
            c->seen = low;
        }
    }
}

/* Reports members that the SPU has counted and that, as is known now, were none. */
static void pop_too_many(struct spe_model *m)
{
    const struct count *c = &m->spu->acc.count[COUNT_POP];

    if (c->seen > c->total) { /* counted as a check only in this case */
        (void)model_eval(m, SPE_CHECK_OUT_POP);
        journal_count(m, COUNT_POP, c->total, c->total, c->seen);
        count_wrong(m, COUNT_POP, c->total - c->maybe, c->total, 0);
    }
}

void outputs_counts_final(struct spe_model *m, bool looked)
{
    const bool before = m->clock.stopped || !looked;

    filter_fork_sweep(m);
    if (m->clock.cycle > 0 || !before) {
        judge_counts(m, m->clock.cycle - before);
    }
    pop_too_many(m);
}

/* Without a prediction of events S is learned from PMBIRQ. */
static void follow_irq(struct spe_model *m, bool level, bool edge)
{
    nolife_irq(m->spu, level);
    if (!edge) {
        return;
    }
    if (!level) {
        stream_served(m->spu);
    }
    model_learn_s(m, level);
    if (level) {
        nolife_stopped(m);
    }
}

/* Learns S from PMBIRQ. levels_judge() judges the level. */
static void apply_irq(struct spe_model *m, unsigned levels)
{
    const bool level = (levels & SPE_OUT_PMBIRQ) != 0;
    bool edge = level != m->spu->lv.irq;

    m->spu->lv.irq = level;
    if ((m->spu->unknown.bits[SPE_PMBSR] & SPE_PMBSR_S) != 0) {
        if (level) {
            model_learn_s(m, true); /* it may still rise: outputs_deadline() learns 0 */
        }
    } else if (!m->records) {
        follow_irq(m, level, edge);
    }
}

/* Learns each S that stops profiling in this context from PMBIRQ and the pending exceptions. With
 * TGE set an exception to EL2 comes from PMBSR_EL1 if PMBSR_EL2 does not count. */
static void learn_stopped(struct spe_model *m, unsigned levels)
{
    const struct spe_ctx *ctx = contexts_now(&m->spu->contexts);
    const unsigned pending = SPE_OUT_PENDING(levels);
    const bool el2 = (arch_effective_ee2(&m->cfg, &m->spu->regs, ctx) & 2) != 0;
    const bool of_el1 = (pending & 1) != 0 || ((pending & 2) != 0 && !el2);

    model_learn_s(m, (levels & SPE_OUT_PMBIRQ) != 0 || of_el1);
    if (el2) {
        m->spu->regs.v[SPE_PMBSR_EL2] &= ~SPE_PMBSR_S;
        m->spu->regs.v[SPE_PMBSR_EL2] |= (pending & 2) != 0 ? SPE_PMBSR_S : 0;
    }
    if (m->cfg.el3 && (ctx->pmsee & 2) != 0) {
        m->spu->regs.v[SPE_PMBSR_EL3] &= ~SPE_PMBSR_S;
        m->spu->regs.v[SPE_PMBSR_EL3] |= (pending & 4) != 0 ? SPE_PMBSR_S : 0;
    }
}

/* The levels that show S of PMBSR_EL1 (EX1, EX2). */
static unsigned levels_of_el1(const struct spe_config *cfg, const struct spe_regs *regs,
                              const struct spe_ctx *ctx)
{
    const bool el2 = arch_effective_ee1(cfg, regs, ctx) == 3 && arch_tge(cfg, ctx);

    return SPE_OUT_PMBIRQ | PENDING_EL1 | (el2 ? PENDING_EL2 : 0);
}

/* Levels that rise while another level is high: S of their registers still stops profiling when
 * software has served the other event. With TGE set an event may have been shown to EL1 first and
 * is now shown to EL2. */
static void learn_risen(struct spe_model *m, unsigned risen)
{
    const struct spe_ctx *ctx = contexts_now(&m->spu->contexts);
    const bool stopped = model_stopped(m);
    const bool el2 = (arch_effective_ee2(&m->cfg, &m->spu->regs, ctx) & 2) != 0;
    const unsigned of_el1 = levels_of_el1(&m->cfg, &m->spu->regs, ctx);
    const bool shown =
        (of_el1 & PENDING_EL2) != 0 && (m->spu->regs.v[SPE_PMBSR] & SPE_PMBSR_S) != 0;

    m->spu->regs.v[SPE_PMBSR] |= (risen & of_el1 & ~(el2 ? PENDING_EL2 : 0)) != 0 ? SPE_PMBSR_S : 0;
    m->spu->regs.v[SPE_PMBSR_EL2] |= (risen & PENDING_EL2) != 0 && el2 && !shown ? SPE_PMBSR_S : 0;
    m->spu->regs.v[SPE_PMBSR_EL3] |= (risen & PENDING_EL3) != 0 ? SPE_PMBSR_S : 0;
    m->spu->schedule.busy = true;
    if (!stopped) {
        nolife_stopped(m);
    }
}

/* Levels that fall while another level is high, although registers and context still ask for them:
 * software had served their events before the levels rose, up to [irq_max] cycles late. */
static void learn_fallen(struct spu *spu, const struct spe_config *cfg, unsigned fallen)
{
    const struct spe_ctx *ctx = contexts_now(&spu->contexts);
    const bool el2 = (arch_effective_ee2(cfg, &spu->regs, ctx) & 2) != 0;
    uint64_t *v = spu->regs.v;
    struct spe_levels asked;

    arch_output_levels(&asked, cfg, &spu->regs, ctx);
    fallen &= (asked.irq ? SPE_OUT_PMBIRQ : 0) | (unsigned)asked.pending << 1;
    if (fallen == 0) {
        return;
    }
    v[SPE_PMBSR] &= (fallen & levels_of_el1(cfg, &spu->regs, ctx)) != 0 ? ~SPE_PMBSR_S : UINT64_MAX;
    v[SPE_PMBSR_EL2] &= (fallen & PENDING_EL2) != 0 && el2 ? ~SPE_PMBSR_S : UINT64_MAX;
    v[SPE_PMBSR_EL3] &= (fallen & PENDING_EL3) != 0 ? ~SPE_PMBSR_S : UINT64_MAX;
    spu->schedule.busy = true;
    stream_served(spu);
}

/* With SPE Profiling exceptions one of the levels shows that profiling is stopped. levels_judge()
 * judges which level it must be. */
static void apply_stopped(struct spe_model *m, unsigned levels)
{
    const uint64_t unknown = m->spu->unknown.bits[SPE_PMBSR] | m->spu->unknown.bits[SPE_PMBSR_EL2] |
                             m->spu->unknown.bits[SPE_PMBSR_EL3];
    const unsigned changed = (levels ^ m->spu->lv.now) & (SPE_OUT_PMBIRQ | PENDING);
    bool level = (levels & SPE_OUT_PMBIRQ) != 0 || SPE_OUT_PENDING(levels) != 0;
    bool edge = level != m->spu->lv.irq;

    m->spu->lv.irq = level;
    if (!m->records && edge && !level) {
        stream_served(m->spu);
    }
    if (m->records || (unknown & SPE_PMBSR_S) != 0 || m->spu->contexts.now < 0) {
        return;
    }
    if (!edge) {
        learn_fallen(m->spu, &m->cfg, changed & ~levels);
    }
    if (!edge && (changed & levels) != 0) {
        learn_risen(m, changed & levels);
    } else if (edge) {
        learn_stopped(m, levels);
        if (level) {
            nolife_stopped(m);
        }
    }
}

void outputs_deadline(struct spe_model *m)
{
    if (!m->records) {
        nolife_deadline(m);
    }
    if (m->spu->events.irq_checked ||
        m->clock.cycle <= m->spu->events.s_cycle + (uint64_t)m->cfg.irq_max) {
        return;
    }
    m->spu->events.irq_checked = true;
    if ((m->spu->unknown.bits[SPE_PMBSR] & SPE_PMBSR_S) != 0) {
        if (!m->cfg.exc) { /* else a level that is low need not say that S is 0 */
            model_learn_s(m, m->spu->lv.irq);
        }
        return;
    }
    /* Without a prediction of events, S is 1 here only because software has set it. */
    const bool sure = !m->records && m->spu->events.s_level && !m->cfg.exc;
    if (sure && model_eval(m, SPE_CHECK_OUT_IRQ) && !m->spu->lv.irq) {
        levels_irq_wrong(m, false, "PMBIRQ stays low");
        m->spu->lv.irq = true;
    }
}

/* RS4: pulses that were due in the cycle of the reset or later do not occur. */
void outputs_reset(struct spe_model *m)
{
    filter_fork_sweep(m);
    if (m->clock.cycle > 0) {
        judge_counts(m, m->clock.cycle - 1);
    }
}

void outputs_apply(struct spe_model *m, const struct spe_txn_out *t)
{
    if (m->cfg.exc) {
        apply_stopped(m, t->levels);
    } else {
        apply_irq(m, t->levels);
    }
    levels_apply(m, t->levels);
    filter_fork_sweep(m);
    apply_count(m, COUNT_POP, t->pop);
    apply_count(m, COUNT_FEED, t->feed);
    apply_count(m, COUNT_FILTRATE, t->filtrate);
    apply_count(m, COUNT_COLLISION, t->collision);
    apply_count(m, COUNT_CTI, t->cti);
    if (m->records) { /* else no response is known to be an abort of this SPU */
        apply_count(m, COUNT_SERROR, t->serror);
    }
    apply_option(m, COUNT_FULL, t->full);
    for (int i = 0; i < SPE_FEED_KINDS; i++) {
        apply_option(m, COUNT_FEED_KIND + i, t->feed_kind[i]);
    }
}
