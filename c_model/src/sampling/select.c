/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "arch/interval.h"
#include "arch/route.h"
#include "contract/order.h"
#include "covered/cover_cross.h"
#include "doubt/counter.h"
#include "doubt/snapshots.h"
#include "doubt/unknown.h"
#include "doubt/window_close.h"
#include "events/draw.h"
#include "events/enabling.h"
#include "events/nolife.h"
#include "events/window.h"
#include "judge/journal.h"
#include "judge/journal_events.h"
#include "judge/report.h"
#include "queue/sweep.h"
#include "queue/wait.h"
#include "sampling/inflight.h"
#include "sampling/inflight_doubt.h"
#include "sampling/select.h"
#include "state/model.h"
#include "state/queue.h"

/* Load the counter: the draw of the load was taken, or can no longer be taken. */
static void load_now(struct spe_model *m)
{
    m->spu->counter.load_due = false;
    if (m->spu->counter.n_taken == 0 && model_window_over(m, m->spu->counter.load_cycle)) {
        return; /* S was 1: nothing was enabled */
    }
    m->spu->counter.changed = m->spu->counter.load_cycle + 1;
    model_load(m);
}

/* The counter is unknown. A draw on enabling shows that it was 0; no other draw can be judged. */
static void draw_of_unknown(struct spe_model *m)
{
    bool now = m->spu->counter.enabled && m->spu->counter.open_cycle == m->clock.cycle;

    if (now && interval_load_draws(&m->cfg, &m->spu->regs)) {
        model_load_unknown(m);
    } else if (m->spu->enabled.profiling) {
        m->spu->counter.open_cycle = m->clock.cycle;
        m->spu->counter.enabled = false;
    }
}

/* LN8: draws are taken in the order of the steps. */
void model_rnd(struct spe_model *m, const struct spe_txn_rnd *t)
{
    m->spu->schedule.busy = true;
    model_unknown_enabling(m);
    if (m->infer) {
        return;
    }
    if (m->spu->counter.n_taken == MAX_DRAWS) {
        model_overflow(m, "random draws in one cycle", MAX_DRAWS);
        return;
    }
    m->spu->counter.taken[m->spu->counter.n_taken++] =
        (struct draw){.cycle = m->clock.cycle, .value = t->value, .injected = t->injected != 0};
    if (model_window(&m->spu->events, &m->clock) != NULL) {
        model_window_not_yet(m);
    }
    if (m->spu->counter.load_due) {
        load_now(m);
    } else if (counter_unknown(m)) {
        draw_of_unknown(m);
    }
}

static void drop_draws(struct spe_model *m, int n)
{
    fact(m, FACT_GAP, 0, 1);
    m->spu->counter.n_taken -= n;
    memmove(&m->spu->counter.taken[0], &m->spu->counter.taken[n],
            (size_t)m->spu->counter.n_taken * sizeof(m->spu->counter.taken[0]));
}

void model_draws_check(struct spe_model *m)
{
    if (m->spu->counter.load_due && m->spu->counter.load_cycle < m->clock.cycle) {
        load_now(m); /* reports the missing draw */
    }
    int old = 0;
    while (old < m->spu->counter.n_taken && m->spu->counter.taken[old].cycle < m->clock.cycle) {
        old++;
    }
    if (old == 0) {
        m->spu->schedule.busy |= m->spu->counter.n_taken != 0 || m->spu->counter.load_due;
        return;
    }
    if (m->spu->counter.taken[old - 1].cycle == m->spu->counter.open_cycle) {
        drop_draws(m, old);
        return;
    }
    struct spe_finding f = model_finding(m, SPE_CHECK_SEL_DRAW, "DDI 0586A 3.1.2");
    FMT(f.where, "PMSICR_EL1");
    FMT(f.expected, "no random draw");
    FMT(f.actual, "0x%02x", m->spu->counter.taken[0].value);
    FMT(f.text, "the SPU took a random draw in cycle %" PRIu64 " that the counter does not need",
        clock_real(&m->clock, m->spu->counter.taken[0].cycle));
    (void)model_eval(m, SPE_CHECK_SEL_DRAW);
    nolife_explained(m, &f);
    drop_draws(m, old);
}

