/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "bytes/stays.h"
#include "bytes/stream.h"
#include "doubt/choose.h"
#include "doubt/filter_fork.h"
#include "doubt/fork.h"
#include "doubt/window_close.h"
#include "judge/barriers.h"
#include "judge/journal_events.h"
#include "judge/report.h"
#include "queue/buffer.h"
#include "queue/find.h"
#include "queue/place.h"
#include "queue/pointer_check.h"
#include "spe/journal.h"
#include "state/model.h"

/* The queue of predicted records and what the management of the buffer does to it (3.4, 3.5). */

struct rec *buffer_new(struct buffer *buf, uint64_t order)
{
    for (uint64_t i = order; i < order + MAX_RECS; i++) {
        struct rec *rec = &buf->pool[i % MAX_RECS];
        if (rec->state == REC_FREE) {
            /* Not the bytes: they are valid only where `len` and `got` say so. */
            memset(rec, 0, offsetof(struct rec, bytes));
            memset(rec->got, 0, sizeof(rec->got));
            rec->state = REC_QUEUED;
            rec->ts_at = -1;
            return rec;
        }
    }
    return NULL;
}

static void unlink_bursts(struct buffer *buf, const struct rec *rec)
{
    const uint8_t number = rec_number(buf, rec);

    for (int i = 0; i < buf->n_bursts; i++) {
        if (buf->burst[i].rec == number) {
            buf->burst[i].rec = 0;
        }
    }
}

void buffer_unqueue(struct buffer *buf, const struct rec *rec)
{
    const uint8_t number = rec_number(buf, rec);
    int kept = 0;

    for (int i = 0; i < buf->n; i++) {
        if (buf->queue[i] != number) {
            buf->queue[kept++] = buf->queue[i];
        }
    }
    buf->n = kept;
}

void buffer_free(struct buffer *buf, struct rec *rec)
{
    buffer_unqueue(buf, rec);
    unlink_bursts(buf, rec);
    if (buf->doomed == rec_number(buf, rec)) {
        buf->doomed = 0;
    }
    rec->state = REC_FREE;
}

/* A record is lost. With [disabled_record] = event an event must have reported that. */
static void denied_lost(struct spe_model *m, const struct rec *rec)
{
    if (!rec->silent || rec->state == REC_STARTED) {
        return;
    }
    (void)model_eval(m, SPE_CHECK_BUF_DENIED);
    struct spe_finding f = model_rec_finding(m, rec, SPE_CHECK_BUF_DENIED, "DDI 0586A 3.6.1");
    FMT(f.where, "record %" PRIu64, rec->id);
    FMT(f.expected, "written, or an access not allowed event");
    FMT(f.actual, "dropped");
    FMT(f.text,
        "record %" PRIu64 " of the operation at PC 0x%" PRIx64
        " is dropped without an event by a disabled buffer [S2 disabled_record=event]",
        rec->id, rec->story.pc);
    model_emit(m, &f);
}

void buffer_lose(struct spe_model *m, struct rec *rec)
{
    if (rec->psb.owed) {
        sync_late(m, rec, "lost");
    }
    if (rec->got_bytes != 0) {
        bytemap_clear_from(&m->spu->buf.map, rec->va); /* the next record begins there (3.5) */
    }
    bool rejected = filter_fork_lost(m, rec);
    fork_settle(m, rec->fork, 1);
    model_window_lost(m, rec);
    denied_lost(m, rec);
    m->spu->tot.lost += !rejected;
    m->spu->tot.discarded += !rejected && model_stopped(m);
    journal_record_state(m, rec, SPE_RECORD_LOST, "ISBQVZ");
    buffer_free(&m->spu->buf, rec);
}

void buffer_lose_unwritten(struct spe_model *m, struct rec *rec)
{
    filter_fork_unwritten(rec);
    buffer_lose(m, rec);
}

void buffer_doom(struct spe_model *m, struct rec *rec, bool late)
{
    if (rec->psb.owed) {
        sync_late(m, rec, "lost");
    }
    if (m->spu->buf.doomed != 0) {
        buffer_free(&m->spu->buf, rec_of(&m->spu->buf, m->spu->buf.doomed));
    }
    m->spu->tot.lost++;
    m->spu->tot.discarded++;
    journal_record_state(m, rec, SPE_RECORD_LOST, "S3.5.3");
    fork_settle(m, rec->fork, rec->state == REC_STARTED ? 0 : 1);
    rec->fork = 0; /* buffer_undoom() may take it back */
    filter_fork_kept(m, rec, rec->state == REC_STARTED);
    buffer_unqueue(&m->spu->buf, rec);
    rec->state = REC_DOOMED;
    rec->doom.late_aws = late;
    rec->doom.cycle = m->clock.cycle;
    m->spu->buf.doomed = rec_number(&m->spu->buf, rec);
    m->spu->buf.late_open = late && m->spu->buf.early.n == 0;
    m->spu->buf.account.known = false; /* its bytes were written, but the pointer may stay (B13) */
}

