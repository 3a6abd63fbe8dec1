/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "queue/wait.h"
#include "state/model.h"

/* Tags that are free again, wait for room in the queue no more, or have a record that will come
 * into it (2.2.4). */

void inflight_stage(struct inflight *fl, uint8_t rec)
{
    assert(rec != 0);
    assert(fl->n_staged < MAX_TAGS); /* a tag ends once in a cycle */
    fl->staged[fl->n_staged++] = rec;
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