/* Whether the open draw has an effect. ECOUNT, which has the draw, is frozen while RND is 0 (P14).
 */
static bool draw_counts(const struct spe_config *cfg, const struct spu *spu)
{
    return !cfg->ernd || (spu->regs.v[SPE_PMSIRR] & SPE_PMSIRR_RND) != 0;
}

static void predicted(struct spe_model *m, bool last)
{
    if ((m->opt.taps & SPE_TAP_LIFE) == 0) {
        m->spu->tot.selections++; /* there is no SPE_TXN_SEL */
        nolife_selected(m, 1);
        return;
    }
    m->spu->selection.awaited.open = m->spu->schedule.busy = true;
    m->spu->selection.awaited.doubt =
        m->spu->counter.draw.spent && m->spu->counter.draw.open && draw_counts(&m->cfg, m->spu);
    m->spu->counter.draw.open &= !m->spu->selection.awaited.doubt;
    m->spu->selection.awaited.cycle = m->clock.cycle;
    m->spu->selection.awaited.pos = m->spu->ops;
    if (!last) {
        model_await_expired(m);
    }
}

/* Draws come before the members of their cycle (dpi/README.md). If the last of `step` members in a
 * window of doubt needs a draw and there is none, the event had taken effect: the members of this
 * cycle do not count. */
static bool draw_missing(const struct spe_model *m, uint32_t step)
{
    return !m->infer && m->spu->counter.n_taken == 0 && interval_draws(&m->cfg, &m->spu->regs) &&
           (uint32_t)interval_distance(&m->cfg, &m->spu->regs) == step;
}

static struct spe_interval_result advance(struct spe_model *m, uint32_t members)
{
    const uint64_t before = m->spu->regs.v[SPE_PMSICR];
    const struct spe_interval_result res =
        interval_advance(&m->cfg, &m->spu->regs, (int)members, model_next_draw, m);

    journal_step(m, before, members, res);
    return res;
}

/* Note a step of the counter that a read shows from `cycle` on (RG1). */
static void note_step(struct spu *spu, uint32_t step, uint64_t cycle)
{
    if ((spu->regs.v[SPE_PMSICR] & SPE_PMSICR_COUNT) <= step) {
        spu->counter.changed = cycle; /* COUNT reaches 0 or is loaded again */
    }
}

/* PM1: SAMPLE_POP counts members. LN2: lanes with profiling enabled are members. */
static void count_members(struct spe_model *m, uint32_t n)
{
    model_counter_resumes(m);
    m->spu->counter.counted = m->clock.cycle + 1;
    nolife_members(m);
    if (model_window(&m->spu->events, &m->clock) != NULL) {
        model_snapshot(m);
    }
    count_add(&m->spu->acc.count[COUNT_POP], n, m->clock.cycle);
    if (counter_unknown(m)) {
        fact(m, FACT_GAP, 0, 1); /* a member may have taken a draw */
        m->spu->counter.enabled &= m->spu->counter.open_cycle == m->clock.cycle;
        m->spu->counter.open_cycle = m->clock.cycle;
        m->spu->ops += n;
        if (!m->records) {
            nolife_unknown(m, n);
        }
        return;
    }
    if (m->cfg.ernd || (m->spu->regs.v[SPE_PMSICR] & SPE_PMSICR_COUNT) < n) {
        (void)model_known(m, SPE_PMSIRR, ~(uint64_t)0, "the sampling interval");
    }
    while (n > 0) {
        uint32_t step = (uint32_t)interval_distance(&m->cfg, &m->spu->regs);
        step = step < n ? step : n;
        if (draw_missing(m, step) && model_window_over(m, m->clock.cycle)) {
            break;
        }
        m->spu->ops += step;
        n -= step;
        note_step(m->spu, step, m->clock.cycle + 1);
        nolife_step(m, step);
        struct spe_interval_result res = advance(m, step);
        if (res.selected) {
            predicted(m, n == 0);
        }
        if (!m->records && !nolife_counted(m, res.selected || res.drew, n)) {
            break;
        }
    }
    m->spu->ops += n;
}

