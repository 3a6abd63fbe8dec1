/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "judge/barriers.h"
#include "judge/report.h"
#include "state/model.h"

/* Barriers that are done too early or too late: what is found, and when nothing is left. */

void sync_psb_early(struct spe_model *m, const char *where, const char *text)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_SYNC_PSB, "DDI 0586A 3.6");

    FMT(f.where, "%s", where);
    FMT(f.expected, "PSB CSYNC waits");
    FMT(f.actual, "done");
    FMT(f.text, "PSB CSYNC of cycle %" PRIu64 " is done although %s",
        clock_real(&m->clock, m->spu->barriers.psb_cycle), text);
    model_emit(m, &f);
}

void sync_late(struct spe_model *m, struct rec *rec, const char *what)
{
    char where[32], text[96];

    rec->psb.owed = false;
    (void)model_eval(m, SPE_CHECK_SYNC_PSB);
    FMT(where, "record %" PRIu64, rec->id);
    FMT(text, "the record of an earlier sample is %s only afterwards", what);
    sync_psb_early(m, where, text);
}

void sync_dsb_early(struct spe_model *m, const char *where, const char *expected, uint64_t cycle)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_SYNC_DSB, "DDI 0586A 3.4.4, 3.6");

    FMT(f.where, "%s", where);
    FMT(f.expected, "%s before the DSB is done", expected);
    FMT(f.actual, "none");
    FMT(f.text, "DSB is done while the %s of cycle %" PRIu64 " has no %s", where,
        clock_real(&m->clock, cycle), expected);
    model_emit(m, &f);
}

void sync_dsb_cut(struct spe_model *m, const struct rec *rec)
{
    char where[48];

    if (m->spu->buf.cut.behind) {
        m->spu->barriers.dsb_passed = 0; /* this finding reports the DSB */
    }
    FMT(where, "record %" PRIu64 " cut by the TLBI", rec->id);
    sync_dsb_early(m, where, "response", m->spu->buf.cut.tlbi);
}

void sync_dsb_offered(struct spe_model *m, const struct burst *b)
{
    char where[48];

    (void)model_eval(m, SPE_CHECK_SYNC_DSB);
    m->spu->barriers.dsb_passed = 0; /* this finding reports the DSB */
    FMT(where, "burst to 0x%" PRIx64, b->addr);
    sync_dsb_early(m, where, "response", b->offered);
}

bool sync_unwritten(const struct spu *spu, const struct rec *rec)
{
    const bool there = rec->state == REC_QUEUED || rec->state == REC_STARTED,
               doubt = rec->maybe || rec->filter.doubt || rec->optional;

    return there && !doubt && !rec->psb.owed && !rec->psb.excused && spu->events.n == 0 &&
           !spu->buf.blocked;
}

void sync_dsb_behind(struct spe_model *m, const struct rec *rec, const char *what)
{
    struct spe_finding f = model_rec_finding(m, rec, SPE_CHECK_SYNC_DSB, "DDI 0586A 3.6");

    FMT(f.where, "record %" PRIu64, rec->id);
    FMT(f.expected, "written before the DSB is done");
    FMT(f.actual, "%s", what);
    FMT(f.text,
        "DSB is done behind a PSB CSYNC that waits for record %" PRIu64
        " of the operation at PC 0x%" PRIx64 ", which is %s [IMLGHW]",
        rec->id, rec->story.pc, what);
    model_emit(m, &f);
}

void sync_dsb_passed(struct spe_model *m, const struct rec *rec, const char *what)
{
    char text[48];

    if (rec->order <= m->spu->barriers.dsb_passed) {
        (void)model_eval(m, SPE_CHECK_SYNC_DSB);
        m->spu->barriers.dsb_passed = 0; /* one finding for each DSB */
        FMT(text, "%s only afterwards", what);
        sync_dsb_behind(m, rec, text);
    }
}

/* BR2: PSB CSYNC later than [psb_max]. BR5: DSB later than [dsb_max]. */
void sync_starved(struct spe_model *m, bool psb, uint64_t due)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_LIVENESS, "DDI 0586A 3.6");
    const struct barriers *b = &m->spu->barriers;
    const struct dsb_limit *dsb = &b->dsb[b->dsb[true].idle >= b->dsb[false].idle]; /* the later */

    char begun[64] = "every earlier sample was done";

    if (!psb) {
        FMT(begun, "all that began before cycle %" PRIu64 " was written",
            clock_real(&m->clock, dsb->until));
    }
    FMT(f.where, "%s", psb ? "PSB CSYNC" : "DSB");
    FMT(f.expected, "done by cycle %" PRIu64, clock_real(&m->clock, due));
    FMT(f.actual, "still waiting");
    FMT(f.text, "%s of cycle %" PRIu64 " waits although %s or lost by cycle %" PRIu64, f.where,
        clock_real(&m->clock, psb ? b->psb_cycle : b->dsb_cycle), begun,
        clock_real(&m->clock, psb ? b->psb_idle : dsb->idle));
    model_emit(m, &f);
}

void sync_hang(struct spe_model *m)
{
    bool psb = m->spu->barriers.psb_open && !m->spu->barriers.psb_late,
         waits = psb || (m->spu->barriers.dsb_open && !m->spu->barriers.dsb_late);

    /* A clock that stands still holds up every barrier. */
    if (m->clock.stopped || !model_eval(m, SPE_CHECK_LIVENESS) || !waits) {
        return;
    }
    struct spe_finding f = model_finding(m, SPE_CHECK_LIVENESS, "DDI 0586A 3.6");
    FMT(f.where, "%s", psb ? "PSB CSYNC" : "DSB");
    FMT(f.expected, "done");
    FMT(f.actual, "still waiting");
    FMT(f.text, "%s does not complete before the end of the run", f.where);
    model_emit(m, &f);
}

bool sync_drained(const struct spe_model *m)
{
    for (int i = 0; i < m->cfg.inflight; i++) {
        if (m->spu->fl.tag[i].state != TAG_FREE) {
            return false;
        }
    }
    return m->spu->fl.n_staged == 0 && m->spu->buf.n == 0 && m->spu->buf.n_bursts == 0 &&
           m->spu->buf.early.n == 0 &&
           !model_windows_change(&m->spu->events, window_blind(&m->opt), m->clock.cycle,
                                 &m->spu->regs);
}
