/* SPDX-License-Identifier: Apache-2.0 */
#include "model_window.h"

#include <string.h>

#include "buffer_place.h"
#include "model_internal.h"
#include "window_internal.h"

/*
 * Windows of doubt: cycles in which an event may take effect, or may not at all (B1, S1). With OUT
 * the levels tell within [irq_max]. Without it no time tells: a window stays open until a register,
 * a selection, a draw, an address or a barrier says what became of its event.
 */

/* Members of later cycles than that of the last snapshot do not count in any outcome with an event.
 */
static bool snapshots_done(const struct spe_model *m)
{
    uint64_t last = m->snaps.n == 0 ? 0 : m->snaps.at[m->snaps.n - 1].cycle;

    if (m->snaps.n == 0) {
        return false;
    }
    for (int i = 0; i < m->events.n; i++) {
        if (window_open(m, &m->events.effect[i]) && m->events.effect[i].hi > last) {
            return false;
        }
    }
    return window_blind(m);
}

void model_snapshot(struct spe_model *m)
{
    if (snapshots_done(m) ||
        (m->snaps.n > 0 && m->snaps.at[m->snaps.n - 1].cycle == m->clock.cycle)) {
        return;
    }
    if (m->snaps.n == MAX_SNAPS) {
        model_overflow(m, "cycles in which an event may take effect", MAX_SNAPS);
        return;
    }
    m->snaps.at[m->snaps.n++] = (struct snapshot){.cycle = m->clock.cycle,
                                                  .sicr = m->regs.v[SPE_PMSICR],
                                                  .pop = m->acc.count[COUNT_POP].total,
                                                  .draw = m->counter.draw};
}

void model_snapshots_written(struct spe_model *m)
{
    for (int i = 0; i < m->snaps.n; i++) {
        m->snaps.at[i].sicr = m->regs.v[SPE_PMSICR];
        m->snaps.at[i].draw.open = false;
    }
}

void window_restore(struct spe_model *m, uint64_t cycle)
{
    int i = 0;

    while (i < m->snaps.n && m->snaps.at[i].cycle < cycle) {
        i++;
    }
    if (i < m->snaps.n) {
        m->regs.v[SPE_PMSICR] = m->snaps.at[i].sicr;
        m->counter.draw = m->snaps.at[i].draw;
        count_take_back(&m->acc.count[COUNT_POP], m->snaps.at[i].pop);
        m->snaps.n = i;
    }
}

bool model_window_over(struct spe_model *m, uint64_t cycle)
{
    struct effect *e = window_last(m, cycle);

    if (e != NULL) {
        model_settle(m, e, cycle < e->hi ? cycle : e->hi);
        return true;
    }
    if (m->events.s_level && m->snaps.n != 0 && cycle >= m->snaps.lo && cycle < m->events.s_cycle) {
        window_restore(m, cycle);
        m->events.s_cycle = cycle;
        levels_event(m, cycle);
        return true;
    }
    return false;
}

/* The counter has not stopped before `cycle`. */
void window_forget_before(struct spe_model *m, uint64_t cycle)
{
    int old = 0;

    while (old < m->snaps.n && m->snaps.at[old].cycle < cycle) {
        old++;
    }
    m->snaps.n -= old;
    memmove(&m->snaps.at[0], &m->snaps.at[old], (size_t)m->snaps.n * sizeof(m->snaps.at[0]));
}

/* Levels tell that the event came in a cycle from `lo` to m->events.s_cycle, and nothing tells
 * more: the counter stands where one of these cycles found it. */
void window_settled_since(struct spe_model *m, uint64_t lo)
{
    if (!m->snaps.counter_stopped) {
        window_forget_before(m, lo);
        m->snaps.counter_stopped = m->snaps.n != 0;
    }
    m->snaps.lo = lo;
    m->snaps.hi = m->events.s_cycle;
    levels_event(m, lo);
}

