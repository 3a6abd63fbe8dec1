/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "doubt/filter_fork.h"
#include "doubt/window_close.h"
#include "judge/report.h"
#include "queue/buffer.h"
#include "queue/denied.h"
#include "queue/discard.h"
#include "queue/find.h"
#include "queue/maybe.h"
#include "queue/place.h"
#include "queue/pointer_check.h"
#include "queue/wait.h"
#include "state/model.h"
#include "state/queue.h"

/*
 * Records that are queued when the buffer is disabled (3.6.1, S2; dpi/timing.md W2): those whose
 * first AW was not offered yet are discarded. Until that AW is accepted the model does not know
 * whether it was offered: the record is REC_MAYBE. That ends when the AW comes with the cycle of
 * its offer, when a barrier or a selection tells, or when its time is over.
 */

/* How many records at the head may be gone: the record behind them may be the first in the SPU's
 * queue. */
static int leading_maybes(const struct buffer *buf)
{
    int n = 0;

    while (n < buf->n && queue_seen(buf, n)->maybe) {
        n++;
    }
    return n;
}

void buffer_give_up(struct spe_model *m)
{
    for (int i = m->spu->buf.n - 1; i >= 0; i--) {
        struct rec *rec = queue_at(&m->spu->buf, i);
        if (rec->state == REC_MAYBE || (rec->optional && !buffer_writing(&m->spu->buf, rec))) {
            buffer_lose(m, rec);
        }
    }
}

/* The disabled buffer meets a record that may not be there. If it is there, an AW was offered
 * before, the filters have kept it, or no disabled buffer and no event has dropped it. In the last
 * two cases it is then treated like any other record. */
static void met_again(struct spe_model *m, struct rec *rec, bool leads, struct drops *drops)
{
    const bool filters = rec->filter.doubt && !rec->filter.off, enabled = m->spu->enabled.was_on;

    if (!filters && !(rec->may_write && enabled)) {
        return;
    }
    drops_may(drops, rec->order, 0);
    rec->filter.off = true;
    if (buffer_may_write(m) && !(filters && m->spu->buf.blocked)) {
        return;
    }
    if (leads && buffer_may_be_offered(m->spu, rec, m->clock.cycle, m->opt.order_free)) {
        rec->may_write = false;
        rec->passed = !filters;
        rec->off_cycle = m->clock.cycle;
    } else {
        buffer_lose(m, rec);
        drops->gone++;
    }
}

/* Whether the i-th record may be the first in the SPU's queue: only the `leading` records in front
 * of it may be gone. With [record_order] = any it is open which of the records that have not begun
 * comes first (P26). */
static bool may_be_first(const struct spe_config *cfg, const struct buffer *buf, int i, int leading)
{
    const bool any = cfg->record_order == spe_cfg_record_order_any;

    return i <= leading || (any && queue_seen(buf, leading)->state != REC_STARTED);
}

/* The scoreboard has room for the oldest of the records that have met no disabled buffer and may be
 * written or were offered. @return the first record without room, after telling so, or the number
 * of records. */
static int first_without_room(struct spe_model *m, int leading)
{
    struct buffer *buf = &m->spu->buf;
    const bool any = buffer_may_write(m) && !buf->blocked;
    int room = buffer_maybe_room(buf);

    for (int i = 0; i < buf->n; i++) {
        const struct rec *rec = queue_at(buf, i);
        const bool stays =
            any || (may_be_first(&m->cfg, buf, i, leading) &&
                    buffer_may_be_offered(m->spu, rec, m->clock.cycle, m->opt.order_free));
        if (rec->state == REC_QUEUED && buffer_maybe_forks(rec) && stays && room-- <= 0) {
            model_overflow(m, buffer_maybes, MAX_MAYBE);
            return i;
        }
    }
    return buf->n;
}

/* The i-th record meets its first disabled buffer and is discarded. But with [disabled_record] =
 * any it may be written. If it is the first in the SPU's queue, it may have been offered before. */
static void met_first(struct spe_model *m, int i, int leading, bool room, struct drops *drops)
{
    struct rec *rec = queue_at(&m->spu->buf, i);
    const bool any = buffer_may_write(m) && !m->spu->buf.blocked;
    const uint64_t order = rec->order;
    const bool offered = !any && may_be_first(&m->cfg, &m->spu->buf, i, leading) &&
                         buffer_may_be_offered(m->spu, rec, m->clock.cycle, m->opt.order_free);

    if (!(any && room && buffer_doubt(m, rec)) && !(offered && room && buffer_may_be(m, rec))) {
        buffer_lose(m, rec);
        drops->gone++;
    } else if (offered && i <= leading) {
        drops_may(drops, order, rec->filter.doubt ? 0 : rec->id);
        return; /* each record behind it is dropped, or this one is */
    }
    drops_lost(drops, order);
}

