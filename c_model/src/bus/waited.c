/* SPDX-License-Identifier: Apache-2.0 */
#include "bus/waited.h"
#include "queue/find.h"
#include "queue/place.h"
#include "state/model.h"

/* The translation was requested for this record, and no TLBI has ended the translation. */
static bool asked_for(const struct xl *x, const struct rec *rec)
{
    return x->stale_cycle == 0 && x->rec == rec->id;
}

/* Returns the translation of the page of `va` that was obtained for the record before cycle `now`,
 * or NULL. */
static struct xl *obtained(struct spu *spu, const struct rec *rec, uint64_t va, uint64_t now)
{
    struct xl *x = buffer_translate(spu, rec, va);

    return x != NULL && asked_for(x, rec) && x->cycle < now ? x : NULL;
}

/* An AW of the record was accepted. */
static bool begun(const struct rec *rec)
{
    return rec->state == REC_STARTED && rec->next != rec->va;
}

void buffer_cut(struct buffer *buf, uint64_t tlbi)
{
    if (buf->cut.tlbi == 0 && buf->n > 0 && begun(queue_seen(buf, 0))) {
        buf->cut.tlbi = tlbi;
    }
}

bool buffer_cut_waited(const struct spu *spu)
{
    const struct buffer *buf = &spu->buf;

    return buf->cut.tlbi != 0 && buf->cut.tlbi < spu->barriers.dsb_cycle && buf->n > 0 &&
           begun(queue_seen(buf, 0));
}

bool buffer_cut_goes_on(struct buffer *buf, const struct xl *x, uint64_t offered)
{
    const bool late = buf->cut.passed && offered >= buf->dsb_cycle;

    buf->cut.passed = false;
    if (buf->cut.tlbi == 0) {
        buf->cut.tlbi = x->stale_cycle;
    }
    return late;
}

uint64_t buffer_waited_since(struct spu *spu, const struct rec *rec, bool may)
{
    const uint64_t first = buffer_first(spu, rec), last = first + (uint64_t)rec->len - 1;
    const uint64_t offered = may && !rec->offer.told ? rec->enq_cycle : rec->offer.cycle;
    uint64_t since = begun(rec) ? offered : UINT64_MAX;

    for (int i = 0; i < 2; i++) {
        const struct xl *x = obtained(spu, rec, i == 0 ? first : last, since);
        since = x != NULL ? x->cycle : since;
    }
    return since;
}

/* The tap shows a burst only when the burst is accepted, and that may take long. So a DSB may wait
 * for a record that may be `on_offer`, if its page is translated. A DSB may also wait for a record
 * whose translation was obtained, although that record may go on with it behind the DSB (BR5). */
static bool page_waited(struct spu *spu, const struct rec *rec, uint64_t va, bool on_offer,
                        uint64_t until)
{
    return on_offer ? buffer_translate(spu, rec, va) != NULL
                    : obtained(spu, rec, va, until) != NULL;
}

/* Returns whether a DSB may wait for the record. It waits for a begun record to its end, in either
 * page. */
static bool rec_waited(struct spu *spu, const struct rec *rec, bool order_free, bool may,
                       uint64_t until)
{
    const uint64_t last = (uint64_t)rec->len - 1;
    const bool on_offer = may && spu->buf.aw_next < until; /* the SPU offers one at a time */
    uint64_t va;

    if (begun(rec)) {
        return buffer_waited_since(spu, rec, may) < until;
    }
    for (int i = 0; buffer_place(spu, rec, i, &va); i++) {
        if (page_waited(spu, rec, va, on_offer, until) ||
            (order_free && page_waited(spu, rec, va + last, on_offer, until))) {
            return true;
        }
    }
    return false;
}

bool buffer_waited(struct spu *spu, bool order_free, uint64_t until, bool may)
{
    struct buffer *buf = &spu->buf;
    const struct rec *doomed = rec_of(buf, buf->doomed);

    if ((doomed != NULL && doomed->doom.late_aws > 0) ||
        (buf->early.n > 0 && buf->early.cycle < until)) {
        return true;
    }
    for (int i = 0; i < buf->n_bursts; i++) {
        const struct burst *b = &buf->burst[i];
        if (b->offered - (may || b->told ? b->ahead : 0) < until) {
            return true;
        }
    }
    for (int i = 0; i < buf->n; i++) {
        if (rec_waited(spu, queue_at(buf, i), order_free, may, until)) {
            return true;
        }
    }
    return false;
}
