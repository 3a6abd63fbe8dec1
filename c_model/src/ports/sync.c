/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>

#include "arch/enable.h"
#include "bus/xl.h"
#include "cover/cross.h"
#include "covered/cover_cross.h"
#include "doubt/event_list.h"
#include "doubt/outcome.h"
#include "doubt/stale.h"
#include "doubt/unknown.h"
#include "events/window_read.h"
#include "judge/barriers.h"
#include "judge/report.h"
#include "ports/dsb.h"
#include "ports/starving.h"
#include "ports/sync.h"
#include "queue/choice.h"
#include "queue/discard.h"
#include "queue/ids.h"
#include "queue/sweep.h"
#include "state/model.h"
#include "state/queue.h"

/* Barriers (3.6): PSB CSYNC is BR1 to BR4 of dpi/timing.md, DSB is BR5, a CSE is BR7. */

void barriers_reset(struct barriers *b)
{
    b->psb_open = b->dsb_open = b->psb_seen = b->dsb_after_psb = false;
    b->cse_cycle = b->psb_cse = b->dsb_cse = 0;
    b->dsb_passed = 0;
    dsb_forget(b);
}

static void done_without_request(struct spe_model *m, const char *name)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_CONTRACT, "dpi/README.md");

    FMT(f.where, "sync.kind");
    FMT(f.text, "%s is done without a request", name);
    model_emit(m, &f);
}

static void psb_request(struct spe_model *m)
{
    struct barriers *b = &m->spu->barriers;

    assert(!b->psb_open);
    b->psb_open = true;
    b->psb_late = false;
    b->psb_idle = 0;
    b->psb_cycle = m->clock.cycle;
    b->psb_cse = b->cse_cycle;
    b->psb_order = m->spu->fl.orders;
    cover_barrier_asked(m, BARRIER_PSB);
    for (int i = 0; i < m->cfg.inflight; i++) {
        const struct tag *tag = &m->spu->fl.tag[i];
        if (tag->state == TAG_FLIGHT && tag->sel_cycle == m->clock.cycle &&
            tag->order <= b->psb_order) {
            /* Selected in the cycle of the request, so not waited for. */
            b->psb_order = tag->order - 1;
        }
    }
}

static bool event_pending(const struct spe_config *cfg, const struct spu *spu, uint64_t cycle)
{
    for (int i = 0; i < spu->events.n; i++) {
        /* PSB CSYNC does not wait for an asynchronous abort whose response comes in this cycle
         * (3.6). Inside its window an event may have taken effect already, and then has
         * (model_window_passed()). */
        const struct effect *e = &spu->events.effect[i];
        const bool now = e->asynchronous && e->cycle == cycle;
        const bool other = e->unsure && spu->fl.orders > spu->barriers.psb_order;
        if (!e->optional && !now && !other && e->order <= spu->barriers.psb_order &&
            (e->lo == e->hi || e->lo > cycle) && model_event_changes(cfg, &spu->regs, e)) {
            return true;
        }
    }
    return spu->pointer.due && spu->pointer.last <= spu->barriers.psb_order;
}

/* An event was to have emptied the queue. So records that wait for room must not be written any
 * more. */
static void hold_to_event(struct spu *spu)
{
    for (int i = 0; i < spu->fl.n_wait; i++) {
        struct tag *tag = &spu->fl.tag[spu->fl.wait[i]];
        rec_of(&spu->buf, tag->rec)->psb.excused |= tag->order <= spu->barriers.psb_order;
    }
    for (int i = 0; i < spu->fl.n_staged; i++) {
        struct rec *rec = rec_of(&spu->buf, spu->fl.staged[i]);
        rec->psb.excused |= rec->order <= spu->barriers.psb_order;
    }
}

/* BR3: returns whether an event excuses a record that waits for room. The event of an open window
 * may have emptied the queue. */
static bool event_excuses(struct spe_model *m)
{
    if (inflight_older(&m->spu->fl, &m->spu->buf, m->spu->barriers.psb_order) !=
        inflight_ended(&m->spu->fl, &m->spu->buf, m->spu->barriers.psb_order)) {
        return false;
    }
    if (m->cfg.irq_max > 0 && model_window(&m->spu->events, &m->clock) != NULL) {
        hold_to_event(m->spu); /* levels that lag have not told yet whether the event has come */
        return true;
    }
    return model_window_retains(m);
}

/* PSB CSYNC is done. With [record_order] = any a record that may belong to a later sample belongs
 * to that sample (P26). Bytes that are being written for a record that may be lost belong to a
 * later sample, if a later record has these bytes. */
static void settle_passed(struct spe_model *m)
{
    const uint64_t order = m->spu->barriers.psb_order;

    for (int i = 0; i < m->spu->buf.n; i++) {
        struct rec *rec = queue_at(&m->spu->buf, i);
        if (rec->order <= order && rec->may.last > order) {
            rec->order = rec->may.last;
        }
    }
    buffer_not_before(m, order);
}

