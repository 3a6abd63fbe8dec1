/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "bus/waited.h"
#include "bus/xl.h"
#include "bytes/stream.h"
#include "bytes/stream_limit.h"
#include "cover/cross.h"
#include "covered/cover_cross.h"
#include "doubt/outcome.h"
#include "events/window_read.h"
#include "judge/barriers.h"
#include "judge/journal.h"
#include "judge/report.h"
#include "ports/dsb.h"
#include "ports/starving.h"
#include "queue/buffer.h"
#include "queue/discard.h"
#include "queue/sweep.h"
#include "state/model.h"
#include "state/queue.h"

/* DSB (3.4.4, 3.6; dpi/timing.md BR5, BR6). */

void dsb_forget(struct barriers *b)
{
    memset(b->dsb, 0, sizeof(b->dsb));
    memset(b->dsb_over, 0, sizeof(b->dsb_over));
    b->dsb_order = 0;
    b->dsb_again[false] = b->dsb_again[true] = b->dsb_late = b->dsb_behind = false;
}

void dsb_request(struct spe_model *m)
{
    struct barriers *b = &m->spu->barriers;

    assert(!b->dsb_open);
    b->dsb_open = true;
    b->dsb_cycle = m->clock.cycle;
    b->dsb_psb_cycle = b->psb_cycle; /* another PSB CSYNC may be requested before the DSB is done */
    sync_dsb_begin(m->spu, m->clock.cycle);
    cover_barrier_asked(m, BARRIER_DSB);
    b->dsb_after_psb = b->psb_seen && !b->psb_open;
    b->dsb_cse = b->psb_cse;
    /* If a PSB CSYNC is done in this cycle, psb_open is 0 already (contract/order.c has the order).
     */
    b->dsb_behind = b->psb_open && b->psb_cycle < m->clock.cycle;
    b->dsb_order = b->dsb_behind ? b->psb_order : 0;
}

/* Reports a record that PSB CSYNC and DSB have left unwritten. */
static void missing(struct spe_model *m, struct rec *rec)
{
    struct spe_finding f = model_rec_finding(m, rec, SPE_CHECK_BUF_MISSING, "DDI 0586A 3.6");

    rec->psb.owed = false;
    FMT(f.where, "record %" PRIu64, rec->id);
    FMT(f.expected, "%d bytes", rec->len);
    FMT(f.actual, "%d byte%s", rec->got_bytes, PLURAL(rec->got_bytes));
    FMT(f.text,
        "record %" PRIu64 " of the operation at PC 0x%" PRIx64 " is not written after PSB"
        " CSYNC and DSB",
        rec->id, rec->story.pc);
    model_emit(m, &f);
    journal_follow(m);
    buffer_lose(m, rec);
    journal_followed(m);
}

void sync_owed(struct spe_model *m)
{
    for (int i = m->spu->buf.n - 1; i >= 0; i--) {
        if (queue_at(&m->spu->buf, i)->psb.owed) {
            missing(m, queue_at(&m->spu->buf, i));
        }
    }
}

/* Reports a burst or write data of an earlier cycle without response; of a record that is cut, also
 * a burst of this cycle. @return whether there is one. */
static bool unanswered(struct spe_model *m)
{
    const bool cut = buffer_cut_waited(m->spu);
    char where[48];

    for (int i = 0; i < m->spu->buf.n_bursts; i++) {
        const struct burst *b = &m->spu->buf.burst[i];
        if (b->offered < m->clock.cycle || (cut && b->rec == m->spu->buf.queue[0])) {
            FMT(where, "burst to 0x%" PRIx64, b->addr);
            sync_dsb_early(m, where, "response", b->offered);
            return true;
        }
    }
    if (m->spu->buf.early.n > 0 && m->spu->buf.early.cycle < m->clock.cycle) {
        sync_dsb_early(m, "write data", "address", m->spu->buf.early.cycle);
        return true;
    }
    return false;
}

/* Whether it is certain which records are written. With [record_order] = any a record of a later
 * sample may have the same bytes, and may be the record that still waits (P26). */
static bool order_known(const struct spe_config *cfg, const struct spu *spu)
{
    return cfg->record_order != spe_cfg_record_order_any ||
           spu->fl.orders == spu->barriers.dsb_order;
}

/* Returns the first record in the queue that the PSB CSYNC in front of the DSB waits for, or NULL.
 * A record that is being written is finished, even if an event disables the buffer (W2). */
