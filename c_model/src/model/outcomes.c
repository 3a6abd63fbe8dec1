/* SPDX-License-Identifier: Apache-2.0 */
#include "model/outcomes.h"

#include <assert.h>

#include "judge/report.h"
#include "model/common.h"
#include "model/failed.h"
#include "model/hypotheses.h"
#include "model/questions.h"
#include "model/spu_value.h"
#include "sampling/select.h"
#include "state/model.h"

/* The hypotheses before a step, and what the step makes of them. */
struct outcomes {
    struct hypothesis_list now; /* before the step; NULL: moved to `next` */
    struct hypothesis_list next;
    struct hypothesis *left; /* the hypothesis of `now` that goes on if there is no memory */
    struct failed failed;
    int runs;
    bool more; /* there are more runs than MAX_RUNS */
};

void outcomes_current(struct spe_model *m, struct hypothesis *h)
{
    m->spu = &h->spu;
    m->ledger = &h->ledger;
}

void outcomes_run_once(struct spe_model *m, const struct step *step, bool may_ask)
{
    m->run.doubts = true;
    m->run.may_ask = may_ask;
    m->run.ended = false;
    m->run.edits = false;
    m->run.too_many = NULL;
    m->run.asked = 0;
    step->run(m, step->what);
    m->map_full |= m->spu->buf.map.full; /* also if this run is refuted */
}

void outcomes_step_lost(struct spe_model *m, const struct step *step)
{
    m->run = (struct run){.may_ask = true};
    step->run(m, step->what);
}

/* Returns whether the step rather shows that the event of a window has taken effect: a level, a
 * count, a read of a register. Selections, draws and bursts rather show that it has not. */
static bool shows_events(const struct step *step, unsigned levels)
{
    const struct spe_txn *t = step->what;

    return t == NULL
               ? levels != 0
               : t->kind == SPE_TXN_OUT || t->kind == SPE_TXN_SYSREG || t->kind == SPE_TXN_SYNC;
}

/* Both hypotheses are the same now. The one with fewer unusual answers stays, in the place of `h`.
 */
static void join(struct hypothesis *h, const struct hypothesis *other)
{
    common_merge(&h->ledger, &other->ledger);
    spu_join(&h->spu, &other->spu);
    if (other->rank < h->rank) {
        h->rank = other->rank;
        h->events = other->events;
        h->parent = other->parent;
        h->run = other->run;
        spu_show_as(&h->spu, &other->spu);
    }
}

/* Adds `h` to the hypotheses after the step, or joins it with one that is the same. */
static void add_outcome(struct hypothesis_list *spare, struct hypothesis_list *next,
                        struct hypothesis *h)
{
    struct hypothesis *same = hypothesis_like(next, &h->spu);

    if (same != NULL) {
        join(same, h);
        hypothesis_release(spare, h);
    } else {
        hypothesis_append(next, h);
    }
}

/* `h`, which began as the n-th hypothesis, is at the end of its run. */
static void keep_run(struct spe_model *m, struct hypothesis *h, int n)
{
    h->rank += questions_unusual(&m->run);
    h->events += questions_events(&m->run);
    h->parent = n;
    h->run = m->run;
    if (!m->run.ended) {
        spu_normal(&h->spu, m->clock.cycle);
        h->budget = model_budget(m);
    }
}

/* Makes all runs that begin as the n-th hypothesis. Room is left for at least one run of each later
 * hypothesis. */
static void run_all(struct spe_model *m, struct outcomes *o, int n, const struct step *step)
{
    struct hypothesis *before = o->now.at[n];
    const int most = MAX_RUNS - (o->now.n - 1 - n);
    bool more = true;

    m->run = (struct run){.step = m->set->steps};
    while (more && o->runs < most) {
        struct hypothesis *h = hypothesis_copy(&m->set->spare, before);
        m->no_memory |= h == NULL;
        if (m->no_memory) {
            return;
        }
        o->runs++;
        outcomes_current(m, h);
        outcomes_run_once(m, step, true);
        keep_run(m, h, n);
        if (m->run.ended) {
            failed_add(&o->failed, before, h, shows_events(step, m->spu->lv.now));
            hypothesis_release(&m->set->spare, h);
        } else {
            add_outcome(&m->set->spare, &o->next, h);
        }
        more = questions_next(&m->run);
    }
    o->more |= more;
}

static void run_copies(struct spe_model *m, struct outcomes *o, const struct step *step)
{
    struct journal *const journal = m->journal;

    m->journal = NULL;
    o->left = o->now.at[hypothesis_best(&o->now)];
    for (int i = 0; i < o->now.n && !m->no_memory; i++) {
        run_all(m, o, i, step);
    }
    m->journal = journal;
}

/* Makes the step in the n-th hypothesis, in place. @return whether the hypothesis survives. */
static bool run_one(struct spe_model *m, struct hypothesis *h, int n, const struct step *step)
{
    outcomes_current(m, h);
    m->run = (struct run){.step = m->set->steps};
    outcomes_run_once(m, step, false);
    keep_run(m, h, n);
    return !m->run.ended;
}

