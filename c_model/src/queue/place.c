/* SPDX-License-Identifier: Apache-2.0 */
#include "queue/place.h"
#include "judge/report.h"
#include "state/model.h"
#include "state/queue.h"

/*
 * Where a record begins, and below which limit. An SPU may read PMBPTR_EL1 at any time from the
 * cycle in which the record is the head of the queue to the cycle of its first AW. Software must
 * not write PMBPTR_EL1 meanwhile. If it does, the record begins at the new or at an old value
 * (3.6.1; dpi/timing.md, W17). It may also be written below an old LIMIT, by which the SPU has
 * judged it.
 */

/* Whether nothing of the record was written, as far as is known. */
static bool not_begun(const struct rec *rec)
{
    return rec->state == REC_QUEUED || (rec->next == rec->va && rec->got_bytes == 0);
}

uint64_t buffer_first(const struct spu *spu, const struct rec *rec)
{
    return rec->state == REC_QUEUED && !rec->placed ? spu->regs.v[SPE_PMBPTR] : rec->va;
}

/* Whether the record may be written or not, and has not begun. Then it begins where PMBPTR_EL1
 * pointed when it came into this doubt (S2), or where it points now. */
static bool follows(const struct rec *rec)
{
    return rec->state == REC_MAYBE && rec->may_write && not_begun(rec);
}

/* W17: each address at which the record may begin. */
bool buffer_place(const struct spu *spu, const struct rec *rec, int i, uint64_t *va)
{
    const struct old_pointers *old = &spu->buf.old;
    const int n = old->rec == rec->id && !rec->placed && not_begun(rec) ? old->n : 0;

    if (i > n + follows(rec)) {
        return false;
    }
    *va = i == 0 ? buffer_first(spu, rec) : i <= n ? old->ptr[i - 1] : spu->regs.v[SPE_PMBPTR];
    return true;
}

bool buffer_touches(uint64_t at, int bytes, uint64_t va)
{
    const uint64_t last = at + (uint64_t)bytes - 1;

    return va >> 12 == at >> 12 || va >> 12 == last >> 12;
}

bool buffer_in_page(const struct spu *spu, const struct rec *rec, uint64_t va, uint64_t *first)
{
    bool found = false;
    uint64_t at;

    for (int i = 0; buffer_place(spu, rec, i, &at); i++) {
        if (buffer_touches(at, rec->len, va) && (!found || va == at)) {
            *first = at; /* a request names the next byte, which tells two places apart */
            found = true;
        }
    }
    return found;
}

void buffer_put(struct spu *spu, struct rec *rec, uint64_t va)
{
    if (va == buffer_first(spu, rec)) {
        return;
    }
    rec->placed = va != spu->regs.v[SPE_PMBPTR];
    rec->va = rec->next = va;
    rec->buffer = spu->buf.number - rec->placed;
}

void buffer_set_limit(const struct spe_config *cfg, const struct buffer *buf, struct rec *rec,
                      uint64_t limit)
{
    const bool any = rec->may_write || cfg->disabled_record == spe_cfg_disabled_record_write;
    const bool either = any && rec->enq_cycle <= buf->on_cycle;

    if (limit > rec->limit || !either) {
        rec->limit = limit;
    }
    if (limit < rec->least || !either) {
        rec->least = limit;
    }
}

/* Whether `ptr` is already a place where the record may begin. */
static bool is_place(const struct spu *spu, const struct rec *rec, uint64_t ptr)
{
    bool any = false;
    uint64_t va;

    for (int i = 0; buffer_place(spu, rec, i, &va); i++) {
        any |= va == ptr;
    }
    return any;
}

void buffer_keep_pointer(struct spe_model *m, uint64_t old)
{
    const struct rec *head = m->spu->buf.n > 0 ? queue_at(&m->spu->buf, 0) : NULL;

    /* If the pointer has just moved, this record was not the head before. */
    if (!buffer_takes(m) || head == NULL || head->state != REC_QUEUED ||
        m->spu->pointer.cycle == m->clock.cycle) {
        return;
    }
    if (m->spu->buf.old.rec != head->id) {
        m->spu->buf.old.rec = head->id;
        m->spu->buf.old.n = 0;
    }
    if (is_place(m->spu, head, old)) {
        return;
    }
    if (m->spu->buf.old.n == MAX_OLD) {
        model_overflow(m, "values of PMBPTR_EL1 at which a record may begin", MAX_OLD);
        return;
    }
    m->spu->buf.old.ptr[m->spu->buf.old.n++] = old;
}

/* The record may have been judged by `limit` before the write of `cycle`. */
static void judged_by(struct rec *rec, uint64_t limit, uint64_t cycle)
{
    const uint64_t from = rec->enq_cycle != 0 ? rec->enq_cycle : rec->life.made_cycle + 1;
    const bool offered = rec->state == REC_STARTED && rec->next != rec->va;

    if (!offered && from <= cycle && rec->offer.judged < limit) {
        rec->offer.judged = limit;
    }
}

/* Each record may have been the head whose predecessors may all be gone. The first record that
 * waits for room has had room then. A disabled buffer needs no care: either it discards the record,
 * or the record was offered before, or buffer_set_limit() keeps the greater limit anyway. */
void buffer_keep_limit(struct spu *spu, bool any, uint64_t limit, uint64_t cycle)
{
    struct buffer *buf = &spu->buf;
    bool head = true;

    for (int i = 0; head && i < buf->n; i++) {
        struct rec *rec = queue_at(buf, i);
        const bool doubt =
            rec->state == REC_MAYBE || rec->maybe || rec->optional || rec->filter.doubt;
        judged_by(rec, limit, cycle);
        head = doubt || (any && rec->state == REC_QUEUED);
    }
    if (head && spu->fl.n_wait > 0) {
        judged_by(rec_of(buf, spu->fl.tag[spu->fl.wait[0]].rec), limit, cycle);
    }
}
