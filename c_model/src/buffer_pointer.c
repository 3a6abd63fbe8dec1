/* SPDX-License-Identifier: Apache-2.0 */
#include "buffer_place.h"
#include "model_internal.h"
#include "nosync.h"

/* PMBPTR_EL1: moved behind a record that is done, written by software (3.4, 3.6.1). */

static bool is_full(const struct spe_model *m, uint64_t limit, uint64_t end)
{
    return end > limit || limit - end < (uint64_t)1 << m->cfg.max_size;
}

/* By state and level: each has its regimes in txn_bus.h, of EL1 the first. */
static unsigned owner_of(const struct spe_model *m, unsigned mode)
{
    const unsigned regime = m->buf.modes.of[mode].regime;

    return regime / 3 * 2 + (regime % 3 != 0);
}

/* D17.4: a disabled buffer's pointer is not updated by the SPU, not for a record that has begun
 * either; nor, by old or new controls (3.6.1), for one of an owner that has the buffer no more. */
static bool may_stay(const struct spe_model *m, const struct rec *rec)
{
    return !m->enabled.buffer ||
           (rec->modes.known && owner_of(m, rec->modes.mode) != owner_of(m, m->enabled.mode));
}

/* The record is done in this cycle: the pointer moves in the next one (B5), and the buffer may be
 * full. */
void buffer_advance(struct spe_model *m, const struct rec *rec)
{
    uint64_t end = rec->va + (uint64_t)rec->len;
    bool full = is_full(m, rec->limit, end);
    bool full_now = is_full(m, m->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_LIMIT, end);
    struct effect e = {.lo = m->clock.cycle + (uint64_t)m->cfg.event_min,
                       .hi = m->clock.cycle + (uint64_t)m->cfg.event_max,
                       .ec = SPE_PMBSR_EC_OTHER,
                       .mss = SPE_PMBSR_BSC_FULL,
                       .full = true,
                       .cause = CAUSE_FULL};

    m->pointer.due = true;
    m->pointer.value = end;
    m->pointer.order = rec->order;
    m->schedule.busy = true;
    m->pointer.alt = may_stay(m, rec) ? FORK_B29 : FORK_KINDS;
    if (rec->optional || model_window_retains(m)) {
        m->pointer.alt = FORK_B13; /* 3.5: while S is 1 the pointer is retained */
    }
    if (rec->buffer != m->buf.number) {
        /* A new pointer, written while the record was on its way, may stand, too (3.6.1). */
        m->pointer.alt = FORK_POINTER;
    }
    m->buf.account.known &= m->pointer.alt != FORK_POINTER && m->pointer.alt != FORK_B29;
    if (full || full_now) {
        /* 3.6.1: either limit may be read (S1), and a new pointer may stand, as above. */
        e.optional = !m->enabled.buffer || full != full_now || rec->buffer != m->buf.number;
        model_event(m, e);
    }
}

void buffer_new_pointer(struct spe_model *m, uint64_t old, uint64_t ptr)
{
    cover_pointer(m);
    if ((m->opt.taps & SPE_TAP_SYNC) == 0 && !m->enabled.buffer) {
        buffer_give_up(m); /* nothing else tells that the SPU is done with them */
    }
    buffer_keep_pointer(m, old);
    bytemap_clear(&m->buf.map);
    m->buf.number++;
    m->buf.moved = m->enabled.buffer;
    m->buf.account.from = ptr;
    m->buf.account.bytes = m->buf.account.whole = 0;
    m->buf.account.known = true;
    if (!m->records) {
        stream_pointer(m, ptr);
    }
    if (m->buf.old.rec != 0 && m->buf.n > 0 && queue_at(&m->buf, 0)->id == m->buf.old.rec) {
        buffer_check_pointer(m, true); /* the record at the head begins there, or has begun */
        m->buf.moved = m->enabled.buffer;
    }
}