/* All other hypotheses are refuted. If this one is refuted, too, its finding is reported, which
 * needs its state from before the step. */
static void run_last(struct spe_model *m, struct outcomes *o, int n, const struct step *step)
{
    struct hypothesis *last = o->now.at[n], *before = hypothesis_copy(&m->set->spare, last);

    assert(before != NULL); /* a spare one: the last step that asked has left some */
    if (run_one(m, last, n, step)) {
        hypothesis_release(&m->set->spare, before);
    } else {
        failed_is(&o->failed, before, last);
    }
}

/* The step asks nothing: each hypothesis makes it in place, without a copy. */
static void run_in_place(struct spe_model *m, struct outcomes *o, const struct step *step)
{
    const bool shown = shows_events(step, m->spu->lv.now);
    const int last = failed_nearest(&o->now, shown);
    bool any = false;

    o->left = o->now.at[last];
    for (int i = 0; i < o->now.n; i++) {
        any |= i != last && run_one(m, o->now.at[i], i, step);
    }
    if (any) {
        (void)run_one(m, o->left, last, step);
    } else {
        run_last(m, o, last, step);
    }
    for (int i = 0; i < o->now.n; i++) {
        struct hypothesis *h = o->now.at[i];
        if (!h->run.ended) {
            add_outcome(&m->set->spare, &o->next, h);
            o->now.at[i] = NULL;
        } else if (any) {
            failed_add(&o->failed, NULL, h, shown);
        }
    }
}

static void open_choices(struct facts *facts, const struct hypothesis_list *list,
                         const struct answers *more)
{
    const struct answers *at[MAX_RUNS + 1];

    for (int i = 0; i < list->n; i++) {
        at[i] = &list->at[i]->ledger.answers;
    }
    at[list->n] = more;
    common_open(facts, at, more == NULL ? list->n : list->n + 1);
}

/* Nothing can show any more which answers were right: all open choices count as unseen. */
static void give_up_choices(struct facts *facts, const struct hypothesis_list *now)
{
    open_choices(facts, now, NULL);
    for (unsigned kind = 0; kind < FORK_KINDS; kind++) {
        facts_count(facts, FACT_UNSEEN, kind, facts->open[kind]);
        facts->open[kind] = 0;
    }
}

/* `h` alone goes on, so it is not released with the other hypotheses from before the step. */
static void keep_alone(struct outcomes *o, struct hypothesis *h)
{
    for (int i = 0; i < o->now.n; i++) {
        o->now.at[i] = o->now.at[i] == h ? NULL : o->now.at[i];
    }
    ledger_clear(&h->ledger);
    hypothesis_append(&o->next, h);
}

/* All hypotheses are refuted: the finding of the best one is reported, and it follows the SPU. */
static void tell_best(struct spe_model *m, struct outcomes *o, const struct step *step)
{
    const struct failed *failed = &o->failed;
    struct obituaries *obituaries = &m->set->obituaries;

    assert(failed->of != NULL); /* no run survives, so at least one is refuted */
    for (int i = 0; i < obituaries->n; i++) {
        struct obituary *other = &obituaries->at[i];
        other->choice = common_choice(&other->answers, &failed->answers);
    }
    open_choices(&m->facts, &o->now, &failed->answers);
    outcomes_current(m, failed->of);
    m->run = failed->run;
    m->run.doubts = m->run.ended = false;
    m->run.may_ask = true;
    questions_again(&m->run);
    common_count_all(&m->facts, &failed->of->ledger);
    step->run(m, step->what);
    give_up_choices(&m->facts, &o->now);
    keep_alone(o, failed->of);
}

/* Keeps the best MAX_LIVE hypotheses. Dropping others is reported once, until there are fewer. */
static void keep_most(struct spe_model *m, struct hypothesis_list *next)
{
    if (next->n > MAX_LIVE && !m->set->full) {
        model_overflow(m, "hypotheses of choices that nothing settles", MAX_LIVE);
    }
    m->set->full = next->n > MAX_LIVE || (m->set->full && next->n == MAX_LIVE);
    while (next->n > MAX_LIVE) {
        hypothesis_release(&m->set->spare, hypothesis_take_worst(next));
    }
}

/* Returns whether an answer had no room. Its choice is then not known to be open, and the run would
 * pass. */
static bool answers_untold(const struct hypothesis_list *next)
{
    bool full = false;

    for (int i = 0; i < next->n; i++) {
        full |= next->at[i]->ledger.answers.full;
    }
    return full;
}

/* Makes the step of the best hypothesis again, for the journal and for corrections: only the best
 * one reports these. */
