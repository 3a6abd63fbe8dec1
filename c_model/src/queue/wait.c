/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "queue/buffer.h"
#include "queue/wait.h"
#include "state/model.h"

/* Tags that are free again, that no longer wait for room in the queue, or whose record will enter
 * it (2.2.4). */

void inflight_stage(struct inflight *fl, uint8_t rec)
{
    assert(rec != 0);
    assert(fl->n_staged < MAX_RECS); /* each record of the pool is staged at most once */
    fl->staged[fl->n_staged++] = rec;
}

void inflight_unstage(struct inflight *fl, uint8_t rec)
{
    int kept = 0;

    for (int i = 0; i < fl->n_staged; i++) {
        if (fl->staged[i] != rec) {
            fl->staged[kept++] = fl->staged[i];
        }
    }
    fl->n_staged = kept;
}

/* Whether the sample of `rec` ended before the sample of a tag that waits. */
static bool ended_before(const struct rec *rec, const struct tag *tag)
{
    return rec->life.made_cycle != tag->end_cycle ? rec->life.made_cycle < tag->end_cycle
                                                  : rec->order < tag->order;
}

/* Whether the sample of `rec` ended before that of `other`. */
static bool made_before(const struct rec *rec, const struct rec *other)
{
    return rec->life.made_cycle != other->life.made_cycle
               ? rec->life.made_cycle < other->life.made_cycle
               : rec->order < other->order;
}

/* Whether `rec` holds a place in the queue, or gets it before `other`, whose sample ended later.
 * Nothing may have discarded or rejected `rec`, nor left it unfinished. */
static bool has_place_before(const struct rec *rec, const struct rec *other)
{
    const bool there = rec->state == REC_QUEUED || rec->state == REC_STARTED;
    const bool doubt = rec->maybe || rec->filter.doubt || rec->optional || rec->psb.excused;

    return there && !doubt && made_before(rec, other);
}

/* Whether the records with a place before `rec` take all `places`. */
static bool no_room_for(const struct spu *spu, const struct rec *rec, int places)
{
    int n = 0;

    for (int i = 0; i < spu->buf.n; i++) {
        n += has_place_before(queue_seen(&spu->buf, i), rec);
    }
    for (int i = 0; i < spu->fl.n_staged; i++) {
        n += has_place_before(rec_seen(&spu->buf, spu->fl.staged[i]), rec);
    }
    for (int i = 0; i < spu->fl.n_wait; i++) {
        n += has_place_before(rec_seen(&spu->buf, spu->fl.tag[spu->fl.wait[i]].rec), rec);
    }
    return n >= places;
}

void inflight_had_place(struct spe_model *m, const struct rec *rec)
{
    for (int i = m->spu->buf.n - 1; i >= 0 && no_room_for(m->spu, rec, m->cfg.record_queue - 1);
         i--) {
        struct rec *other = queue_at(&m->spu->buf, i);
        if (other->state == REC_MAYBE && other->filter.doubt && !other->filter.off &&
            made_before(other, rec)) {
            buffer_lose_unwritten(m, other);
        }
    }
}

/* The record of the last sample under the tag, if it is in the queue or staged; else NULL. */
static struct rec *last_record(struct spu *spu, const struct tag *tag)
{
    struct rec *found = NULL;

    for (int i = 0; i < spu->buf.n; i++) {
        struct rec *rec = queue_at(&spu->buf, i);
        found = rec->order == tag->order ? rec : found;
    }
    for (int i = 0; i < spu->fl.n_staged; i++) {
        struct rec *rec = rec_of(&spu->buf, spu->fl.staged[i]);
        found = rec->order == tag->order ? rec : found;
    }
    return found;
}

/* Records of samples that ended later than that of `rec`, which waits, enter the queue behind it.
 * Those in the queue are there because the filters may have rejected `rec`, as well as them. */
static void stage_behind(struct spu *spu, const struct rec *rec)
{
    for (int i = spu->buf.n - 1; i >= 0; i--) {
        struct rec *other = queue_at(&spu->buf, i);
        if (other->state == REC_MAYBE && other->filter.doubt && !other->filter.off &&
            made_before(rec, other)) {
            buffer_unqueue(&spu->buf, other);
            other->state = REC_QUEUED;
            other->maybe = other->may_write = false;
            inflight_stage(&spu->fl, rec_number(&spu->buf, other));
            memmove(&spu->fl.staged[1], &spu->fl.staged[0], (size_t)(spu->fl.n_staged - 1));
            spu->fl.staged[0] = rec_number(&spu->buf, other);
        }
    }
}

/* The tag stays in flight until its record has room. It waits behind the tags that ended before it.
 */
static void hold_tag(struct spu *spu, int number, const struct rec *rec)
{
    struct inflight *fl = &spu->fl;
    struct tag *tag = &fl->tag[number];
    int at = fl->n_wait;

    assert(fl->n_wait < MAX_TAGS);
    buffer_unqueue(&spu->buf, rec);
    inflight_unstage(fl, rec_number(&spu->buf, rec));
    tag->state = TAG_WAIT;
    tag->end_cycle = rec->life.made_cycle;
    tag->rec = rec_number(&spu->buf, rec);
    while (at > 0 && ended_before(rec, &fl->tag[fl->wait[at - 1]])) {
        fl->wait[at] = fl->wait[at - 1];
        at--;
    }
    fl->wait[at] = number;
    fl->n_wait++;
    stage_behind(spu, rec);
}

void inflight_hold(struct spu *spu, const struct spe_config *cfg)
{
    for (int i = 0; i < cfg->inflight; i++) {
        const struct tag *tag = &spu->fl.tag[i];
        const struct rec *rec = tag->state == TAG_FREE ? last_record(spu, tag) : NULL;
        const bool kept = rec != NULL && rec->state == REC_QUEUED && !rec->filter.doubt;

        if (kept && no_room_for(spu, rec, cfg->record_queue)) {
            hold_tag(spu, i, rec);
        }
    }
}

void inflight_given_again(struct spe_model *m, unsigned number)
{
    const struct tag *tag = &m->spu->fl.tag[number];
    struct rec *rec = tag->state == TAG_FREE ? last_record(m->spu, tag) : NULL;
    const bool doubt = rec != NULL && rec->filter.doubt && !rec->filter.off &&
                       rec->state != REC_STARTED && rec->got_bytes == 0;

    if (doubt && no_room_for(m->spu, rec, m->cfg.record_queue) &&
        model_window(&m->spu->events, &m->clock) == NULL) {
        inflight_unstage(&m->spu->fl, rec_number(&m->spu->buf, rec));
        buffer_lose_unwritten(m, rec);
    }
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
    tag->free_cycle = inflight_free_from(&m->cfg, tag);
}
