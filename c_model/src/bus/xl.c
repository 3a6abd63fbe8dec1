/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "bus/faulting.h"
#include "bus/mode.h"
#include "bus/page.h"
#include "bus/waited.h"
#include "bus/xl.h"
#include "bytes/shape.h"
#include "bytes/stream.h"
#include "covered/cover_event.h"
#include "doubt/choose.h"
#include "doubt/event_list.h"
#include "doubt/filter_fork.h"
#include "doubt/fork.h"
#include "doubt/outcome.h"
#include "judge/journal_events.h"
#include "judge/report.h"
#include "queue/buffer.h"
#include "queue/choice.h"
#include "queue/discard.h"
#include "queue/find.h"
#include "queue/place.h"
#include "spe/regs.h"
#include "state/model.h"

/* Translations of the Profiling Buffer (3.4.2, 3.4.4) and their faults (3.5.3). */

void buffer_owner(struct spe_model *m)
{
    const struct xl_mode *of = m->spu->buf.modes.of;

    if (of[m->spu->enabled.mode_before].regime != of[m->spu->enabled.mode].regime) {
        cover_owner(m);
    }
    for (int i = 0; i < MAX_XL; i++) {
        struct xl *x = &m->spu->buf.xl[i];
        x->owned |= x->used && modes_fit(&m->spu->buf.modes, x->mode, m->spu->enabled.mode);
    }
    for (int i = 0; i < m->spu->buf.n; i++) {
        queue_at(&m->spu->buf, i)->modes.since |= 1u << m->spu->enabled.mode;
    }
}

void buffer_dsb(struct spe_model *m)
{
    m->spu->buf.dsb_cycle = m->clock.cycle;
    for (int i = 0; i < MAX_XL; i++) {
        m->spu->buf.xl[i].used &= m->spu->buf.xl[i].stale_cycle == 0;
    }
}

static void remove_fault(struct spe_model *m)
{
    for (int i = m->spu->events.n - 1; i >= 0; i--) {
        const struct effect *e = &m->spu->events.effect[i];
        if (e->cause == CAUSE_FAULT && e->cycle == m->clock.cycle) {
            fork_unseen(m, e->fork);
            model_effect_remove(m, i);
        }
    }
}

/* BR6: the answer of this cycle was a fault, and is not used because of a TLBI. */
static void take_fault_back(struct spe_model *m)
{
    const struct xl_fault fault = m->spu->buf.fault;

    m->spu->buf.fault = (struct xl_fault){.cycle = 0};
    remove_fault(m);
    if (fault.rec != 0 && m->spu->buf.doomed == fault.rec) {
        struct rec *rec = rec_of(&m->spu->buf, fault.rec);
        buffer_undoom(m, rec, fault.state, fault.behind);
        m->spu->buf.account.known = fault.known;
        if (fault.open) {
            filter_fork_reopen(m, rec);
        }
    }
}

/* BR6: each translation that is at hand is stale from now on. */
void buffer_tlbi(struct spe_model *m)
{
    cover_tlbi(m);
    for (int i = 0; i < MAX_XL; i++) {
        struct xl *x = &m->spu->buf.xl[i];
        if (x->used && x->stale_cycle == 0) {
            x->stale_cycle = m->clock.cycle;
        }
    }
    gone_stale(&m->gone, m->clock.cycle);
    m->spu->buf.stale_used = false;
    m->spu->buf.tlbi_cycle = m->clock.cycle;
    if (m->spu->buf.fault.cycle == m->clock.cycle) {
        take_fault_back(m);
    }
    buffer_cut(&m->spu->buf, m->clock.cycle);
}

/* The record that a request for the page of `va` is for: one that may be written next and has a
 * byte in the page, or NULL. The best one begins at `va`, even if a record in front of it may still
 * be there. Order-free an SPU may ask for any byte first, so the second best one holds `va`. */
static struct rec *record_in_page(struct spe_model *m, uint64_t va)
{
    struct rec *rec, *found = NULL, *holds = NULL;
    uint64_t first;

