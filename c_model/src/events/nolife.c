/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "arch/enable.h"
#include "arch/pmbsr.h"
#include "bytes/stream.h"
#include "doubt/counter.h"
#include "events/level_history.h"
#include "events/nolife.h"
#include "judge/report.h"
#include "state/model.h"

static bool has_taps(const struct spe_model_options *opt, unsigned taps)
{
    return (opt->taps & taps) == taps;
}

/* ---- S that was not seen yet */

/* Copies a finding to a place that is all 0. Hypotheses are compared byte by byte, so no padding is
 * copied. */
static void put_finding(struct spe_finding *to, const struct spe_finding *f)
{
    memcpy(to, f, offsetof(struct spe_finding, seq) + sizeof(f->seq));
    memcpy(&to->pos, &f->pos, sizeof(*f) - offsetof(struct spe_finding, pos));
}

void nolife_hold(struct spe_model *m, const struct spe_finding *f)
{
    struct nolife *n = &m->spu->nl;

    if (model_stopped(m)) {
        return; /* S was read as 1, which explains the finding */
    }
    if (n->n_held < MAX_HELD) { /* later findings have the same reason */
        memset(&n->held[n->n_held], 0, sizeof(n->held[0]));
        put_finding(&n->held[n->n_held].finding, f);
        n->held[n->n_held++].cycle = m->clock.cycle;
        m->spu->schedule.busy = true;
    }
}

void nolife_explained(struct spe_model *m, struct spe_finding *f)
{
    if (m->records) {
        model_emit(m, f);
    } else {
        nolife_hold(m, f);
    }
}

static void tell_held(struct spe_model *m, int i)
{
    struct nolife *n = &m->spu->nl;
    struct spe_finding f = n->held[i].finding;

    n->n_held--;
    memmove(&n->held[i], &n->held[i + 1], (size_t)(n->n_held - i) * sizeof(n->held[0]));
    model_emit(m, &f);
}

/* Returns the PMBSR_ELx whose S may stop profiling, as bits x - 1. */
static unsigned stopping(const struct spe_config *cfg)
{
    return !cfg->exc ? 1u : 1u | (cfg->el2 ? 2u : 0u) | (cfg->el3 ? 4u : 0u);
}

static void stopped(struct spu *spu)
{
    struct nolife *n = &spu->nl;

    n->n_held = 0;
    n->ran = n->counter_read = false;
    n->lossy = true;
    spu->buf.account.known = false; /* PMBPTR_EL1 does not move with the bytes written */
    stream_stopped(spu);
}

/* S was read as `level`: PMBIRQ must agree with that (judge_level()). */
static void expect_level(struct spe_model *m, bool level)
{
    struct nolife *n = &m->spu->nl;

    if (m->cfg.exc || n->level_open) {
        return;
    }
    n->level_open = true;
    n->level = level;
    n->level_low = !m->spu->lv.irq;
    n->level_cycle = m->clock.cycle;
    m->spu->schedule.busy = true;
}

void nolife_read(struct spe_model *m, unsigned el, uint64_t data)
{
    struct nolife *n = &m->spu->nl;

    expect_level(m, (data & SPE_PMBSR_S) != 0);
    if (model_stopped(m)) {
        if (n->ran && !n->counter_read && !has_taps(&m->opt, SPE_TAP_OUT)) {
            counter_forget(m); /* the counter has stopped somewhere in between */
        }
        stopped(m->spu);
        return;
    }
    for (int i = n->n_held - 1; (data & SPE_PMBSR_S) == 0 && i >= 0; i--) {
        n->held[i].zero |= 1u << (el - 1);
        if ((n->held[i].zero & stopping(&m->cfg)) == stopping(&m->cfg)) {
            tell_held(m, i);
        }
    }
    if (!m->cfg.exc) {
        n->ran = m->spu->enabled.profiling;
        n->counter_read = false;
    }
}

void nolife_written(struct spe_model *m, enum spe_reg reg)
{
    struct nolife *n = &m->spu->nl;
    bool unseen = !has_taps(&m->opt, SPE_TAP_OUT) || m->cfg.irq_max > 0;

    if (reg == SPE_PMSICR || reg == SPE_PMSIRR) {
        nolife_sum_up(m);
        const uint64_t most = counter_longest(m);
        n->rest = n->rest > most ? n->rest : most;
    }
    if (reg == SPE_PMSICR) {
        counter_draw_dropped(m);
        n->slack = n->rest = 0;
        n->loaded = false;
    }
    if (pmbsr_index(reg) < 0) {
        return;
    }
    if (model_stopped(m)) {
        stream_served(m->spu);
    }
    if (n->ran && unseen) { /* S may have been 1 */
        stream_served(m->spu);
        stopped(m->spu);
        counter_forget(m);
    }
    n->n_held = 0;
    n->ran = m->spu->enabled.profiling;
    n->level_open = false;
}

