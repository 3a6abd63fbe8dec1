/* SPDX-License-Identifier: Apache-2.0 */
#include "model/spu_value.h"

#include <stddef.h>
#include <string.h>

#include "state/spu.h"

/* The SPU as a value. Its records hold bytes that are valid only up to their length. */

#define BEFORE_POOL offsetof(struct spu, buf.pool)
#define BEHIND_POOL (BEFORE_POOL + sizeof(((struct spu *)NULL)->buf.pool))

static const char *behind(const struct spu *spu)
{
    return (const char *)spu + BEHIND_POOL;
}

static void copy_record(struct rec *to, const struct rec *from)
{
    const size_t len = (size_t)from->len;

    memcpy(to, from, offsetof(struct rec, bytes));
    if (from->state != REC_FREE) {
        memcpy(to->bytes, from->bytes, len);
        memcpy(to->actual, from->actual, len);
        memcpy(to->got, from->got, sizeof(to->got));
        memcpy(to->seq, from->seq, len * sizeof(to->seq[0]));
        memcpy(to->lane, from->lane, len);
    }
}

bool spu_copy(struct spu *to, const struct spu *from)
{
    struct bytemap map = to->buf.map;

    if (!bytemap_copy(&map, &from->buf.map)) {
        to->buf.map = map;
        return false;
    }
    memcpy(to, from, BEFORE_POOL);
    for (int i = 0; i < MAX_RECS; i++) {
        copy_record(&to->buf.pool[i], &from->buf.pool[i]);
    }
    memcpy((char *)to + BEHIND_POOL, behind(from), sizeof(*to) - BEHIND_POOL);
    to->buf.map = map;
    return true;
}

static bool same_record(const struct rec *a, const struct rec *b)
{
    if (a->state == REC_FREE || b->state == REC_FREE) { /* nothing reads what it was */
        return a->state == b->state;
    }
    return memcmp(a, b, offsetof(struct rec, bytes)) == 0 &&
           memcmp(a->bytes, b->bytes, (size_t)a->len) == 0 &&
           memcmp(a->got, b->got, sizeof(a->got)) == 0;
}

/* Members from offset `from` to before `to`. */
static bool same_part(const struct spu *a, const struct spu *b, size_t from, size_t to)
{
    return memcmp((const char *)a + from, (const char *)b + from, to - from) == 0;
}

/* Places of a list that are free say nothing. */
#define FORGET_BEHIND(array, n)                                                                    \
    memset(&(array)[n], 0, (sizeof(array) / sizeof((array)[0]) - (size_t)(n)) * sizeof((array)[0]))

static void normal_buffer(struct buffer *buf)
{
    FORGET_BEHIND(buf->queue, buf->n);
    FORGET_BEHIND(buf->burst, buf->n_bursts);
    FORGET_BEHIND(buf->early.word, buf->early.n);
    FORGET_BEHIND(buf->early.seq, buf->early.n);
    FORGET_BEHIND(buf->old.ptr, buf->old.n);
    for (int i = 0; i < MAX_XL; i++) {
        if (!buf->xl[i].used) {
            memset(&buf->xl[i], 0, sizeof(buf->xl[i]));
        }
    }
}

void spu_normal(struct spu *spu)
{
    FORGET_BEHIND(spu->events.effect, spu->events.n);
    FORGET_BEHIND(spu->writes.at, spu->writes.n);
    FORGET_BEHIND(spu->stale.at, spu->stale.n);
    FORGET_BEHIND(spu->snaps.at, spu->snaps.n);
    FORGET_BEHIND(spu->filter_fork.gone, spu->filter_fork.n_gone);
    FORGET_BEHIND(spu->fl.ended, spu->fl.n_ended);
    FORGET_BEHIND(spu->fl.wait, spu->fl.n_wait);
    FORGET_BEHIND(spu->fl.staged, spu->fl.n_staged);
    FORGET_BEHIND(spu->nl.held, spu->nl.n_held);
    FORGET_BEHIND(spu->lv.lag.at, spu->lv.lag.n);
    FORGET_BEHIND(spu->lv.lag.out, spu->lv.lag.n_out);
    for (int i = 0; i < MAX_FORKS; i++) {
        if (!spu->forks.live[i].used) {
            memset(&spu->forks.live[i], 0, sizeof(spu->forks.live[i]));
        }
    }
    normal_buffer(&spu->buf);
}

/* Which management events there were, and how many, changes no prediction. */
static bool same_totals(const struct spu *a, const struct spu *b)
{
    return same_part(a, b, offsetof(struct spu, tot), offsetof(struct spu, tot.faults)) &&
           a->tot.resets == b->tot.resets;
}

/* Whether there was one since the last step does. */
static bool same_audit(const struct spu *a, const struct spu *b)
{
    return audit_steps(&a->audit, &a->tot) == audit_steps(&b->audit, &b->tot) &&
           a->audit.cycle == b->audit.cycle &&
           memcmp(a->audit.told, b->audit.told, sizeof(a->audit.told)) == 0;
}

bool spu_same(const struct spu *a, const struct spu *b)
{
    const size_t map = offsetof(struct spu, buf.map), audit = offsetof(struct spu, audit);

    if (!same_part(a, b, 0, offsetof(struct spu, tot)) || !same_totals(a, b) ||
        !same_part(a, b, offsetof(struct spu, regs), BEFORE_POOL) ||
        !same_part(a, b, BEHIND_POOL, map) || !same_part(a, b, map + sizeof(a->buf.map), audit) ||
        !same_audit(a, b) || !same_part(a, b, audit + sizeof(a->audit), sizeof(*a))) {
        return false;
    }
    for (int i = 0; i < MAX_RECS; i++) {
        if (!same_record(&a->buf.pool[i], &b->buf.pool[i])) {
            return false;
        }
    }
    return bytemap_same(&a->buf.map, &b->buf.map);
}

void spu_count_as(struct spu *to, const struct spu *from)
{
    to->tot = from->tot;
    to->audit.events = from->audit.events;
}

bool spu_may_ask(const struct spu *spu)
{
    return spu->events.n != 0 || spu->buf.late_open ||
           (spu->pointer.due && spu->pointer.alt != FORK_KINDS);
}

void spu_free(struct spu *spu)
{
    bytemap_free(&spu->buf.map);
}
