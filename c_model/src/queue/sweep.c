/* SPDX-License-Identifier: Apache-2.0 */
#include "queue/sweep.h"
#include "doubt/filter_fork.h"
#include "queue/buffer.h"
#include "queue/discard.h"
#include "queue/find.h"
#include "queue/maybe.h"
#include "queue/wait.h"
#include "state/model.h"

/* Settles samples that the filters may keep or reject (doubt/filter_fork.c). SAMPLE_FILTRATE shows
 * how many samples were kept of those that it must have counted by now if they were kept. */

/* The samples in doubt that SAMPLE_FILTRATE must have counted by now if they were kept. */
struct told {
    uint64_t recs, gone;  /* with a record; without a record any more */
    uint64_t least, most; /* how many of all these were kept */
};

/* SAMPLE_FILTRATE has counted `more` samples than it had to. These are samples in doubt (`all`), or
 * `others`: events that may also be counted later. */
static struct told count_told(const struct spe_model *m)
{
    const struct count *c = &m->spu->acc.count[COUNT_FILTRATE];
    struct told told = {0};
    uint64_t later = 0;

    for (int i = 0; i < MAX_RECS; i++) {
        const struct rec *rec = &m->spu->buf.pool[i];
        told.recs +=
            rec->state != REC_FREE && rec->filter.doubt && filter_fork_told(m, rec->filter.cycle);
    }
    for (int i = 0; i < m->spu->filter_fork.n_gone; i++) {
        told.gone += filter_fork_told(m, m->spu->filter_fork.gone[i].cycle);
    }
    for (int i = 0; i < c->n_recent; i++) {
        later += filter_fork_told(m, c->recent[i].cycle) ? 0 : c->recent[i].n;
    }
    const uint64_t all = told.recs + told.gone, due = c->total - later - c->maybe;
    const uint64_t more = c->seen > due ? c->seen - due : 0, others = later + c->maybe - all;
    told.most = more < all ? more : all;
    told.least = more > others ? more - others : 0;
    told.least = told.least < all ? told.least : all;
    return told;
}

static uint64_t minus(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* SAMPLE_FILTRATE has counted all, or none, of the samples in doubt that it must have counted by
 * now: settle their queued records. */
static void settle_records(struct spe_model *m, bool all)
{
    for (int i = m->spu->buf.n - 1; i >= 0; i--) {
        struct rec *rec = queue_at(&m->spu->buf, i);
        if (!rec->filter.doubt || !filter_fork_told(m, rec->filter.cycle) ||
            rec->state != REC_MAYBE) {
            continue;
        }
        if (!all) {
            rec->filter.rejected = true;
            buffer_lose(m, rec);
            continue;
        }
        filter_fork_counted(m, rec);
        if (rec->got_bytes == 0 && !rec->filter.off) {
            rec->state = REC_QUEUED;
            rec->maybe = rec->may_write = false;
        }
    }
}

/* The same for staged records, which are to enter the queue or are behind a record that waits. */
static void settle_staged(struct spe_model *m, bool all)
{
    for (int i = m->spu->fl.n_staged - 1; i >= 0; i--) {
        struct rec *rec = rec_of(&m->spu->buf, m->spu->fl.staged[i]);
        if (!rec->filter.doubt || !filter_fork_told(m, rec->filter.cycle)) {
            continue;
        }
        if (all) {
            filter_fork_counted(m, rec);
        } else {
            inflight_unstage(&m->spu->fl, m->spu->fl.staged[i]);
            rec->filter.rejected = true;
            buffer_lose(m, rec);
        }
    }
}

void filter_fork_written(struct spe_model *m, struct rec *rec)
{
    const struct rec_filter filter = rec->filter;
    struct rec *other, *last = rec;

    if (!filter.doubt) {
        return;
    }
    filter_fork_drop_sure(m);
    const bool open = !filter_fork_told(m, filter.cycle) || count_told(m).most == 0;
    for (int i = 1; open && (other = buffer_candidate(m, i)) != NULL; i++) {
        if (other->filter.doubt && other->filter.cycle > last->filter.cycle &&
            !buffer_offered_before(rec, other) && buffer_same_bytes(m, rec, other)) {
            last = other;
        }
    }
    rec->filter.cycle = last->filter.cycle;
    rec->filter.kind = last->filter.kind;
    last->filter.cycle = filter.cycle;
    last->filter.kind = filter.kind;
}

void filter_fork_sweep(struct spe_model *m)
{
    if (!m->filters.any || (m->opt.taps & SPE_TAP_OUT) == 0 ||
        m->spu->acc.count[COUNT_FILTRATE].maybe == 0) {
        return;
    }
    filter_fork_drop_sure(m);
    const struct told told = count_told(m);
    const uint64_t all = told.recs + told.gone;
    filter_fork_settle_gone(m, minus(told.least, told.recs), minus(all - told.most, told.recs));
    if (told.recs > 0 && (told.most == 0 || told.least == all)) {
        settle_records(m, told.most != 0);
        settle_staged(m, told.most != 0);
        inflight_hold(m->spu, &m->cfg);
        inflight_admit(m); /* records that wait behind a rejected one */
    }
}

bool filter_fork_forget(struct spe_model *m)
{
    for (int i = 0; window_blind(&m->opt) && i < m->spu->buf.n; i++) {
        struct rec *rec = queue_at(&m->spu->buf, i);
        if (rec->state == REC_MAYBE && rec->filter.doubt && rec->got_bytes == 0) {
            uint64_t *forgotten = &m->spu->filter_fork.forgotten;
            *forgotten = rec->order > *forgotten ? rec->order : *forgotten;
            rec->filter.rejected = true;
            buffer_lose(m, rec);
            return true;
        }
    }
    return false;
}

void filter_fork_enqueued(struct spe_model *m, struct rec *rec)
{
    if (rec->filter.doubt && rec->state == REC_QUEUED) {
        (void)buffer_doubt(m, rec); /* always has room: it is no fork */
    }
}
