/* SPDX-License-Identifier: Apache-2.0 */
#include "state/queue.h"
#include "state/model.h"

/* Questions about the queue and the bursts, and what a burst notes of its record. */

/* The sizes of the lists follow from a queue of eight records, and one record for each tag. */
_Static_assert(MAX_MAYBE >= 8 + MAX_TAGS, "each may be a fork");
_Static_assert(MAX_RECS >= MAX_MAYBE + 8 + MAX_TAGS + 1, "and those of an SPU behind them");
_Static_assert(MAX_FORKS >= MAX_MAYBE + 16, "and events beside them");
_Static_assert(MAX_ASKED >= 2 * MAX_RECS + 8, "two questions for each record, and others");

bool buffer_data_to_come(const struct buffer *buf, const struct rec *rec)
{
    const uint8_t number = rec_number(buf, rec);
    bool any = false;

    for (int i = 0; i < buf->n_bursts; i++) {
        any |= buf->burst[i].rec == number && !buf->burst[i].w_done;
    }
    return any;
}

/* A record that a fault or an abort has ended stays until what it has offered is accepted (RL2). */
static bool doomed_stays(const struct buffer *buf)
{
    const struct rec *rec = rec_seen(buf, buf->doomed);

    return rec != NULL && (rec->doom.late_aws > 0 || buffer_data_to_come(buf, rec));
}

/* Of several records that may have been discarded, at most one was not: together they take one
 * place. */
int buffer_occupied(const struct buffer *buf)
{
    int n = buf->n + doomed_stays(buf);

    for (int i = 1; i < buf->n; i++) {
        n -= queue_seen(buf, i)->state == REC_MAYBE;
    }
    return n;
}

bool buffer_writing(const struct buffer *buf, const struct rec *rec)
{
    const uint8_t number = rec_number(buf, rec);

    for (int i = 0; i < buf->n_bursts; i++) {
        if (buf->burst[i].rec == number) {
            return true;
        }
    }
    return buf->early.n > 0 && buf->n > 0 && queue_seen(buf, 0) == rec;
}

uint64_t buffer_burst_end(const struct burst *b)
{
    uint64_t bytes = (uint64_t)1 << b->size;

    return b->va + (b->addr & ~(bytes - 1)) + bytes * ((uint64_t)b->len + 1) - b->addr;
}

void buffer_burst_of(struct burst *b, const struct rec *rec)
{
    const uint64_t before = rec->order - rec->may.first;

    b->order = rec->order;
    b->earlier = before < UINT8_MAX ? (uint8_t)before : UINT8_MAX;
    b->unsure = rec->maybe;
}

int buffer_next_offset(const struct rec *rec)
{
    int offset = 0;

    while (offset < rec->len && buffer_have(rec, offset)) {
        offset++;
    }
    return offset < rec->len ? offset : 0;
}

bool buffer_takes(const struct spe_model *m)
{
    return m->spu->enabled.buffer ||
           (m->cfg.disabled_record == spe_cfg_disabled_record_write && !model_stopped(m));
}

bool buffer_may_write(const struct spe_model *m)
{
    return m->cfg.disabled_record == spe_cfg_disabled_record_any && !model_stopped(m);
}

/* W8: no burst follows before the response of the one before. */
bool buffer_waits(const struct spe_model *m)
{
    return m->cfg.ext_abort == spe_cfg_ext_abort_sync && m->cfg.abort_wait && m->records;
}

/* Only an AW that is offered by the cycle after a TLBI may use an answer from before the TLBI
 * (3.4.4). Where the tap does not say when an AW was offered, the first AW accepted after the TLBI
 * may be such a one. */
bool buffer_fresh(const struct buffer *buf, const struct xl *x, uint64_t since)
{
    if (x->stale_cycle == 0) {
        return true;
    }
    if (buf->offer_known) {
        since = buf->offered;
    } else if (buf->stale_used) {
        return false;
    }
    return since <= x->stale_cycle + 1 && x->cycle <= x->stale_cycle;
}
