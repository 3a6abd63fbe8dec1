/* SPDX-License-Identifier: Apache-2.0 */
#include "events/event.h"
#include "arch/route.h"
#include "bus/xl.h"
#include "bytes/stream.h"
#include "covered/cover_event.h"
#include "doubt/choose.h"
#include "doubt/event_list.h"
#include "doubt/fork.h"
#include "doubt/outcome.h"
#include "doubt/snapshots.h"
#include "doubt/stale.h"
#include "doubt/window_close.h"
#include "judge/changed.h"
#include "judge/journal.h"
#include "queue/buffer.h"
#include "queue/denied.h"
#include "queue/maybe.h"
#include "queue/pointer_check.h"
#include "state/model.h"

/* Profiling Buffer management events (3.5): when they take effect and what they do to the
 * registers. */

/* W13: of the events of a record one is reported. An event inside its window is decided in the
 * cycle before it takes effect. */
void model_effects_decide(struct spe_model *m)
{
    for (int i = 0; m->cfg.exc && i < m->spu->events.n; i++) {
        struct effect *e = &m->spu->events.effect[i];
        if (e->late) {
            model_effect_aim(m, e);
        }
    }
}

void model_effects_schedule(struct spe_model *m)
{
    const uint64_t now = m->clock.cycle;
    const bool blind = window_blind(&m->opt); /* else each cycle of the window asks */

    if (!model_windows_count(&m->spu->events, blind, now)) {
        return;
    }
    for (int i = 0; i < m->spu->events.n; i++) {
        const struct effect *e = &m->spu->events.effect[i];
        schedule_at(&m->spu->schedule, e->lo > now            ? e->lo
                                       : e->hi > now && blind ? e->hi
                                                              : now + 1);
    }
}

void model_set_s(struct spe_model *m, bool level)
{
    m->spu->events.s_level = level;
    m->spu->events.s_cycle = m->clock.cycle;
    m->spu->events.irq_checked = false;
    schedule_at(&m->spu->schedule, m->clock.cycle + (uint64_t)m->cfg.irq_max + 1);
    if (level && m->records) {
        buffer_event_elsewhere(&m->spu->buf);
    } else if (level) {
        stream_stopped(m->spu);
    }
}

/* Fields that the event has set are no longer unknown. */
static void told(struct unknown *unknown, const struct effect *e, bool first)
{
    uint64_t set = SPE_PMBSR_S | SPE_PMBSR_EC | SPE_PMBSR_MSS | SPE_PMBSR_MSS2 |
                   (e->dl == DL_ONE || e->dl == DL_ZERO ? SPE_PMBSR_DL : 0) |
                   (e->ea ? SPE_PMBSR_EA : 0);

    if (!first) {
        set = e->asynchronous ? SPE_PMBSR_EA | SPE_PMBSR_DL : 0;
    } else if (e->has_ptr) {
        unknown->bits[SPE_PMBPTR] = 0;
    }
    unknown->bits[arch_pmbsr(e->target)] &= ~set;
}

/* Returns the event, which sets S, with a choice made for all that the texts leave open. */
static struct effect settled(struct spe_model *m, const struct effect *event)
{
    struct effect e = *event;

    if (e.wrong) { /* B1 */
        model_wrong_pointer(&e, (int)choose(m, FORK_B1, spe_cfg_wrong_pointer_any));
        e.target = e.ec == SPE_PMBSR_EC_OTHER ? e.target : e.fault_target;
    }
    return model_effect_settled(m, &e, m->spu->regs.v[arch_pmbsr(e.target)]);
}

/* An event while S is already 1: what 3.5.4 says of EA and DL does not depend on S. */
static void second(struct spe_model *m, const struct effect *e)
{
    const uint64_t sets = SPE_PMBSR_EA | (e->dl == DL_ONE ? SPE_PMBSR_DL : 0);
    uint64_t *bsr = &m->spu->regs.v[arch_pmbsr(e->target)];

    if (e->asynchronous) {
        cover_event_abort(m, e->target);
    }
    if (e->ea && !e->asynchronous && (*bsr & sets) != sets && choose(m, FORK_B14, 2) == 1) {
        *bsr |= sets;
    }
}

