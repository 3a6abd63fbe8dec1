/* SPDX-License-Identifier: Apache-2.0 */
#include "model/spu_value.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "covered/cover_event.h"
#include "queue/buffer.h"
#include "state/queue.h"
#include "state/spu.h"

/*
 * Copies and compares the predicted state of an SPU (struct spu), of which each hypothesis has one.
 * If the states of two hypotheses are the same, the hypotheses become one.
 *
 * Much of the structure is room that is not in use. So of a list only the entries in use are copied
 * and compared, and of a record only the bytes up to its length.
 */

/*
 * A member of struct spu that is not plain bytes. The bytes between two such parts are plain: they
 * are copied and compared as they are. A part is one of
 *
 * - a list: an array whose number of entries in use is another member;
 * - `shown`: a member that is copied, but not compared as bytes. It is displayed, or spu_join()
 *   joins it, or a same_...() function compares it;
 * - the pool of records or the map of written bytes, which have functions of their own.
 */
struct part {
    size_t at, bytes; /* offset in struct spu, and size */
    size_t n,
        each;   /* list: offset of the number of entries in use, bytes of an entry; else 0 and 0 */
    bool shown; /* copied, but not compared as bytes */
};

#define MEMBER(path) offsetof(struct spu, path), sizeof(((struct spu *)NULL)->path)
#define LIST(path, number)                                                                         \
    {                                                                                              \
        MEMBER(path), offsetof(struct spu, number), sizeof(((struct spu *)NULL)->path[0]), false   \
    }

#define RECENT(i) LIST(acc.count[i].recent, acc.count[i].n_recent),
#define EACH_COUNT(X)                                                                              \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
_Static_assert(COUNTS == 16, "each has a row below");

/* All parts, in the order of the structure. */
static const struct part parts[] = {
    {MEMBER(schedule), 0, 0, true},
    {MEMBER(tot), 0, 0, true},
    LIST(writes.at, writes.n),
    LIST(stale.at, stale.n),
    LIST(events.effect, events.n),
    {MEMBER(events.s_cycle), 0, 0, true},
    {MEMBER(events.s_cause), 0, 0, true},
    LIST(filter_fork.gone, filter_fork.n_gone),
    LIST(counter.taken, counter.n_taken),
    LIST(snaps.at, snaps.n),
    LIST(fl.ended, fl.n_ended),
    LIST(fl.wait, fl.n_wait),
    LIST(fl.staged, fl.n_staged),
    {MEMBER(buf.pool), 0, 0, false},
    LIST(buf.queue, buf.n),
    LIST(buf.burst, buf.n_bursts),
    LIST(buf.early.word, buf.early.n),
    LIST(buf.early.seq, buf.early.n),
    LIST(buf.modes.of, buf.modes.n),
    LIST(buf.regions.old, buf.regions.n_old),
    {MEMBER(buf.map), 0, 0, false},
    LIST(buf.old.ptr, buf.old.n),
    LIST(st.stays.open, st.stays.n_open),
    LIST(st.stays.at, st.stays.n),
    LIST(nl.held, nl.n_held),
    EACH_COUNT(RECENT){MEMBER(acc.notes), 0, 0, true},
    LIST(lv.lag.at, lv.lag.n),
    LIST(lv.lag.out, lv.lag.n_out),
    {MEMBER(audit), 0, 0, true},
    {MEMBER(seen.taken), 0, 0, true},
    {MEMBER(seen.levels), 0, 0, true},
};

#define PARTS (sizeof(parts) / sizeof(parts[0]))

static const char *at(const struct spu *spu, size_t offset)
{
    return (const char *)spu + offset;
}

/* Bytes of the entries in use of a list. */
static size_t used(const struct spu *spu, const struct part *part)
{
    int n;

    memcpy(&n, at(spu, part->n), sizeof(n));
    assert(n >= 0 && (size_t)n * part->each <= part->bytes);
    return (size_t)n * part->each;
}

/* Offset of the plain bytes before the i-th part. For i = PARTS these are the bytes after the last
 * part. */
static size_t plain(size_t i)
{
    return i == 0 ? 0 : parts[i - 1].at + parts[i - 1].bytes;
}