/* ---- Levels */

/* The levels show an event. Members of the last [irq_max] cycles may have been after the event. */
void nolife_stopped(struct spe_model *m)
{
    const uint64_t most = (uint64_t)m->cfg.width * ((uint64_t)m->cfg.irq_max + 1);
    struct nolife *n = &m->spu->nl;
    /* The context may have disabled profiling since, even in this cycle. */
    bool lately = n->ran && n->off_cycle + (uint64_t)m->cfg.irq_max >= m->clock.cycle;
    bool counting = (m->spu->enabled.profiling || lately) && has_taps(&m->opt, SPE_TAP_POP);

    stopped(m->spu);
    n->stop_cycle = m->clock.cycle;
    if (!counting) {
        return;
    }
    bool event = m->spu->ops - n->last_event <= most;
    m->spu->acc.count[COUNT_POP].maybe += most;
    if (event) { /* also if the counter is now unknown for lack of a draw */
        n->select_less += most / ((m->spu->regs.v[SPE_PMSIRR] & SPE_PMSIRR_INTERVAL) + 1) + 1;
    }
    if (counter_unknown(m)) {
        n->doubtful += most;
    } else if (event) {
        counter_forget(m);
    } else {
        n->slack = most;
    }
}

void nolife_irq(struct spu *spu, bool level)
{
    spu->nl.level_low |= !level;
}

/* If S was read as 1, PMBIRQ must be high, as only software clears S. If S was read as 0, PMBIRQ
 * must have been low at some time since. */
static void judge_level(struct spe_model *m)
{
    struct nolife *n = &m->spu->nl;

    if (!n->level_open || m->clock.cycle <= n->level_cycle + (uint64_t)m->cfg.irq_max) {
        return;
    }
    n->level_open = false;
    if (model_eval(m, SPE_CHECK_OUT_IRQ) && (n->level ? !m->spu->lv.irq : !n->level_low)) {
        levels_irq_wrong(m, m->spu->lv.irq, "PMBIRQ differs from PMBSR_EL1.S as it was read");
    }
}

void nolife_deadline(struct spe_model *m)
{
    struct nolife *n = &m->spu->nl;

    judge_level(m);
    for (int i = 0; has_taps(&m->opt, SPE_TAP_OUT) && i < n->n_held;) {
        if (m->clock.cycle > n->held[i].cycle + (uint64_t)m->cfg.irq_max && !m->spu->lv.irq) {
            tell_held(m, i);
        } else {
            i++;
        }
    }
}

bool nolife_due(const struct spe_model *m, uint64_t *due)
{
    const struct nolife *n = &m->spu->nl;
    const uint64_t late = (uint64_t)m->cfg.irq_max + 1;

    *due = UINT64_MAX;
    if (n->level_open) {
        *due = n->level_cycle + late;
    }
    for (int i = 0; has_taps(&m->opt, SPE_TAP_OUT) && i < n->n_held; i++) {
        const uint64_t by = n->held[i].cycle + late;
        *due = by > m->clock.cycle && by < *due ? by : *due;
    }
    return *due != UINT64_MAX;
}

/* Counts that a reset cuts off are never reported. */
void nolife_reset(struct spe_model *m)
{
    const struct count *c = m->spu->acc.count;
    struct nolife *n = &m->spu->nl;

    if (m->records) {
        return;
    }
    n->members = n->doubtful = n->select_lo = n->select_hi = n->select_less = 0;
    n->select_base = c[COUNT_FEED].acct + c[COUNT_COLLISION].acct - m->spu->tot.selections;
    n->n_held = 0;
    n->ran = n->counter_read = n->missed = n->level_open = false;
    n->slack = n->rest = 0;
    n->loaded = false;
    n->filtrate = c[COUNT_FILTRATE].acct;
    n->records = m->spu->tot.records;
    n->lossy = n->running = n->buffer = n->ran_buffer = false;
    n->drained = true;
}

bool nolife_pointer(const struct spu *spu, uint64_t ptr)
{
    return spu->st.forked && (ptr == spu->st.next || ptr == spu->st.other);
}

/* Discard mode: records are kept by the filter, and not written (Arm ARM D24.7,
 * PMBLIMITR_EL1.FM). */
static bool discards(const struct spe_config *cfg, const struct spu *spu)
{
    return spu->enabled.buffer && arch_discard_mode(cfg, &spu->regs);
}

