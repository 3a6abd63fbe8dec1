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

static struct effect *pending_denied(struct events *events)
{
    for (int i = 0; i < events->n; i++) {
        if (events->effect[i].rank == RANK_DENIED) {
            return &events->effect[i];
        }
    }
    return NULL;
}

/* The first event, which need not come, or else the other one. */
static void join_events(struct spu *spu, struct effect *e, const struct effect *other)
{
    if (e->doubt != 0) {
        e->joined = e->doubt;
        e->joined_order = other->order;
    }
    e->order = other->order < e->order ? other->order : e->order;
    if (!e->optional) {
        return; /* profiling is stopped before the other one */
    }
    e->optional = other->optional;
    e->hi = other->hi;
    e->cycle = other->cycle;
    e->doubt = 0;
    schedule_at(&spu->schedule, e->hi);
}

void buffer_denied(struct spe_model *m, int lost, int may, const struct rec *which, uint64_t order)
{
    bool any = m->cfg.disabled_record == spe_cfg_disabled_record_any;
    /* Its loss is the event, if no AW comes: not of one that the filters may have rejected. */
    const bool alone = lost == 0 && may == 1 && !any && !which->filter.off;
    struct effect e = {.lo = m->clock.cycle + (uint64_t)m->cfg.event_min,
                       .hi = m->clock.cycle + (uint64_t)m->cfg.event_max,
                       .rank = RANK_DENIED,
                       .order = order,
                       .ec = SPE_PMBSR_EC_OTHER,
                       .mss = SPE_PMBSR_BSC_DENIED,
                       .dl = DL_ONE,
                       .optional = any || lost == 0,
                       .cycle = m->clock.cycle,
                       .doubt = alone ? which->id : 0,
                       .cause = CAUSE_DENIED};

    if ((m->cfg.disabled_record != spe_cfg_disabled_record_event && !any) || model_stopped(m) ||
        lost + may == 0) {
        return;
    }
    struct effect *first = pending_denied(&m->spu->events);
    if (first != NULL) {
        join_events(m->spu, first, &e);
        return;
    }
    model_event(m, e);
    m->spu->schedule.busy = true;
}

/* One that may have been written caused the event, or is another one that did. */
static bool is_of(const struct rec *rec, const struct effect *e)
{
    return rec->state == REC_MAYBE &&
           (rec->may_write ? rec->off_cycle <= e->cycle : rec->id == e->doubt);
}

/* The records that may have been written were not, one at least: they caused the event. Of several
 * one may have been offered before. */
void buffer_denied_taken(struct spe_model *m, const struct effect *e)
{
    int n = 0;

    for (int i = 0; i < m->spu->buf.n; i++) {
        n += is_of(queue_at(&m->spu->buf, i), e);
    }
    for (int i = m->spu->buf.n - 1; i >= 0; i--) {
        struct rec *rec = queue_at(&m->spu->buf, i);
        if (!is_of(rec, e)) {
            continue;
        }
        (void)model_eval(m, SPE_CHECK_BUF_DENIED);
        if (n > 1 && buffer_may_be_offered(m, rec)) {
            rec->may_write = false;
            rec->off_cycle = m->clock.cycle;
        } else {
            fork_settle(m, rec->fork, 2);
            buffer_lose(m, rec);
        }
    }
}

void buffer_disabled_record(struct spe_model *m, struct rec *rec)
{
    const bool filtered = rec->filter.doubt;
    const uint64_t order = rec->order;

    if (buffer_may_write(m)) {
        rec->enq_cycle = rec->made_cycle + 1;
        buffer_append(&m->spu->buf, rec);
        rec->limit = m->spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_LIMIT;
        buffer_doubt(m, rec);
        rec->filter.off = true;
        if (rec == queue_at(&m->spu->buf, 0)) {
            buffer_check_kept(m);
        }
    } else {
        buffer_lose(m, rec);
    }
    buffer_denied(m, !filtered, filtered, rec, order);
}
