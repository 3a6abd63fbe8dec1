/* SPDX-License-Identifier: Apache-2.0 */
#include "queue/pointer.h"
#include "bytes/stream.h"
#include "covered/cover_event.h"
#include "doubt/choose.h"
#include "doubt/event_list.h"
#include "doubt/filter_fork.h"
#include "doubt/outcome.h"
#include "queue/discard.h"
#include "queue/maybe.h"
#include "queue/place.h"
#include "queue/pointer_check.h"
#include "state/model.h"

/* PMBPTR_EL1: the SPU moves it past a record that is done, and software writes it (3.4, 3.6.1). */

/* W6: fewer than 2^MaxSize bytes are left. PM5 counts the event. */
static bool is_full(const struct spe_config *cfg, uint64_t limit, uint64_t end)
{
    return end > limit || limit - end < (uint64_t)1 << cfg->max_size;
}

/* Whether PMBPTR_EL1 may stay. D17.4: the SPU does not update the pointer of a disabled buffer,
 * even for a record that has begun. By old or new controls (3.6.1) the same is true for a record
 * whose owner no longer has the buffer. */
static bool may_stay(const struct enabled *enabled, const struct modes *modes,
                     const struct rec *rec)
{
    return !enabled->buffer || (rec->modes.known && modes_owner(modes, rec->modes.mode) !=
                                                        modes_owner(modes, enabled->mode));
}

void buffer_advance(struct spe_model *m, const struct rec *rec)
{
    uint64_t end = rec->va + (uint64_t)rec->len;
    bool full = is_full(&m->cfg, rec->limit, end), may = is_full(&m->cfg, rec->least, end);
    bool full_now = is_full(&m->cfg, m->spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_LIMIT, end);
    struct effect e = {.lo = m->clock.cycle + (uint64_t)m->cfg.event_min,
                       .hi = m->clock.cycle + (uint64_t)m->cfg.event_max,
                       .order = buffer_last_order(m, rec),
                       .ec = SPE_PMBSR_EC_OTHER,
                       .mss = SPE_PMBSR_BSC_FULL,
                       .full = true,
                       .cause = CAUSE_FULL};

    m->spu->pointer.due = true;
    m->spu->pointer.value = end;
    m->spu->pointer.first = rec->may.first;
    m->spu->pointer.last = e.order;
    m->spu->schedule.busy = true;
    m->spu->pointer.alt =
        may_stay(&m->spu->enabled, &m->spu->buf.modes, rec) ? FORK_B29 : FORK_KINDS;
    if (rec->optional || model_window_retains(m)) {
        m->spu->pointer.alt = FORK_B13; /* 3.5: while S is 1 the pointer is retained */
    }
    if (rec->buffer != m->spu->buf.number) {
        /* A new pointer, written while the record was on its way, may also stay (3.6.1). */
        m->spu->pointer.alt = FORK_POINTER;
    }
    m->spu->buf.account.known &=
        m->spu->pointer.alt != FORK_POINTER && m->spu->pointer.alt != FORK_B29;
    if (may || full_now) {
        /* 3.6.1: the SPU may read either limit (S1), and a new pointer may stay, as above. */
        e.optional =
            !m->spu->enabled.buffer || !full || !full_now || rec->buffer != m->spu->buf.number;
        model_event(m, e);
    }
}

/* Whether a queued record may have been offered before the buffer was disabled. */
static bool may_come(const struct buffer *buf)
{
    bool any = false;

    for (int i = 0; i < buf->n; i++) {
        any |= queue_seen(buf, i)->state == REC_MAYBE;
    }
    return any;
}

void buffer_pointer_read(struct spu *spu, uint64_t data)
{
    if (spu->pointer.open && byteset_has(&spu->pointer.others, data)) {
        spu->regs.v[SPE_PMBPTR] = data;
    }
    model_pointer_known(&spu->pointer);
}

void buffer_new_pointer(struct spe_model *m, uint64_t old, uint64_t ptr)
{
    cover_pointer(m);
    model_pointer_known(&m->spu->pointer);
    if ((m->opt.taps & SPE_TAP_SYNC) == 0 && !m->spu->enabled.buffer &&
        !(may_come(&m->spu->buf) && choose_when(m))) {
        buffer_give_up(m); /* nothing else shows that the SPU is done with the old buffer */
        filter_fork_passed(&m->spu->filter_fork, UINT64_MAX); /* also records given up */
    }
    buffer_keep_pointer(m, old);
    bytemap_clear(&m->spu->buf.map);
    m->spu->buf.number++;
    m->spu->buf.moved = m->spu->enabled.buffer;
    m->spu->buf.account.from = ptr;
    m->spu->buf.account.bytes = m->spu->buf.account.whole = 0;
    m->spu->buf.account.known = true;
    if (!m->records) {
        stream_pointer(m, ptr);
    }
    if (m->spu->buf.old.rec != 0 && m->spu->buf.n > 0 &&
        queue_at(&m->spu->buf, 0)->id == m->spu->buf.old.rec) {
        buffer_check_pointer(m, NULL); /* the head begins there, or has begun before */
        m->spu->buf.moved = m->spu->enabled.buffer;
        buffer_check_mended(m);
    }
}