static void count_event(struct spe_model *m, const struct effect *e)
{
    m->spu->tot.aborts += e->ea;
    if (!e->ea && e->full) {
        m->spu->tot.fulls++;
        if (m->cfg.pmu_full) { /* SAMPLE_BUFFER_FULL, D17.8.2 */
            count_add(&m->spu->acc.count[COUNT_FULL], 1, m->clock.cycle);
        }
    }
    m->spu->tot.others += !e->ea && !e->full && e->ec != SPE_PMBSR_EC_STAGE1 &&
                          e->ec != SPE_PMBSR_EC_STAGE2 && e->ec != SPE_PMBSR_EC_GPC;
    m->spu->tot.faults += !e->ea && (e->ec == SPE_PMBSR_EC_STAGE1 || e->ec == SPE_PMBSR_EC_STAGE2 ||
                                     e->ec == SPE_PMBSR_EC_GPC);
}

static bool sets_s(const struct spe_regs *regs, const struct effect *e)
{
    return (regs->v[arch_pmbsr(e->target)] & SPE_PMBSR_S) == 0;
}

/* The event changes the registers. A read of PMBPTR_EL1 need not show that at once (S8). */
static void become(struct spe_model *m, const struct effect *e)
{
    const uint64_t ptr = m->spu->regs.v[SPE_PMBPTR];
    struct outcome is = model_outcome(&m->spu->regs);

    model_effect_change(&m->cfg, &is, e);
    if (is.ptr != ptr) {
        model_stale_note(m, SPE_PMBPTR, ptr, e->unsure ? UINT64_MAX : e->order);
    }
    model_become(&m->spu->regs, &is);
}

static void take(struct spe_model *m, const struct effect *event)
{
    const bool forked =
        event->wrong || event->dl == DL_ANY ||
        (event->rank == RANK_DENIED && m->cfg.disabled_record == spe_cfg_disabled_record_any);
    const struct effect chosen = sets_s(&m->spu->regs, event) ? settled(m, event) : *event,
                        *e = &chosen;
    const bool first = sets_s(&m->spu->regs, e), stopped = model_stopped(m);

    become(m, e);
    told(&m->spu->unknown, e, first);
    if (e->ends != 0) {
        buffer_fault_happened(m, e);
    }
    if (!first) {
        second(m, e);
        model_changed(m, journal_event_rule(e));
        return;
    }
    count_event(m, e);
    cover_event_situation(m, e->target);
    model_pointer_taken(m->spu, event, e);
    m->spu->buf.account.known = false;
    if (!stopped) {
        model_set_s(m, true);
    }
    m->spu->events.s_cause = e->cause;
    m->spu->events.el = e->target;
    m->spu->events.forked = forked;
    m->spu->events.set |= 1u << e->target;
    cover_event(m, e->target, e->late);
    model_changed(m, journal_event_rule(e));
}

static int next_due(const struct events *events, uint64_t cycle)
{
    int found = -1;

    for (int i = 0; i < events->n; i++) {
        const struct effect *e = &events->effect[i];
        if (!e->optional && e->hi <= cycle && (found < 0 || e->rank < events->effect[found].rank)) {
            found = i;
        }
    }
    return found;
}

/* Ends the open window of a wrong pointer. @return whether there is one; its event, *late, may be
 * the one that this cycle reports. */
static bool end_late(struct spe_model *m, struct effect *late)
{
    for (int i = 0; i < m->spu->events.n; i++) {
        if (m->spu->events.effect[i].late && m->clock.cycle >= m->spu->events.effect[i].lo &&
            m->clock.cycle <= m->spu->events.effect[i].hi + (uint64_t)m->cfg.irq_max) {
            *late = m->spu->events.effect[i];
            model_effect_remove(m, i);
            return true;
        }
    }
    return false;
}

