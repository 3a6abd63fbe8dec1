/* SPDX-License-Identifier: Apache-2.0 */
#include "bus/done.h"
#include "bytes/whole_record.h"
#include "covered/cover_record.h"
#include "doubt/filter_fork.h"
#include "doubt/fork.h"
#include "doubt/window_close.h"
#include "judge/barriers.h"
#include "judge/journal_events.h"
#include "queue/buffer.h"
#include "queue/choice.h"
#include "queue/maybe.h"
#include "queue/pointer.h"
#include "queue/sweep.h"
#include "spe/journal.h"
#include "state/model.h"

/* A record is done: all of its bytes are written (and acknowledged, by [record_done]). */

/* The record was not discarded. So records after it that may have been discarded were (S2), but for
 * those that may still be written: they now begin after it. */
static void lose_behind(struct spe_model *m, const struct rec *rec)
{
    for (int i = m->spu->buf.n - 1; i > 0; i--) {
        struct rec *behind = queue_at(&m->spu->buf, i);
        if (behind->state != REC_MAYBE) {
            continue;
        }
        if (behind->may_write) {
            behind->va = behind->next = rec->va + (uint64_t)rec->len;
        } else {
            buffer_lose(m, behind);
        }
    }
}

/* Whether the DSB certainly had to wait for the record that was written. With [record_order] = any
 * a record of a later sample may have the same bytes (P26). A later record may also be written in
 * the place of a record that may be lost (S2). */
static bool is_of_passed(const struct spe_config *cfg, const struct spu *spu, const struct rec *rec)
{
    const struct inflight *fl = &spu->fl;
    const uint64_t last = spu->barriers.dsb_passed;
    bool all = true;

    if (cfg->record_order == spe_cfg_record_order_any) {
        return fl->orders <= last;
    }
    for (int i = 0; i < spu->buf.n; i++) {
        all &= queue_seen(&spu->buf, i)->order <= last;
    }
    for (int i = 0; i < fl->n_wait; i++) {
        all &= fl->tag[fl->wait[i]].order <= last;
    }
    for (int i = 0; i < fl->n_staged; i++) {
        all &= rec_seen(&spu->buf, fl->staged[i])->order <= last;
    }
    return all || !rec->maybe;
}

/* Counts the check of [disabled_record] = event: the record is written, so it needs no event. */
static void denied_written(struct spe_model *m, const struct rec *rec)
{
    if (rec->silent) {
        (void)model_eval(m, SPE_CHECK_BUF_DENIED);
    }
}

/* W4: the record is done. W5: S is 1 in the cycle of done. */
void buffer_done(struct spe_model *m, struct rec *written)
{
    struct spe_decoder decoder;

    if (written->state == REC_DOOMED) {
        return;
    }
    struct rec *rec = buffer_written_for(m, written);
    model_window_done(m, rec);
    buffer_compare_done(m, rec, &decoder);
    if (rec->psb.owed || rec->psb.excused) {
        sync_late(m, rec, "written");
    }
    if (m->spu->barriers.dsb_passed != 0 && is_of_passed(&m->cfg, m->spu, rec)) {
        sync_dsb_passed(m, rec, "written");
    }
    denied_written(m, rec);
    buffer_exchanged(m, rec);
    filter_fork_written(m, rec);
    fork_settle(m, rec->fork, 0);
    filter_fork_kept(m, rec, true);
    lose_behind(m, rec);
    if (model_stopped(m)) { /* 3.5: PMBPTR_EL1 is retained, what was written is lost (W5) */
        m->spu->buf.account.known = false;
        bytemap_clear_from(&m->spu->buf.map,
                           m->spu->regs.v[SPE_PMBPTR]); /* the next record begins there */
        buffer_lose(m, rec);
        return;
    }
    if (rec->optional) {
        count_maybe(&m->spu->acc.count[COUNT_CTI]);
    } else {
        count_add(&m->spu->acc.count[COUNT_CTI], 1, m->clock.cycle);
    }
    m->spu->tot.records++;
    if (!rec->told.bad && !rec->told.misplaced) {
        cover_record(m, rec, &decoder);
    }
    journal_record_state(m, rec, SPE_RECORD_WRITTEN, "S5.1.2");
    buffer_advance(m, rec);
    buffer_free(&m->spu->buf, rec);
}
