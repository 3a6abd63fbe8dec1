/* SPDX-License-Identifier: Apache-2.0 */
#include "queue/find.h"
#include "bytes/order_free.h"
#include "queue/ids.h"
#include "queue/place.h"
#include "state/model.h"
#include "state/queue.h"

/* Which translation, record or place fits a burst. Nothing changes here. */

/* Whether the mode of the translation is, or may be, one of those that held since the record may be
 * offered. */
static bool mode_held(const struct modes *modes, uint32_t since, unsigned mode)
{
    bool any = (since >> mode & 1u) != 0;

    for (unsigned i = 0; i < modes->n && !any; i++) {
        any = (since >> i & 1u) != 0 && modes_fit(modes, mode, i);
    }
    return any;
}

/* The mode of a record is that of the cycle in which its first AW is offered (W3). An SPU knows
 * what its registers hold since reset, and keeps a translation that fits. */
static bool mode_fits(const struct spu *spu, const struct rec *rec, const struct xl *x)
{
    if (rec->modes.known) {
        return x->mode == rec->modes.mode;
    }
    if (spu->buf.offer_known && spu->buf.offered > spu->enabled.mode_cycle) {
        return modes_fit(&spu->buf.modes, x->mode, spu->enabled.mode);
    }
    return x->owned && mode_held(&spu->buf.modes, rec->modes.since, x->mode);
}

/* The usable translation of the page of `va` that was answered in cycle `by` or before. An SPU
 * cannot offer the AW before the answer. */
static struct xl *translated_by(struct spu *spu, const struct rec *rec, uint64_t va, uint64_t by)
{
    for (int i = 1; i <= MAX_XL; i++) {
        struct xl *x = &spu->buf.xl[(spu->buf.xl_next + MAX_XL - i) % MAX_XL];
        if (x->used && x->va_page == va >> 12 && buffer_fresh(&spu->buf, x, rec->enq_cycle) &&
            (x->at_once || x->cycle <= by) && mode_fits(spu, rec, x) &&
            buffer_ids_fit(rec, &x->ids)) {
            return x;
        }
    }
    return NULL;
}

struct xl *buffer_translate(struct spu *spu, const struct rec *rec, uint64_t va)
{
    return translated_by(spu, rec, va, spu->buf.offer_known ? spu->buf.offered : UINT64_MAX);
}

bool buffer_offers_by(struct spu *spu, const struct rec *rec, bool order_free, uint64_t cycle)
{
    const uint64_t first = buffer_first(spu, rec), last = first + (uint64_t)rec->len - 1;

    return spu->buf.aw_next <= cycle && rec->enq_cycle <= cycle &&
           (translated_by(spu, rec, first, cycle) != NULL ||
            (order_free && translated_by(spu, rec, last, cycle) != NULL));
}

const char *buffer_untranslated(const struct buffer *buf, uint64_t va)
{
    const struct xl *last = NULL;

    for (int i = MAX_XL; i > 0; i--) {
        const struct xl *x = &buf->xl[(buf->xl_next + MAX_XL - i) % MAX_XL];
        last = x->used && x->va_page == va >> 12 ? x : last;
    }
    if (last == NULL) {
        return "has no translation";
    }
    if (buf->offer_known && !last->at_once && last->cycle > buf->offered) {
        return "was translated only after the address was offered";
    }
    if (last->stale_cycle != 0) {
        return "has a translation that a TLBI has ended";
    }
    return last->ids.left_cycle != 0
               ? "was translated for another ASID or VMID than those since the"
                 " last context synchronization event [S13]"
               : "was translated for another owner or in another mode";
}

static bool beat_holds(const struct spe_txn_aw *t, uint64_t pa)
{
    const uint64_t bytes = (uint64_t)1 << t->size;

    return t->addr <= pa && pa < (t->addr & ~(bytes - 1)) + bytes;
}

struct xl *buffer_translation_at(struct spu *spu, const struct rec *rec, uint64_t va,
                                 const struct spe_txn_aw *t)
{
    struct xl *x = buffer_translate(spu, rec, va);

    return x != NULL && beat_holds(t, x->pa_page << 12 | (va & 0xFFF)) ? x : NULL;
}

/* Whether the burst, if it lies in the page, has a byte at `va` or later and before `end`. */
static bool burst_holds(const struct spe_txn_aw *t, uint64_t page, uint64_t va, uint64_t end)
{
    const uint64_t bytes = (uint64_t)1 << t->size, from = page | (t->addr & 0xFFF);
    const uint64_t to = (from & ~(bytes - 1)) + bytes * ((uint64_t)t->len + 1);

    return to > va && from < end;
}

