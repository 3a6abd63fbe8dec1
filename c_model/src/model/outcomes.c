/* SPDX-License-Identifier: Apache-2.0 */
#include "model/outcomes.h"

#include <assert.h>

#include "judge/report.h"
#include "model/common.h"
#include "model/spu_value.h"
#include "sampling/select.h"
#include "state/model.h"

/* The run that came nearest, where none goes on. */
struct failed {
    const struct hypothesis *of;
    unsigned rank, events;
    struct run run;
    struct answers answers;
};

/* What a step makes of those before it. */
struct outcomes {
    const struct hypothesis_list *now;
    struct hypothesis_list next;
    struct failed failed;
    int runs;
    bool more; /* than there is room for */
};

bool outcomes_become(struct spe_model *m, const struct spu *spu)
{
    m->lost |= !spu_copy(&m->spu, spu);
    return !m->lost;
}

void outcomes_run_once(struct spe_model *m, const struct step *step)
{
    m->run.doubts = m->run.may_ask = true;
    m->run.ended = false;
    m->run.too_many = NULL;
    m->run.asked = 0;
    step->run(m, step->what);
}

void outcomes_tell_limit(struct spe_model *m, const struct run *run)
{
    if (run->too_many != NULL) {
        model_overflow(m, run->too_many, run->limit);
    }
}

static unsigned unusual(const struct run *run)
{
    unsigned n = 0;

    for (unsigned i = 0; i < run->asked; i++) {
        n += run->question[i].answer != 0;
    }
    return n;
}

static unsigned events_in(const struct run *run)
{
    unsigned n = 0;

    for (unsigned i = 0; i < run->asked; i++) {
        n += run->question[i].kind == FORK_KINDS && run->question[i].answer != 0;
    }
    return n;
}

/* The next sequence of answers to the questions that were asked. */
static bool other_answers(struct run *run)
{
    for (unsigned i = run->asked; i-- > 0;) {
        if (run->question[i].answer + 1 < run->question[i].answers) {
            run->question[i].answer++;
            run->given = i + 1;
            return true;
        }
    }
    return false;
}

/* The run is an outcome that was there before: the one of fewer unusual answers stays. */
static void join(struct spe_model *m, struct hypothesis *h, const struct hypothesis *of, int n)
{
    const unsigned rank = of->rank + unusual(&m->run);

    common_merge(&h->ledger, m->ledger);
    if (rank < h->rank) {
        h->rank = rank;
        h->events = of->events + events_in(&m->run);
        h->parent = n;
        h->run = m->run;
        spu_count_as(&h->spu, &m->spu);
    }
}

static void add_outcome(struct spe_model *m, struct outcomes *o, int n)
{
    struct hypothesis *h = hypothesis_born(&m->others->spare, &m->spu);

    if (h == NULL) {
        m->lost = true;
        return;
    }
    ledger_copy(&h->ledger, m->ledger);
    h->rank = o->now->at[n]->rank + unusual(&m->run);
    h->events = o->now->at[n]->events + events_in(&m->run);
    h->parent = n;
    h->run = m->run;
    h->budget = model_budget(m);
    o->next.at[o->next.n++] = h;
}

/* Whether the step shows rather that the event of a window has come: a level, a count, a read of a
 * register. Selections, draws and bursts show that it has not. */
static bool shows_events(const struct spe_txn *t, unsigned levels)
{
    return t == NULL
               ? levels != 0
               : t->kind == SPE_TXN_OUT || t->kind == SPE_TXN_SYSREG || t->kind == SPE_TXN_SYNC;
}

static bool nearer(const struct failed *a, const struct failed *b, bool events)
{
    const unsigned choices_a = a->rank - a->events, choices_b = b->rank - b->events;

    return choices_a != choices_b ? choices_a < choices_b
           : events               ? a->events > b->events
                                  : a->events < b->events;
}

static void add_failure(struct failed *failed, const struct failed *one, bool events)
{
    if (failed->of == NULL || nearer(one, failed, events)) {
        *failed = *one;
    }
}

/* The run of the n-th hypothesis has come to its end, or has ended it. */
static void take_result(struct spe_model *m, struct outcomes *o, int n, const struct step *step)
{
    if (m->run.ended) {
        const struct hypothesis *of = o->now->at[n];
        const struct failed one = {of, of->rank + unusual(&m->run), of->events + events_in(&m->run),
                                   m->run, m->ledger->answers};
        add_failure(&o->failed, &one, shows_events(step->what, m->spu.lv.now));
        return;
    }
    spu_normal(&m->spu, m->clock.cycle);
    struct hypothesis *same = hypothesis_like(&o->next, &m->spu);
    if (same != NULL) {
        join(m, same, o->now->at[n], n);
    } else {
        add_outcome(m, o, n);
    }
}

