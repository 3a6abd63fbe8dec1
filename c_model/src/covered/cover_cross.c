/* SPDX-License-Identifier: Apache-2.0 */
#include "covered/cover_cross.h"
#include "cover/cross.h"
#include "covered/cover.h"
#include "state/model.h"
#include "state/queue.h"

_Static_assert(MAX_TAGS == 4, "values of tags in cover/axes.h");

/* Bins of addresses, intervals, depths, responses, and of what barriers find pending. */

void cover_burst(struct rec *rec, uint64_t address)
{
    rec->cover.tops |= (uint16_t)(1u << (address >> 48 & 15));
}

static enum cover_region region_of(uint64_t address)
{
    if ((address >> 55 & 1) != 0) {
        return REGION_UPPER;
    }
    if (address >> 56 != 0) {
        return REGION_TAGGED;
    }
    if (address >> 48 != 0) {
        return address == UINT64_C(1) << 48 ? REGION_END : REGION_WIDE;
    }
    return address >> 47 != 0 ? REGION_HIGH : address >> 32 != 0 ? REGION_MIDDLE : REGION_LOW;
}

void cover_places(struct spe_model *m, const struct rec *rec)
{
    const unsigned physical = rec->modes.known && m->spu->buf.modes.of[rec->modes.mode].nvm;

    for (unsigned top = 0; top < 16; top++) {
        if ((rec->cover.tops >> top & 1) != 0) {
            cover_hit(m, COVER_BUS, top, physical, 0, 0);
        }
    }
    const enum cover_region first = region_of(rec->va);
    cover_hit(m, COVER_REGION, 0, first == REGION_END ? REGION_WIDE : first, physical, 0);
    cover_hit(m, COVER_REGION, 1, region_of(rec->limit), physical, 0);
}

unsigned cover_mode(const struct spe_model *m)
{
    return (m->spu->regs.v[SPE_PMSIRR] & SPE_PMSIRR_RND) == 0 ? 0 : m->cfg.ernd ? 2 : 1;
}

/* Class of an interval: 1, below 16, below 256, below 4096, below 65536, and above. */
static unsigned interval_class(uint64_t interval)
{
    unsigned class = 0;

    for (uint64_t end = 2; class < 5 && interval >= end; end = end == 2 ? 16 : end * 16) {
        class ++;
    }
    return class;
}

void cover_interval(struct spe_model *m, unsigned seen)
{
    const uint64_t interval = m->spu->regs.v[SPE_PMSIRR] >> 8 & 0xFFFFFF;

    if (interval != 0) { /* with INTERVAL 0 the sample interval is UNKNOWN */
        cover_hit(m, COVER_INTERVAL, interval_class(interval), cover_mode(m), seen, 0);
    }
}

/* A read counts only if COUNT is in the class of INTERVAL: the value that this INTERVAL loads, or a
 * little less. */
void cover_interval_read(struct spe_model *m, uint64_t pmsicr)
{
    const uint64_t interval = m->spu->regs.v[SPE_PMSIRR] >> 8 & 0xFFFFFF;
    const uint64_t count = (pmsicr & SPE_PMSICR_COUNT) >> 8;

    if (count != 0 && count <= interval && interval_class(count) == interval_class(interval)) {
        cover_interval(m, 1);
    }
}

/* Tags and records that a selection finds. Counted only if they decide whether the selection has to
 * collide. */
void cover_depth(struct spe_model *m, bool collided)
{
    const int tags = m->cfg.inflight - inflight_free(m);
    const int records = buffer_occupied(&m->spu->buf) + m->spu->fl.n_staged;
    const bool strict = m->cfg.sync_scope == spe_cfg_sync_scope_strict;
    const bool busy = tags == m->cfg.inflight || (strict && tags + records > 0);

    if (m->records && records <= m->cfg.record_queue && busy == collided &&
        !(strict && tags + records > 1)) {
        cover_hit(m, COVER_DEPTH, (unsigned)tags, (unsigned)records, collided, 0);
    }
}

void cover_select(struct spe_model *m, const struct spe_txn_sel *t)
{
    cover_hit(m, COVER_SELECT, cover_mode(m), t->tag == SPE_TAG_COLLIDED, t->slot, 0);
    cover_interval(m, 0);
    cover_depth(m, t->tag == SPE_TAG_COLLIDED);
}

static bool awaits_response(const struct buffer *buf)
{
    bool any = false;

    for (int i = 0; i < buf->n_bursts; i++) {
        any |= !buf->burst[i].b_done;
    }
    return any;
}

void cover_response(struct spe_model *m, int i)
{
    for (int older = 0; older < i; older++) {
        m->spu->seen.overtaken |= !m->spu->buf.burst[older].b_done;
    }
    m->spu->seen.overtaken &= awaits_response(&m->spu->buf);
}

enum cover_order cover_responses(const struct spe_model *m)
{
    return !awaits_response(&m->spu->buf) ? ORDER_NONE
           : m->spu->seen.overtaken       ? ORDER_OVERTAKEN
                                          : ORDER_KEPT;
}

static unsigned pending_bits(const struct spe_config *cfg, const struct spu *spu)
{
    unsigned what = awaits_response(&spu->buf) || spu->buf.early.n > 0 ? PENDING_WRITING : 0;

    for (int i = 0; i < cfg->inflight; i++) {
        what |= spu->fl.tag[i].state != TAG_FREE ? PENDING_FLIGHT : 0;
    }
    for (int i = 0; i < spu->buf.n; i++) {
        const enum rec_state state = queue_seen(&spu->buf, i)->state;
        what |= state == REC_STARTED ? PENDING_WRITING : state == REC_QUEUED ? PENDING_QUEUED : 0;
    }
    return what | (spu->fl.n_staged > 0 ? PENDING_QUEUED : 0);
}

void cover_barrier_asked(struct spe_model *m, enum cover_barrier barrier)
{
    m->spu->seen.pending[barrier] = (uint8_t)pending_bits(&m->cfg, m->spu);
    m->spu->seen.enabled[barrier] = model_stopped(m) ? 2 : m->spu->enabled.buffer ? 0 : 1;
}

void cover_barrier_done(struct spe_model *m, enum cover_barrier barrier)
{
    if (m->records) {
        cover_hit(m, COVER_BARRIER, barrier, m->spu->seen.pending[barrier],
                  m->spu->seen.enabled[barrier], 0);
    }
    m->spu->seen.pending[barrier] = m->spu->seen.enabled[barrier] = 0;
}