    for (int i = 0; (rec = buffer_candidate(m, i)) != NULL; i++) {
        if (!buffer_in_page(m->spu, rec, va, &first)) {
            continue;
        }
        if (va == first) {
            return rec;
        }
        if (holds == NULL && m->opt.order_free && va - first < (uint64_t)rec->len) {
            holds = rec;
        }
        found = found == NULL ? rec : found;
    }
    return holds != NULL ? holds : found;
}

/* Whether the page lies ahead in the buffer. An SPU may ask ahead: 3.4 does not say when it asks,
 * and the answer alone changes nothing. */
static bool page_ahead(const struct spu *spu, uint64_t va)
{
    return spu->enabled.buffer && va >> 12 >= spu->regs.v[SPE_PMBPTR] >> 12 &&
           va < (spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_LIMIT);
}

/* Whether the page may be requested. With an empty queue any page may be, because a request for a
 * discarded record may still be on its way. */
static bool page_good(const struct spu *spu, const struct rec *rec, uint64_t va)
{
    return spu->buf.n == 0 || rec != NULL || page_ahead(spu, va);
}

/* Whether one part of the record may have been offered in `mode`, and `va` lies in the other part.
 * In order the first part is offered first; order-free either may be. */
static bool may_have_begun_in(const struct spu *spu, bool order_free, const struct rec *rec,
                              uint64_t va, unsigned mode)
{
    const uint64_t first = buffer_first(spu, rec), last = first + (uint64_t)rec->len - 1;

    for (int i = 0; i < MAX_XL; i++) {
        const struct xl *x = &spu->buf.xl[i];
        const bool begun = x->va_page == first >> 12 || (order_free && x->va_page == last >> 12);
        if (x->used && x->owned && x->mode == mode && begun && x->va_page != va >> 12) {
            return true;
        }
    }
    return false;
}

/* The mode that a request is expected in (W3). */
static unsigned expected_mode(const struct enabled *enabled, const struct rec *rec)
{
    return rec != NULL && rec->modes.known ? rec->modes.mode : enabled->mode;
}

/* Whether the request may have `mode`: the expected mode, or, before the first AW, the mode of the
 * cycle before, because a request may be one cycle later than its decision (W3). */
static bool mode_good(struct spe_model *m, const struct rec *rec, uint64_t va, unsigned mode)
{
    if (mode == expected_mode(&m->spu->enabled, rec) ||
        (!m->records && stream_began_in(m, va, mode))) {
        return true;
    }
    return (rec == NULL || !rec->modes.known) &&
           ((mode == m->spu->enabled.mode_before && m->spu->enabled.mode_cycle == m->clock.cycle) ||
            (rec != NULL && may_have_begun_in(m->spu, m->opt.order_free, rec, va, mode)));
}

/* Whether the request tells nothing of an open mode, because an earlier mode permits it, too. If it
 * may be of the open mode of now, either may be the case. */
static bool of_earlier_mode(struct spe_model *m, const struct rec *rec, uint64_t va, unsigned mode)
{
    const struct modes *modes = &m->spu->buf.modes;

    return mode_good(m, rec, va, mode) &&
           (!modes_can_be(&modes->of[m->spu->enabled.mode], &modes->of[mode]) || choose_when(m));
}

/* Without SYNC no monitor shows a TLBI. The SPU requests a translation, so it has not stopped: a
 * fault whose event is overdue was not used, because a TLBI came before its answer. */
static void still_asking(struct spe_model *m)
{
    for (int i = m->spu->events.n - 1; i >= 0; i--) {
        const struct effect *e = &m->spu->events.effect[i];
        if (e->optional && e->cause == CAUSE_FAULT && e->hi < m->clock.cycle && !model_stopped(m)) {
            model_effect_remove(m, i);
        }
    }
}

