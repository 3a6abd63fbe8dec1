/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "bus/aw.h"
#include "bus/bursts.h"
#include "bus/waited.h"
#include "bytes/shape.h"
#include "bytes/stream.h"
#include "covered/cover_cross.h"
#include "doubt/choose.h"
#include "doubt/outcome.h"
#include "doubt/window_close.h"
#include "judge/barriers.h"
#include "judge/journal.h"
#include "judge/journal_events.h"
#include "judge/report.h"
#include "queue/buffer.h"
#include "queue/choice.h"
#include "queue/discard.h"
#include "queue/find.h"
#include "state/model.h"
#include "state/queue.h"

/* The AXI write address channel: bursts and their place in the buffer. */

/* A DSB that was requested after `cycle` waits for the burst. */
static void waits_since(struct burst *b, uint64_t cycle)
{
    if (cycle < b->offered - b->ahead) {
        const uint64_t ahead = b->offered - cycle;
        /* no DSB stays open that long */
        b->ahead = ahead < UINT32_MAX ? (uint32_t)ahead : UINT32_MAX;
    }
}

static void map_to(struct spe_model *m, struct burst *b, struct rec *rec, uint64_t va, struct xl *x)
{
    rec->modes.known = true;
    rec->modes.mode = x->mode;
    b->va = va;
    b->mapped = true;
    cover_burst(rec, b->addr);
    if (buffer_cut_goes_on(&m->spu->buf, x, b->offered)) {
        sync_dsb_cut(m, rec);
    }
    waits_since(b, buffer_waited_since(m->spu, rec, true));
    buffer_attributes(m, &m->txn->u.aw, x);
}

/* Ascending and without a gap (B4): each burst continues where the one before ended. */
static bool map_next(struct spe_model *m, struct burst *b, struct rec *rec)
{
    struct xl *x = buffer_translation_at(m->spu, rec, rec->next, &m->txn->u.aw);

    if (x == NULL || rec->next >= rec->va + (uint64_t)rec->len) {
        return false;
    }
    map_to(m, b, rec, rec->next - ((rec->next - b->addr) & 0xFFF), x);
    return true;
}

/* The bytes of a record may come in any order: its burst may begin anywhere in it. */
static bool map_any(struct spe_model *m, struct burst *b, struct rec *rec)
{
    uint64_t first;
    struct xl *x = buffer_translation_in(m->spu, rec, rec->va, &m->txn->u.aw, &first);

    if (x != NULL) {
        map_to(m, b, rec, first, x);
    }
    return x != NULL;
}

/* Returns the check that fails if a burst belongs to no record. */
static enum spe_check stray_check(const struct spu *spu)
{
    if (spu->buf.blocked_high) {
        return SPE_CHECK_BUF_LIMIT;
    }
    bool disabled = !spu->enabled.buffer || spu->buf.blocked;
    return disabled ? SPE_CHECK_BUF_DISABLED : SPE_CHECK_BUF_DATA;
}

static void stray(struct spe_model *m, const struct spe_txn_aw *t)
{
    enum spe_check check = stray_check(m->spu);

    if (!m->spu->buf.blocked && !m->spu->enabled.buffer &&
        buffer_forgotten_first(m->spu, &m->gone, t)) {
        model_overflow(m, "translations that may be used again", MAX_XL); /* offered before (W2) */
        return;
    }
    struct spe_finding f = model_finding(m, check, "DDI 0586A 2.5, 3.4.1, 3.5, 4.3.2");

    FMT(f.where, "0x%" PRIx64, t->addr);
    FMT(f.expected, "no write");
    FMT(f.actual, "a burst");
    FMT(f.text, "a burst to 0x%" PRIx64 " begins although %s", t->addr,
        m->spu->buf.blocked               ? "PMBPTR_EL1 breaks the rules of 3.4.1 [B1, W11]"
        : check == SPE_CHECK_BUF_DISABLED ? "the Profiling Buffer is disabled and no record was"
                                            " offered before [S2, W2]"
                                          : "no record is predicted");
    (void)model_eval(m, check);
    model_emit(m, &f);
}

static struct burst *new_burst(struct spe_model *m, const struct spe_txn_aw *t)
{
    if (m->spu->buf.n_bursts == MAX_BURSTS) {
        model_overflow(m, "bursts without a response", MAX_BURSTS);
        return NULL;
    }
    struct burst *b = &m->spu->buf.burst[m->spu->buf.n_bursts++];
    *b = (struct burst){
        .addr = t->addr, .offered = m->clock.cycle, .id = t->id, .len = t->len, .size = t->size};
    if (t->offered != SPE_OFFERED_UNKNOWN) {
        b->offered = t->offered;
        b->told = true;
    } else {
        waits_since(b, m->spu->buf.aw_next);
    }
    if (m->spu->buf.early.n > 0) {
        waits_since(b, m->spu->buf.early.cycle); /* data of the burst came in that cycle */
    }
    return b;
}

