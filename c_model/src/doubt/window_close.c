/* SPDX-License-Identifier: Apache-2.0 */
#include "doubt/window_close.h"

#include <assert.h>

#include "doubt/choose.h"
#include "doubt/event_list.h"
#include "doubt/fork.h"
#include "doubt/outcome.h"
#include "doubt/snapshots.h"
#include "state/model.h"

/* Windows of doubt that an observation closes: their event never takes effect, has taken effect in
 * a way that the registers need not show, or takes effect next. */

/* With [disabled_record] = event the event never takes effect: the record that it may have been for
 * must be written. */
static void denied_never(struct buffer *buf, const struct effect *e)
{
    for (int i = 0; i < buf->n; i++) {
        struct rec *rec = queue_at(buf, i);
        rec->silent |= rec->id == e->doubt && !rec->filter.doubt;
    }
}

/* The i-th event, which is optional, never takes effect. */
static void close_window(struct spe_model *m, int i)
{
    const struct effect *e = &m->spu->events.effect[i];

    if (m->cfg.disabled_record == spe_cfg_disabled_record_event && e->rank == RANK_DENIED &&
        !e->overwritten) {
        denied_never(&m->spu->buf, e);
    }
    model_effect_remove(m, i);
    if (!m->spu->snaps.counter_stopped && model_window(&m->spu->events, &m->clock) == NULL) {
        m->spu->snaps.n = 0;
    }
}

void window_not_by(struct spe_model *m, int i, uint64_t cycle)
{
    struct effect *e = &m->spu->events.effect[i];

    window_forget_before(&m->spu->snaps, cycle + 1);
    if (e->optional && cycle >= e->hi) {
        close_window(m, i);
        return;
    }
    e->lo = cycle + 1;
    schedule_at(&m->spu->schedule, e->hi);
}

void window_none_yet(struct spe_model *m, unsigned target)
{
    for (int i = m->spu->events.n - 1; i >= 0; i--) {
        const struct effect *e = &m->spu->events.effect[i];
        if (window_open(&m->clock, e) && (target == 0 || e->target == target)) {
            window_not_by(m, i, m->clock.cycle);
        }
    }
}

void model_window_not_yet(struct spe_model *m)
{
    window_none_yet(m, 0);
}

/* The registers after `w` and then `e` have taken effect. */
static struct outcome one_by_one(const struct spe_config *cfg, const struct outcome *before,
                                 const struct effect *w, const struct effect *e)
{
    struct outcome is = *before;

    model_effect_change(cfg, &is, w);
    if (w->rank != RANK_DENIED || e->rank != RANK_DENIED) { /* else `w` has stopped profiling */
        model_effect_change(cfg, &is, e);
    }
    return is;
}

/* Ask whether the event of the window `w` took effect before `e`. @return whether it did, and the
 * registers show that. */
static bool came_first(struct spe_model *m, const struct effect *w, const struct effect *e,
                       const struct outcome *before, const struct pointer *pointer)
{
    const struct outcome is = one_by_one(&m->cfg, before, w, e), now = model_outcome(&m->spu->regs);
    const uint64_t bsr = before->bsr[w->target - 1];
    const bool sets_s = (bsr & SPE_PMBSR_S) == 0, several = sets_s && model_effect_open(w);

    if (!several && model_same_outcome(&is, &now)) {
        fork_unseen(m, w->fork);
        return false;
    }
    fork_forget(&m->spu->forks, w->fork);
    if (choose(m, FORK_S1, 2) == 0) {
        return false;
    }
    const struct effect first = several ? model_effect_settled(m, w, bsr) : *w;
    const struct outcome then = one_by_one(&m->cfg, before, &first, e);
    model_become(&m->spu->regs, &then);
    if (sets_s && (w->target == e->target || !e->has_ptr)) { /* `e` has not set the pointer */
        m->spu->pointer.open = pointer->open; /* nor which values are open, unless `w` has */
        m->spu->pointer.others = pointer->others;
        model_pointer_taken(m->spu, w, &first);
    }
    return true;
}

uint64_t model_window_others(struct spe_model *m, const struct effect *e,
                             const struct outcome *before, const struct pointer *pointer)
{
    uint64_t lo = e->lo;

    for (int i = m->spu->events.n - 1; i >= 0; i--) {
        const struct effect w = m->spu->events.effect[i];
        if (!window_open(&m->clock, &w)) {
            continue;
        }
        m->spu->events.effect[i].fork = 0;
        if (came_first(m, &w, e, before, pointer) ||
            !model_event_changes(&m->cfg, &m->spu->regs, &w)) {
            model_effect_remove(m, i);
        }
        lo = w.lo < lo ? w.lo : lo;
    }
    return lo;
}

/* Whether an access not allowed event may be for the record ([disabled_record] = any). */
static bool may_be_of(const struct effect *e, const struct rec *rec)
{
    return e->rank == RANK_DENIED && rec->may_write && rec->off_cycle <= e->cycle;
}

void model_window_written(struct spe_model *m, const struct rec *rec)
{
    uint64_t since = m->spu->buf.offer_known ? m->spu->buf.offered : rec->enq_cycle;

    for (int i = m->spu->events.n - 1; i >= 0; i--) {
        struct effect *e = &m->spu->events.effect[i];
        if (e->joined == rec->id) {
            e->order = e->joined_order;
        }
        if (!window_open(&m->clock, e)) {
            continue;
        }
        if (e->optional && (e->late || (e->rank == RANK_DENIED && e->doubt == rec->id))) {
            close_window(m, i);
        } else if (e->lo <= since) {
            window_not_by(m, i, since);
        }
    }
}

/* Whether the event never takes effect, because `rec` is written and the event is for no other
 * record. */
static bool denies_none(const struct buffer *buf, const struct effect *e, const struct rec *rec)
{
    bool others = e->dropped || !may_be_of(e, rec);

    for (int i = 0; i < buf->n && !others; i++) {
        const struct rec *other = queue_seen(buf, i);
        others = other != rec && other->state == REC_MAYBE && may_be_of(e, other);
    }
    return !others || (e->rank == RANK_DENIED && e->doubt == rec->id);
}

void model_window_done(struct spe_model *m, const struct rec *rec)
{
    for (int i = m->spu->events.n - 1; i >= 0; i--) {
        const struct effect *e = &m->spu->events.effect[i];
        if (e->optional && denies_none(&m->spu->buf, e, rec)) {
            close_window(m, i);
        }
    }
}

/* The event takes effect: at the start of the next cycle. */
static void happened(struct spe_model *m, struct effect *e)
{
    assert(!e->overwritten); /* else it may also have been before the write */
    e->optional = false;
    fork_settle(m, e->fork, 1);
    e->fork = 0;
    m->spu->schedule.busy = true;
}

void model_window_lost(struct spe_model *m, const struct rec *rec)
{
    for (int i = 0; i < m->spu->events.n; i++) {
        struct effect *e = &m->spu->events.effect[i];
        if (window_blind(&m->opt) && e->optional && !e->overwritten && e->rank == RANK_DENIED &&
            e->doubt == rec->id) {
            happened(m, e);
        }
        e->dropped |= may_be_of(e, rec);
    }
}

bool model_window_unwritten(struct spe_model *m)
{
    struct effect *e = window_last(&m->spu->events, &m->clock, m->clock.cycle);

    if (e != NULL && !e->overwritten) {
        e->hi = e->hi < m->clock.cycle ? e->hi : m->clock.cycle;
        happened(m, e);
    }
    return e != NULL;
}
