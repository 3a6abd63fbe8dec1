/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "bytes/stream_page.h"
#include "state/model.h"
#include "state/queue.h"

/* Which page of the buffer a burst is in, where no record says so (sets without LIFE). */

/* Where the stream is after the data of the bursts before `b`. */
static uint64_t stream_last(const struct spu *spu, const struct burst *b)
{
    const struct burst *before = b > spu->buf.burst ? b - 1 : b;
    const bool open = before != b && before->mapped && !before->w_done;

    return open ? buffer_burst_end(before) : spu->st.next;
}

/* Whether a burst that begins at `va` continues the stream. Data of the burst before may still be
 * missing. */
static bool goes_on(const struct spu *spu, const struct burst *b, uint64_t va)
{
    return spu->st.known && va <= stream_last(spu, b) &&
           va + (UINT64_C(1) << b->size) > spu->st.next;
}

/* Whether the next record may begin in another buffer, in the page of `x`. This is so between two
 * records, if `x` was answered after the last burst and before this one was offered, and is not the
 * translation of the next page. Used if the monitors do not show PMBPTR_EL1. */
static bool another_buffer(const struct spu *spu, const struct burst *b, const struct xl *x)
{
    const bool open = spu->st.inside || (b > spu->buf.burst && !b[-1].w_done);
    const bool early = !spu->buf.offer_known || x->at_once || x->cycle <= spu->buf.offered;

    return !open && early && x->cycle >= spu->buf.aw_next && x->va_page != (spu->st.next >> 12) + 1;
}

const struct xl *stream_translation(const struct spu *spu, const struct burst *b, bool pointer)
{
    const struct buffer *buf = &spu->buf;
    const struct xl *found = NULL;
    bool next = false;

    assert(b == &buf->burst[buf->n_bursts - 1]);
    for (int i = 1; i <= MAX_XL && !next; i++) {
        const struct xl *x = &buf->xl[(buf->xl_next + MAX_XL - i) % MAX_XL];
        if (x->used && x->pa_page == b->addr >> 12 && buffer_fresh(buf, x, buf->tlbi_cycle)) {
            next = goes_on(spu, b, x->va_page << 12 | (b->addr & 0xFFF)) ||
                   (!pointer && found == NULL && another_buffer(spu, b, x));
            found = next || found == NULL ? x : found;
        }
    }
    return found;
}

bool stream_forgotten(const struct spu *spu, const struct gone *gone, const struct burst *b,
                      const struct xl *x)
{
    const struct xl before = {.stale_cycle = gone->ended_cycle};
    const bool ended = buffer_fresh(&spu->buf, &before, spu->buf.tlbi_cycle);
    const uint64_t pages[] = {spu->st.next >> 12, stream_last(spu, b) >> 12};
    const uint64_t at = b->addr & 0xFFF;
    bool any = x == NULL && gone_page(gone, b->addr >> 12, ended);

    if (x != NULL && goes_on(spu, b, x->va_page << 12 | at)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        any |= goes_on(spu, b, pages[i] << 12 | at) &&
               gone_pages(gone, pages[i], b->addr >> 12, ended);
    }
    return any;
}
