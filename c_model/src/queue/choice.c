/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "doubt/choose.h"
#include "doubt/filter_fork.h"
#include "doubt/outcome.h"
#include "queue/buffer.h"
#include "queue/choice.h"
#include "queue/discard.h"
#include "queue/find.h"
#include "queue/maybe.h"
#include "queue/place.h"
#include "queue/wait.h"
#include "state/model.h"
#include "state/queue.h"

/*
 * Which record the SPU is writing. A record whose first AW may have been offered by the time the
 * buffer was disabled is written or not (S2). With [record_order] = any each queued record may be
 * the next one (P26). The addresses and the bytes of the bursts decide.
 */

/* Set the place of `other`, which has begun where `rec` seemed to begin. A record that was queued
 * when a buffer was disabled belongs to that buffer. Any other record belongs to the buffer in
 * which it began. Unless it may be written at any time, its limit is that of the offer of `rec`. */
static void place_as(const struct spe_config *cfg, const struct buffer *buf, const struct rec *rec,
                     struct rec *other)
{
    other->va = rec->va;
    other->next = rec->next;
    if (!other->maybe) {
        other->buffer = rec->placed ? rec->buffer : buf->head_number;
    }
    if (!other->may_write) {
        buffer_set_limit(cfg, buf, other, buf->head_limit);
    } else if (rec->may_write) {
        other->buffer = rec->buffer;
        /* If `other` was queued while the buffer was disabled, it may have each of these limits;
         * else it has the last one. */
        buffer_set_limit(cfg, buf, other, rec->limit);
        buffer_set_limit(cfg, buf, other, rec->least);
        buffer_set_limit(cfg, buf, other, buf->head_limit);
    }
    other->placed |= rec->placed;
}

/* Nothing of `rec` was written after all, so no difference was found in it either. What a selection
 * has told of it (offer.by) stays. If it is one_of, it may not be there, and is lost next. */
static void take_back_written(struct buffer *buf, struct rec *rec)
{
    rec->state = rec->maybe ? REC_MAYBE : REC_QUEUED;
    rec->unacked = 0;
    rec->offer.cycle = 0;
    rec->offer.told = false;
    rec->got_bytes = 0;
    memset(rec->got, 0, sizeof(rec->got));
    memset(&rec->fix, 0, sizeof(rec->fix)); /* hypotheses are compared byte by byte */
    rec->next = rec->va;
    rec->told.bad = rec->told.misplaced = false;
    rec->optional = rec->placed = rec->modes.known = false;
    if (buf->old.rec == rec->id) { /* it was not the head when PMBPTR_EL1 was written */
        buf->old.rec = 0;
    }
}

/* Give what was written so far for `rec` to `other`, which may be written in this place. */
static void give_written(struct spe_model *m, struct rec *rec, struct rec *other)
{
    inflight_in_queue(m, other);
    place_as(&m->cfg, &m->spu->buf, rec, other);
    memcpy(other->actual, rec->actual, (size_t)rec->len);
    memcpy(other->got, rec->got, sizeof(other->got));
    memcpy(other->word.seq, rec->word.seq, sizeof(other->word.seq));
    memcpy(other->word.lane, rec->word.lane, sizeof(other->word.lane));
    other->got_bytes = rec->got_bytes;
    other->offer.cycle = rec->offer.cycle;
    other->offer.told = rec->offer.told;
    other->unacked = rec->unacked;
    other->optional = rec->optional;
    other->told.bad = other->told.misplaced = rec->told.misplaced; /* only the place can be wrong */
    other->modes.known = rec->modes.known;
    other->modes.mode = rec->modes.mode;
    other->state = REC_STARTED;
    take_back_written(&m->spu->buf, rec);
    for (int i = 0; i < m->spu->buf.n_bursts; i++) {
        if (m->spu->buf.burst[i].rec == rec_number(&m->spu->buf, rec)) {
            m->spu->buf.burst[i].rec = rec_number(&m->spu->buf, other);
            buffer_burst_of(&m->spu->buf.burst[i], other);
        }
    }
}