/* S, which is 1 now, became 1 in a cycle from `lo` to `hi`. */
static void settle_back(struct spe_model *m, uint64_t lo, uint64_t hi)
{
    lo = lo > m->snaps.lo ? lo : m->snaps.lo;
    if (m->events.s_cycle != m->snaps.hi || hi < lo || lo >= m->events.s_cycle) {
        model_window_told(m);
        return;
    }
    if (hi < m->events.s_cycle) {
        window_restore(m, hi);
        m->events.s_cycle = hi;
    }
    window_settled_since(m, lo);
}

/* Whether a level that shows a cycle up to `hi` is of the event of the window: S is 0, or software
 * has set one that these cycles have not got yet, or that asks for other levels. */
static bool tells_window(const struct spe_model *m, const struct effect *e, uint64_t hi,
                         unsigned levels)
{
    const bool by_event = m->events.s_cycle == m->snaps.hi;

    return !m->events.s_level ||
           (!by_event && (hi < m->events.s_cycle || levels_tell(m, e, levels)));
}

void model_window_level(struct spe_model *m, unsigned levels)
{
    const uint64_t least = (uint64_t)m->cfg.irq_min, most = (uint64_t)m->cfg.irq_max;
    const uint64_t lo = m->clock.cycle > most ? m->clock.cycle - most : 0;
    const uint64_t hi = m->clock.cycle > least ? m->clock.cycle - least : 0;
    struct effect *e = model_window(m);

    if (e != NULL && hi >= e->lo && tells_window(m, e, hi, levels)) {
        model_settle(m, e, hi < e->hi ? hi : e->hi);
        const uint64_t since = lo > m->snaps.lo ? lo : m->snaps.lo;
        window_settled_since(m, since < m->events.s_cycle ? since : m->events.s_cycle);
    } else if (m->events.s_level) {
        settle_back(m, lo, hi);
    }
}

void model_window_told(struct spe_model *m)
{
    if (m->events.s_level && !window_blind(m) && !m->snaps.counter_stopped) {
        m->snaps.n = 0;
    }
}

void model_window_shown(struct spe_model *m, struct effect *e)
{
    const uint64_t lo = model_window_since(m, e->lo);

    if (lo != e->lo) {
        e->lo = lo;
        window_forget_before(m, lo);
    }
}

/* The i-th event does not happen. */
static void close_window(struct spe_model *m, int i)
{
    model_effect_remove(m, i);
    if (!m->snaps.counter_stopped && model_window(m) == NULL) {
        m->snaps.n = 0;
    }
}

void window_not_by(struct spe_model *m, int i, uint64_t cycle)
{
    struct effect *e = &m->events.effect[i];

    window_forget_before(m, cycle + 1);
    if (e->optional && cycle >= e->hi) {
        close_window(m, i);
        return;
    }
    e->lo = cycle + 1;
    schedule_at(&m->schedule, e->hi);
}

void window_none_yet(struct spe_model *m, unsigned target)
{
    for (int i = m->events.n - 1; i >= 0; i--) {
        const struct effect *e = &m->events.effect[i];
        if (window_open(m, e) && (target == 0 || e->target == target)) {
            window_not_by(m, i, m->clock.cycle);
        }
    }
}

void model_window_not_yet(struct spe_model *m)
{
    window_none_yet(m, 0);
}

void model_counter_resumes(struct spe_model *m)
{
    if (m->snaps.counter_stopped && m->snaps.n != 0) {
        count_since(&m->acc.count[COUNT_POP], m->snaps.at[0].pop);
        counter_forget(m);
    }
    m->snaps.counter_stopped = false;
}

void model_window_closed(struct spe_model *m, uint64_t lo, bool stopped_before)
{
    if (stopped_before && window_blind(m)) {
        return; /* the counter stood still already */
    }
    m->snaps.lo = lo;
    m->snaps.hi = m->events.s_cycle;
    if (window_blind(m)) {
        m->snaps.counter_stopped = true;
        window_forget_before(m, lo);
    } else if (m->cfg.irq_max == 0) {
        m->snaps.n = 0;
    }
}