int buffer_behind(const struct buffer *buf, const struct rec *rec)
{
    int at = 0;

    while (queue_seen(buf, at) != rec) { /* which asserts that it is there */
        at++;
    }
    return buf->n - 1 - at;
}

void buffer_undoom(struct spe_model *m, struct rec *rec, enum rec_state state, int behind)
{
    struct buffer *buf = &m->spu->buf;

    assert(buf->doomed == rec_number(buf, rec));
    buf->doomed = 0;
    buf->late_open = false;
    m->spu->tot.lost--;
    m->spu->tot.discarded--;
    rec->state = state;
    rec->doom = (struct rec_doom){.late_aws = 0};
    buffer_insert(buf, rec, behind < buf->n ? buf->n - behind : 0);
    journal_record_state(m, rec, state == REC_STARTED ? SPE_RECORD_STARTED : SPE_RECORD_QUEUED,
                         "S3.4.4");
    if (state == REC_QUEUED && rec->next != rec->va) { /* an AW of this cycle has begun it */
        const uint64_t next = rec->next;
        buffer_start(m, rec);
        rec->next = next;
    }
}

void buffer_doomed_offers(struct spe_model *m)
{
    if (m->spu->buf.late_open) {
        m->spu->buf.late_open = false;
        struct rec *rec = rec_of(&m->spu->buf, m->spu->buf.doomed);
        if (rec != NULL && rec->doom.late_aws > 0 && choose(m, FORK_P20, 2) == 0) {
            rec->doom.late_aws = 0;
        }
    }
}

void buffer_doomed_gone(struct buffer *buf)
{
    struct rec *rec = rec_of(buf, buf->doomed);

    buf->late_open = false;
    if (rec != NULL) {
        rec->doom.late_aws = 0;
    }
}

void buffer_append(struct buffer *buf, struct rec *rec)
{
    assert(buf->n < MAX_RECS); /* each of the pool is there once at most */
    buf->queue[buf->n++] = rec_number(buf, rec);
}

void buffer_insert(struct buffer *buf, struct rec *rec, int at)
{
    assert(buf->n < MAX_RECS && at >= 0 && at <= buf->n);
    memmove(&buf->queue[at + 1], &buf->queue[at], (size_t)(buf->n - at) * sizeof(buf->queue[0]));
    buf->queue[at] = rec_number(buf, rec);
    buf->n++;
}

/* P26: whether `rec` goes before `other` in the order of their operations. A record that is being
 * written stays in front. */
static bool goes_before(const struct rec *rec, const struct rec *other)
{
    return (other->state == REC_QUEUED || (other->state == REC_MAYBE && other->may_write)) &&
           other->order > rec->order;
}

/* The pointer is checked for a record. If the pointer is wrong, its event shows that the filters
 * have kept the record (L1 to L15, B1). @return whether the record is there. */
static bool is_kept(struct spe_model *m, struct rec *rec)
{
    buffer_pointer_judged(m);
    if (!rec->filter.doubt || !buffer_pointer_wrong(m)) {
        return true;
    }
    if (choose_when(m)) {
        filter_fork_counted(m, rec);
        return true;
    }
    rec->filter.rejected = true;
    buffer_lose(m, rec);
    return false;
}

/* Whether the record is in doubt because of filters alone: no disabled buffer has met it. */
static bool of_filters(const struct rec *rec)
{
    return rec->filter.doubt && !rec->filter.off;
}

/* Whether a record of the earlier buffer is in front of the first record after enabling. The SPU
 * checks the pointer for the first record only when the record in front is done (W1, W2, W11). If
 * the record in front may have been offered or not, the SPU may check at once. */
enum before { NONE_BEFORE, BEGUN_BEFORE, MAY_BE_BEFORE };
static enum before head_before(struct buffer *buf, const struct rec *rec)
{
    const struct rec *head = queue_at(buf, 0);

    if (head == rec) {
        return NONE_BEFORE;
    }
    if (head->state == REC_STARTED) {
        return BEGUN_BEFORE;
    }
    return head->state == REC_MAYBE && !of_filters(head) ? MAY_BE_BEFORE : NONE_BEFORE;
}

