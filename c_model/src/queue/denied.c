/* SPDX-License-Identifier: Apache-2.0 */
#include "queue/denied.h"
#include "doubt/event_list.h"
#include "doubt/fork.h"
#include "doubt/snapshots.h"
#include "queue/buffer.h"
#include "queue/maybe.h"
#include "queue/pointer_check.h"
#include "state/model.h"
#include "state/queue.h"

/*
 * Records that find the buffer disabled though profiling is not stopped: dropped, dropped with an
 * access not allowed event, written, or any of these (Arm ARM D17.9.1 RSXWCP, RVCYWL, RQJWVQ;
 * dpi/timing.md W2, W12).
 */

/* The lower of two orders; 0 means none. */
static uint64_t older(uint64_t a, uint64_t b)
{
    return a - 1 < b - 1 ? a : b;
}

void drops_lost(struct drops *drops, uint64_t order)
{
    drops->lost++;
    drops->lost_order = older(order, drops->lost_order);
}

void drops_may(struct drops *drops, uint64_t order, uint64_t doubt)
{
    drops->doubt = drops->may == 0 ? doubt : 0;
    drops->may++;
    drops->may_order = older(order, drops->may_order);
}

/* The access not allowed event that is on its way before the new one, or NULL: the event that
 * certainly takes effect, or else an event for the same PMBSR_ELx. */
static struct effect *pending_denied(struct events *events, unsigned target)
{
    struct effect *found = NULL;

    for (int i = 0; i < events->n; i++) {
        struct effect *e = &events->effect[i];
        if (e->rank == RANK_DENIED && !e->overwritten &&
            (!e->optional || (found == NULL && e->target == target))) {
            found = e;
        }
    }
    return found;
}

/* Join `other` into the first event `e`: only one of them takes effect, `e`, or `other` if `e` does
 * not. */
static void join_events(struct spu *spu, struct effect *e, const struct effect *other)
{
    const bool known = e->doubt != 0 || e->joined != 0; /* which record the first event is of */

    if (e->doubt != 0) {
        e->joined = e->doubt;
        e->joined_order = other->order;
    } else if (e->joined != 0 && (e->optional || !other->optional)) {
        e->joined_order = older(e->joined_order, other->order);
    }
    if (!e->optional) { /* the first event stops profiling before the other */
        e->order = other->optional ? e->order : older(e->order, other->order);
        return;
    }
    e->order = known || other->optional ? older(e->order, other->order) : other->order;
    e->optional = other->optional;
    e->hi = other->hi;
    e->cycle = other->cycle;
    e->dropped |= other->dropped;
    e->doubt = 0;
    schedule_at(&spu->schedule, e->hi);
}

/* The access not allowed event of these drops. A certain event belongs to the records that are
 * certainly dropped. It also belongs to the record `doubt`: if an AW of this record is accepted,
 * the record was not dropped. */
static struct effect denied_event(const struct spe_config *cfg, uint64_t cycle,
                                  const struct drops *drops)
{
    const bool any = cfg->disabled_record == spe_cfg_disabled_record_any;
    const uint64_t doubt = any ? 0 : drops->doubt;
    const bool either = drops->lost != 0 && doubt != 0;
    const bool all = drops->lost == 0 || any || either;

    return (struct effect){.lo = cycle + (uint64_t)cfg->event_min,
                           .hi = cycle + (uint64_t)cfg->event_max,
                           .rank = RANK_DENIED,
                           .order = older(drops->lost_order, all ? drops->may_order : 0),
                           .ec = SPE_PMBSR_EC_OTHER,
                           .mss = SPE_PMBSR_BSC_DENIED,
                           .dl = DL_ONE,
                           .optional = any || drops->lost == 0,
                           .cycle = cycle,
                           .doubt = either ? 0 : doubt,
                           .joined = either ? doubt : 0,
                           .joined_order = either ? drops->lost_order : 0,
                           .dropped = any && drops->gone != 0,
                           .cause = CAUSE_DENIED};
}

/* W12: the access not allowed event. */
void buffer_denied(struct spe_model *m, const struct drops *drops)
{
    const int key = m->cfg.disabled_record;

    if ((key != spe_cfg_disabled_record_event && key != spe_cfg_disabled_record_any) ||
        model_stopped(m) || drops->lost + drops->may == 0) {
        return;
    }
    struct effect e = denied_event(&m->cfg, m->clock.cycle, drops);
    model_effect_aim(m, &e);
    struct effect *first = pending_denied(&m->spu->events, e.target);
    if (first != NULL) {
        join_events(m->spu, first, &e);
        return;
    }
    model_event(m, e);
    m->spu->schedule.busy = true;
}

/* Whether the event may be for this record. Either the record may be written, and a disabled buffer
 * met it by the cycle of the event, or it is the record of e->doubt. */
static bool is_of(const struct rec *rec, const struct effect *e)
{
    return rec->state == REC_MAYBE &&
           (rec->may_write ? rec->off_cycle <= e->cycle : rec->id == e->doubt);
}

/* The event has taken effect. So at least one of the records that may have been written was dropped
 * and caused the event. If there are several, one of them may have been offered before. */
void buffer_denied_taken(struct spe_model *m, const struct effect *e)
{
    int n = 0;

    for (int i = m->spu->events.n - 1; i >= 0; i--) { /* this event stops profiling first */
        if (m->spu->events.effect[i].rank == RANK_DENIED) {
            model_effect_remove(m, i);
        }
    }
    for (int i = 0; i < m->spu->buf.n; i++) {
        n += is_of(queue_at(&m->spu->buf, i), e);
    }
    for (int i = m->spu->buf.n - 1; i >= 0; i--) {
        struct rec *rec = queue_at(&m->spu->buf, i);
        if (!is_of(rec, e)) {
            continue;
        }
        (void)model_eval(m, SPE_CHECK_BUF_DENIED);
        if (n > 1 && buffer_may_be_offered(m->spu, rec, m->clock.cycle, m->opt.order_free)) {
            rec->may_write = false;
            rec->passed = true;
            rec->off_cycle = m->clock.cycle;
        } else {
            fork_settle(m, rec->fork, 2);
            buffer_lose(m, rec);
        }
    }
}

void buffer_disabled_record(struct spe_model *m, struct rec *rec)
{
    struct drops drops = {.lost = 0};

    if (rec->filter.doubt) {
        drops_may(&drops, rec->order, 0);
    } else {
        drops_lost(&drops, rec->order);
    }
    if (buffer_may_write(m) && buffer_doubt(m, rec)) {
        rec->enq_cycle = rec->life.made_cycle + 1;
        buffer_append(&m->spu->buf, rec);
        rec->limit = rec->least = m->spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_LIMIT;
        rec->filter.off = true;
        if (rec == queue_at(&m->spu->buf, 0)) {
            buffer_check_kept(m);
        }
    } else {
        buffer_lose(m, rec);
        drops.gone++;
    }
    buffer_denied(m, &drops);
}
