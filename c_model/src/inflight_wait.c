/* SPDX-License-Identifier: Apache-2.0 */
#include "model_internal.h"

/* Tags that are free again, or wait for room in the queue no more (2.2.4). */

void inflight_unwait(struct spe_model *m, int tag)
{
    int kept = 0;

    for (int i = 0; i < m->fl.n_wait; i++) {
        if (m->fl.wait[i] != tag) {
            m->fl.wait[kept++] = m->fl.wait[i];
        }
    }
    m->fl.n_wait = kept;
}

void inflight_release(struct spe_model *m, struct tag *tag)
{
    tag->state = TAG_FREE;
    tag->end_cycle = m->clock.cycle;
    tag->free_cycle = inflight_free_from(m, tag);
}