/* BR1, 4: returns whether a record that a fault or an abort has ended has an AW on the bus that
 * nobody has accepted. */
static bool still_offers(const struct spu *spu)
{
    const struct rec *doomed = buffer_doomed_up_to(spu, spu->barriers.psb_order);

    return doomed != NULL && !spu->buf.late_open && doomed->doom.late_aws > 0;
}

/* BR1, 1 to 4: what PSB CSYNC waits for. */
static void check_psb(struct spe_model *m)
{
    char where[32] = "";
    const char *text = NULL;

    for (int i = 0; i < m->spu->buf.n && text == NULL; i++) {
        struct rec *rec = queue_at(&m->spu->buf, i);
        bool begun = rec->state == REC_STARTED && buffer_writing(&m->spu->buf, rec);
        if (rec->order > m->spu->barriers.psb_order || rec->state == REC_MAYBE) {
            continue;
        }
        if (begun) {
            FMT(where, "record %" PRIu64, rec->id);
            text = "the record of an earlier sample is being written";
        }
        rec->psb.owed |=
            !begun && !rec->optional && model_window(&m->spu->events, &m->clock) == NULL;
    }
    if (!event_excuses(m) &&
        inflight_older(&m->spu->fl, &m->spu->buf, m->spu->barriers.psb_order) != 0) {
        text = text == NULL ? "a sample taken before it has no record yet" : text;
    } else if (text == NULL && event_pending(&m->cfg, m->spu, m->clock.cycle)) {
        text = "PMBPTR_EL1 and PMBSR_EL1 do not hold the outcome yet";
    } else if (text == NULL && still_offers(m->spu)) {
        text = "an address of a record that has ended was not accepted yet";
    }
    if (model_eval(m, SPE_CHECK_SYNC_PSB) && text != NULL) {
        sync_psb_early(m, where, text);
    }
}

static void psb_done(struct spe_model *m)
{
    if (!m->spu->barriers.psb_open) {
        done_without_request(m, "PSB CSYNC");
        return;
    }
    (void)model_eval(m, SPE_CHECK_LIVENESS); /* sync_watch() has judged */
    filter_fork_sweep(m);
    m->spu->barriers.psb_open = false;
    m->spu->barriers.psb_idle = 0;
    m->spu->barriers.psb_seen = m->spu->barriers.psb_ever = true;
    settle_passed(m);
    check_psb(m);
    sync_dsb_freed(m->spu, m->clock.cycle);
    cover_barrier_done(m, BARRIER_PSB);
    buffer_settle(m, m->spu->barriers.psb_order);
    if (m->records) {
        model_stale_passed(m->spu);
    }
    model_window_passed(m, m->spu->barriers.psb_order, false);
}

/* W15: the event sets MSS and MSS2 as given, and changes nothing else. While stopped there is
 * nothing to report; in Discard mode "Buffer management events are not generated" (D17.5.5). */
static void impdef(struct spe_model *m, uint64_t data)
{
    struct effect e = {.lo = m->clock.cycle + (uint64_t)m->cfg.event_min,
                       .hi = m->clock.cycle + (uint64_t)m->cfg.event_max,
                       .rank = RANK_IMPDEF,
                       .order = UINT64_MAX, /* of no record */
                       .ec = SPE_PMBSR_EC_IMPDEF,
                       .mss = (uint32_t)(data & 0xFFFF),
                       .mss2 = (uint32_t)(data >> 16),
                       .cause = CAUSE_IMPDEF};

    if (m->records && !model_stopped(m) && !arch_discard_mode(&m->cfg, &m->spu->regs)) {
        e.optional = m->cfg.pmsver >= 3 &&
                     !model_known(m, SPE_PMBLIMITR, SPE_PMBLIMITR_FM, "an event of the system");
        model_event(m, e);
    }
}

void sync_apply(struct spe_model *m, const struct spe_txn_sync *t)
{
    switch (t->kind) {
    case SPE_SYNC_PSB_REQ:
        psb_request(m);
        break;
    case SPE_SYNC_PSB_DONE:
        psb_done(m);
        break;
    case SPE_SYNC_DSB_REQ:
        dsb_request(m);
        break;
    case SPE_SYNC_DSB_DONE:
        if (m->spu->barriers.dsb_open) {
            dsb_done(m);
        } else {
            done_without_request(m, "DSB");
        }
        break;
    case SPE_SYNC_TLBI:
        buffer_tlbi(m);
        if (m->spu->barriers.dsb_open) {
            sync_dsb_begin(m->spu, m->clock.cycle);
        }
        break;
    case SPE_SYNC_IMPDEF:
        impdef(m, t->data);
        break;
    default:
        m->spu->barriers.cse_cycle = m->clock.cycle;
        model_stale_synchronized(&m->spu->stale);
        buffer_cse(m, t->data);
        break; /* a PSB CSYNC waits for samples before it, with or without this event (S5) */
    }
}