struct xl *buffer_translation_in(struct spu *spu, const struct rec *rec, uint64_t va,
                                 const struct spe_txn_aw *t, uint64_t *first)
{
    const uint64_t end = va + (uint64_t)rec->len;

    for (int i = 0; i < 2; i++) {
        const uint64_t page = (i == 0 ? va : end - 1) & ~(uint64_t)0xFFF;
        struct xl *x = buffer_translate(spu, rec, page);
        if (x != NULL && x->pa_page == t->addr >> 12 && burst_holds(t, page, va, end)) {
            *first = page | (t->addr & 0xFFF);
            return x;
        }
    }
    return NULL;
}

/* Whether a forgotten translation maps the page of `va` to the page of the burst, and is usable as
 * in buffer_translate(). Any ASID and VMID may fit a record sampled before the last context
 * synchronization event. */
static bool was_there(struct spu *spu, const struct gone *gone, const struct rec *rec, uint64_t va,
                      const struct spe_txn_aw *t)
{
    const struct xl before = {.stale_cycle = gone->ended_cycle};
    struct xl x = {.va_page = va >> 12,
                   .pa_page = t->addr >> 12,
                   .ids = {.told = spu->buf.ids.now},
                   .owned = true};
    const bool any = x.ids.told == 0 || rec->life.sel_cycle <= spu->barriers.cse_cycle;
    const bool ended = buffer_fresh(&spu->buf, &before, rec->enq_cycle);
    bool found = false;

    if (buffer_translate(spu, rec, va) != NULL) {
        return false;
    }
    for (; x.mode < spu->buf.modes.n && !found; x.mode++) {
        found =
            mode_fits(spu, rec, &x) && gone_has(gone, &x, &spu->buf.modes.of[x.mode], any, ended);
    }
    return found;
}

bool buffer_forgotten(struct spu *spu, const struct gone *gone, const struct rec *rec,
                      const struct spe_txn_aw *t, bool order_free)
{
    bool any = false;
    uint64_t va;

    for (int i = 0; buffer_place(spu, rec, i, &va); i++) {
        const uint64_t end = va + (uint64_t)rec->len;
        if (order_free) {
            for (uint64_t page = va >> 12; page <= (end - 1) >> 12; page++) {
                any |=
                    burst_holds(t, page << 12, va, end) && was_there(spu, gone, rec, page << 12, t);
            }
        } else {
            const uint64_t at = i == 0 ? rec->next : va;
            any |= beat_holds(t, (t->addr & ~(uint64_t)0xFFF) | (at & 0xFFF)) &&
                   was_there(spu, gone, rec, at, t);
        }
    }
    return any;
}

/* Whether the scoreboard holds a translation of the page in that mode, answered in the cycle in
 * which the burst was offered, or before. With such a translation the record is not taken for lost.
 */
static bool is_held(const struct buffer *buf, uint64_t va_page, unsigned mode)
{
    const uint64_t by = buf->offer_known ? buf->offered + 1 : buf->aw_next;
    bool any = false;

    for (int i = 0; i < MAX_XL; i++) {
        const struct xl *x = &buf->xl[i];
        any |= x->used && x->va_page == va_page && x->mode == mode && x->stale_cycle == 0 &&
               x->ids.left_cycle == 0 && x->cycle < by;
    }
    return any;
}

/* Whether the burst was certainly offered after software had disabled the buffer: the tap says so,
 * or a DSB that was requested since has waited for all earlier bursts (W2, BR5). */
static bool offered_disabled(const struct spu *spu)
{
    const uint64_t last = spu->st.left_cycle; /* last cycle with E = 1 */
    const uint64_t dsb = spu->barriers.dsb_cycle;

    return (spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_E) == 0 &&
           ((dsb > last && spu->buf.dsb_cycle >= dsb) ||
            (spu->buf.offer_known && spu->buf.offered > last));
}

bool buffer_forgotten_first(const struct spu *spu, const struct gone *gone,
                            const struct spe_txn_aw *t)
{
    const struct xl before = {.stale_cycle = gone->ended_cycle};
    const bool ended = buffer_fresh(&spu->buf, &before, spu->buf.tlbi_cycle);
    const uint64_t va = spu->regs.v[SPE_PMBPTR];
    struct xl x = {.va_page = va >> 12, .pa_page = t->addr >> 12};
    bool found = false;

    for (; x.mode < spu->buf.modes.n && !found; x.mode++) {
        found = !is_held(&spu->buf, x.va_page, x.mode) &&
                gone_has(gone, &x, &spu->buf.modes.of[x.mode], true, ended);
    }
    return found && !offered_disabled(spu) && beat_holds(t, x.pa_page << 12 | (va & 0xFFF));
}