static void make_again(struct spe_model *m, const struct hypothesis *before,
                       const struct hypothesis *best, const struct step *step)
{
    struct hypothesis *again = hypothesis_born(&m->set->spare, before);

    m->no_memory |= again == NULL;
    if (m->no_memory) {
        return;
    }
    outcomes_current(m, again);
    m->run = best->run;
    questions_again(&m->run);
    m->run.tells = true;
    outcomes_run_once(m, step, true);
    m->run.tells = false;
    spu_normal(&again->spu, m->clock.cycle);
    assert(again->spu.buf.map.full || best->spu.buf.map.full || spu_same(&again->spu, &best->spu));
    hypothesis_release(&m->set->spare, again);
}

static void count_common(struct facts *facts, struct hypotheses *set,
                         const struct hypothesis_list *next)
{
    struct ledger *ledger[MAX_LIVE];
    uint64_t lost = 0;

    for (int i = 0; i < next->n; i++) {
        ledger[i] = &next->at[i]->ledger;
        lost = ledger[i]->lost > lost ? ledger[i]->lost : lost;
        ledger[i]->lost = 0;
    }
    common_count(facts, ledger, next->n);
    open_choices(facts, next, NULL);
    set->lost += lost;
}

static void leave_only(struct hypothesis_list *spare, struct hypothesis_list *list,
                       struct hypothesis *h)
{
    for (int i = 0; i < list->n; i++) {
        if (list->at[i] != h) {
            hypothesis_release(spare, list->at[i]);
        }
    }
    list->at[0] = h;
    list->n = 1;
}

/* The hypothesis that would be the best one is refuted: counts the choice that has kept another one
 * alive. */
static void count_rescue(struct facts *facts, const struct failed *failed,
                         const struct hypothesis *best)
{
    const enum fork_kind kind = failed_choice(failed, best);

    if (kind != FORK_KINDS) {
        facts->rescued[kind][failed->run.ended_by]++;
    }
}

/* A limit that several hypotheses have met in this step is reported once. */
static void tell_limits(struct spe_model *m, const struct hypothesis_list *next)
{
    for (int i = 0; i < next->n; i++) {
        const struct run *run = &next->at[i]->run;
        bool told = run->too_many == NULL;
        for (int k = 0; k < i; k++) {
            told |= next->at[k]->run.too_many == run->too_many;
        }
        if (!told) {
            model_overflow(m, run->too_many, run->limit);
        }
    }
}

static void go_on(struct spe_model *m, struct outcomes *o, const struct step *step)
{
    struct hypothesis *best = o->next.at[hypothesis_best(&o->next)];

    m->run.doubts = false;
    outcomes_current(m, best);
    count_rescue(&m->facts, &o->failed, best);
    keep_most(m, &o->next);
    if (!m->set->untold && answers_untold(&o->next)) { /* reported once */
        m->set->untold = true;
        model_overflow(m, "choices that nothing has told", MAX_ANSWERS);
    }
    count_common(&m->facts, m->set, &o->next);
    if (m->journal != NULL || best->run.edits) {
        make_again(m, o->now.at[best->parent], best, step);
        outcomes_current(m, best);
        m->run.doubts = false;
    }
    if (m->no_memory) {
        leave_only(&m->set->spare, &o->next, best);
    }
    tell_limits(m, &o->next);
}

/* There is no memory: `left` alone goes on. */
static void go_on_lost(struct spe_model *m, struct outcomes *o, const struct step *step)
{
    hypothesis_release_all(&m->set->spare, &o->next);
    outcomes_current(m, o->left);
    outcomes_step_lost(m, step);
    keep_alone(o, o->left);
}

static bool may_ask(const struct hypothesis_list *list, enum step_kind kind, uint64_t now)
{
    for (int i = 0; i < list->n; i++) {
        if (spu_may_ask(&list->at[i]->spu, kind, now)) {
            return true;
        }
    }
    return false;
}

static void release_rest(struct hypothesis_list *spare, const struct hypothesis_list *now)
{
    for (int i = 0; i < now->n; i++) {
        if (now->at[i] != NULL) {
            hypothesis_release(spare, now->at[i]);
        }
    }
}

void outcomes_step(struct spe_model *m, const struct step *step)
{
    struct outcomes o = {.now = m->set->live};
    /* The hypotheses from before the step are needed after it, to make that of the best one again.
     */
    const bool again = m->journal != NULL || m->opt.on_edit != NULL;

    m->set->obituaries.n = 0;
    if (!again && !m->set->always && !may_ask(&o.now, step->kind, m->clock.cycle)) {
        run_in_place(m, &o, step);
    } else {
        run_copies(m, &o, step);
    }
    if (m->no_memory) {
        go_on_lost(m, &o, step);
    } else if (o.next.n > 0) {
        go_on(m, &o, step);
    } else {
        tell_best(m, &o, step);
    }
    m->set->obituaries.n = 0;
    if (o.more) {
        model_overflow(m, "outcomes of one step", MAX_RUNS);
    }
    release_rest(&m->set->spare, &o.now);
    m->set->live = o.next;
}