void model_pop(struct spe_model *m, const struct spe_txn_pop *t)
{
    m->spu->selection.member.slot = t->slot;
    m->spu->selection.member.cycle = m->clock.txn_cycle;
    if (t->ctx == m->spu->contexts.next) {
        model_switch_ctx(m);
    }
    if (t->ctx != m->spu->contexts.now) {
        struct spe_finding f = model_finding(m, SPE_CHECK_CONTRACT, "dpi/README.md");
        FMT(f.where, "pop.ctx");
        FMT(f.text, "members of context %u are told, but context %d is current", t->ctx,
            m->spu->contexts.now);
        model_emit(m, &f);
    }
    if (m->spu->counter.load_due) {
        load_now(m);
    }
    model_unknown_enabling(m);
    if (m->spu->enabled.profiling) {
        count_members(m, t->n);
    } else {
        m->spu->ops += t->n;
    }
}

void model_await_expired(struct spe_model *m)
{
    m->spu->selection.awaited.open = false;
    if (m->spu->selection.awaited.doubt || model_window_over(m, m->spu->selection.awaited.cycle)) {
        return; /* not sampled: the event had taken effect by then */
    }
    struct spe_finding f = model_finding(m, SPE_CHECK_SEL_POSITION, "DDI 0586A 3.1.2");
    (void)model_eval(m, SPE_CHECK_SEL_POSITION);
    f.pos = m->spu->selection.awaited.pos;
    FMT(f.where, "member %" PRIu64, m->spu->selection.awaited.pos);
    FMT(f.expected, "selected");
    FMT(f.actual, "not selected");
    FMT(f.text,
        "the interval counter reaches zero at member %" PRIu64 " (cycle %" PRIu64
        "), but the SPU selects nothing there",
        m->spu->selection.awaited.pos, clock_real(&m->clock, m->spu->selection.awaited.cycle));
    model_emit(m, &f);
}

static void position_wrong(struct spe_model *m)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_SEL_POSITION, "DDI 0586A 3.1.2");
    int left = interval_distance(&m->cfg, &m->spu->regs);

    FMT(f.where, "member %" PRIu64, m->spu->ops);
    FMT(f.actual, "selected");
    if (!m->spu->enabled.profiling) {
        FMT(f.expected, "profiling disabled");
        FMT(f.text, "the SPU selects member %" PRIu64 " although profiling is disabled",
            m->spu->ops);
    } else {
        FMT(f.expected, "%s member %" PRIu64, left == SPE_BUDGET_MAX ? "after" : "not before",
            m->spu->ops + (uint64_t)left);
        FMT(f.text,
            "the SPU selects member %" PRIu64 ", at least %d member%s too early; PMSICR_EL1 is"
            " 0x%" PRIx64,
            m->spu->ops, left, PLURAL(left), m->spu->regs.v[SPE_PMSICR]);
    }
    model_emit(m, &f);
    /* Follow the SPU: its counter reached zero here. */
    journal_follow(m);
    m->spu->regs.v[SPE_PMSICR] = 0;
}

/* The SPU must choose the member that was counted last: an invalid lane cannot be chosen. */
static bool check_lane(struct spe_model *m, unsigned slot)
{
    if (model_member(m, slot)) {
        return true;
    }
    struct spe_finding f = model_finding(m, SPE_CHECK_SEL_POSITION, "DDI 0586A 2.2.1");
    FMT(f.where, "lane %u", slot);
    if (model_member(m, m->spu->selection.member.slot) &&
        m->spu->selection.member.slot != SPE_SLOT_UNKNOWN) {
        FMT(f.expected, "lane %u", m->spu->selection.member.slot);
    } else {
        FMT(f.expected, "a member of the population");
    }
    FMT(f.actual, "lane %u", slot);
    FMT(f.text, "the SPU selects lane %u, in which no member of the population stands", slot);
    model_emit(m, &f);
    journal_follow(m);
    if (m->spu->selection.member.last && m->spu->selection.member.slot != SPE_SLOT_UNKNOWN) {
        model_correct(m, f.number, SPE_EDIT_SEL_SLOT, m->spu->selection.member.slot, UINT64_MAX);
    }
    m->spu->selection.awaited.open = false;
    return false;
}