/* W2: the buffer is off. */
void buffer_discard(struct spe_model *m)
{
    const int leading = leading_maybes(&m->spu->buf);
    struct drops drops = {.lost = 0};

    if (!m->spu->enabled.buffer && buffer_takes(m)) {
        return;
    }
    const int without = first_without_room(m, leading);
    for (int i = m->spu->buf.n - 1; i >= 0; i--) {
        struct rec *rec = queue_at(&m->spu->buf, i);
        if (rec->state == REC_QUEUED) {
            met_first(m, i, leading, i < without || !buffer_maybe_forks(rec), &drops);
        } else if (rec->state == REC_MAYBE) {
            met_again(m, rec, i < leading, &drops);
        }
    }
    m->spu->enabled.was_on = false;
    buffer_denied(m, &drops);
    buffer_check_undone(&m->spu->events);
    m->spu->buf.blocked = m->spu->buf.blocked_high = false;
}

/* A record that waits for room is lost when the buffer is disabled, unless it had room (S2). The
 * caller deals with the other records that wait. */
static void discard_waiting(struct spe_model *m, struct rec *rec)
{
    struct drops drops = {.lost = 0};
    const int first = leading_maybes(&m->spu->buf);

    if (!buffer_may_write(m) && first > 0 && first == m->spu->buf.n &&
        buffer_may_be_offered(m->spu, rec, m->clock.cycle, m->opt.order_free) &&
        buffer_may_be(m, rec)) {
        buffer_append(&m->spu->buf, rec);
        rec->limit = rec->least = m->spu->buf.checked;
        drops_may(&drops, rec->order, rec->filter.doubt ? 0 : rec->id);
        buffer_denied(m, &drops);
    } else {
        buffer_disabled_record(m, rec);
    }
}

void buffer_head_offered(struct spe_model *m)
{
    struct rec *head = queue_at(&m->spu->buf, 0);
    bool others = false;

    if (head->filter.doubt) {
        return;
    }
    for (int i = 1; i < m->spu->buf.n; i++) {
        others |= queue_at(&m->spu->buf, i)->state == REC_MAYBE;
    }
    if (!head->may_write) {
        buffer_start(m, head);
        head->maybe = head->one_of = others;
        head->offer.by = others ? 0 : head->off_cycle;
        return;
    }
    head->state = head->state == REC_MAYBE ? REC_QUEUED : head->state;
    head->maybe = false;
}

/* Whether PSB CSYNC is done while a record is unwritten, and no doubt about that record explains
 * it. */
static bool left_unwritten(const struct inflight *fl, const struct buffer *buf, uint64_t order)
{
    bool left = inflight_ended(fl, buf, order) != 0;

    for (int i = 0; i < buf->n; i++) {
        const struct rec *rec = queue_seen(buf, i);
        left |= rec->order <= order && rec->state == REC_QUEUED && !rec->optional;
    }
    return left;
}

/* Lose the staged records up to `order` that the filters may have rejected: the filters have. */
static void give_up_staged(struct spe_model *m, uint64_t order)
{
    struct inflight *fl = &m->spu->fl;
    int kept = 0;

    for (int i = 0; i < fl->n_staged; i++) {
        struct rec *rec = rec_of(&m->spu->buf, fl->staged[i]);
        if (rec->order <= order && rec->filter.doubt) {
            buffer_lose_unwritten(m, rec);
        } else {
            fl->staged[kept++] = fl->staged[i];
        }
    }
    fl->n_staged = kept;
}

const struct rec *buffer_doomed_up_to(const struct spu *spu, uint64_t order)
{
    const struct rec *doomed = rec_seen(&spu->buf, spu->buf.doomed);
    const bool sure = doomed != NULL && (!doomed->maybe || spu->fl.orders == order);

    return sure && doomed->order <= order ? doomed : NULL;
}

void buffer_settle(struct spe_model *m, uint64_t order)
{
    const bool event =
        left_unwritten(&m->spu->fl, &m->spu->buf, order) && model_window_unwritten(m);

    for (int i = m->spu->buf.n - 1; i >= 0; i--) {
        struct rec *rec = queue_at(&m->spu->buf, i);
        if (rec->order <= order &&
            (rec->state == REC_MAYBE || (rec->optional && !buffer_writing(&m->spu->buf, rec)) ||
             (rec->state == REC_QUEUED && event))) {
            m->spu->buf.account.known &= rec->got_bytes == 0;
            buffer_lose_unwritten(m, rec);
        }
    }
    give_up_staged(m, order);
    filter_fork_passed(&m->spu->filter_fork, order);
    inflight_admit(m);
    if (buffer_doomed_up_to(m->spu, order) != NULL) {
        buffer_doomed_gone(&m->spu->buf);
    }
}

