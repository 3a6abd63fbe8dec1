/* SPDX-License-Identifier: Apache-2.0 */
#include "inflight.h"
#include "model_internal.h"

/* Tags that a selection may get besides the predicted one: records that may not be there (S2, L1 to
 * L15), and the tolerance of P20. */

/* With a record that may have been discarded gone: it no longer blocks, and the first waiting one
 * moves up. */
static unsigned predict_without_maybe(const struct spe_model *m)
{
    bool strict = m->cfg.sync_scope == spe_cfg_sync_scope_strict;

    if (strict && (inflight_free(m) < m->cfg.inflight || buffer_occupied(m) + m->fl.n_staged > 1)) {
        return SPE_TAG_COLLIDED;
    }
    for (int i = 0; i < m->cfg.inflight; i++) {
        bool up = m->fl.n_wait > 0 && m->fl.wait[0] == i;
        if (inflight_is_free(m, i) || (up && m->cycle >= inflight_free_from(m, &m->fl.tag[i]))) {
            return (unsigned)i;
        }
    }
    return SPE_TAG_COLLIDED;
}

bool inflight_settle_maybe(struct spe_model *m, unsigned predicted, unsigned tag)
{
    struct rec *rec = m->buf.n > 0 ? m->buf.queue[0] : NULL;

    if (rec == NULL || rec->state != REC_MAYBE) {
        return false;
    }
    unsigned other = predict_without_maybe(m);
    if (other == predicted) {
        return false;
    }
    if (tag == other) {
        /* At most one of them can have been offered: now none was. */
        while (m->buf.n > 0 && m->buf.queue[0]->state == REC_MAYBE) {
            buffer_lose(m, m->buf.queue[0]);
        }
        inflight_admit(m);
        return true;
    }
    if (!rec->filter_fork) { /* it still blocks: it was offered */
        rec->state = REC_QUEUED;
        rec->maybe = false;
    }
    return false;
}

/* P20: for [release_max] cycles after its ending a tag may still be taken as in flight. */
bool inflight_tolerated(const struct spe_model *m, unsigned predicted, unsigned tag)
{
    uint64_t window = (uint64_t)m->cfg.release_max;

    if (predicted == SPE_TAG_COLLIDED || (tag != SPE_TAG_COLLIDED && tag < predicted)) {
        return false;
    }
    unsigned end = tag == SPE_TAG_COLLIDED ? (unsigned)m->cfg.inflight : tag;
    for (unsigned i = predicted; i < end; i++) {
        const struct tag *t = &m->fl.tag[i];
        bool fresh = t->end_cycle != 0 && m->cycle <= t->end_cycle + window && window != 0;
        if (inflight_is_free(m, (int)i) && !fresh) {
            return false;
        }
    }
    return tag == SPE_TAG_COLLIDED || inflight_is_free(m, (int)tag);
}

/* How many records may be in front of the one of the tag's last sample, or -1 if it is gone. */
static int records_before(const struct spe_model *m, const struct tag *tag)
{
    for (int i = 0; i < m->buf.n; i++) {
        if (m->buf.queue[i]->order == tag->order) {
            return i;
        }
    }
    for (int i = 0; i < m->fl.n_staged; i++) {
        if (m->fl.staged[i]->order == tag->order) {
            return m->buf.n + i;
        }
    }
    return -1;
}

/* A record done in this cycle makes room in the next one. */
static bool may_be_taken(const struct spe_model *m, int i)
{
    const struct tag *tag = &m->fl.tag[i];
    uint64_t window = (uint64_t)m->cfg.release_max;
    bool fresh = window != 0 && tag->end_cycle != 0 && m->cycle <= tag->end_cycle + window;

    return !inflight_is_free(m, i) || fresh ||
           records_before(m, tag) + (m->ptr_due ? 1 : 0) >= m->cfg.record_queue;
}

static bool certain_records(const struct spe_model *m)
{
    for (int i = 0; i < MAX_RECS; i++) {
        const struct rec *rec = &m->buf.pool[i];
        bool there = rec->state == REC_QUEUED || rec->state == REC_STARTED;
        if (there && !rec->filter_fork) {
            return true;
        }
    }
    return false;
}

bool inflight_doubtful(const struct spe_model *m, unsigned tag)
{
    bool strict = m->cfg.sync_scope == spe_cfg_sync_scope_strict;
    bool any = m->cfg.tag_order == spe_cfg_tag_order_any;

    if (tag == SPE_TAG_COLLIDED && strict) {
        return m->buf.n + m->fl.n_staged != 0;
    }
    if (strict) {
        return !certain_records(m) && tag == 0 && inflight_free(m) == m->cfg.inflight;
    }
    for (int i = 0; i < m->cfg.inflight; i++) {
        if ((unsigned)i == tag) {
            return inflight_is_free(m, i);
        }
        if (!may_be_taken(m, i) && (!any || tag == SPE_TAG_COLLIDED)) {
            return false;
        }
    }
    return tag == SPE_TAG_COLLIDED;
}
