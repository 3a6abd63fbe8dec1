/* SPDX-License-Identifier: Apache-2.0 */
#include "bus/faulting.h"
#include "doubt/choose.h"
#include "doubt/outcome.h"
#include "queue/find.h"
#include "queue/place.h"
#include "spe/regs.h"
#include "state/model.h"
#include "state/queue.h"

/* Which byte of a record faults (3.5.3, B11). In order it is the next byte; order-free it is any
 * byte in the page that is still to be written. */

/* Where a record begins that may be in several places, and of which a page was asked for.
 * Order-free the request tells only the page. */
static uint64_t requested(struct spe_model *m, const struct rec *rec)
{
    const uint64_t va = m->spu->buf.asked.txn.va;
    uint64_t first = buffer_first(m->spu, rec), at;
    bool found = false;

    if (!m->opt.order_free) {
        (void)buffer_in_page(m->spu, rec, va, &first);
        return first;
    }
    for (int i = 0; buffer_place(m->spu, rec, i, &at); i++) {
        if (buffer_touches(at, rec->len, va) && (!found || (at != first && choose_when(m)))) {
            first = at;
            found = true;
        }
    }
    return first;
}

void faulting_put(struct spe_model *m, struct rec *rec)
{
    if (rec->state == REC_QUEUED) {
        const uint64_t first = requested(m, rec);
        buffer_put(m->spu, rec, first);
        rec->va = rec->next = first;
    }
}

/* The lowest byte in `page` that a record at `va` has still to write, as far as AWs show: its next
 * burst is at `next`. */
static uint64_t faulting_byte(uint64_t va, uint64_t next, uint64_t page)
{
    const uint64_t first = page > va ? page : va;

    return next > first ? next : first;
}

/* In order: sets PMBPTR_EL1 and DL of the fault. An AW for the bytes in front of the requested byte
 * may be offered and not accepted yet. Those bytes do not fault, so PMBPTR_EL1 may also be the
 * requested byte (later_ptr). */
static void point(struct spe_model *m, const struct rec *rec, struct effect *e)
{
    const uint64_t va = m->spu->buf.asked.txn.va, page = va & ~(uint64_t)0xFFF;
    const bool maybe = rec->state == REC_MAYBE; /* the record need not be there */
    const uint64_t first = maybe ? requested(m, rec) : rec->va, next = maybe ? first : rec->next;

    e->ptr = faulting_byte(first, next, page);
    e->later_ptr = va > e->ptr && va < first + (uint64_t)rec->len &&
                           buffer_translate(m->spu, rec, next) != NULL
                       ? va
                       : e->ptr;
    e->dl = e->ptr != first ? DL_ONE : model_boundary_dl(m);
}

/* Whether AWs were accepted for all bytes of the record in `page`. Then the request is for none of
 * these bytes. */
static bool all_offered(const struct rec *rec, uint64_t page)
{
    return rec->next > (page > rec->va ? page : rec->va) &&
           (rec->next >> 12 != page >> 12 || rec->next >= rec->va + (uint64_t)rec->len);
}

/* Whether an AW for the byte at `va` waits for its data. These data need not contain the byte. */
static bool has_aw(const struct buffer *buf, const struct rec *rec, uint64_t va)
{
    bool offered = false;

    for (int i = 0; i < buf->n_bursts; i++) {
        const struct burst *b = &buf->burst[i];
        offered |=
            b->rec == rec_number(buf, rec) && !b->w_done && va >= b->va && va < buffer_burst_end(b);
    }
    return offered;
}

/* Order-free: puts into `set` the unwritten bytes of a record at `first` that are in the page of
 * `va` (same_page), or in the other page of the record. @return whether one of them has no AW;
 * *lowest: the first such byte. */
static bool left_in(const struct buffer *buf, const struct rec *rec, uint64_t first, uint64_t va,
                    bool same_page, struct byteset *set, uint64_t *lowest)
{
    bool any = false;

    *set = (struct byteset){.base = first};
    for (uint64_t at = first; at < first + (uint64_t)rec->len; at++) {
        if ((at >> 12 == va >> 12) != same_page || buffer_have(rec, (int)(at - first))) {
            continue;
        }
        byteset_add(set, at);
        if (!any && !has_aw(buf, rec, at)) {
            *lowest = at;
            any = true;
        }
    }
    return any;
}