/* All runs that begin as the n-th hypothesis: each of the later ones has one at least. */
static void run_all(struct spe_model *m, struct outcomes *o, int n, const struct step *step)
{
    const struct hypothesis *before = o->now->at[n];
    const int most = MAX_RUNS - (o->now->n - 1 - n);
    struct journal *const journal = m->journal;
    bool more = true;

    m->journal = NULL;
    m->run = (struct run){.step = m->others->steps};
    while (more && o->runs < most && outcomes_become(m, &before->spu)) {
        o->runs++;
        ledger_copy(m->ledger, &before->ledger);
        outcomes_run_once(m, step);
        take_result(m, o, n, step);
        more = other_answers(&m->run);
    }
    o->more |= more && !m->lost;
    m->journal = journal;
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

/* Nothing can tell any more what was right. */
static void give_up_choices(struct facts *facts, const struct hypothesis_list *now)
{
    open_choices(facts, now, NULL);
    for (unsigned kind = 0; kind < FORK_KINDS; kind++) {
        facts_count(facts, FACT_UNSEEN, kind, facts->open[kind]);
        facts->open[kind] = 0;
    }
}

/* All have ended: what the best one says is told, and it goes on as the SPU has shown. */
static void tell_best(struct spe_model *m, struct outcomes *o, const struct step *step)
{
    const struct failed *failed = &o->failed;
    struct obituaries *obituaries = &m->others->obituaries;

    assert(failed->of != NULL); /* a run has ended, or somebody was born */
    for (int i = 0; i < obituaries->n; i++) {
        struct obituary *other = &obituaries->at[i];
        other->choice = common_choice(&other->answers, &failed->answers);
    }
    open_choices(&m->facts, o->now, &failed->answers);
    (void)outcomes_become(m, &failed->of->spu);
    m->run = failed->run;
    m->run.doubts = m->run.ended = false;
    m->run.given = m->run.asked;
    m->run.asked = 0;
    common_count_all(&m->facts, &failed->of->ledger);
    step->run(m, step->what);
    give_up_choices(&m->facts, o->now);
}

/* Told once, until there are fewer. */
static void keep_most(struct spe_model *m, struct hypothesis_list *next)
{
    if (next->n > MAX_LIVE && !m->others->full) {
        model_overflow(m, "hypotheses of choices that nothing settles", MAX_LIVE);
    }
    m->others->full = next->n > MAX_LIVE || (m->others->full && next->n == MAX_LIVE);
    while (next->n > MAX_LIVE) {
        hypothesis_release(&m->others->spare, hypothesis_take_worst(next));
    }
}

/* m->spu is the best one; the journal follows it. */
static void show(struct spe_model *m, const struct outcomes *o, const struct step *step)
{
    const struct hypothesis *best = o->next.at[hypothesis_best(&o->next)];

    if (m->journal == NULL) {
        (void)outcomes_become(m, &best->spu);
    } else if (outcomes_become(m, &o->now->at[best->parent]->spu)) {
        ledger_clear(m->ledger);
        m->run = best->run;
        m->run.given = m->run.asked;
        outcomes_run_once(m, step);
        spu_normal(&m->spu, m->clock.cycle);
        assert(spu_same(&m->spu, &best->spu));
    }
    m->run.doubts = false;
}

static void count_common(struct facts *facts, struct hypotheses *others,
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
    others->lost += lost;
}

static void go_on(struct spe_model *m, struct outcomes *o, const struct step *step)
{
    m->run.doubts = false;
    keep_most(m, &o->next);
    count_common(&m->facts, m->others, &o->next);
    show(m, o, step);
    for (int i = 0; i < o->next.n; i++) {
        outcomes_tell_limit(m, &o->next.at[i]->run);
    }
    if (o->next.n == 1 && !m->others->always) {
        hypothesis_release_all(&m->others->spare, &o->next);
    }
    m->others->live = o->next;
}

void outcomes_step(struct spe_model *m, struct hypothesis_list *now, const struct step *step)
{
    struct outcomes o = {.now = now};

    m->others->obituaries.n = 0;
    for (int i = 0; i < now->n; i++) {
        run_all(m, &o, i, step);
    }
    m->others->live.n = 0;
    if (m->lost) { /* m->spu is what the last run that was made has left */
        m->run.doubts = false;
        hypothesis_release_all(&m->others->spare, &o.next);
    } else if (o.next.n > 0) {
        go_on(m, &o, step);
    } else {
        tell_best(m, &o, step);
    }
    m->others->obituaries.n = 0;
    if (o.more) {
        model_overflow(m, "outcomes of one step", MAX_RUNS);
    }
    hypothesis_release_all(&m->others->spare, now);
}