/* Reports a burst that follows the last burst of its record: the record has no next byte. */
static void burst_too_many(struct spe_model *m, const struct spe_txn_aw *t, const struct rec *rec)
{
    struct spe_finding f = model_rec_finding(m, rec, SPE_CHECK_BUF_ADDRESS, "DDI 0586A 3.4, 3.5");

    FMT(f.where, "AWADDR");
    FMT(f.expected, "no more bursts of record %" PRIu64, rec->id);
    FMT(f.actual, "0x%" PRIx64, t->addr);
    FMT(f.text,
        "a burst to 0x%" PRIx64 " begins while record %" PRIu64 " of %d bytes at 0x%" PRIx64
        " is being written, all of which have their burst",
        t->addr, rec->id, rec->len, rec->va);
    model_emit(m, &f);
}

static void wrong_address(struct spe_model *m, const struct spe_txn_aw *t, const struct rec *rec,
                          uint64_t va)
{
    struct spe_finding f = model_rec_finding(m, rec, SPE_CHECK_BUF_ADDRESS, "DDI 0586A 3.4, 3.5");
    struct xl *x = buffer_translate(m->spu, rec, va);

    if (buffer_forgotten(m->spu, &m->gone, rec, t, m->opt.order_free)) {
        model_overflow(m, "translations that may be used again", MAX_XL);
        return;
    }
    FMT(f.where, "AWADDR");
    FMT(f.actual, "0x%" PRIx64, t->addr);
    if (x == NULL) {
        FMT(f.expected, "a translation of 0x%" PRIx64 " first", va);
        FMT(f.text,
            "a burst to 0x%" PRIx64 " begins, but the page of 0x%" PRIx64
            ", the next byte of record %" PRIu64 ", %s",
            t->addr, va, rec->id, buffer_untranslated(&m->spu->buf, va));
        model_emit(m, &f);
        return;
    }
    const uint64_t pa = x->pa_page << 12 | (va & 0xFFF);
    FMT(f.expected, "0x%" PRIx64, pa);
    FMT(f.text,
        "a burst begins at 0x%" PRIx64 ", but the next byte of record %" PRIu64 " is at 0x%" PRIx64
        ", which is translated to 0x%" PRIx64,
        t->addr, rec->id, va, pa);
    model_emit(m, &f);
    model_correct(m, f.number, SPE_EDIT_AW_ADDR, pa, UINT64_MAX);
}

/* Reports the wrong address, then follows the SPU. If the address lies in the record, the burst is
 * placed there; otherwise it is placed as if its address were right. */
static void map_wrong(struct spe_model *m, struct burst *b, struct rec *rec)
{
    const uint64_t next =
        m->opt.order_free ? rec->va + (uint64_t)buffer_next_offset(rec) : rec->next;

    if (next >= rec->va + (uint64_t)rec->len) {
        burst_too_many(m, &m->txn->u.aw, rec);
    } else {
        wrong_address(m, &m->txn->u.aw, rec, next);
    }
    if (m->opt.order_free) {
        return;
    }
    journal_follow(m);
    if (map_any(m, b, rec)) {
        rec->told.bad = rec->told.misplaced = true;
    } else {
        b->va = rec->next;
        b->mapped = true;
    }
}

/* Reports the first AW of a record if it was offered too early or too late. Too early: before the
 * record existed. Too late: a collision has shown that it was offered before the buffer was
 * disabled (S2). */
static void check_offer(struct spe_model *m, const struct rec *rec, const struct spe_txn_aw *t)
{
    bool soon = m->spu->buf.offered <= rec->life.made_cycle;
    bool late = rec->offer.by != 0 && m->spu->buf.offered >= rec->offer.by;
    uint64_t bound = soon ? rec->life.made_cycle + 1 : rec->offer.by - 1;

    if (!m->spu->buf.offer_known || (!soon && !late)) {
        return;
    }
    struct spe_finding f =
        soon ? model_rec_finding(m, rec, SPE_CHECK_BUF_ADDRESS, "DDI 0586A 2.2.1")
             : model_rec_finding(m, rec, SPE_CHECK_BUF_DISABLED, "DDI 0586A 3.6.1");
    FMT(f.where, "0x%" PRIx64, t->addr);
    FMT(f.expected, "offered in cycle %" PRIu64 " or %s", clock_real(&m->clock, bound),
        soon ? "later" : "before");
    FMT(f.actual, "in cycle %" PRIu64, clock_real(&m->clock, m->spu->buf.offered));
    FMT(f.text, "the address of record %" PRIu64 ", 0x%" PRIx64 ", was offered %s, expected %s%s",
        rec->id, t->addr, f.actual, f.expected,
        soon ? "" : ": a selection has collided with it [S2, W2]");
    model_emit(m, &f);
}

