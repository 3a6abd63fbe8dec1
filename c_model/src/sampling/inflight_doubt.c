/* SPDX-License-Identifier: Apache-2.0 */
#include "sampling/inflight_doubt.h"
#include "queue/choice.h"
#include "queue/discard.h"
#include "state/model.h"
#include "state/queue.h"

/* Tags that a selection may get besides the predicted one. The reasons are records that may not be
 * there (S2, L1 to L15), and the tolerances of P18 and P20. */

/* Whether a selection finds the tag free. `gone`: the records that may have been discarded are not
 * there, so the first record that waits has had room since its ending. */
static bool finds_free(const struct spe_model *m, int tag, bool gone)
{
    const bool up = gone && m->spu->fl.n_wait > 0 && m->spu->fl.wait[0] == tag;

    return inflight_is_free(&m->spu->fl.tag[tag], m->clock.cycle) ||
           (up && m->clock.cycle >= inflight_free_from(&m->cfg, &m->spu->fl.tag[tag]));
}

/* The predicted tag if the record that may have been discarded is gone and no longer takes room. */
static unsigned predict_without_maybe(const struct spe_model *m)
{
    bool strict = m->cfg.sync_scope == spe_cfg_sync_scope_strict;

    if (strict && (inflight_free(m) < m->cfg.inflight ||
                   buffer_occupied(&m->spu->buf) + m->spu->fl.n_staged > 1)) {
        return SPE_TAG_COLLIDED;
    }
    for (int i = 0; i < m->cfg.inflight; i++) {
        if (finds_free(m, i, true)) {
            return (unsigned)i;
        }
    }
    return SPE_TAG_COLLIDED;
}

static bool any_order(const struct spe_model *m, unsigned predicted, unsigned tag, bool gone)
{
    return m->cfg.tag_order == spe_cfg_tag_order_any && predicted != SPE_TAG_COLLIDED &&
           tag != SPE_TAG_COLLIDED && finds_free(m, (int)tag, gone);
}

/* P20: for [release_max] cycles after its ending a tag may still be taken as in flight. */
static bool is_fresh(const struct tag *tag, int release_max, uint64_t now)
{
    const uint64_t window = (uint64_t)release_max;

    return window != 0 && tag->end_cycle != 0 && now <= tag->end_cycle + window;
}

/* With [sync_scope] = strict one sample that may be taken as in flight is enough: every selection
 * may collide (RL4). */
static bool strict_fresh(const struct spe_config *cfg, const struct tag *tag, uint64_t now)
{
    bool any = false;

    for (int i = 0; i < cfg->inflight; i++) {
        any |= is_fresh(&tag[i], cfg->release_max, now);
    }
    return any;
}

static bool late_release(const struct spe_model *m, unsigned predicted, unsigned tag, bool gone)
{
    if (predicted == SPE_TAG_COLLIDED || (tag != SPE_TAG_COLLIDED && tag < predicted)) {
        return false;
    }
    if (m->cfg.sync_scope == spe_cfg_sync_scope_strict) {
        return tag == SPE_TAG_COLLIDED && strict_fresh(&m->cfg, m->spu->fl.tag, m->clock.cycle);
    }
    unsigned end = tag == SPE_TAG_COLLIDED ? (unsigned)m->cfg.inflight : tag;
    for (unsigned i = predicted; i < end; i++) {
        if (finds_free(m, (int)i, gone) &&
            !is_fresh(&m->spu->fl.tag[i], m->cfg.release_max, m->clock.cycle)) {
            return false;
        }
    }
    return tag == SPE_TAG_COLLIDED || finds_free(m, (int)tag, gone);
}

static bool permits(const struct spe_model *m, unsigned predicted, unsigned tag, bool gone)
{
    return tag == predicted || any_order(m, predicted, tag, gone) ||
           late_release(m, predicted, tag, gone);
}

/* Whether the head may have been discarded: no known AW of it was offered, or the bytes that are
 * being written in its place may belong to another record. */