int buffer_reach(struct spu *spu, const struct rec *rec, const struct spe_txn_aw *t,
                 bool order_free)
{
    const uint64_t page = rec->va & ~(uint64_t)0xFFF;

    for (unsigned i = 0; i < (order_free ? 2 : 1); i++) {
        const uint64_t at =
            order_free ? (page + UINT64_C(0x1000) * i) | (t->addr & 0xFFF) : rec->next;
        if (at >= rec->va + (uint64_t)rec->len && at < rec->va + SPE_RECORD_MAX &&
            buffer_translation_at(spu, rec, at, t) != NULL) {
            return (int)(at - rec->va) + 1;
        }
    }
    return 0;
}

bool buffer_begins_at(struct spe_model *m, const struct rec *rec, uint64_t va,
                      const struct spe_txn_aw *t)
{
    uint64_t first;

    if (!m->opt.order_free) {
        return buffer_translation_at(m->spu, rec, va, t) != NULL;
    }
    return buffer_translation_in(m->spu, rec, va, t, &first) != NULL;
}

bool buffer_begins(struct spe_model *m, const struct rec *rec, const struct spe_txn_aw *t)
{
    bool next = rec->state != REC_QUEUED && !m->opt.order_free;

    return buffer_begins_at(m, rec, next ? rec->next : buffer_first(m->spu, rec), t);
}

struct rec *buffer_late(struct spe_model *m, const struct spe_txn_aw *t)
{
    struct rec *doomed = rec_of(&m->spu->buf, m->spu->buf.doomed);
    const struct rec *head = m->spu->buf.n > 0 ? queue_seen(&m->spu->buf, 0) : NULL;
    const bool begun = head != NULL && head->state == REC_STARTED && head->next != head->va;

    return doomed != NULL && doomed->doom.late_aws > 0 &&
                   (!m->spu->buf.offer_known || m->spu->buf.offered <= doomed->doom.cycle + 1) &&
                   (head == NULL || (!begun && buffer_begins(m, doomed, t)))
               ? doomed
               : NULL;
}

/* The first record that waits for room, or NULL. If all queued records were discarded it had room,
 * but not before the cycle after its ending. With [record_order] = any it is enough that the one at
 * the head is not there. */
static struct rec *had_room(struct spu *spu, uint64_t now)
{
    const struct inflight *fl = &spu->fl;
    const struct tag *tag = fl->n_wait > 0 ? &fl->tag[fl->wait[0]] : NULL;

    return tag != NULL && tag->end_cycle < now ? rec_of(&spu->buf, tag->rec) : NULL;
}

struct rec *buffer_candidate(struct spe_model *m, int i)
{
    bool any = m->cfg.record_order == spe_cfg_record_order_any;
    bool gone = true; /* all records in front may be gone */

    for (int k = 0; k < i && k < m->spu->buf.n; k++) {
        gone &= queue_at(&m->spu->buf, k)->maybe;
    }
    const bool one_of = i > 0 && queue_at(&m->spu->buf, 0)->one_of;
    if (i < m->spu->buf.n) {
        bool fits = !one_of || queue_at(&m->spu->buf, i)->maybe;
        return fits && (gone || any) ? queue_at(&m->spu->buf, i) : NULL;
    }
    gone |= any && i > 0 && queue_at(&m->spu->buf, 0)->maybe;
    const bool first = i == m->spu->buf.n && i > 0 && gone && !one_of;
    return first ? had_room(m->spu, m->clock.cycle) : NULL;
}

/* Whether `other` has the bytes of `rec` that are written so far. */
static bool bytes_could_be(const struct rec *rec, const struct rec *other)
{
    for (int i = 0; i < rec->len; i++) {
        if (buffer_have(rec, i) && (i >= other->len || (rec->actual[i] != other->bytes[i] &&
                                                        !buffer_byte_free(other, i)))) {
            return false;
        }
    }
    return true;
}

bool buffer_could_be(const struct spe_model *m, const struct rec *rec, const struct rec *other,
                     int bytes)
{
    return other->len >= bytes &&
           (m->opt.order_free ? order_free_could_be(rec, other) : bytes_could_be(rec, other));
}

const struct rec *buffer_bytes_of(const struct buffer *buf, const struct rec *rec)
{
    const struct rec *found = NULL;

    for (int i = 0; i < MAX_RECS; i++) {
        const struct rec *other = &buf->pool[i];
        if (other->state != REC_FREE && other != rec && bytes_could_be(rec, other) &&
            (found == NULL || other->id < found->id)) {
            found = other;
        }
    }
    return found;
}