/* @return the record that the burst belongs to. If `rec` need not be the first, and the burst lies
 * past its end, a longer record has begun in its place. */
static struct rec *map_burst(struct spe_model *m, struct burst *b, struct rec *rec)
{
    const int bytes = buffer_reach(m->spu, rec, &m->txn->u.aw, m->opt.order_free);
    struct rec *other = bytes != 0 ? buffer_another(m, rec, bytes) : NULL;

    rec = other != NULL ? other : rec;
    if (m->opt.order_free ? !map_any(m, b, rec) : !map_next(m, b, rec)) {
        map_wrong(m, b, rec);
    }
    return rec;
}

static void begin_record(struct spe_model *m, struct burst *b, struct rec *rec)
{
    const bool first = rec->next == rec->va;

    if (first) {
        m->spu->buf.cut = (struct xl_cut){.tlbi = 0};
        model_window_written(m, rec);
        check_offer(m, rec, &m->txn->u.aw);
        if (rec->state != REC_DOOMED) {
            model_pointer_known(&m->spu->pointer); /* the record begins at it */
        }
        rec->offer.cycle = b->offered;
        rec->offer.told = b->told;
    }
    buffer_start(m, rec);
    if (first) {
        buffer_offered(m, rec);
    }
    (void)model_eval(m, SPE_CHECK_BUF_ADDRESS);
    rec = map_burst(m, b, rec);
    if (b->mapped) {
        b->rec = rec_number(&m->spu->buf, rec);
        buffer_burst_of(b, rec);
        rec->unacked++;
        rec->next = buffer_burst_end(b);
        journal_burst(m, rec, b);
    }
}

/* Returns whether the burst may belong to a record after the head, if the head is lost. */
static bool another_begins(struct spe_model *m, const struct spe_txn_aw *t)
{
    const struct buffer *buf = &m->spu->buf;
    bool any = m->spu->fl.n_wait > 0 || m->spu->pointer.open || buf->old.rec != 0;

    for (int i = 1; i < buf->n; i++) {
        const struct rec *rec = queue_seen(buf, i);
        any |= rec->state == REC_MAYBE || buffer_begins(m, rec, t);
    }
    return any;
}

/* Without SYNC, a burst shows that the head is lost if the head may stay unfinished and the burst
 * does not continue it. Even a burst that fits the head may belong to the next record, which then
 * begins in the place of the head. */
static void drop_optional(struct spe_model *m, const struct spe_txn_aw *t)
{
    while ((m->opt.taps & SPE_TAP_SYNC) == 0 && m->spu->buf.n > 0) {
        struct rec *rec = queue_at(&m->spu->buf, 0);
        if (rec->state != REC_STARTED || !rec->optional || buffer_writing(&m->spu->buf, rec) ||
            (buffer_begins(m, rec, t) && !(another_begins(m, t) && choose_when(m)))) {
            return;
        }
        m->spu->buf.account.known &= rec->got_bytes == 0;
        buffer_lose(m, rec);
        inflight_admit(m);
    }
}

static void place_burst(struct spe_model *m, struct burst *b, const struct spe_txn_aw *t)
{
    if (!m->records) {
        stream_aw(m, b, t);
        return;
    }
    buffer_resolve(m, t);
    drop_optional(m, t);
    struct rec *rec = buffer_choose(m, t);
    if (rec == NULL) {
        stray(m, t);
    } else {
        (void)model_eval(m, SPE_CHECK_BUF_DISABLED);
        begin_record(m, b, rec);
    }
}

/* BR6: whether this AW, and so each later AW, was offered after the cycle that follows the TLBI. */
static bool offered_behind(const struct buffer *buf, uint64_t tlbi_cycle)
{
    return buf->offer_known ? buf->offered > tlbi_cycle + 1 : buf->stale_used;
}

void buffer_aw(struct spe_model *m, const struct spe_txn_aw *t)
{
    struct burst *b = new_burst(m, t);

    buffer_shape(m, t);
    fact(m, FACT_HASHED, HASH_BYTES, t->addr);
    if (b == NULL) {
        return;
    }
    m->spu->buf.offer_known = t->offered != SPE_OFFERED_UNKNOWN;
    m->spu->buf.offered = t->offered;
    if (b->offered < m->spu->buf.dsb_cycle) {
        sync_dsb_offered(m, b);
    }
    if (offered_behind(&m->spu->buf, m->gone.ended_cycle)) {
        gone_settle(&m->gone);
    }
    place_burst(m, b, t);
    m->spu->buf.aw_next = m->clock.cycle + 1;
    m->spu->buf.offer_known = false;
    m->spu->buf.stale_used = true; /* a TLBI of this cycle comes after this AW (contract/order.c) */
    buffer_early(m);
}