static bool head_in_doubt(const struct buffer *buf)
{
    const struct rec *rec = buf->n > 0 ? queue_seen(buf, 0) : NULL;

    return rec != NULL && rec->maybe && !rec->one_of &&
           (rec->state == REC_MAYBE || (rec->state == REC_STARTED && buffer_writing(buf, rec)));
}

/* How many records may be in front of the record of the tag's last sample, or -1 if that record is
 * gone. */
static int records_before(const struct inflight *fl, const struct buffer *buf,
                          const struct tag *tag)
{
    for (int i = 0; i < buf->n; i++) {
        if (queue_seen(buf, i)->order == tag->order) {
            return i;
        }
    }
    for (int i = 0; i < fl->n_staged; i++) {
        if (rec_seen(buf, fl->staged[i])->order == tag->order) {
            return buf->n + i;
        }
    }
    return -1;
}

/* Whether the i-th tag may be taken. A record that is done in this cycle makes room only in the
 * next one. */
static bool may_be_taken(const struct spe_model *m, int i)
{
    const struct tag *tag = &m->spu->fl.tag[i];

    return !inflight_is_free(&m->spu->fl.tag[i], m->clock.cycle) ||
           is_fresh(tag, m->cfg.release_max, m->clock.cycle) ||
           records_before(&m->spu->fl, &m->spu->buf, tag) + (m->spu->pointer.due ? 1 : 0) >=
               m->cfg.record_queue;
}

/* Whether any record is certainly there. A record that is being written is, even if the filters are
 * in doubt. */
static bool certain_records(const struct buffer *buf)
{
    bool any = false;

    for (int i = 0; i < MAX_RECS; i++) {
        const struct rec *rec = &buf->pool[i];
        any |= rec->state == REC_STARTED || (rec->state == REC_QUEUED && !rec->filter.doubt);
    }
    return any;
}

/* Whether `tag` (or a collision) is right if some or none of the records in doubt are there. A
 * record in doubt that is there may keep another record waiting for room. */
static bool is_doubtful(const struct spe_model *m, unsigned tag)
{
    bool strict = m->cfg.sync_scope == spe_cfg_sync_scope_strict;
    bool any = m->cfg.tag_order == spe_cfg_tag_order_any;

    if (strict) { /* a collision is predicted while any record may be there */
        return !certain_records(&m->spu->buf) && tag == 0 && inflight_free(m) == m->cfg.inflight;
    }
    for (int i = 0; i < m->cfg.inflight; i++) {
        if ((unsigned)i == tag) {
            return inflight_is_free(&m->spu->fl.tag[i], m->clock.cycle);
        }
        if (!may_be_taken(m, i) && (!any || tag == SPE_TAG_COLLIDED)) {
            return false;
        }
    }
    return tag == SPE_TAG_COLLIDED;
}

/* Whether any number of the records in doubt may be there: filters may keep or reject them, or a
 * disabled buffer may write them. Of other records in doubt at most one was offered. */
static bool any_number(const struct buffer *buf, bool filters)
{
    bool found = filters && filter_fork_open(buf);

    for (int i = 0; i < buf->n && !found; i++) {
        found = queue_seen(buf, i)->state == REC_MAYBE && queue_seen(buf, i)->may_write;
    }
    return found;
}

bool inflight_permits(struct spe_model *m, unsigned predicted, unsigned tag)
{
    const bool there = permits(m, predicted, tag, false);
    const bool told =
        head_in_doubt(&m->spu->buf) && there != permits(m, predict_without_maybe(m), tag, true);

    if (told && there && queue_seen(&m->spu->buf, 0)->may_write) {
        buffer_one_there(m);
    } else if (told && there) {
        buffer_head_offered(m);
    }
    return there || (told && buffer_head_discarded(m)) ||
           (any_number(&m->spu->buf, m->filters.any) && is_doubtful(m, tag));
}