void buffer_enqueue(struct spe_model *m, struct rec *rec)
{
    rec->enq_cycle = m->clock.cycle;
    rec->modes.since = 1u << m->spu->enabled.mode;
    rec->limit = rec->least = m->spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_LIMIT;
    int at = m->spu->buf.n;
    buffer_append(&m->spu->buf, rec);
    bool sorted = m->cfg.record_order == spe_cfg_record_order_population;
    while (sorted && at > 0 && goes_before(rec, queue_at(&m->spu->buf, at - 1))) {
        m->spu->buf.queue[at] = m->spu->buf.queue[at - 1];
        at--;
    }
    m->spu->buf.queue[at] = rec_number(&m->spu->buf, rec);
    journal_record_state(m, rec, SPE_RECORD_QUEUED, "P26");
    const bool first = m->spu->enabled.check_pointer;
    const enum before other = first ? head_before(&m->spu->buf, rec) : NONE_BEFORE;
    if (other == MAY_BE_BEFORE) {
        buffer_check_pointer(m, NULL);
        m->spu->enabled.check_pointer = true;
    } else if (other == NONE_BEFORE &&
               (first || m->spu->buf.moved || rec->limit != m->spu->buf.checked) &&
               is_kept(m, rec)) {
        buffer_check_pointer(m, first ? rec : NULL);
    }
    if (m->spu->barriers.dsb_passed != 0 && sync_unwritten(m->spu, rec)) {
        sync_dsb_passed(m, rec, "queued");
    }
}

void buffer_check_head(struct spe_model *m)
{
    struct rec *head = m->spu->buf.n > 0 ? queue_at(&m->spu->buf, 0) : NULL;

    if (!m->spu->enabled.check_pointer || !m->spu->enabled.buffer || head == NULL) {
        return;
    }
    const bool next = head->state == REC_QUEUED || (head->state == REC_MAYBE && of_filters(head));
    if (next && is_kept(m, head)) {
        buffer_check_pointer(m, head);
    }
}

void buffer_event_elsewhere(struct buffer *buf)
{
    for (int i = 0; i < buf->n; i++) {
        if (queue_at(buf, i)->state == REC_STARTED) {
            queue_at(buf, i)->optional = true;
        }
    }
}

void buffer_reset(struct spe_model *m)
{
    while (m->spu->buf.n > 0) {
        struct rec *rec = queue_at(&m->spu->buf, 0);
        rec->silent = false; /* it may have been offered, and the reset has cut it off */
        buffer_lose(m, rec);
    }
    if (m->spu->buf.doomed != 0) {
        buffer_free(&m->spu->buf, rec_of(&m->spu->buf, m->spu->buf.doomed));
    }
    m->spu->buf.n_bursts = m->spu->buf.early.n = 0;
    m->spu->buf.stale_used = m->spu->buf.blocked = m->spu->buf.blocked_high = m->spu->buf.moved =
        m->spu->buf.late_open = false;
    m->spu->buf.tlbi_cycle = m->spu->buf.dsb_cycle = m->spu->buf.checked = 0;
    m->spu->buf.asked = (struct xl_asked){.open = false};
    m->spu->buf.ids = (struct buffer_ids){.now = 0};
    m->spu->buf.fault = (struct xl_fault){.cycle = 0};
    m->spu->buf.cut = (struct xl_cut){.tlbi = 0};
    m->spu->buf.account = (struct pointer_account){.known = false};
    m->spu->buf.old = (struct old_pointers){.rec = 0};
    memset(m->spu->buf.xl, 0, sizeof(m->spu->buf.xl));
    m->gone = (struct gone){.n = 0};
    m->spu->buf.xl_next = 0; /* like the next two only so that hypotheses do not differ in it */
    m->spu->buf.head_number = 0;
    m->spu->buf.head_limit = 0;
    m->spu->buf.on_cycle = 0;
    regions_reset(&m->spu->buf.regions);
    bytemap_clear(&m->spu->buf.map);
    m->spu->st.known = m->spu->st.forked = m->spu->st.old = false;
    m->spu->st.mode_known = m->spu->st.late = m->spu->st.left = m->spu->st.waits = false;
    m->spu->st.cut_cycle = m->spu->st.left_cycle = m->spu->st.left_limit = 0;
    m->spu->st.before_cycle = m->spu->st.before_limit = 0;
    stays_forget(&m->spu->st.stays);
    stream_begin(m);
    m->spu->st.no_cti = m->spu->acc.count[COUNT_CTI].total - m->spu->acc.count[COUNT_CTI].seen;
}

/* [record_order] = population: the records of earlier operations come first (P26). */
static void check_order(struct spe_model *m, const struct rec *rec)
{
    if (m->cfg.record_order != spe_cfg_record_order_population ||
        inflight_older(&m->spu->fl, &m->spu->buf, rec->order - 1) == 0) {
        return;
    }
    struct spe_finding f = model_rec_finding(m, rec, SPE_CHECK_BUF_DATA, "DDI 0586A 2.2.4");
    FMT(f.where, "record %" PRIu64, rec->id);
    FMT(f.expected, "the record of an earlier operation first");
    FMT(f.actual, "a burst of this one");
    FMT(f.text,
        "record %" PRIu64 " of the operation at PC 0x%" PRIx64
        " is written while an operation selected before it is in flight"
        " [P26 record_order=population]",
        rec->id, rec->story.pc);
    model_emit(m, &f);
}

