/* SPDX-License-Identifier: Apache-2.0 */
#include "model_internal.h"

/* Tags whose records wait for room in the queue (2.2.4). */

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

void inflight_admit(struct spe_model *m)
{
    while (m->fl.n_wait > 0 &&
           (!buffer_takes(m) || buffer_occupied(&m->buf) + m->fl.n_staged < m->cfg.record_queue)) {
        struct tag *tag = &m->fl.tag[m->fl.wait[0]];
        if (buffer_takes(m) && tag->end_cycle == m->clock.cycle) {
            m->fl.staged[m->fl.n_staged++] = tag->rec; /* behind those that had room at once */
        } else if (buffer_takes(m)) {
            buffer_enqueue(m, tag->rec);
        } else {
            buffer_discard_waiting(m, tag->rec);
        }
        uint64_t from = inflight_free_from(m, tag);
        inflight_release(m, tag);
        tag->free_cycle = from;
        inflight_unwait(m, m->fl.wait[0]);
    }
}