void buffer_xl_req(struct spe_model *m, const struct spe_txn_xl_req *t)
{
    const struct rec *rec = record_in_page(m, t->va);
    unsigned mode = mode_of_request(&m->spu->buf.modes, m->cfg.nvm, t);

    if ((rec == NULL || !rec->modes.known) && !of_earlier_mode(m, rec, t->va, mode)) {
        mode_tell(m->spu, m->clock.cycle, mode, t);
        mode = mode_of_request(&m->spu->buf.modes, m->cfg.nvm, t);
    }
    const unsigned expected = expected_mode(&m->spu->enabled, rec);
    const bool good = mode_good(m, rec, t->va, mode);

    (void)model_eval(m, SPE_CHECK_BUS_PROTOCOL);
    if (m->spu->buf.asked.open) {
        buffer_bad_bus(m, "xl_req_o",
                       "a translation is requested while request %u waits for its answer: one is"
                       " outstanding at a time",
                       m->spu->buf.asked.txn.id);
    }
    m->spu->buf.asked.spare += m->spu->buf.asked.open;
    mode_check(m, t, expected, good);
    buffer_page(m, t->va, rec != NULL, page_good(m->spu, rec, t->va));
    if ((m->opt.taps & SPE_TAP_SYNC) == 0) {
        still_asking(m);
    }
    m->spu->buf.asked.open = true;
    m->spu->buf.asked.txn = *t;
    m->spu->buf.asked.mode = good ? mode : expected;
    m->spu->buf.asked.cycle = m->clock.cycle;
    m->spu->buf.asked.number = m->spu->buf.number;
    m->spu->buf.ids.asked = (struct xl_ids){.told = m->spu->buf.ids.now};
    m->spu->buf.asked.ahead = rec == NULL && m->spu->buf.n > 0 && page_ahead(m->spu, t->va);
    m->spu->buf.asked.rec = rec != NULL         ? rec->id
                            : m->spu->buf.n > 0 ? queue_at(&m->spu->buf, 0)->id
                                                : 0;
}

/* The record that the open request was made for, if it may still be written next. */
static struct rec *requester(struct spe_model *m)
{
    struct rec *rec;
    int i = 0;

    while ((rec = buffer_candidate(m, i)) != NULL && rec->id != m->spu->buf.asked.rec) {
        i++;
    }
    return rec;
}

/* The record that the fault ends. Usually that is `rec`, for which the page was asked for. If the
 * head already has an address, it is the head, or another record that may have begun in its place.
 * Before that, order-free, a record behind `rec` that begins elsewhere may hold the byte, too.
 * NULL: no record, because the page was asked for ahead, or for another place of the head than that
 * of its address. */
static struct rec *faulting_record(struct spe_model *m, struct rec *rec)
{
    const uint64_t va = m->spu->buf.asked.txn.va;
    struct rec *head = queue_at(&m->spu->buf, 0), *other;
    uint64_t at;
    bool behind = false;

    if (head->state == REC_STARTED && head->next != head->va) {
        const bool its = rec == head && buffer_touches(head->va, head->len, va);
        other = buffer_instead(m, va);
        return other != NULL ? other : its ? head : NULL;
    }
    for (int i = 0; m->opt.order_free && (other = buffer_candidate(m, i)) != NULL; i++) {
        const uint64_t first = buffer_first(m->spu, rec);
        const bool holds = va != first && buffer_in_page(m->spu, other, va, &at) && at != first &&
                           va - at < (uint64_t)other->len;
        if (behind && holds && choose_when(m)) {
            return other;
        }
        behind |= other == rec;
    }
    return rec;
}

/* A fault is used only in the mode of the record or, before the record begins, of the owner (W3).
 */
static bool fault_used(const struct spu *spu, const struct rec *rec)
{
    return spu->buf.asked.mode == expected_mode(&spu->enabled, rec);
}

/* Whether the mode of the owner is open, and may be that of the request. */
static bool fault_may_be_used(const struct spu *spu, const struct rec *rec)
{
    const struct xl_mode *of = spu->buf.modes.of;

    return (rec == NULL || !rec->modes.known) &&
           modes_can_be(&of[spu->enabled.mode], &of[spu->buf.asked.mode]);
}

/* The record was discarded after the request: the fault may be dropped, too (S1). */
static void fault_of_none(struct spe_model *m, struct effect e)
{
    e.optional = true;
    e.ptr = e.later_ptr = m->spu->regs.v[SPE_PMBPTR];
    e.dl = model_boundary_dl(m); /* behind the last complete record */
    m->spu->buf.fault = (struct xl_fault){.cycle = m->clock.cycle};
    model_event(m, e);
}

