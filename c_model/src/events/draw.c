/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "arch/interval.h"
#include "doubt/counter.h"
#include "doubt/snapshots.h"
#include "doubt/unknown.h"
#include "events/draw.h"
#include "events/nolife.h"
#include "judge/journal_events.h"
#include "judge/report.h"
#include "state/model.h"

/* Random draws of the SPU, and loads of the counter, which need draws (2.2.2, 3.1.1). */

/* Returns the next random draw, in the order in which the SPU took them (2.2.2). */
uint8_t model_next_draw(void *model)
{
    struct spe_model *m = model;

    if (m->infer) {
        m->spu->nl.missed = m->spu->counter.draw.open && !m->records;
        counter_draw_dropped(m);
        m->spu->counter.draw.before = m->spu->counter.draw.open;
        m->spu->counter.draw.spent = false;
        m->spu->counter.draw.open = true;
        m->spu->counter.undrawn++;
        return 255; /* gives the greatest counter; interval_infer() finds the real draw */
    }
    (void)model_eval(m, SPE_CHECK_SEL_DRAW);
    if (m->spu->counter.n_taken == 0) {
        struct spe_finding f = model_finding(m, SPE_CHECK_SEL_DRAW, "DDI 0586A 3.1.2");
        FMT(f.where, "PMSICR_EL1");
        FMT(f.expected, "a random draw");
        FMT(f.actual, "none");
        FMT(f.text, "the counter needs a random draw at member %" PRIu64 ", the SPU took none",
            m->spu->ops);
        m->spu->nl.missed = !m->records;
        nolife_explained(m, &f);
        return m->records ? 0 : 255; /* an ECOUNT of 0 would be a selection */
    }
    struct draw taken = m->spu->counter.taken[0];
    journal_draw(m, taken.value);
    m->spu->counter.n_taken--;
    memmove(&m->spu->counter.taken[0], &m->spu->counter.taken[1],
            (size_t)m->spu->counter.n_taken * sizeof(m->spu->counter.taken[0]));
    if (taken.injected) {
        fact(m, FACT_GAP, 0, 1);
    } else {
        fact(m, FACT_DRAWN, taken.value, 1);
    }
    return taken.value;
}

void model_load(struct spe_model *m)
{
    const uint64_t before = m->spu->regs.v[SPE_PMSICR];

    (void)interval_load(&m->cfg, &m->spu->regs, model_next_draw, m);
    journal_counter(m, "load", before, "S3.1.1");
    if (!m->records) {
        (void)nolife_counted(m, true, 0);
    }
}

/* The counter was unknown, and enabling has loaded it: so it was 0. */
void model_load_unknown(struct spe_model *m)
{
    m->spu->regs.v[SPE_PMSICR] = 0; /* 3.1.1: only a zero counter is loaded */
    m->spu->unknown.bits[SPE_PMSICR] = 0;
    (void)interval_load(&m->cfg, &m->spu->regs, model_next_draw, m);
}

/* LN3: the load on enabling. */
void model_transition_on(struct spe_model *m, bool start_of_cycle)
{
    const bool counts = (m->opt.taps & SPE_TAP_POP) != 0;

    model_counter_resumes(m);
    nolife_transition(m);
    if (!counts || !interval_load_due(&m->spu->regs)) {
        return;
    }
    if (counter_unknown(m)) {
        m->spu->counter.open_cycle = m->clock.cycle;
        m->spu->counter.enabled = true;
        if (m->spu->counter.n_taken != 0 && interval_load_draws(&m->cfg, &m->spu->regs)) {
            model_load_unknown(m);
        }
        return;
    }
    (void)model_known(m, SPE_PMSIRR, ~(uint64_t)0, "the load of PMSICR_EL1");
    if (model_window(&m->spu->events, &m->clock) != NULL) {
        model_snapshot(m);
    }
    const bool draws = interval_load_draws(&m->cfg, &m->spu->regs);
    if (draws && !m->infer && m->spu->counter.n_taken == 0) {
        m->spu->counter.load_due = true;
        m->spu->counter.load_cycle = m->clock.cycle;
        m->spu->schedule.busy = true;
        return;
    }
    m->spu->counter.load_cycle = m->clock.cycle;
    /* An inferred draw does not show in which cycle it was taken. */
    m->spu->counter.changed = m->clock.cycle + (start_of_cycle && !(draws && m->infer) ? 0 : 1);
    model_load(m);
}