/* `other`, which is not the head of the queue, is written next. The records in front of it that may
 * not be there are lost. If they may `follow` later, because the order is open (P26), only those
 * are lost of which at most one was offered (S2). */
static void move_up(struct spe_model *m, struct rec *other, bool follow)
{
    const bool any = follow && m->cfg.record_order == spe_cfg_record_order_any;
    int i = 0;

    inflight_in_queue(m, other);
    /* `other` is in the queue, behind the records that may be gone: the loop ends there. */
    while (queue_at(&m->spu->buf, i) != other && (any || queue_at(&m->spu->buf, i)->maybe)) {
        struct rec *rec = queue_at(&m->spu->buf, i);
        if (any && (rec->state != REC_MAYBE || rec->may_write)) {
            i++;
        } else {
            buffer_lose_unwritten(m, rec);
        }
    }
    if (queue_at(&m->spu->buf, 0) != other) {
        buffer_unqueue(&m->spu->buf, other);
        buffer_insert(&m->spu->buf, other, 0);
    }
    if (any) {
        inflight_had_place(m, other);
    }
    inflight_admit(m); /* now that the lost records are gone */
    assert(other->state != REC_FREE && m->spu->buf.n > 0);
}

/* The first record that waits had room, even if another record, which need not be there, is about
 * to enter the queue. */
static void first_had_room(struct spe_model *m)
{
    if (m->spu->fl.n_wait > 0) {
        inflight_had_room(m);
    }
}

/* Give what was written for the head to the first record behind it that is certainly there and has
 * these bytes. @return whether there is such a record. */
static bool give_up_head(struct spe_model *m, struct rec *head)
{
    struct rec *other;

    for (int i = 1; (other = buffer_candidate(m, i)) != NULL; i++) {
        if (!other->maybe && buffer_could_be(m, head, other, 0)) {
            first_had_room(m);
            give_written(m, head, other);
            move_up(m, other, false);
            return true;
        }
    }
    return false;
}

bool buffer_head_discarded(struct spe_model *m)
{
    struct rec *head = queue_at(&m->spu->buf, 0);
    bool begun = head->state == REC_STARTED;

    if (begun && head->next != head->va) {
        return give_up_head(m, head);
    }
    take_back_written(&m->spu->buf, head); /* data without an address, of another record */
    while (m->spu->buf.n > 0 && queue_at(&m->spu->buf, 0)->state == REC_MAYBE) {
        buffer_lose_unwritten(m, queue_at(&m->spu->buf, 0));
    }
    first_had_room(m);
    inflight_admit(m);
    if (begun && m->spu->buf.n > 0) {
        buffer_start(m, queue_at(&m->spu->buf, 0));
    }
    return true;
}

/* The record will be written: at PMBPTR_EL1 (`ptr`), or where that pointed when the buffer was
 * disabled (3.6.1). */
static void is_there(struct buffer *buf, struct rec *rec, uint64_t ptr)
{
    rec->state = rec->state == REC_MAYBE ? REC_QUEUED : rec->state;
    rec->maybe = rec->may_write = false;
    if (rec->state == REC_QUEUED && !rec->placed && rec->va != ptr) {
        buf->old = (struct old_pointers){.rec = rec->id, .ptr = {rec->va}, .n = 1};
    }
}

/* Ask which record is the first that takes a place in the queue (P20), of those that can have the
 * bytes written so far. */
static struct rec *ask_first(struct spe_model *m)
{
    struct rec *const head = queue_at(&m->spu->buf, 0), *first = head;

    if (m->cfg.disabled_record != spe_cfg_disabled_record_any) {
        return head; /* all are there, or none: a write has hidden an event */
    }
    for (int i = 1; i < m->spu->buf.n && queue_at(&m->spu->buf, i)->state == REC_MAYBE; i++) {
        struct rec *other = queue_at(&m->spu->buf, i);
        if (!buffer_could_be(m, head, other, 0)) {
            continue;
        }
        if (choose(m, FORK_P20, 2) == 1) {
            break;
        }
        first = other;
    }
    return first;
}