static size_t plain_end(size_t i)
{
    const size_t end = i == PARTS ? sizeof(struct spu) : parts[i].at;

    assert(end >= plain(i));
    return end;
}

static void copy_bytes(struct spu *to, const struct spu *from, size_t offset, size_t bytes)
{
    memcpy((char *)to + offset, at(from, offset), bytes);
}

static void copy_record(struct rec *to, const struct rec *from)
{
    const size_t len = (size_t)from->len;

    if (from->state == REC_FREE) { /* nothing reads its other members */
        to->state = REC_FREE;
        return;
    }
    memcpy(to, from, offsetof(struct rec, bytes));
    memcpy(to->bytes, from->bytes, len);
    memcpy(to->actual, from->actual, len);
    memcpy(to->got, from->got, sizeof(to->got));
    memcpy(to->word.seq, from->word.seq, len * sizeof(to->word.seq[0]));
    memcpy(to->word.lane, from->word.lane, len);
}

void spu_copy(struct spu *to, const struct spu *from)
{
    bytemap_copy(&to->buf.map, &from->buf.map);
    for (size_t i = 0; i <= PARTS; i++) {
        copy_bytes(to, from, plain(i), plain_end(i) - plain(i));
        if (i < PARTS && parts[i].shown) {
            copy_bytes(to, from, parts[i].at, parts[i].bytes);
        } else if (i < PARTS && parts[i].each != 0) {
            copy_bytes(to, from, parts[i].at, used(from, &parts[i]));
        }
    }
    for (int i = 0; i < MAX_RECS; i++) {
        copy_record(&to->buf.pool[i], &from->buf.pool[i]);
    }
}

static bool same_record(const struct rec *a, const struct rec *b)
{
    if (a->state == REC_FREE) {
        return b->state == REC_FREE;
    }
    return memcmp(a, b, offsetof(struct rec, bytes)) == 0 &&
           memcmp(a->bytes, b->bytes, (size_t)a->len) == 0 &&
           memcmp(a->got, b->got, sizeof(a->got)) == 0;
}

/* Whether the cycles of the last change of S (events.s_cycle) do not tell the states apart. States
 * that differ in this cycle alone are the same, unless PMBIRQ may still lag behind S (irq_checked
 * is 0), or a window of an event has snapshots of the counter. */
static bool same_stop(const struct spu *a, const struct spu *b)
{
    return a->events.s_cycle == b->events.s_cycle || (a->events.irq_checked && a->snaps.n == 0);
}

/* Compares audits. The first cycle of an audit matters only if the audit has begun. */
static bool same_audit(const struct spu *a, const struct spu *b)
{
    const unsigned steps = audit_steps(&a->audit, &a->tot);

    return steps == audit_steps(&b->audit, &b->tot) &&
           (steps == 0 || a->audit.cycle == b->audit.cycle);
}

/* Compares totals. The numbers of audits, of management events and of records lost to these events
 * change no prediction, so they are not compared. But an event after the last step of an audit ends
 * this audit: same_audit() compares that. */
static bool same_counted(const struct spu *a, const struct spu *b)
{
    const struct spe_totals *t = &a->tot, *u = &b->tot;

    return t->closed == u->closed && t->pass == u->pass && t->cycles == u->cycles &&
           t->ops == u->ops && t->selections == u->selections && t->samples == u->samples &&
           t->collisions == u->collisions && t->filtered == u->filtered &&
           t->not_captured == u->not_captured && t->records == u->records &&
           t->predicted == u->predicted && t->bytes == u->bytes && t->lost == u->lost &&
           t->pending == u->pending && t->audited == u->audited && t->resets == u->resets &&
           same_audit(a, b) && memcmp(a->audit.told, b->audit.told, sizeof(a->audit.told)) == 0;
}

/* Compares the bytes of the i-th part, and the plain bytes before it. */
static bool same_part(const struct spu *a, const struct spu *b, size_t i)
{
    const size_t from = plain(i), n = i < PARTS && parts[i].each != 0 ? used(a, &parts[i]) : 0;

    if (memcmp(at(a, from), at(b, from), plain_end(i) - from) != 0) {
        return false;
    }
    return n == 0 ||
           (n == used(b, &parts[i]) && memcmp(at(a, parts[i].at), at(b, parts[i].at), n) == 0);
}

