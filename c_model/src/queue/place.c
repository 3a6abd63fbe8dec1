/* SPDX-License-Identifier: Apache-2.0 */
#include "queue/place.h"
#include "judge/report.h"
#include "state/model.h"

/*
 * Where a record begins. An SPU may read PMBPTR_EL1 at any time between the record's coming to the
 * head of the queue and its first AW: when software writes the register meanwhile, which it must
 * not do, the record begins at the new or at an old value (3.6.1; dpi/timing.md 7).
 */

/* Nothing of it was written, as far as is known. */
static bool not_begun(const struct rec *rec)
{
    return rec->state == REC_QUEUED || (rec->next == rec->va && rec->got_bytes == 0);
}

uint64_t buffer_first(const struct spe_model *m, const struct rec *rec)
{
    return rec->state == REC_QUEUED && !rec->placed ? m->spu->regs.v[SPE_PMBPTR] : rec->va;
}

bool buffer_place(const struct spe_model *m, const struct rec *rec, int i, uint64_t *va)
{
    bool old = m->spu->buf.old.rec == rec->id && !rec->placed && not_begun(rec);

    if (i > (old ? m->spu->buf.old.n : 0)) {
        return false;
    }
    *va = i == 0 ? buffer_first(m, rec) : m->spu->buf.old.ptr[i - 1];
    return true;
}

void buffer_put(struct spe_model *m, struct rec *rec, uint64_t va)
{
    if (va == buffer_first(m, rec)) {
        return;
    }
    rec->placed = true;
    rec->va = rec->next = va;
    rec->buffer = m->spu->buf.number - 1;
}

void buffer_keep_pointer(struct spe_model *m, uint64_t old)
{
    const struct rec *head = m->spu->buf.n > 0 ? queue_at(&m->spu->buf, 0) : NULL;

    /* A record that the pointer has just moved for was not the head before. */
    if (!m->spu->enabled.buffer || head == NULL || head->state != REC_QUEUED ||
        m->spu->pointer.cycle == m->clock.cycle) {
        return;
    }
    if (m->spu->buf.old.rec != head->id) {
        m->spu->buf.old.rec = head->id;
        m->spu->buf.old.n = 0;
    }
    if (m->spu->buf.old.n == MAX_OLD) {
        model_overflow(m, "values of PMBPTR_EL1 at which a record may begin", MAX_OLD);
        return;
    }
    m->spu->buf.old.ptr[m->spu->buf.old.n++] = old;
}