void buffer_one_there(struct spe_model *m)
{
    if (m->filters.any && filter_fork_open(&m->spu->buf)) {
        return; /* the filters may have rejected a record */
    }
    struct rec *head = queue_at(&m->spu->buf, 0), *first = ask_first(m);
    const bool begun = head->state == REC_STARTED;

    /* The head is lost when `first` moves up. Data without an address then belong to `first`. */
    assert(head->maybe);
    if (first != head && begun && head->next != head->va) {
        give_written(m, head, first);
    }
    is_there(&m->spu->buf, first, m->spu->regs.v[SPE_PMBPTR]);
    move_up(m, first, false);
    if (begun) {
        buffer_start(m, first);
    }
}

struct rec *buffer_another(struct spe_model *m, struct rec *rec, int bytes)
{
    struct rec *other;

    if (m->spu->buf.n == 0 || queue_at(&m->spu->buf, 0) != rec) {
        return NULL;
    }
    for (int i = 1; (other = buffer_candidate(m, i)) != NULL; i++) {
        if (buffer_could_be(m, rec, other, bytes)) {
            give_written(m, rec, other);
            move_up(m, other, true);
            return other;
        }
    }
    return NULL;
}

struct rec *buffer_instead(struct spe_model *m, uint64_t va)
{
    struct rec *head = queue_at(&m->spu->buf, 0), *other;
    const uint64_t page = va & ~(uint64_t)0xFFF, next = m->opt.order_free ? head->va : head->next;
    const uint64_t at = next > page ? next : page;

    if (at >> 12 != va >> 12 || at - head->va >= SPE_RECORD_MAX) {
        return NULL;
    }
    for (int i = 1; (other = buffer_candidate(m, i)) != NULL; i++) {
        if (buffer_could_be(m, head, other, (int)(at - head->va) + 1) && choose_when(m)) {
            give_written(m, head, other);
            move_up(m, other, true);
            return other;
        }
    }
    return NULL;
}

void buffer_not_before(struct spe_model *m, uint64_t order)
{
    struct rec *head = m->spu->buf.n > 0 ? queue_at(&m->spu->buf, 0) : NULL, *other;

    if (head == NULL || head->state != REC_STARTED || !head->maybe || head->order > order ||
        (head->optional && !buffer_writing(&m->spu->buf, head))) {
        return; /* what an event has cut may be left */
    }
    for (int i = 1; (other = buffer_candidate(m, i)) != NULL; i++) {
        if (other->order > order && !buffer_offered_before(head, other) &&
            buffer_could_be(m, head, other, 0)) {
            give_written(m, head, other);
            move_up(m, other, true);
            return;
        }
    }
}

void buffer_packets(struct spe_model *m, struct rec *rec)
{
    const bool alone = m->spu->buf.n == 0 || buffer_candidate(m, 1) == NULL;

    if (!alone && !buffer_could_be(m, rec, rec, 0)) {
        (void)buffer_another(m, rec, 0);
    }
}

/* The first record behind the head that must be written, may be written next and has the bytes of
 * the head; else NULL. In order of completion only records that may be gone are in front of it. It
 * may be one that waits for room: if the records in front are not there, the SPU had room for it.
 */
static struct rec *twin_of(struct spe_model *m, const struct rec *head)
{
    struct rec *other;

    for (int i = 1; (other = buffer_candidate(m, i)) != NULL; i++) {
        if (other->state == REC_QUEUED && !buffer_offered_before(head, other) &&
            other->len == head->len && buffer_could_be(m, head, other, head->len)) {
            return other;
        }
    }
    return NULL;
}

struct rec *buffer_written_for(struct spe_model *m, struct rec *rec)
{
    const bool head = m->spu->buf.n > 0 && queue_at(&m->spu->buf, 0) == rec;
    struct rec *other = head && rec->maybe ? twin_of(m, rec) : NULL;