bool spu_same(const struct spu *a, const struct spu *b)
{
    if (!same_counted(a, b) || !same_stop(a, b)) {
        return false;
    }
    for (size_t i = 0; i <= PARTS; i++) {
        if (!same_part(a, b, i)) {
            return false;
        }
    }
    for (int i = 0; i < MAX_RECS; i++) {
        if (!same_record(&a->buf.pool[i], &b->buf.pool[i])) {
            return false;
        }
    }
    return bytemap_same(&a->buf.map, &b->buf.map);
}

/* Clears the id of a record that is no longer in the pool: nothing asks for this id any more. */
static void forget_gone(const struct buffer *buf, uint64_t *id)
{
    for (int i = 0; i < MAX_RECS && *id != 0; i++) {
        if (buf->pool[i].state != REC_FREE && buf->pool[i].id == *id) {
            return;
        }
    }
    *id = 0;
}

/* A translation may outlive the record that it was requested for: clears the ids of such records.
 */
static void forget_requesters(struct buffer *buf)
{
    for (int i = 0; i < MAX_XL; i++) {
        forget_gone(buf, &buf->xl[i].rec);
    }
    forget_gone(buf, &buf->asked.rec);
    forget_gone(buf, &buf->old.rec);
    buf->old.n = buf->old.rec == 0 ? 0 : buf->old.n;
}

/* Frees the record that its own fault has ended, once nothing needs it. The record is kept as long
 * as it has offered bursts to write, or a TLBI of the same cycle may take the fault back. */
static void forget_doomed(struct buffer *buf, uint64_t now)
{
    struct rec *rec = rec_of(buf, buf->doomed);

    if (buf->fault.cycle < now) {
        buf->fault = (struct xl_fault){.cycle = 0};
    }
    if (rec != NULL && rec->doom.cycle + 1 < now && rec->doom.late_aws == 0 && !rec->filter.doubt &&
        !rec->filter.open && !buffer_writing(buf, rec)) {
        buffer_free(buf, rec);
    }
}

/* Which TLBI has cut a record matters only while that record is being written, or a TLBI of the
 * same cycle may take its fault back. */
static void forget_cut(struct buffer *buf)
{
    const struct rec *head = buf->n > 0 ? queue_seen(buf, 0) : NULL;
    const bool begun = head != NULL && head->state == REC_STARTED && head->next != head->va;

    if (!begun && buf->fault.cycle == 0) {
        buf->cut = (struct xl_cut){.tlbi = 0};
    }
}

/* PMBPTR_EL1 has moved: nothing asks whose record has moved it. */
static void forget_mover(struct pointer *pointer)
{
    if (!pointer->due) {
        pointer->value = pointer->first = pointer->last = 0;
    }
}

void spu_normal(struct spu *spu, uint64_t now)
{
    lag_forget(&spu->lv.lag, now);
    forget_doomed(&spu->buf, now);
    forget_cut(&spu->buf);
    forget_mover(&spu->pointer);
    if (spu->events.n == 0) {
        spu->events.others = (struct byteset){.base = 0};
    }
    if (spu->events.n == 0 && spu->audit.cycle + 1 < now) {
        spu->audit.cycle = 0; /* before any event to come */
    }
    forget_requesters(&spu->buf);
    for (int i = 0; i < COUNTS; i++) {
        count_forget(&spu->acc.count[i], now);
    }
}

void spu_show_as(struct spu *to, const struct spu *from)
{
    to->tot = from->tot;
    to->audit = from->audit; /* its steps follow the events that `tot` counts */
    to->events.s_cycle = from->events.s_cycle;
    to->events.s_cause = from->events.s_cause;
    to->acc.notes = from->acc.notes;
}

void spu_join(struct spu *to, const struct spu *from)
{
    to->schedule.busy |= from->schedule.busy;
    schedule_at(&to->schedule, from->schedule.due);
    cover_join(&to->seen, &from->seen);
}

void spu_free(struct spu *spu)
{
    bytemap_free(&spu->buf.map);
}