void model_settle(struct spe_model *m, struct effect *e, uint64_t cycle)
{
    struct effect taken = *e;
    bool stopped = model_stopped(m);

    fork_settle(m, e->fork, 0);
    e->optional = false;
    window_restore(m, cycle);
    m->awaited.open = m->counter.load_due = false;
    model_effect_remove(m, (int)(e - m->events.effect));
    uint64_t lo = model_effect_take(m, &taken);
    m->events.s_cycle = cycle;
    levels_event(m, cycle);
    model_window_closed(m, lo, stopped);
    model_reenable(m, true);
    if (!m->enabled.buffer) {
        buffer_discard(m);
    }
    m->schedule.busy = true;
}

void model_window_late(struct spe_model *m, const struct effect *e)
{
    if (e->hi < m->clock.cycle) {
        window_restore(m, e->hi);
    }
}

/* Where levels tell it was not long ago; of one cycle, W12 and W15 say which is reported. */
static bool may_be_first(const struct spe_model *m, const struct effect *w)
{
    const bool lately = m->clock.cycle <= w->hi + (uint64_t)m->cfg.irq_max;

    return window_open(m, w) && (window_blind(m) || (w->rank == RANK_RECORD && !w->late && lately));
}

/* `is`: the event of the window came first, which the registers do not show. */
static void event_first(struct spe_model *m, int fork, const struct outcome *is)
{
    const struct outcome now = model_outcome(m);

    if (model_same_outcome(is, &now)) {
        fork_unseen(m, fork);
        return;
    }
    fork = fork != 0 ? fork : fork_open(m, FORK_S1);
    fork_of_outcomes(m, fork, 1);
    model_alternative(m, fork, 0, is);
}

uint64_t model_window_others(struct spe_model *m, const struct effect *e,
                             const struct outcome *before)
{
    uint64_t lo = e->lo;

    for (int i = m->events.n - 1; i >= 0; i--) {
        const struct effect w = m->events.effect[i];
        if (!may_be_first(m, &w)) {
            continue;
        }
        struct outcome is = *before;
        model_effect_change(m, &is, &w);
        model_effect_change(m, &is, e);
        m->events.effect[i].fork = 0;
        model_effect_remove(m, i);
        event_first(m, w.fork, &is);
        const uint64_t since = model_window_since(m, w.lo);
        lo = since < lo ? since : lo;
    }
    return lo;
}

void model_window_written(struct spe_model *m, const struct rec *rec)
{
    uint64_t since = m->buf.offer_known ? m->buf.offered : rec->enq_cycle;

    for (int i = m->events.n - 1; window_blind(m) && i >= 0; i--) {
        struct effect *e = &m->events.effect[i];
        if (!window_open(m, e)) {
            continue;
        }
        if (e->optional && (e->late || (e->rank == RANK_DENIED && e->doubt == rec->id))) {
            close_window(m, i);
        } else if (e->lo <= since) {
            window_not_by(m, i, since);
        }
    }
}

/* It is taken at the start of the next cycle. */
static void happened(struct spe_model *m, struct effect *e)
{
    e->optional = false;
    fork_settle(m, e->fork, 0);
    e->fork = 0;
    m->schedule.busy = true;
}

bool model_window_lost(struct spe_model *m, const struct rec *rec)
{
    for (int i = 0; window_blind(m) && i < m->events.n; i++) {
        struct effect *e = &m->events.effect[i];
        if (e->optional && (e->late || (e->rank == RANK_DENIED && e->doubt == rec->id))) {
            happened(m, e);
            return true;
        }
    }
    return false;
}

bool model_window_unwritten(struct spe_model *m)
{
    struct effect *e = window_blind(m) ? window_last(m, m->clock.cycle) : NULL;

    if (e != NULL) {
        e->hi = e->hi < m->clock.cycle ? e->hi : m->clock.cycle;
        happened(m, e);
    }
    return e != NULL;
}

void model_windows_expire(struct spe_model *m)
{
    for (int i = m->events.n - 1; !window_blind(m) && i >= 0; i--) {
        const struct effect *e = &m->events.effect[i];
        if (e->optional && m->clock.cycle > e->hi + (uint64_t)m->cfg.irq_max) {
            close_window(m, i);
        }
    }
}
