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
    struct hypotheses *o = calloc(1, sizeof(*o));
    struct hypothesis *first = hypothesis_first();

    if (o == NULL || first == NULL) {
        free(o);
        free(first);
        return false;
    }
    o->most = 1;
    hypothesis_append(&o->live, first);
    m->set = o;
    m->obituaries = &o->obituaries;
    outcomes_current(m, first);
    return true;
}

void hypotheses_end(struct spe_model *m)
{
    hypothesis_free_all(&m->set->live);
    hypothesis_free_all(&m->set->spare);
    free(m->set);
}

void hypotheses_always(struct spe_model *m)
{
    m->set->always = m->set->doubt = true;
    m->set->live.at[0]->budget = model_budget(m);
}

/* Make the step: most steps that may ask do not ask. @return false: it has asked, or was refuted.
 */
static bool step_asks_nothing(struct spe_model *m, const struct step *step)
{
    struct journal *const journal = m->journal;

    m->journal = NULL; /* an entry cannot be taken back */
    m->run = (struct run){0};
    outcomes_run_once(m, step, true);
    m->journal = journal;
    return m->run.asked == 0 && !m->run.ended;
}

/* The only hypothesis is `h`, the copy from before the step. */
static void back_to(struct spe_model *m, struct hypothesis *h)
{
    hypothesis_release_all(&m->set->spare, &m->set->live);
    hypothesis_append(&m->set->live, h);
    outcomes_current(m, h);
}

/* Returns whether the run has found something that does not fit into the ledger. */
static bool tells_more(const struct run *run, const struct ledger *ledger)
{
    return ledger->lost != 0 || run->too_many != NULL || run->edits;
}

/* The only hypothesis makes the step in place. A copy from before the step is kept, because a step
 * that asks, or that has something to report, must be made again. */
static void step_of_one(struct spe_model *m, const struct step *step)
{
    struct hypothesis *before = hypothesis_born(&m->set->spare, m->set->live.at[0]);

    if (before == NULL) {
        m->no_memory = true;
        outcomes_step_lost(m, step);
    } else if (!step_asks_nothing(m, step)) {
        back_to(m, before);
        outcomes_step(m, step);
    } else if (m->journal != NULL || tells_more(&m->run, m->ledger)) {
        back_to(m, before);
        m->run = (struct run){0};
        step->run(m, step->what);
    } else {
        common_count_all(&m->facts, m->ledger);
        ledger_clear(m->ledger);
        hypothesis_release(&m->set->spare, before);
    }
}

void hypotheses_step_in_doubt(struct spe_model *m, enum step_kind kind, model_step *run,
                              const void *what)
{
    const struct step step = {kind, run, what};
    struct hypotheses *o = m->set;

    if (m->no_memory) {
        outcomes_step_lost(m, &step);
    } else if (o->doubt) {
        outcomes_step(m, &step);
    } else {
        step_of_one(m, &step);
    }
    m->run.doubts = m->run.may_ask = false;
    if (o->live.n == 1) {
        o->live.at[0]->rank = o->live.at[0]->events = 0;
        o->live.at[0]->budget = model_budget(m);
    }
    o->doubt = o->live.n > 1 || o->always || m->no_memory;
    o->steps++;
    o->more += (unsigned)o->live.n - 1;
    o->most = (unsigned)o->live.n > o->most ? (unsigned)o->live.n : o->most;
}

void spe_model_hypotheses(const struct spe_model *model, struct spe_hypotheses *counts)
{
    const struct hypotheses *o = model->set;

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

int hypotheses_budget_in_doubt(const struct hypothesis_list *live)
{
    int budget = live->at[0]->budget;

    for (int i = 1; i < live->n; i++) {
        budget = live->at[i]->budget < budget ? live->at[i]->budget : budget;
    }
    return budget;
}

/* Ranks the result of a run with these totals; 0: it passes; the greatest rank shows least. */
static int doubtful(const struct spe_totals *tot)
{
    return tot->pass ? !tot->audited : 2;
}

void hypotheses_close(struct spe_model *m)
{
    const struct hypothesis_list *live = &m->set->live;
    const bool barriers = (m->opt.taps & SPE_TAP_SYNC) != 0;

    for (int i = 0; i < live->n; i++) {
        const int other = doubtful(&live->at[i]->spu.tot), now = doubtful(&m->spu->tot);
        if (barriers ? other > now : other < now) {
            outcomes_current(m, live->at[i]);
        }
    }
    if (choices_open(&m->facts) != FORK_KINDS) {
        m->spu->tot.pending++;
        m->spu->tot.pass = false;
    }
}