/* Notes what a TLBI of this cycle restores if the fault ends the record now. */
static void note_fault(struct spe_model *m, const struct rec *rec, bool optional)
{
    struct buffer *buf = &m->spu->buf;

    buf->fault = (struct xl_fault){.cycle = m->clock.cycle,
                                   .rec = optional ? 0 : rec_number(buf, rec),
                                   .state = rec->state,
                                   .open = rec->filter.open && rec->state != REC_STARTED,
                                   .known = buf->account.known,
                                   .behind = optional ? 0 : (uint8_t)buffer_behind(buf, rec)};
}

static void fault_of(struct spe_model *m, struct rec *rec, struct effect e)
{
    bool late;

    faulting_put(m, rec);
    e.order = rec->order;
    e.unsure = rec->maybe;
    if (!faulting_bytes(m, rec, &e, &late)) {
        return;
    }
    /* Without SYNC no monitor shows a TLBI, after which the SPU drops the fault and asks again. */
    if ((m->opt.taps & SPE_TAP_SYNC) == 0 && rec->state != REC_MAYBE && !e.optional) {
        e.optional = true;
        e.ends = rec->id;
        e.late_aws = late;
        rec->optional |= model_stopped(m); /* the event has no effect to show it */
    }
    e.optional |= rec->state == REC_MAYBE;
    if (!e.optional) {
        inflight_in_queue(m, rec);
    }
    note_fault(m, rec, e.optional);
    if (!e.optional) {
        /* An AW of the bytes before it may be on its way. */
        buffer_doom(m, rec, late);
    }
    model_event(m, e);
}

void buffer_fault_happened(struct spe_model *m, const struct effect *e)
{
    for (int i = 0; i < m->spu->buf.n; i++) {
        if (queue_at(&m->spu->buf, i)->id == e->ends) {
            buffer_doom(m, queue_at(&m->spu->buf, i), e->late_aws);
            return;
        }
    }
}

void buffer_fault_unseen(struct spe_model *m, const struct effect *e, bool came)
{
    struct outcome is = model_outcome(&m->spu->regs);

    for (int i = 0; i < m->spu->buf.n; i++) {
        struct rec *rec = queue_at(&m->spu->buf, i);
        rec->optional |= rec->id == e->ends && rec->state == REC_STARTED;
    }
    model_effect_change(&m->cfg, &is, e);
    const struct outcome now = model_outcome(&m->spu->regs);
    if (!model_same_outcome(&is, &now) && (came || choose(m, FORK_S1, 2) == 1)) {
        struct effect of = *e;
        of.dl = DL_KEEP; /* it is overwritten */
        of = model_effect_settled(m, &of, 0);
        is = now;
        model_effect_change(&m->cfg, &is, &of);
        model_become(&m->spu->regs, &is);
        model_pointer_taken(m->spu, e, &of);
        m->spu->buf.account.known &= !m->spu->pointer.open;
        m->spu->buf.moved |= m->spu->pointer.open; /* the enabling after it was not seen */
    }
}

/* External abort on a translation table walk or update, by its code (3.5.4, B23). */
static bool walk_abort(const struct spe_config *cfg, unsigned fsc)
{
    return cfg->walk_ea && (fsc == 0x12 || fsc == 0x13 || (fsc & 0x3C) == 0x14 || fsc == 0x1B);
}

/* Stage 2 Permission faults have TopLevel and AssuredOnly; any Permission fault has the others. */
static uint32_t mss2_of(const struct spe_config *cfg, const struct spe_txn_xl_rsp *t)
{
    uint32_t bits = (cfg->the && t->stage2 ? SPE_MSS2_TOPLEVEL | SPE_MSS2_ASSURED : 0) |
                    (cfg->poe ? SPE_MSS2_OVERLAY : 0) | (cfg->pie ? SPE_MSS2_DIRTY : 0);

    return (t->fsc & 0x3C) == 0x0C ? t->mss2 & bits : 0;
}

