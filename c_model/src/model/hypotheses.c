/* SPDX-License-Identifier: Apache-2.0 */
#include "model/hypotheses.h"

#include <stdlib.h>

#include "model/common.h"
#include "model/outcomes.h"
#include "model/spu_value.h"
#include "sampling/select.h"
#include "state/model.h"

bool hypotheses_begin(struct spe_model *m)
{
    m->others = calloc(1, sizeof(*m->others));
    if (m->others == NULL) {
        return false;
    }
    m->others->most = 1;
    m->ledger = &m->others->ledger;
    m->obituaries = &m->others->obituaries;
    return true;
}

void hypotheses_end(struct spe_model *m)
{
    if (m->others != NULL) {
        hypothesis_free_all(&m->others->live);
        hypothesis_free_all(&m->others->spare);
        free(m->others);
    }
}

bool hypotheses_always(struct spe_model *m)
{
    struct hypothesis *one = hypothesis_born(&m->others->spare, &m->spu);

    if (one == NULL) {
        return false;
    }
    one->budget = model_budget(m);
    m->others->live = (struct hypothesis_list){.at = {one}, .n = 1};
    m->others->always = true;
    return true;
}

/* Again, and what it finds counts: nothing was asked, and nothing found. */
static void step_for_good(struct spe_model *m, const struct hypothesis *before,
                          const struct step *step)
{
    if (outcomes_become(m, &before->spu)) {
        m->run = (struct run){0};
        step->run(m, step->what);
    }
}

/* Most steps that may ask do not: the only hypothesis does them in place. @return false: it has
 * asked, or ended, and is what it was. */
static bool step_in_place(struct spe_model *m, const struct hypothesis *before,
                          const struct step *step)
{
    struct journal *const journal = m->journal;

    m->journal = NULL; /* what is written there stays */
    m->run = (struct run){0};
    ledger_clear(m->ledger);
    outcomes_run_once(m, step);
    m->journal = journal;
    if (m->run.asked != 0 || m->run.ended) {
        (void)outcomes_become(m, &before->spu);
        return false;
    }
    m->run.doubts = m->run.may_ask = false;
    if (journal != NULL || m->ledger->lost != 0 || m->run.too_many != NULL) {
        step_for_good(m, before, step);
    } else {
        common_count_all(&m->facts, m->ledger);
    }
    return true;
}

/* Without memory for others one goes on, with the usual answers; the run shows nothing any more. */
static void step_lost(struct spe_model *m, const struct step *step)
{
    hypothesis_release_all(&m->others->spare, &m->others->live);
    m->run = (struct run){.may_ask = true};
    step->run(m, step->what);
}

static void step_of_one(struct spe_model *m, const struct step *step)
{
    struct hypothesis *before = hypothesis_born(&m->others->spare, &m->spu);
    struct hypothesis_list now = {.at = {before}, .n = 1};

    if (before == NULL) {
        m->lost = true;
        step_lost(m, step);
        return;
    }
    if (step_in_place(m, before, step)) {
        hypothesis_release(&m->others->spare, before);
        return;
    }
    outcomes_step(m, &now, step);
}

void hypotheses_step_in_doubt(struct spe_model *m, model_step *run, const void *what)
{
    const struct step step = {run, what};
    struct hypotheses *o = m->others;
    struct hypothesis_list now = o->live;

    if (m->lost) {
        step_lost(m, &step);
    } else if (now.n == 0) {
        step_of_one(m, &step);
    } else {
        outcomes_step(m, &now, &step);
    }
    m->run.doubts = m->run.may_ask = false;
    if (o->always && o->live.n == 0 && !m->lost) { /* all have ended, and the best one goes on */
        m->lost |= !hypotheses_always(m);
    }
    o->steps++;
    o->more += o->live.n == 0 ? 0 : (unsigned)o->live.n - 1;
    o->most = (unsigned)o->live.n > o->most ? (unsigned)o->live.n : o->most;
}

void spe_model_hypotheses(const struct spe_model *model, struct spe_hypotheses *counts)
{
    const struct hypotheses *o = model->others;

    *counts = (struct spe_hypotheses){o->steps, o->steps + o->more, o->most, o->lost};
}

bool hypotheses_due_in_doubt(const struct hypothesis_list *live, uint64_t *due)
{
    bool busy = false;

    *due = UINT64_MAX;
    for (int i = 0; i < live->n; i++) {
        const struct schedule *s = &live->at[i]->spu.schedule;
        busy |= s->busy;
        *due = s->due < *due ? s->due : *due;
    }
    return busy;
}

int hypotheses_budget_in_doubt(struct spe_model *m)
{
    const struct hypothesis_list *live = &m->others->live;
    int budget = model_budget(m);

    for (int i = 0; i < live->n; i++) {
        budget = live->at[i]->budget < budget ? live->at[i]->budget : budget;
    }
    return budget;
}

/* 0: a run that ends so passes; the more, the less it shows. */
static int doubtful(const struct spe_totals *tot)
{
    return tot->pass ? !tot->audited : 2;
}

void hypotheses_close(struct spe_model *m)
{
    const struct hypothesis_list *live = &m->others->live;

    for (int i = 0; i < live->n; i++) {
        const struct spu *spu = &live->at[i]->spu;
        if (doubtful(&spu->tot) > doubtful(&m->spu.tot)) {
            (void)outcomes_become(m, spu);
        }
    }
    if (choices_open(&m->facts) != FORK_KINDS) {
        m->spu.tot.pending++;
        m->spu.tot.pass = false;
    }
}