/* Order-free: whether an AW of other bytes of the record than the faulting byte may be on its way.
 * `left`: the unwritten bytes in the page of the faulting byte; `lowest`: the first of them. */
static bool others_offered(struct spu *spu, const struct rec *rec, uint64_t first,
                           const struct byteset *left, uint64_t lowest)
{
    struct byteset elsewhere;
    uint64_t at;

    if (byteset_from(left, lowest + 1, &at) && buffer_translate(spu, rec, at) != NULL) {
        return true;
    }
    return left_in(&spu->buf, rec, first, lowest, false, &elsewhere, &at) &&
           buffer_translate(spu, rec, at) != NULL;
}

/* The values that PMBPTR_EL1 may have instead of the usual value `ptr`: the bytes of `left`, with
 * the writable bits alone (4.3.3, E9). */
static struct byteset unusual(const struct byteset *left, uint64_t ptr, uint64_t bits)
{
    struct byteset set = {.base = left->base & bits};

    for (uint64_t at = left->base; at - left->base < BYTESET_BYTES; at++) {
        if (byteset_has(left, at) && (at & bits) != ptr) {
            byteset_add(&set, at & bits);
        }
    }
    return set;
}

/* Whether the earlier fault `before` may still have been used. Before its event takes effect, an
 * SPU may ask again for the same page of the record, or for its other page (W3). If it asked for
 * the same page, the bytes `set` of the new fault must be among those of the earlier one, because
 * the bytes written meanwhile do not fault. If the SPU asked for a page of another record, it has
 * gone on, so the earlier fault was not used. */
static bool still_of(const struct effect *before, uint64_t ptr, const struct byteset *others,
                     const struct byteset *set)
{
    return others->base == set->base &&
           (before->ptr >> 12 != ptr >> 12 || byteset_within(set, others));
}

/* Notes `set` as the other bytes of the fault `e`; `va` is the best one. After a certain fault no
 * other fault moves the pointer. If earlier faults may have been used, either fault may have moved
 * the pointer, so the bytes of the earlier ones are kept, too: of the page of `e` only its usual
 * value, because the other bytes of that page are in `set`, or written. */
static void keep_others(struct events *events, struct effect *e, const struct byteset *set,
                        uint64_t va)
{
    struct byteset all = *set;
    bool both = false;

    for (int i = 0; i < events->n; i++) {
        if (events->effect[i].others && !events->effect[i].optional) {
            return;
        }
    }
    for (int i = 0; i < events->n; i++) {
        struct effect *before = &events->effect[i];
        before->others &= still_of(before, e->ptr, &events->others, set);
        both |= before->others;
    }
    for (uint64_t i = 0; both && i < BYTESET_BYTES; i++) {
        const uint64_t at = all.base + i;
        if ((at >> 12 != e->ptr >> 12 || at == e->ptr) && byteset_has(&events->others, at)) {
            byteset_add(&all, at);
        }
    }
    events->others = all;
    e->others = byteset_from(set, e->ptr, &e->later_ptr);
    if (byteset_has(set, va)) {
        e->later_ptr = va;
    }
}

/* Adds to `left` the bytes of longer records that begin in the place of `rec`: `rec` need not be
 * there, and the request may be for one of these. */
static void add_instead(struct spe_model *m, const struct rec *rec, uint64_t first,
                        struct byteset *left)
{
    const struct rec *other;
    struct byteset its;
    uint64_t lowest;

    for (int i = 1; (other = buffer_candidate(m, i)) != NULL; i++) {
        if (other->len <= rec->len || buffer_first(m->spu, other) != first) {
            continue;
        }
        (void)left_in(&m->spu->buf, other, first, m->spu->buf.asked.txn.va, true, &its, &lowest);
        for (int k = 0; k < BYTESET_BYTES / 64; k++) {
            left->bits[k] |= its.bits[k];
        }
    }
}

static bool fault_is_open(const struct effect *e, const struct rec *rec)
{
    return e->others && e->order == rec->order;
}

/* Removes the written bytes of the record from `set`. An address in `set` may stand for several
 * bytes, because it has only the bits `bits`: it stays until all of them are written. */