/* Note a draw that was inferred. If other draws came before it that nobody could infer, there is a
 * gap. */
static void note_inferred(struct spe_model *m, uint8_t draw)
{
    if (m->spu->counter.undrawn != 1) {
        fact(m, FACT_GAP, 0, 1);
    }
    m->spu->counter.undrawn = 0;
    fact(m, FACT_DRAWN, draw, 1);
}

/* Whether ECOUNT is drawn in the operation in which the earlier draw may have run out. Then either
 * of the two draws may have led to the selection (3.1.2, P13). */
static bool either_draw(const struct spe_model *m)
{
    return m->cfg.ernd && draw_counts(&m->cfg, m->spu) &&
           (m->spu->regs.v[SPE_PMSICR] & SPE_PMSICR_COUNT) == 0 &&
           m->spu->regs.v[SPE_PMSICR] >> 56 == 255 && !m->spu->counter.draw.spent &&
           (m->spu->counter.draw.before || m->spu->selection.awaited.open);
}

static void check_position(struct spe_model *m)
{
    bool good = m->spu->selection.awaited.open || (m->spu->enabled.profiling && counter_unknown(m));

    if (m->spu->enabled.profiling && counter_unknown(m)) {
        counter_selected(m);
    }

    (void)model_eval(m, SPE_CHECK_SEL_POSITION);
    if (m->infer && m->spu->counter.draw.open && m->spu->enabled.profiling && either_draw(m)) {
        m->spu->counter.draw.spent = good = true;
    } else if (m->infer && m->spu->counter.draw.open && m->spu->enabled.profiling &&
               draw_counts(&m->cfg, m->spu)) {
        int draw = interval_infer(&m->cfg, &m->spu->regs, true);
        good = draw >= 0;
        if (good) {
            m->spu->counter.draw.open = false;
            note_inferred(m, (uint8_t)draw);
        }
    }
    m->spu->selection.awaited.open = false;
    journal_selected(m, good);
    if (!good) {
        position_wrong(m);
    } else if (model_window(&m->spu->events, &m->clock) != NULL) {
        model_window_not_yet(m);
    }
}

static void check_tag(struct spe_model *m, unsigned tag)
{
    filter_fork_sweep(m); /* SAMPLE_FILTRATE may settle which tags are in flight */
    unsigned want = inflight_predict(m);

    (void)model_eval(m, SPE_CHECK_SEL_COLLIDED);
    if (inflight_permits(m, want, tag)) {
        return;
    }
    struct spe_finding f = model_finding(m, SPE_CHECK_SEL_COLLIDED, "DDI 0586A 2.2.4, 3.1.4");
    FMT(f.where, "member %" PRIu64, m->spu->ops);
    if (want == SPE_TAG_COLLIDED) {
        FMT(f.expected, "collision");
    } else {
        FMT(f.expected, "tag %u", want);
    }
    if (tag == SPE_TAG_COLLIDED) {
        FMT(f.actual, "collision");
    } else {
        FMT(f.actual, "tag %u", tag);
    }
    FMT(f.text,
        "the selection at member %" PRIu64 " gives %s, predicted is %s: of %d tag%s %d free,"
        " record%s queued %d",
        m->spu->ops, f.actual, f.expected, m->cfg.inflight, PLURAL(m->cfg.inflight),
        inflight_free(m), PLURAL(buffer_occupied(&m->spu->buf)), buffer_occupied(&m->spu->buf));
    model_emit(m, &f);
    journal_follow(m);
}

