/* SPDX-License-Identifier: Apache-2.0 */
#include "bytes/stream_limit.h"
#include "state/model.h"

/* The limit of a record, where no record says it (sets without LIFE; dpi/timing.md W2, W17). */

bool stream_pads(const struct stream *st, int align)
{
    return (st->next & (((uint64_t)1 << align) - 1)) != 0;
}

/* Whether a record is certainly being written. */
static bool is_writing(const struct stream *st, int align)
{
    return st->inside || stream_pads(st, align);
}

void stream_limit(struct spu *spu, uint64_t before, uint64_t cycle, int align)
{
    const uint64_t limit = before & SPE_PMBLIMITR_LIMIT;
    struct stream *st = &spu->st;
    const bool writing = is_writing(st, align);
    /* Whether a record that began, or was the head, before the previous write may still be written.
     */
    bool older = (st->left && writing) || st->waits || spu->buf.aw_next <= st->left_cycle;

    for (int i = 0; i < spu->buf.n_bursts; i++) {
        const struct burst *b = &spu->buf.burst[i];
        older |= !b->w_done && b->offered - b->ahead <= st->left_cycle;
    }
    if ((before & SPE_PMBLIMITR_E) != 0) { /* else none can begin since the buffer was disabled */
        st->left_limit = older && st->left_limit > limit ? st->left_limit : limit;
        st->left_cycle = cycle;
        st->left = writing;
        st->waits = (spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_E) != 0 &&
                    (!writing || st->bad || st->cut || st->optional);
    }
}

/* A record with bytes of the burst may have begun before PMBLIMITR_EL1 was written. It may also be
 * the record that was being written then, unless that record has certainly ended; or the first one
 * after it, which may have been the head. */
void stream_limit_begin(struct stream *st, const struct burst *b, int align)
{
    st->left =
        b->offered - b->ahead <= st->left_cycle || (st->left && is_writing(st, align)) || st->waits;
    st->waits = st->waits && (st->bad || st->cut); /* else this is the beginning of a record */
}

void stream_limit_passed(struct stream *st, uint64_t psb_cycle)
{
    if (psb_cycle > st->left_cycle) {
        st->waits = false;
        st->left_limit = 0;
    }
}