    if (other == NULL || !choose_when(m)) {
        return rec;
    }
    give_written(m, rec, other);
    move_up(m, other, true);
    return other;
}

/* The record may begin at `found`, and at `va`, too. @return whether it begins at `va`. In order,
 * the address of the burst names the first byte, if several places are in its first beat.
 * Order-free, the address may name any byte, so choose_when() asks. */
static bool begins_instead(struct spe_model *m, uint64_t va, uint64_t found,
                           const struct spe_txn_aw *t)
{
    return m->opt.order_free ? va != found && choose_when(m) : ((va ^ t->addr) & 0xFFF) == 0;
}

/* Order-free: since a fault PMBPTR_EL1 may be one of several addresses, and no read has told which.
 * The first burst of the next record may begin at one of them, which settles it. */
static void settle_pointer(struct spe_model *m, const struct spe_txn_aw *t)
{
    const struct byteset *others = &m->spu->pointer.others;
    uint64_t at = (others->base & ~(uint64_t)0xFFF) | (t->addr & 0xFFF);
    struct rec *rec;
    int i = 0;

    if (!m->spu->pointer.open || !byteset_from(others, at, &at)) {
        return;
    }
    while ((rec = buffer_candidate(m, i)) != NULL &&
           (rec->state == REC_MAYBE || rec->placed ||
            buffer_translation_at(m->spu, rec, at, t) == NULL)) {
        i++;
    }
    if (rec != NULL && choose_when(m)) {
        m->spu->regs.v[SPE_PMBPTR] = at;
        buffer_put(m->spu, rec, at); /* its data may have begun it */
    }
}

/* Whether the burst begins the record at one of the places where the record may begin; *found is
 * that place. */
static bool begins_somewhere(struct spe_model *m, const struct rec *rec, const struct spe_txn_aw *t,
                             uint64_t *found)
{
    bool any = false;
    uint64_t va;

    for (int i = 0; buffer_place(m->spu, rec, i, &va); i++) {
        if (!buffer_begins_at(m, rec, va, t) || (any && !begins_instead(m, va, *found, t))) {
            continue;
        }
        *found = va;
        if (any && m->opt.order_free) {
            break; /* begins_instead() has asked */
        }
        any = true;
    }
    return any;
}

/* Order-free: the burst has bytes of the i-th record, which begins at `va`, and of a later record
 * that begins elsewhere. @return whether the burst belongs to the later one. */
static bool is_behind(struct spe_model *m, int i, uint64_t va, const struct spe_txn_aw *t)
{
    const struct rec *other;

    while (m->opt.order_free && (other = buffer_candidate(m, ++i)) != NULL) {
        if (buffer_first(m->spu, other) != va && buffer_begins(m, other, t)) {
            return choose_when(m);
        }
    }
    return false;
}

struct rec *buffer_choose(struct spe_model *m, const struct spe_txn_aw *t)
{
    struct rec *doomed = rec_of(&m->spu->buf, m->spu->buf.doomed),
               *head = m->spu->buf.n > 0 ? queue_at(&m->spu->buf, 0) : NULL, *rec;
    bool begun = head != NULL && head->state == REC_STARTED && head->next != head->va;
    uint64_t va;

    if (buffer_late(m, t) != NULL) {
        doomed->doom.late_aws--;
        return doomed;
    }
    if (doomed != NULL) {
        m->spu->schedule.busy |= doomed->doom.late_aws > 0;
        doomed->doom.late_aws = 0; /* AWs come in the order of their offers */
    }
    if (head == NULL || m->spu->buf.blocked || begun) {
        return m->spu->buf.blocked ? NULL : head;
    }
    settle_pointer(m, t);
    for (int i = 0; (rec = buffer_candidate(m, i)) != NULL; i++) {
        if (begins_somewhere(m, rec, t, &va) && !is_behind(m, i, va, t)) {
            buffer_put(m->spu, rec, va);
            if (i > 0 && head->maybe) {
                move_up(m, rec, true);
            }
            return queue_at(&m->spu->buf, 0);
        }
    }
    return head;
}