static void take_out_written(const struct rec *rec, uint64_t bits, struct byteset *set)
{
    struct byteset its = {.base = set->base}, left = {.base = set->base};

    for (uint64_t at = rec->va; at < rec->va + (uint64_t)rec->len; at++) {
        byteset_add(&its, at & bits);
        if (!buffer_have(rec, (int)(at - rec->va))) {
            byteset_add(&left, at & bits);
        }
    }
    for (int i = 0; i < BYTESET_BYTES / 64; i++) {
        set->bits[i] &= ~its.bits[i] | left.bits[i];
    }
}

/* The event has taken effect and may have set PMBPTR_EL1 to any of several bytes. Removes the bytes
 * that are written. If PMBPTR_EL1 is one of these, it becomes the first byte that is left; if none
 * is left, the first unwritten byte of the page, unless that is the first byte of the record: DL
 * differs for it, so model_effect_settled() has a separate branch for it. */
static void take_out_of_pointer(struct spu *spu, const struct rec *rec, uint64_t bits)
{
    struct byteset *others = &spu->pointer.others;
    uint64_t *ptr = &spu->regs.v[SPE_PMBPTR], at = rec->va;

    take_out_written(rec, bits, others);
    if (byteset_has(others, *ptr) || byteset_from(others, others->base, ptr)) {
        return;
    }
    model_pointer_known(&spu->pointer);
    while (at < rec->va + (uint64_t)rec->len &&
           (at >> 12 != *ptr >> 12 || buffer_have(rec, (int)(at - rec->va)))) {
        at++;
    }
    *ptr = at != rec->va && at < rec->va + (uint64_t)rec->len ? at & bits : *ptr;
}

void faulting_written(struct spu *spu, const struct rec *rec, uint64_t bits)
{
    struct events *events = &spu->events;
    bool any = false;

    if (spu->pointer.open && rec->state == REC_DOOMED) {
        take_out_of_pointer(spu, rec, bits);
    }
    for (int i = 0; i < events->n; i++) {
        any |= fault_is_open(&events->effect[i], rec);
    }
    if (!any) {
        return;
    }
    take_out_written(rec, bits, &events->others);
    for (int i = 0; i < events->n; i++) {
        struct effect *e = &events->effect[i];
        if (fault_is_open(e, rec) && !byteset_has(&events->others, e->later_ptr)) {
            const struct byteset page = byteset_page(&events->others, e->ptr);
            e->later_ptr = e->ptr;
            e->others = byteset_from(&page, e->ptr, &e->later_ptr);
        }
    }
}

/* Order-free: PMBPTR_EL1 is usually the lowest unwritten byte, but may be the byte that was asked
 * for, or any other unwritten byte. */
static bool point_anywhere(struct spe_model *m, const struct rec *rec, struct effect *e, bool *late)
{
    const uint64_t va = m->spu->buf.asked.txn.va, bits = spe_reg_writable(&m->cfg, SPE_PMBPTR);
    const uint64_t first = rec->state == REC_MAYBE ? requested(m, rec) : rec->va;
    struct byteset left;
    uint64_t lowest;

    if (!left_in(&m->spu->buf, rec, first, va, true, &left, &lowest)) {
        return false;
    }
    e->ptr = e->later_ptr = lowest & bits;
    e->dl = lowest != first ? DL_ONE : model_boundary_dl(m);
    *late = others_offered(m->spu, rec, first, &left, lowest);
    if (rec->next == rec->va) { /* else buffer_instead() has asked this */
        add_instead(m, rec, first, &left);
    }
    const struct byteset set = unusual(&left, e->ptr, bits);
    keep_others(&m->spu->events, e, &set, va & bits);
    return true;
}

/* Clears the bits that are RES0 in PMBPTR_EL1 (4.3.3, E9). */
static void keep_writable(const struct spe_config *cfg, struct effect *e)
{
    const uint64_t bits = spe_reg_writable(cfg, SPE_PMBPTR);

    e->ptr &= bits;
    e->later_ptr &= bits;
}

bool faulting_bytes(struct spe_model *m, const struct rec *rec, struct effect *e, bool *late)
{
    if (m->opt.order_free) {
        return point_anywhere(m, rec, e, late);
    }
    point(m, rec, e);
    *late = rec->next < e->later_ptr;
    keep_writable(&m->cfg, e);
    return !all_offered(rec, m->spu->buf.asked.txn.va & ~(uint64_t)0xFFF);
}
