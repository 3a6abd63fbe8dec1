/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "doubt/fork.h"
#include "judge/barriers.h"
#include "judge/report.h"
#include "queue/find.h"
#include "queue/maybe.h"
#include "queue/place.h"
#include "state/model.h"

/* Records that may be written, or not (S2, P26, [disabled_record]): how they become so. */

/* Whether its first burst may be offered, if it begins at `va`: order-free for any of its bytes. */
static bool is_mapped(struct spu *spu, const struct rec *rec, uint64_t va, bool order_free)
{
    const uint64_t last = va + (uint64_t)rec->len - 1;

    return buffer_translate(spu, rec, va) != NULL ||
           (order_free && buffer_translate(spu, rec, last) != NULL);
}

bool buffer_may_be_offered(struct spu *spu, const struct rec *rec, uint64_t now, bool order_free)
{
    bool mapped = false;
    uint64_t va;

    for (int i = 0; buffer_place(spu, rec, i, &va); i++) {
        mapped |= is_mapped(spu, rec, va, order_free);
    }
    return rec->enq_cycle < now && !spu->buf.blocked && mapped;
}

const char buffer_maybes[] = "records that may be lost or written [S2, W7]";

int buffer_maybe_room(const struct buffer *buf)
{
    int room = MAX_MAYBE;

    for (int i = 0; i < MAX_RECS; i++) {
        room -= buf->pool[i].state != REC_FREE && buf->pool[i].fork != 0;
    }
    return room;
}

bool buffer_may_be(struct spe_model *m, struct rec *rec)
{
    const bool forks = buffer_maybe_forks(rec);

    if (forks && buffer_maybe_room(&m->spu->buf) <= 0) {
        model_overflow(m, buffer_maybes, MAX_MAYBE);
        return false;
    }
    if (rec->psb.owed) {
        sync_late(m, rec, "written or lost");
    }
    rec->va = rec->next = buffer_first(m->spu, rec);
    if (forks) {
        rec->fork = (uint8_t)fork_open(m, FORK_S2);
    }
    rec->state = REC_MAYBE;
    rec->maybe = true;
    rec->passed = false;
    rec->buffer = rec->placed ? rec->buffer : m->spu->buf.number;
    rec->off_cycle = m->clock.cycle;
    return true;
}

bool buffer_doubt(struct spe_model *m, struct rec *rec)
{
    const bool room = buffer_may_be(m, rec);

    rec->may_write |= room;
    return room;
}

void buffer_doubt_all(struct spe_model *m)
{
    for (int i = 0; i < m->spu->buf.n; i++) {
        struct rec *rec = queue_at(&m->spu->buf, i);
        rec->filter.off = true;
        if (rec->state == REC_QUEUED) {
            (void)buffer_doubt(m, rec);
        }
    }
}

bool buffer_offered_before(const struct rec *rec, const struct rec *other)
{
    return rec->offer.told && rec->offer.cycle <= other->life.made_cycle;
}

bool buffer_same_bytes(const struct spe_model *m, const struct rec *rec, const struct rec *other)
{
    return other->len == rec->len && (memcmp(other->bytes, rec->bytes, (size_t)rec->len) == 0 ||
                                      buffer_could_be(m, rec, other, rec->len));
}

void buffer_exchanged(struct spe_model *m, const struct rec *rec)
{
    const bool any = m->cfg.record_order == spe_cfg_record_order_any;

    for (int i = 0; any && i < m->spu->buf.n; i++) {
        struct rec *other = queue_at(&m->spu->buf, i);
        if (other != rec && other->state != REC_STARTED && !buffer_offered_before(rec, other) &&
            buffer_same_bytes(m, rec, other)) {
            other->may.first =
                rec->may.first < other->may.first ? rec->may.first : other->may.first;
            other->may.last = rec->may.last > other->may.last ? rec->may.last : other->may.last;
        }
    }
}

uint64_t buffer_last_order(struct spe_model *m, const struct rec *rec)
{
    uint64_t last = rec->order > rec->may.last ? rec->order : rec->may.last;
    const struct rec *other;

    for (int i = 1; (other = buffer_candidate(m, i)) != NULL; i++) {
        if (!buffer_offered_before(rec, other) && buffer_same_bytes(m, rec, other)) {
            last = other->order > last ? other->order : last;
        }
    }
    return last;
}
