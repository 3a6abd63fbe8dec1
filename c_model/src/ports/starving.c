/* SPDX-License-Identifier: Apache-2.0 */
#include "ports/starving.h"
#include "bus/waited.h"
#include "judge/barriers.h"
#include "state/events.h"
#include "state/model.h"
#include "state/queue.h"

/* Barriers that are not done although they wait for nothing (3.6; dpi/timing.md, BR2 and BR5). */

/* BR1, BR4: returns whether anything is left that the open PSB CSYNC may wait for. PSB CSYNC does
 * not wait for records of later samples (BR2). A life is left up to the cycle of its ending. In
 * discard mode only the lives are left, because nothing is queued. `blind`: as window_blind() says.
 */
static bool psb_waits(const struct spu *spu, bool blind, uint64_t now)
{
    const uint64_t last = spu->barriers.psb_order;
    const bool ended = spu->fl.end_order != 0 && spu->fl.end_cycle == now;
    const bool ends = ended && spu->fl.end_order <= last;
    bool left = ends || inflight_older(&spu->fl, &spu->buf, last) != 0 ||
                model_windows_count(&spu->events, blind, now) ||
                (spu->pointer.due && spu->pointer.first <= last);

    for (int i = 0; i < spu->buf.n; i++) {
        left |= queue_seen(&spu->buf, i)->may.first <= last;
    }
    for (int i = 0; i < spu->fl.n_staged; i++) {
        left |= rec_seen(&spu->buf, spu->fl.staged[i])->order <= last;
    }
    const struct rec *doomed = rec_seen(&spu->buf, spu->buf.doomed);
    left |= doomed != NULL && (doomed->doom.late_aws > 0 || buffer_writing(&spu->buf, doomed));
    /* The SPU may also wait for responses, even if a record is done before them ([record_done] =
     * w). */
    for (int i = 0; i < spu->buf.n_bursts; i++) {
        const struct burst *b = &spu->buf.burst[i];
        const bool any = b->earlier == UINT8_MAX;
        left |= b->order != 0 && (any || b->order - b->earlier <= last);
    }
    return left;
}

/* The barrier has nothing left to wait for. *idle: the first cycle in which this was so; 0 on
 * entry: it is this cycle. @return the cycle by which the barrier had to be done; 0: it is in time.
 */
static uint64_t overdue(struct schedule *schedule, uint64_t *idle, int most, uint64_t now)
{
    *idle = *idle == 0 ? now : *idle;
    const uint64_t due = *idle + (uint64_t)most;
    if (now > due) {
        return due;
    }
    schedule_at(schedule, due + 1);
    return 0;
}

void sync_dsb_begin(struct spu *spu, uint64_t now)
{
    const uint64_t tlbi = spu->buf.tlbi_cycle;

    /* Up to the cycle after a TLBI a burst may be offered with a translation that the TLBI ends
     * (BR6). */
    const uint64_t until = tlbi != 0 && tlbi + 2 > now ? tlbi + 2 : now;

    for (int may = 0; may < 2; may++) {
        spu->barriers.dsb[may] = (struct dsb_limit){.until = until};
        spu->barriers.dsb_again[may] = spu->barriers.dsb_over[may] = false;
    }
}

/* Whether the last PSB CSYNC was requested before the DSB, or with it: the DSB may wait for it. */
static bool before_dsb(const struct barriers *b)
{
    return b->psb_cycle <= b->dsb_cycle;
}

/* BR5: while the PSB CSYNC waits, records may begin. So the time of the DSB begins when the PSB
 * CSYNC is done. */
void sync_dsb_freed(struct spu *spu, uint64_t now)
{
    if (spu->barriers.dsb_open && before_dsb(&spu->barriers)) {
        sync_dsb_begin(spu, now);
    }
}

/* BR5: [dsb_max] of a DSB. When a DSB is done, each address offered before must have its response.
 * If the SPU has let records begin meanwhile, the bus may be slow to accept or answer their bursts.
 * So if anything is under way when the limit is reached, the limit is extended once. It is not
 * extended again, because later records could go on for ever. `may`: the DSB waits for what may
 * have begun, too. @return the cycle by which the DSB had to be done; 0: it is in time. */
static uint64_t dsb_overdue(struct spu *spu, bool order_free, int most, bool may, uint64_t now)
{
    struct barriers *b = &spu->barriers;
    struct dsb_limit *limit = &b->dsb[may];
    const bool psb = b->psb_open && before_dsb(b), again = b->dsb_again[may];

    if (now < limit->until) { /* before C more may begin, whatever has ended (BR6) */
        schedule_at(&spu->schedule, limit->until);
        return 0;
    }
    if ((limit->idle == 0 || !(may || again)) &&
        (psb || buffer_waited(spu, order_free, limit->until, may || again))) {
        limit->idle = 0; /* a burst that the tap tells later had begun */
        return 0;
    }
    const uint64_t due = overdue(&spu->schedule, &limit->idle, most, now);
    if (due != 0 && !again && !b->dsb_over[may] && buffer_waited(spu, order_free, now, true)) {
        b->dsb_again[may] = true;
        *limit = (struct dsb_limit){.until = now};
        return 0;
    }
    b->dsb_over[may] = due != 0;
    return due;
}

/* The tap may tell only with a burst whether the burst had begun before the DSB. The time of the
 * DSB, and what is under way when it ends, depend on that. So the DSB is late if it is late either
 * way. */
static void watch_dsb(struct spe_model *m)
{
    const bool order_free = m->opt.order_free;
    const int most = m->cfg.dsb_max;
    const uint64_t sure = dsb_overdue(m->spu, order_free, most, false, m->clock.cycle),
                   due = dsb_overdue(m->spu, order_free, most, true, m->clock.cycle);

    if (sure != 0 && due != 0) {
        m->spu->barriers.dsb_late = true;
        sync_starved(m, false, sure > due ? sure : due);
    }
}

void sync_watch(struct spe_model *m)
{
    struct barriers *b = &m->spu->barriers;
    const bool dsb = b->dsb_open && !b->dsb_late && m->cfg.dsb_max != 0,
               psb = b->psb_open && !b->psb_late;
    const bool blind = window_blind(&m->opt);
    uint64_t due;

    if (!m->records) {
        return; /* nobody knows which records wait to be written */
    }
    if (dsb) {
        watch_dsb(m);
    }
    if (!psb || (b->psb_idle == 0 && psb_waits(m->spu, blind, m->clock.cycle))) {
        return; /* once nothing is left to wait for, all that follows is of later samples */
    }
    due = overdue(&m->spu->schedule, &b->psb_idle, m->cfg.psb_max, m->clock.cycle);
    if (due != 0) {
        b->psb_late = true;
        sync_starved(m, true, due);
    }
}