void nolife_enabled(struct spe_model *m, bool profiling, bool buffer)
{
    struct nolife *n = &m->spu->nl;

    n->lossy |= !buffer && !n->drained;
    n->buffer_off_cycle = n->buffer && !buffer ? m->clock.cycle : n->buffer_off_cycle;
    n->buffer = buffer;
    n->ran_buffer |= buffer;
    n->limit = buffer ? m->spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_LIMIT : n->limit;
    /* also for earlier samples if profiling is now disabled */
    n->lossy |= discards(&m->cfg, m->spu);
    if (!profiling) {
        n->off_cycle = n->running ? m->clock.cycle : n->off_cycle;
        n->running = false;
        return;
    }
    n->running = true;
    n->ran = true;
    n->drained = false;
    if (n->slack != 0) {
        counter_forget(m); /* the counter continues from one of several values */
    }
}

/* ---- The counter */

bool nolife_counter(struct spe_model *m, uint64_t expected, uint64_t data)
{
    const uint32_t count = (uint32_t)data - (uint32_t)expected;
    const uint64_t ecount = (data >> 56) - (expected >> 56);
    struct nolife *n = &m->spu->nl;
    const bool drawn =
        m->cfg.ernd && m->spu->counter.draw.open; /* ECOUNT counts down from the greatest draw */
    bool good = false;

    if (n->loaded) {
        good = data == n->load; /* ECOUNT had run out, else it would be 1 or more */
        m->spu->tot.selections += good;
        m->spu->counter.draw.open &= !good;
    } else if (n->slack != 0) {
        good = count <= n->slack &&
               (drawn ? data >> 56 <= (expected >> 56) + n->slack : ecount <= n->slack);
        n->select_hi += good && drawn && data >> 56 == 0; /* ECOUNT may have reached 0 */
        m->spu->counter.draw.open &= !good;
    } else if (m->cfg.ernd && m->spu->counter.draw.open && count == 0 && data >> 56 == 0) {
        m->spu->counter.draw.open = false; /* the draw was so low that ECOUNT has reached 0 */
        m->spu->tot.selections++;
        good = true;
    }
    if (good) {
        m->spu->regs.v[SPE_PMSICR] = data;
    }
    n->counter_read |= !good && expected != data;
    n->slack = 0;
    n->loaded = false;
    return good;
}

/* Whether a draw that no monitor shows may have led to a selection already. */
static bool may_have_selected(const struct spe_model *m)
{
    return m->infer && m->spu->counter.draw.open && !m->cfg.ernd &&
           m->spu->regs.v[SPE_PMSICR] <= 255; /* COUNT: without ERnd there is no ECOUNT */
}

static bool infers_ecount(const struct spe_model *m)
{
    return m->infer && m->cfg.ernd && m->spu->counter.draw.open && !has_taps(&m->opt, SPE_TAP_LIFE);
}

void nolife_transition(struct spe_model *m)
{
    struct nolife *n = &m->spu->nl;

    if (infers_ecount(m) && !n->loaded && (m->spu->regs.v[SPE_PMSICR] & SPE_PMSICR_COUNT) == 0) {
        n->loaded = true;
        n->load = m->spu->regs.v[SPE_PMSIRR] & SPE_PMSIRR_INTERVAL;
    }
}

void nolife_members(struct spe_model *m)
{
    m->spu->nl.member_cycle = m->clock.cycle;
    if (m->spu->nl.loaded) {
        counter_forget(m);
    }
}

void nolife_step(struct spe_model *m, uint32_t members)
{
    const bool counts = (m->spu->regs.v[SPE_PMSIRR] & SPE_PMSIRR_RND) != 0;

    if (infers_ecount(m) && counts && m->spu->regs.v[SPE_PMSICR] >> 56 == members) {
        m->spu->counter.draw.open = false; /* the draw has led to one selection, by this member */
    }
}

void nolife_selected(struct spe_model *m, uint64_t most)
{
    count_add(&m->spu->acc.count[COUNT_FEED], most,
              m->clock.cycle); /* or a collision: the account has both */
}

void nolife_unknown(struct spe_model *m, uint32_t members)
{
    const uint64_t shortest = (m->spu->regs.v[SPE_PMSIRR] & SPE_PMSIRR_INTERVAL) + 1;

    m->spu->nl.members += members;
    nolife_selected(m, (members + shortest - 1) / shortest);
}

