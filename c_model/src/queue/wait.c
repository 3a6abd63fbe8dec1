/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "queue/wait.h"
#include "state/model.h"

/* Tags that are free again, wait for room in the queue no more, or have a record that will come
 * into it (2.2.4). */

void inflight_stage(struct inflight *fl, uint8_t rec)
{
    assert(rec != 0);
    assert(fl->n_staged < MAX_RECS); /* each of the pool is there once at most */
    fl->staged[fl->n_staged++] = rec;
}

/* The sample has ended before that of a tag that waits. */
static bool ended_before(const struct rec *rec, const struct tag *tag)
{
    return rec->made_cycle != tag->end_cycle ? rec->made_cycle < tag->end_cycle
                                             : rec->order < tag->order;
}

int inflight_staged_before(const struct spu *spu, const struct tag *tag)
{
    int n = 0;

    for (int i = 0; i < spu->fl.n_staged; i++) {
        n += ended_before(rec_seen(&spu->buf, spu->fl.staged[i]), tag);
    }
    return n;
}

bool inflight_goes_behind(const struct inflight *fl, const struct rec *rec)
{
    return fl->n_wait > 0 && !ended_before(rec, &fl->tag[fl->wait[0]]);
}

void inflight_unwait(struct inflight *fl, int tag)
{
    int kept = 0;

    for (int i = 0; i < fl->n_wait; i++) {
        if (fl->wait[i] != tag) {
            fl->wait[kept++] = fl->wait[i];
        }
    }
    fl->n_wait = kept;
}

void inflight_release(struct spe_model *m, struct tag *tag)
{
    tag->state = TAG_FREE;
    tag->end_cycle = m->clock.cycle;
    tag->free_cycle = inflight_free_from(m, tag);
}
