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

/* Of which kind an event was that nothing has shown changes no prediction. */
static bool same_totals(const struct spu *a, const struct spu *b)
{
    return same_part(a, b, offsetof(struct spu, tot), offsetof(struct spu, tot.faults)) &&
           a->tot.resets == b->tot.resets && a->tot.result_hash == b->tot.result_hash;
}

bool spu_same(const struct spu *a, const struct spu *b)
{
    const size_t map = offsetof(struct spu, buf.map);

    if (!same_part(a, b, 0, offsetof(struct spu, tot)) || !same_totals(a, b) ||
        !same_part(a, b, offsetof(struct spu, regs), BEFORE_POOL) ||
        !same_part(a, b, BEHIND_POOL, map) ||
        !same_part(a, b, map + sizeof(a->buf.map), sizeof(*a))) {
        return false;
    }
    for (int i = 0; i < MAX_RECS; i++) {
        if (!same_record(&a->buf.pool[i], &b->buf.pool[i])) {
            return false;
        }
    }
    return bytemap_same(&a->buf.map, &b->buf.map);
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