bool nolife_counted(struct spe_model *m, bool event, uint32_t left)
{
    struct nolife *n = &m->spu->nl;

    n->last_event = event ? m->spu->ops : n->last_event;
    if (m->cfg.ernd && m->spu->regs.v[SPE_PMSICR] >> 56 == 0) {
        m->spu->counter.draw.open = false; /* even the greatest draw has run out */
    }
    /* A selection may be over; the members since then also count for the next interval. */
    if (may_have_selected(m)) {
        n->members += 256 - m->spu->regs.v[SPE_PMSICR];
        counter_forget(m);
    } else if (n->missed) {
        counter_forget(m);
    }
    n->missed = false;
    if (!counter_unknown(m)) {
        return true;
    }
    nolife_unknown(m, left);
    return false;
}

/* Returns the most selections that `members` can give while the counter is unknown. The first
 * member may be selected, then one in each INTERVAL + 1 members, as all draws may be 0 (3.1.2).
 * With ERnd that is the number of draws; the draw before them may lead to a selection, too. */
static uint64_t most_selected(const struct spe_config *cfg, const struct spu *spu, uint64_t members)
{
    const uint64_t shortest = (spu->regs.v[SPE_PMSIRR] & SPE_PMSIRR_INTERVAL) + 1;

    return (members - 1) / shortest + 1 + (cfg->ernd ? 1 : 0);
}

static void sum_up(const struct spe_model *m, struct nolife *n)
{
    uint64_t sure = n->members - (n->doubtful < n->members ? n->doubtful : n->members);
    const uint64_t older = n->rest < sure ? n->rest : sure; /* of an interval before */

    if (n->members == 0) {
        return;
    }
    n->rest -= older;
    sure -= older;
    const uint64_t least = counter_longest(m) == 0 ? 0 : sure / counter_longest(m);

    n->select_lo += least > 2 ? least - 2 : 0; /* the first and the last interval are cut */
    n->select_hi += most_selected(&m->cfg, m->spu, n->members);
    n->members = n->doubtful = 0;
}

void nolife_sum_up(struct spe_model *m)
{
    sum_up(m, &m->spu->nl);
}

void nolife_selections(const struct spe_model *m, uint64_t *lo, uint64_t *hi)
{
    struct nolife now = m->spu->nl; /* a copy, as the interval goes on */

    sum_up(m, &now);
    *lo = m->spu->tot.selections + now.select_base + now.select_lo;
    *lo -= now.select_less < *lo ? now.select_less : *lo;
    *hi = m->spu->tot.selections + now.select_base + now.select_hi +
          (m->cfg.ernd && m->spu->counter.draw.open);
}

/* ---- The account of records */

void nolife_account(struct spe_model *m, uint64_t filtrate)
{
    struct nolife *n = &m->spu->nl;
    const uint64_t kept = filtrate - n->filtrate, written = m->spu->tot.records - n->records;
    /* Each record is written if there was no event, no disabled buffer and no sample in flight. */
    bool off = !m->spu->enabled.profiling && n->off_cycle <= m->spu->barriers.dsb_psb_cycle;
    bool none = has_taps(&m->opt, SPE_TAP_POP) && n->member_cycle < m->spu->barriers.dsb_psb_cycle;
    bool empty = has_taps(&m->opt, SPE_TAP_REGS | SPE_TAP_SYNC) && (off || none);
    bool exact = empty && !n->lossy && !m->spu->st.cut;
    bool early = m->clock.cycle <= m->spu->st.bus_cycle + (uint64_t)m->cfg.pmu_max;

    if (model_eval(m, SPE_CHECK_ACC_WRITTEN) && !early &&
        (written > kept || (exact && written < kept)) &&
        audit_news(&m->spu->audit, SPE_CHECK_ACC_WRITTEN, written - kept)) {
        struct spe_finding f = model_finding(m, SPE_CHECK_ACC_WRITTEN, "DDI 0586A 2.6, 3.5");
        FMT(f.where, "%s", spe_check_name(f.check));
        FMT(f.expected, exact ? "%" PRIu64 : "at most %" PRIu64, kept);
        FMT(f.actual, "%" PRIu64, written);
        FMT(f.text,
            "%" PRIu64 " records were written since the last audit, SAMPLE_FILTRATE counted"
            " %" PRIu64,
            written, kept);
        if (written > kept) {
            model_emit(m, &f);
        } else {
            nolife_hold(m, &f); /* levels that lag may still show the event that lost them */
        }
    }
    if (empty) {
        (void)audit_news(&m->spu->audit, SPE_CHECK_ACC_WRITTEN, 0); /* a new account begins */
        n->filtrate = filtrate;
        n->records = m->spu->tot.records;
        n->lossy = discards(&m->cfg, m->spu);
        n->drained = !m->spu->enabled.profiling; /* else the next member may be sampled */
    }
}