static bool of_write(const struct effect *e)
{
    return e->cause == CAUSE_FAULT || e->cause == CAUSE_ABORT;
}

/* W9: an event while S is 1 changes no register, or only EA and DL. */
uint64_t model_effect_take(struct spe_model *m, const struct effect *event)
{
    const struct outcome before = model_outcome(&m->spu->regs);
    const struct pointer pointer = m->spu->pointer;
    const struct effect *e = event;
    struct effect late;
    uint64_t lo = e->lo;

    if (e->late && m->spu->events.was_stopped) {
        return lo; /* the buffer was disabled: the pointer was not checked */
    }
    if (e->rank == RANK_IMPDEF && end_late(m, &late)) {
        lo = late.lo < lo ? late.lo : lo;
        if (choose(m, FORK_W15, 2) == 1) {
            e = &late; /* the pointer is found wrong in the same cycle, and that is reported */
        }
    }
    take(m, e);
    if (of_write(e) && !model_stopped(m)) {
        /* A register write in the cycle of the event keeps profiling running. The event may discard
         * the queued records all the same (D17.8.3; W7). */
        buffer_doubt_all(m);
    }
    if (e->late && !model_stopped(m)) {
        buffer_check_again(m);
    }
    if ((before.bsr[e->target - 1] & SPE_PMBSR_S) == 0) {
        const uint64_t since = model_window_others(m, e, &before, &pointer);
        lo = since < lo ? since : lo;
    }
    if (e->rank == RANK_DENIED) {
        buffer_denied_taken(m, e);
    }
    return lo;
}

/* Two events in one cycle, one of them asynchronous: their order is not fixed (3.5.1, B18). */
static bool other_order(struct spe_model *m, const struct effect *a, const struct effect *b)
{
    return a->asynchronous != b->asynchronous && !model_stopped(m) && choose(m, FORK_B18, 2) == 1;
}

/* Removes the i-th event from the list and returns it. */
static struct effect take_out(struct spe_model *m, int i)
{
    const struct effect e = m->spu->events.effect[i];

    model_effect_remove(m, i);
    return e;
}

/* The cycle is inside the window of the i-th event, and levels show events. In one hypothesis the
 * event takes effect in this cycle, in the other one later or never. */
static void decide_now(struct spe_model *m, int i)
{
    struct effect *e = &m->spu->events.effect[i];

    if (choose_when(m)) {
        fork_settle(m, e->fork, 1);
        e->fork = 0;
        e->optional = false;
        e->lo = e->hi = m->clock.cycle;
    } else {
        window_not_by(m, i, m->clock.cycle);
    }
}

static void decide_windows(struct spe_model *m)
{
    for (int i = m->spu->events.n - 1; !window_blind(&m->opt) && i >= 0; i--) {
        if (window_open(&m->clock, &m->spu->events.effect[i])) {
            decide_now(m, i);
        }
    }
}

void model_effects_due(struct spe_model *m)
{
    decide_windows(m);
    int i = next_due(&m->spu->events, m->clock.cycle);
    if (i < 0) {
        return;
    }
    const bool stopped = model_stopped(m);
    struct effect first = take_out(m, i);
    const enum event_rank rank = first.rank;
    i = next_due(&m->spu->events, m->clock.cycle);
    if (i >= 0 && other_order(m, &first, &m->spu->events.effect[i])) {
        const struct effect second_one = m->spu->events.effect[i];
        m->spu->events.effect[i] = first;
        first = second_one;
    }
    model_window_late(m, &first);
    uint64_t lo = model_effect_take(m, &first);
    while ((i = next_due(&m->spu->events, m->clock.cycle)) >= 0) {
        const struct effect e = take_out(m, i);
        if (e.rank <= rank) { /* W12, W15: of two ranks in one cycle the lower one is reported */
            (void)model_effect_take(m, &e);
        }
    }
    model_window_closed(m, lo, stopped);
}