static const struct rec *left_behind(const struct spe_config *cfg, const struct spu *spu)
{
    for (int i = 0; i < spu->buf.n && order_known(cfg, spu); i++) {
        const struct rec *rec = queue_seen(&spu->buf, i);
        const bool writing = rec->state == REC_STARTED && !rec->maybe && !rec->filter.doubt &&
                             buffer_writing(&spu->buf, rec);
        if (rec->order <= spu->barriers.dsb_order && (writing || sync_unwritten(spu, rec))) {
            return rec;
        }
    }
    return NULL;
}

/* Returns the fault of a record that the PSB CSYNC in front of the DSB waits for, if PMBSR_ELx
 * cannot hold its event yet, or NULL. Inside its window the event may have taken effect. */
static const struct effect *fault_behind(const struct spe_config *cfg, const struct spu *spu,
                                         uint64_t now)
{
    for (int i = 0; i < spu->events.n && order_known(cfg, spu); i++) {
        const struct effect *e = &spu->events.effect[i];
        const bool other = e->unsure && spu->fl.orders > spu->barriers.dsb_order;
        if (e->cause == CAUSE_FAULT && !e->optional && !other && e->lo > now &&
            e->order <= spu->barriers.dsb_order && model_event_changes(cfg, &spu->regs, e)) {
            return e;
        }
    }
    return NULL;
}

/* Reports a record, or its fault, that the DSB has left behind. @return whether there is one. If
 * the filters may have rejected a record (L1 to L15), its fault may be that of a later one. Samples
 * without a record in the queue, and records that may be lost, are not certain yet: dsb_passed
 * notes them, and such a record is reported if it is queued or written later. */
static bool check_behind(struct spe_model *m)
{
    struct barriers *b = &m->spu->barriers;

    filter_fork_sweep(m);
    const struct rec *rec = left_behind(&m->cfg, m->spu);
    if (rec != NULL) {
        sync_dsb_behind(m, rec, "not written yet");
        return true;
    }
    const bool sure = !m->filters.any || m->spu->fl.orders == b->dsb_order;
    const struct effect *e = sure ? fault_behind(&m->cfg, m->spu, m->clock.cycle) : NULL;
    if (e != NULL) {
        sync_dsb_early(m, "fault", "event in PMBSR_ELx", e->cycle);
        return true;
    }
    b->dsb_passed = b->dsb_order > b->dsb_passed ? b->dsb_order : b->dsb_passed;
    return false;
}

/* BR5: reports one reason at most for which the DSB is too early. */
static void check_dsb(struct spe_model *m)
{
    (void)model_eval(m, SPE_CHECK_SYNC_DSB);
    if (unanswered(m) || !m->records) {
        return;
    }
    const bool behind = m->spu->barriers.dsb_behind;
    if (!behind || !check_behind(m)) {
        m->spu->buf.cut.passed = buffer_cut_waited(m->spu);
        m->spu->buf.cut.behind = m->spu->buf.cut.passed && behind;
    }
    if (behind) {
        model_window_passed(m, m->spu->barriers.dsb_order, true);
    }
}

/* Returns whether both barriers are done: the DSB, and the PSB CSYNC in front of it. Then all is
 * written that was sampled before this PSB CSYNC. */
static bool both_done(const struct barriers *b)
{
    return b->dsb_behind && !(b->psb_open && b->psb_cycle == b->dsb_psb_cycle);
}

void dsb_done(struct spe_model *m)
{
    struct barriers *b = &m->spu->barriers;
    const bool both = both_done(b);

    assert(b->dsb_open);
    (void)model_eval(m, SPE_CHECK_LIVENESS); /* sync_watch() has judged this */
    check_dsb(m);
    b->dsb_open = false;
    b->dsb_ever = true;
    dsb_forget(b);
    cover_barrier_done(m, BARRIER_DSB);
    if (!m->records) {
        stream_cti(m);
    }
    buffer_dsb(m);
    /* Bursts offered before the DSB have their response. */
    buffer_expire(m, b->dsb_cycle);
    if (!m->records && (b->dsb_after_psb || both)) {
        stream_limit_passed(&m->spu->st, b->dsb_psb_cycle);
    }
    if (b->dsb_after_psb) {
        regions_forget(&m->spu->buf.regions, b->dsb_cse + 1);
        (void)model_eval(m, SPE_CHECK_BUF_MISSING);
        sync_owed(m);
        b->psb_seen = false;
    }
    if ((b->dsb_after_psb || both) && sync_drained(m)) {
        m->spu->tot.audits++;
    }
    b->dsb_after_psb = false;
}