/* PM2: SAMPLE_FEED counts the selection. */
void model_sel(struct spe_model *m, const struct spe_txn_sel *t)
{
    fact(m, FACT_HASHED, HASH_SELECT, m->spu->ops);
    fact(m, FACT_HASHED, HASH_SELECT, (uint64_t)t->tag << 32 | t->slot);
    model_unknown_enabling(m);
    if ((m->opt.taps & SPE_TAP_POP) != 0 && check_lane(m, t->slot)) {
        check_position(m);
    }
    check_tag(m, t->tag);
    m->spu->tot.selections++;
    cover_select(m, t);
    if (t->tag == SPE_TAG_COLLIDED) {
        const struct spe_ctx *ctx = contexts_of(&m->spu->contexts, t->ctx);
        m->spu->tot.collisions++;
        count_add(&m->spu->acc.count[COUNT_COLLISION], 1, m->clock.cycle);
        /* RT4: COLL is set in the register of an "other event", whatever S is (D17.3 RLTMKQ). */
        if (model_unknown_target(&m->cfg, m->spu, ctx, 0, 0)) {
            model_guess_ee(m, SPE_PMSCR_EL2);
        }
        m->spu->coll_due |= 1u << arch_event_target(&m->cfg, &m->spu->regs, ctx, 0, 0);
        m->spu->schedule.busy = true;
        return;
    }
    m->spu->tot.samples++;
    if (m->cfg.feed_point == spe_cfg_feed_point_select) {
        count_add(&m->spu->acc.count[COUNT_FEED], 1, m->clock.cycle);
    }
    inflight_given_again(m, t->tag);
    inflight_select(m, t);
}

int model_budget(struct spe_model *m)
{
    if ((m->opt.taps & SPE_TAP_POP) == 0) {
        return SPE_BUDGET_MAX;
    }
    /* Where the state is about to change, the cycle of every member must be known. */
    if (m->spu->contexts.next >= 0 || m->spu->writes.n != 0 ||
        model_windows_count(&m->spu->events, window_blind(&m->opt), m->clock.cycle) ||
        m->spu->counter.load_due ||
        (m->spu->enabled.check_pointer &&
         m->spu->buf.n + m->spu->fl.n_staged + m->spu->fl.n_ended + m->spu->fl.n_wait != 0)) {
        return 1;
    }
    /* Without OUT nothing shows the cycle in which a record turns out not to fit (3.5). */
    if ((m->opt.taps & SPE_TAP_OUT) == 0 &&
        m->spu->fl.n_staged + m->spu->fl.n_ended + m->spu->fl.n_wait != 0) {
        return 1;
    }
    if (!m->records && counter_unknown(m)) {
        return SPE_BUDGET_MAX;
    }
    return m->spu->enabled.profiling ? interval_distance(&m->cfg, &m->spu->regs) : SPE_BUDGET_MAX;
}

/* An SPU with a port for its draws may get some draws from the bench; only RND shows which. */
static enum draws_kind draws_of(const struct spe_model *m)
{
    if (m->infer && m->cfg.rnd_source == spe_cfg_rnd_source_port) {
        return DRAWS_MIXED;
    }
    return m->cfg.rnd_draws == spe_cfg_rnd_draws_shifted ? DRAWS_SHIFTED : DRAWS_INDEPENDENT;
}

void model_uniform(struct spe_model *m)
{
    const enum draws_kind kind = draws_of(m);
    struct draws_wrong wrong;

    if (draws_enough(&m->facts.draws, kind)) {
        (void)model_eval(m, SPE_CHECK_SEL_UNIFORM);
    }
    if (!draws_judge(&m->facts.draws, kind, &wrong)) {
        return;
    }
    struct spe_finding f = model_finding(m, SPE_CHECK_SEL_UNIFORM, "DDI 0586A 2.2.2, 3.1.2");
    FMT(f.where, "%" PRIu64 " draws", m->facts.draws.n);
    FMT(f.expected, "%s", wrong.expected);
    FMT(f.actual, "%s", wrong.actual);
    FMT(f.text, "%s", wrong.text);
    model_emit(m, &f);
}

/* A reset may start the generator anew: the draws before it and after it are two runs. */
void model_uniform_reset(struct spe_model *m)
{
    model_uniform(m);
    fact(m, FACT_RUN, 0, 1);
}