/* EC, MSS, MSS2 and EA of a fault (W7). A Granule Protection Check fault has no code (N5). */
static void syndrome(const struct spe_config *cfg, const struct spe_txn_xl_rsp *t, struct effect *e)
{
    if (t->fault == SPE_XL_GPC) {
        e->ec = SPE_PMBSR_EC_GPC;
        return;
    }
    e->ec = t->stage2 ? SPE_PMBSR_EC_STAGE2 : SPE_PMBSR_EC_STAGE1;
    e->mss = t->fsc;
    e->mss2 = mss2_of(cfg, t);
    e->ea = walk_abort(cfg, t->fsc);
}

static void take_fault(struct spe_model *m, const struct spe_txn_xl_rsp *t)
{
    struct rec *asked = requester(m), *rec = asked != NULL ? faulting_record(m, asked) : NULL;
    if (asked != NULL && rec == NULL) {
        return;
    }
    if (fault_may_be_used(m->spu, rec) && choose_when(m)) {
        (void)mode_told(m->spu, m->spu->enabled.mode, &m->spu->buf.asked.txn);
    }
    bool used = fault_used(m->spu, rec);
    struct effect e = {.lo = m->clock.cycle + (uint64_t)m->cfg.event_min,
                       .hi = m->clock.cycle + (uint64_t)m->cfg.event_max,
                       .optional = !used,
                       .has_ptr = true,
                       .cycle = m->clock.cycle,
                       .cause = CAUSE_FAULT};

    syndrome(&m->cfg, t, &e);
    if (!used && (rec == NULL || rec->modes.known ||
                  !may_have_begun_in(m->spu, m->opt.order_free, rec, m->spu->buf.asked.txn.va,
                                     m->spu->buf.asked.mode))) {
        return;
    }
    if (rec == NULL) {
        fault_of_none(m, e);
    } else {
        fault_of(m, rec, e);
    }
}

static void answer_without_request(struct spe_model *m, const struct spe_txn_xl_rsp *t)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_CONTRACT, "dpi/README.md");

    FMT(f.where, "xl_rsp.id");
    FMT(f.text, "translation response %u without a request; one is outstanding at a time", t->id);
    model_emit(m, &f);
}

/* Keeps `x` in the place of the oldest translation. That moves to `gone`, because an SPU may use it
 * again. */
static void keep_translation(struct gone *gone, struct buffer *buf, const struct xl *x,
                             bool records)
{
    struct xl *oldest = &buf->xl[buf->xl_next];

    if (oldest->used) {
        assert(oldest->mode < MAX_MODES); /* its request was judged */
        gone_add(gone, oldest, &buf->modes.of[oldest->mode], records);
    }
    *oldest = *x;
    buf->xl_next = (buf->xl_next + 1) % MAX_XL;
}

void buffer_xl_rsp(struct spe_model *m, const struct spe_txn_xl_rsp *t)
{
    struct buffer *buf = &m->spu->buf;
    struct xl_asked *asked = &buf->asked;

    if (!asked->open || t->id != asked->txn.id) {
        if (asked->spare > 0) {
            asked->spare--;
        } else {
            answer_without_request(m, t);
        }
        return;
    }
    asked->open = false;
    journal_translated(m, asked->txn.va, t);
    /* BR6: the request was accepted in the cycle of a TLBI or before; the answer is not used. */
    bool stale = buf->tlbi_cycle != 0 && buf->tlbi_cycle >= asked->cycle;
    if (t->fault) {
        if (!stale) {
            stream_cut(&m->spu->st, m->clock.cycle);
        }
        /* A fault for a buffer that software has replaced is not used either, without its record.
         */
        bool gone = asked->number != buf->number && requester(m) == NULL;
        if (m->records && !stale && !gone && !asked->ahead) {
            take_fault(m, t);
        }
        return;
    }
    const struct xl x = {.used = true,
                         .va_page = asked->txn.va >> 12,
                         .pa_page = t->pa >> 12,
                         .cycle = m->clock.cycle,
                         .stale_cycle = stale ? buf->tlbi_cycle : 0,
                         .rec = asked->rec,
                         .ids = buf->ids.asked,
                         .mode = (uint8_t)asked->mode,
                         .attr = t->attr,
                         .pas = t->pas,
                         .owned = modes_fit(&buf->modes, asked->mode, m->spu->enabled.mode),
                         .at_once = asked->cycle == m->clock.cycle};
    keep_translation(&m->gone, buf, &x, m->records);
}