void buffer_expire(struct spe_model *m, uint64_t cycle)
{
    for (int i = m->spu->buf.n - 1; i >= 0; i--) {
        struct rec *rec = queue_at(&m->spu->buf, i);
        const bool waits = rec->filter.doubt && !rec->filter.off; /* in a buffer that is enabled */
        if (rec->state == REC_MAYBE && !waits && !rec->may_write && rec->off_cycle <= cycle) {
            buffer_lose(m, rec);
        }
    }
    inflight_admit(m);
}

/* One record was not discarded: usually the head, so all records behind it that may be discarded
 * are lost. Any of these records may be that one instead with [record_order] = any, if the filters
 * may have rejected the head, or if an earlier disabled buffer or an event may have lost the head.
 */
static void only_this(struct spe_model *m, struct rec *rec)
{
    const bool any =
        m->cfg.record_order == spe_cfg_record_order_any || rec->filter.doubt || rec->passed;

    rec->maybe = rec->one_of = false;
    for (int i = m->spu->buf.n - 1; i > 0; i--) {
        struct rec *other = queue_at(&m->spu->buf, i);
        if (other->state != REC_MAYBE || other->may_write) {
            continue;
        }
        if (any) {
            rec->maybe = rec->one_of = true;
        } else {
            buffer_lose(m, other);
        }
    }
}

void buffer_resolve(struct spe_model *m, const struct spe_txn_aw *t)
{
    /* If the burst is one of an ended record, the head was not offered before: AWs are offered one
     * by one. */
    const bool other = buffer_late(m, t) != NULL;
    uint64_t offered = m->spu->buf.offered;
    struct rec *rec;

    if (!m->spu->buf.offer_known) {
        if (m->clock.cycle >= MAYBE_CYCLES) {
            buffer_expire(m, m->clock.cycle - MAYBE_CYCLES);
        }
        return;
    }
    while (m->spu->buf.n > 0 && (rec = queue_at(&m->spu->buf, 0))->maybe && rec->next == rec->va &&
           !rec->may_write) {
        if (offered < rec->off_cycle && !other) {
            only_this(m, rec);
            return;
        }
        bool one_of = rec->one_of;
        buffer_lose(m, rec);
        inflight_admit(m);
        if (one_of && m->spu->buf.n > 0 && queue_at(&m->spu->buf, 0)->state == REC_MAYBE) {
            buffer_head_offered(m);
        }
    }
}

/* The first tag whose record waits for room. */
static struct tag *first_waiting(struct spu *spu)
{
    assert(spu->fl.n_wait > 0);
    struct tag *tag = &spu->fl.tag[spu->fl.wait[0]];

    assert(tag->state == TAG_WAIT && rec_of(&spu->buf, tag->rec)->state == REC_QUEUED);
    return tag;
}

/* The record of the tag waits no more: free the tag. */
static void waits_no_more(struct spe_model *m, struct tag *tag)
{
    const uint64_t from = inflight_free_from(&m->cfg, tag);

    assert(m->spu->fl.n_wait > 0 && tag == &m->spu->fl.tag[m->spu->fl.wait[0]]);
    inflight_release(m, tag);
    tag->free_cycle = from;
    inflight_unwait(&m->spu->fl, m->spu->fl.wait[0]);
}

/* The record of the tag has room. `before`: perhaps since its sample ended, so that the record may
 * have been offered since then. */
static void admit(struct spe_model *m, struct tag *tag, bool before)
{
    struct rec *rec = rec_of(&m->spu->buf, tag->rec);

    if (tag->end_cycle == m->clock.cycle) {
        inflight_stage(&m->spu->fl, tag->rec); /* behind the records that had room at once */
    } else {
        buffer_enqueue(m, rec);
        rec->enq_cycle = before ? rec->life.made_cycle + 1 : rec->enq_cycle;
    }
    waits_no_more(m, tag);
}

void inflight_had_room(struct spe_model *m)
{
    admit(m, first_waiting(m->spu), true);
}

void inflight_in_queue(struct spe_model *m, const struct rec *rec)
{
    const struct inflight *fl = &m->spu->fl;

    if (fl->n_wait > 0 && fl->tag[fl->wait[0]].rec == rec_number(&m->spu->buf, rec)) {
        inflight_had_room(m);
    }
}

bool inflight_admit_first(struct spe_model *m)
{
    if (m->spu->fl.n_wait == 0) {
        return false;
    }
    struct tag *tag = first_waiting(m->spu);
    const int taken = buffer_occupied(&m->spu->buf) + inflight_staged_before(m->spu, tag);

    if (!buffer_takes(m)) {
        discard_waiting(m, rec_of(&m->spu->buf, tag->rec));
        waits_no_more(m, tag);
        return true;
    }
    if (taken < m->cfg.record_queue) {
        admit(m, tag, rec_of(&m->spu->buf, tag->rec)->room);
        return true;
    }
    return false;
}

/* FQ3: records enter the queue, or are lost. FI11: those that wait for room. */
void inflight_admit(struct spe_model *m)
{
    while (inflight_admit_first(m)) {
    }
}