void buffer_limit_written(struct stream *st, uint64_t before, uint64_t now, uint64_t cycle)
{
    const bool same = ((before ^ now) & (SPE_PMBLIMITR_E | SPE_PMBLIMITR_LIMIT)) == 0;

    if (same || (before & SPE_PMBLIMITR_E) == 0 || cycle == st->left_cycle) {
        return; /* the limit is unchanged, or no address was offered with it */
    }
    if ((before & SPE_PMBLIMITR_LIMIT) == st->left_limit) { /* no other limit since then */
        st->left_cycle = cycle;
        return;
    }
    st->before_cycle = st->left_cycle;
    st->before_limit = st->left_limit;
    st->left_cycle = cycle;
    st->left_limit = before & SPE_PMBLIMITR_LIMIT;
}

/* The limits that a record may have, oldest first. A record has the limit of the cycle in which its
 * first address was offered (W2, S1), also for the event of a full buffer, though its bytes may be
 * below an older one (buffer_keep_limit()); there are several if the tap does not give this cycle.
 * If the record met a disabled buffer, it was offered before: only the first `early` limits are
 * that old. */
struct limits {
    uint64_t at[3];
    int n, early;
};

static struct limits offered_limits(struct spu *spu, const struct rec *rec, bool order_free)
{
    const struct stream *st = &spu->st;
    const struct buffer *buf = &spu->buf;
    const uint64_t cycle[] = {st->before_cycle, st->left_cycle, UINT64_MAX};
    const uint64_t limit[] = {st->before_limit, st->left_limit,
                              spu->regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_LIMIT};
    const bool met = (rec->maybe || rec->offer.by != 0) && !rec->may_write;
    struct limits found = {.n = 0};

    for (int i = 0; i < 3 && !(buf->offer_known && found.n > 0); i++) {
        if (i == 2 || (buf->offer_known ? buf->offered <= cycle[i]
                                        : buffer_offers_by(spu, rec, order_free, cycle[i]))) {
            found.at[found.n++] = limit[i];
            found.early += !met || i == 0 || cycle[i - 1] + 1 < rec->off_cycle;
        }
    }
    return found;
}

/* The greatest limit below `limit`, 0 if there is none. */
static uint64_t next_lower(const struct limits *limits, uint64_t limit)
{
    uint64_t found = 0;

    for (int i = 0; i < limits->n; i++) {
        found = limits->at[i] < limit && limits->at[i] > found ? limits->at[i] : found;
    }
    return found;
}

/* Returns `limit` if it is one of the early limits, else the last early limit. */
static uint64_t early_limit(const struct limits *limits, uint64_t limit)
{
    const int last = limits->early > 0 ? limits->early - 1 : 0;

    for (int i = 0; i < last; i++) {
        if (limits->at[i] == limit) {
            return limit;
        }
    }
    return limits->at[last];
}

/* W1: the first record of the queue begins, at PMBPTR_EL1. */
void buffer_start(struct spe_model *m, struct rec *rec)
{
    if (rec->state != REC_QUEUED && rec->state != REC_MAYBE) {
        return;
    }
    m->spu->buf.head_number = m->spu->buf.number;
    m->spu->buf.head_limit = rec->limit; /* until its AW is accepted */
    if (rec->state == REC_QUEUED) {
        rec->va = rec->next = buffer_first(m->spu, rec);
        rec->buffer = rec->placed ? rec->buffer : m->spu->buf.head_number;
    }
    rec->state = REC_STARTED;
    journal_record_state(m, rec, SPE_RECORD_STARTED, "S3.4");
    check_order(m, rec);
    rec->optional |= model_stopped(m);
}

void buffer_offered(struct spe_model *m, struct rec *rec)
{
    const struct limits limits = offered_limits(m->spu, rec, m->opt.order_free);
    /* If all limits are early, a limit that is farther away than this decides nothing. */
    const uint64_t near = limits.early == limits.n
                              ? buffer_first(m->spu, rec) + ((uint64_t)2 << m->cfg.max_size)
                              : UINT64_MAX;
    uint64_t limit = next_lower(&limits, UINT64_MAX), lower;

    while ((lower = next_lower(&limits, limit)) != 0 && lower < near && choose_when(m)) {
        limit = lower;
    }
    m->spu->buf.head_limit = limit;
    buffer_set_limit(&m->cfg, &m->spu->buf, rec, early_limit(&limits, limit));
}
