/* SPDX-License-Identifier: Apache-2.0 */
#include "model/hypotheses.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "judge/report.h"
#include "model/pending_facts.h"
#include "model/spu_value.h"
#include "sampling/select.h"
#include "state/model.h"

#define MAX_RUNS 256 /* of one step */

struct hypothesis {
    struct spu spu;
    struct heir heir; /* of the last step */
    int parent;       /* which one it was before it, */
    struct run run;   /* and its answers */
    unsigned unusual; /* answers taken that are not the usual ones */
    int budget;
};

/* A list of hypotheses, earlier born first. */
struct list {
    struct hypothesis *at[MAX_RUNS];
    int n;
};

struct hypotheses {
    struct list live; /* none: m->spu alone */
    struct list spare;
    struct pending_facts pending;
    struct notes notes; /* of this run */
    struct obituaries obituaries;
    struct spe_hypotheses seen;
    int runs;      /* of this step */
    bool overfull; /* it had more runs, or one of them more questions, than there is room for */
};

/* The run that came nearest, where none goes on. */
struct failed {
    const struct hypothesis *of;
    unsigned unusual;
    struct run run;
};

bool hypotheses_begin(struct spe_model *m)
{
    m->others = calloc(1, sizeof(*m->others));
    if (m->others == NULL) {
        return false;
    }
    m->others->seen.most = 1;
    m->notes = &m->others->notes;
    m->obituaries = &m->others->obituaries;
    return true;
}

static void free_list(struct list *list)
{
    for (int i = 0; i < list->n; i++) {
        spu_free(&list->at[i]->spu);
        free(list->at[i]);
    }
}

void hypotheses_end(struct spe_model *m)
{
    if (m->others != NULL) {
        free_list(&m->others->live);
        free_list(&m->others->spare);
        free(m->others);
    }
}

static void release(struct hypotheses *o, struct hypothesis *h)
{
    if (o->spare.n < MAX_RUNS) {
        o->spare.at[o->spare.n++] = h;
    } else {
        spu_free(&h->spu);
        free(h);
    }
}

/* A hypothesis that is what `spu` is. */
static struct hypothesis *born(struct spe_model *m, const struct spu *spu)
{
    struct hypotheses *o = m->others;
    struct hypothesis *h =
        o->spare.n > 0 ? o->spare.at[--o->spare.n] : calloc(1, sizeof(struct hypothesis));

    if (h == NULL) {
        m->lost = true;
    } else if (!spu_copy(&h->spu, spu)) {
        m->lost = true;
        release(o, h);
        h = NULL;
    }
    return h;
}

/* @return false: no memory, the run shows nothing. */
static bool become(struct spe_model *m, const struct spu *spu)
{
    m->lost |= !spu_copy(&m->spu, spu);
    return !m->lost;
}

static unsigned unusual(const struct run *run)
{
    unsigned n = 0;

    for (unsigned i = 0; i < run->asked; i++) {
        n += run->question[i].answer != 0;
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

/* One run with the answers of m->run, and the usual ones to what else is asked. */
static void run_once(struct spe_model *m, model_step *step, const void *what)
{
    notes_begin(m->notes);
    m->run.doubts = m->run.may_ask = true;
    m->run.ended = m->run.overfull = false;
    m->run.asked = 0;
    step(m, what);
    notes_end(m->notes);
    m->others->overfull |= m->run.overfull || m->notes->overfull;
}

/* One that is the same as another is not another: the one of fewer unusual answers stays. */
static void join(struct hypotheses *o, struct list *next, struct hypothesis *h)
{
    for (int i = 0; i < next->n; i++) {
        struct hypothesis *other = next->at[i];
        if (!spu_same(&other->spu, &h->spu)) {
            continue;
        }
        pending_merge(&o->pending, &other->heir, &h->heir);
        if (h->unusual < other->unusual) {
            other->unusual = h->unusual;
            other->spu.tot = h->spu.tot;
        }
        release(o, h);
        return;
    }
    next->at[next->n++] = h;
}

/* The run has come to its end, or has ended the hypothesis. */
static void take_result(struct spe_model *m, const struct hypothesis *of, int n, struct list *next,
                        struct failed *failed)
{
    const unsigned rank = of->unusual + unusual(&m->run);

    if (m->run.ended) {
        if (failed->of == NULL || rank < failed->unusual) {
            *failed = (struct failed){of, rank, m->run};
        }
        return;
    }
    struct hypothesis *h = born(m, &m->spu);
    if (h != NULL) {
        heir_begin(&h->heir, (unsigned)n, m->notes);
        h->unusual = rank;
        h->parent = n;
        h->run = m->run;
        h->budget = model_budget(m);
        join(m->others, next, h);
    }
}

/* All runs of a step that begin as the n-th hypothesis of `now`: each of these has one at least. */
static void run_all(struct spe_model *m, const struct list *now, int n, struct list *next,
                    struct failed *failed, model_step *step, const void *what)
{
    struct hypotheses *o = m->others;
    struct journal *const journal = m->journal;
    const int most = MAX_RUNS - (now->n - 1 - n);
    bool more = true;

    m->journal = NULL;
    m->run = (struct run){.step = o->seen.steps, .hypothesis = (unsigned)n};
    while (more && o->runs < most && become(m, &now->at[n]->spu)) {
        o->runs++;
        run_once(m, step, what);
        take_result(m, now->at[n], n, next, failed);
        more = other_answers(&m->run);
    }
    o->overfull |= more && !m->lost;
    m->journal = journal;
}

static void come_to_one(struct hypotheses *o, struct list *now)
{
    for (int i = 0; i < now->n; i++) {
        release(o, now->at[i]);
    }
    now->n = 0;
}

/* All have ended: what the best one says is told, and it goes on as the SPU has shown. */
static void tell_best(struct spe_model *m, struct list *now, const struct failed *failed,
                      model_step *step, const void *what)
{
    struct hypotheses *o = m->others;
    struct heir heir = {0}, *one = &heir;

    unsigned told = 0;

    assert(failed->of != NULL); /* a run has ended, or somebody was born */
    while (now->at[told] != failed->of) {
        told++;
    }
    heir.from = (uint64_t)1 << told;
    for (int i = 0; i < o->obituaries.n; i++) {
        struct obituary *other = &o->obituaries.at[i];
        other->choice = pending_choice(&o->pending, other->hypothesis, told);
    }
    pending_give_up(m, &o->pending);
    pending_step(m, &o->pending, &one, 1);
    (void)become(m, &failed->of->spu);
    m->run = failed->run;
    m->run.doubts = false;
    m->run.given = m->run.asked;
    m->run.asked = 0;
    step(m, what);
    o->obituaries.n = 0;
}

/* The one with the fewest unusual answers, of these the earlier born. */
static int best(const struct list *list)
{
    int found = 0;

    for (int i = 1; i < list->n; i++) {
        found = list->at[i]->unusual < list->at[found]->unusual ? i : found;
    }
    return found;
}

static void drop_worst(struct spe_model *m, struct list *next)
{
    if (next->n > MAX_LIVE) {
        model_overflow(m, "hypotheses of choices that nothing settles", MAX_LIVE);
    }
    while (next->n > MAX_LIVE) {
        int worst = 0;
        for (int i = 1; i < next->n; i++) {
            worst = next->at[i]->unusual >= next->at[worst]->unusual ? i : worst;
        }
        release(m->others, next->at[worst]);
        next->n--;
        for (int i = worst; i < next->n; i++) { /* in the order of their birth */
            next->at[i] = next->at[i + 1];
        }
    }
}

/* m->spu is the best one; the journal follows it. */
static void show(struct spe_model *m, const struct list *now, const struct hypothesis *h,
                 model_step *step, const void *what)
{
    if (m->journal == NULL) {
        (void)become(m, &h->spu);
        return;
    }
    (void)become(m, &now->at[h->parent]->spu);
    m->run = h->run;
    m->run.given = m->run.asked;
    run_once(m, step, what);
}

static void go_on(struct spe_model *m, const struct list *now, struct list *next, model_step *step,
                  const void *what)
{
    struct hypotheses *o = m->others;
    struct heir *heir[MAX_LIVE];

    m->run.doubts = false;
    drop_worst(m, next);
    for (int i = 0; i < next->n; i++) {
        heir[i] = &next->at[i]->heir;
    }
    pending_step(m, &o->pending, heir, next->n);
    show(m, now, next->at[best(next)], step, what);
    m->run.doubts = false;
    if (next->n == 1) {
        come_to_one(o, next);
    }
    o->live = *next;
}

static void step_of_many(struct spe_model *m, struct list *now, model_step *step, const void *what)
{
    struct hypotheses *o = m->others;
    struct list next = {.n = 0};
    struct failed failed = {.of = NULL};

    o->runs = 0;
    o->overfull = false;
    o->obituaries.n = 0;
    for (int i = 0; i < now->n; i++) {
        run_all(m, now, i, &next, &failed, step, what);
    }
    if (m->lost) { /* m->spu is what the last run that was made has left */
        o->live.n = 0;
        come_to_one(o, &next);
    } else if (next.n > 0) {
        go_on(m, now, &next, step, what);
    } else {
        o->live.n = 0;
        tell_best(m, now, &failed, step, what);
    }
    if (o->overfull) {
        model_overflow(m, "outcomes of one step", MAX_RUNS);
    }
    come_to_one(o, now);
}

static void count_notes(struct spe_model *m)
{
    for (int i = 0; i < m->notes->n; i++) {
        facts_count(m, &m->notes->at[i]);
    }
}

/* Most steps that may ask do not: the only hypothesis does them in place. @return false: it has
 * asked, or ended, and is what it was. */
static bool step_in_place(struct spe_model *m, const struct hypothesis *before, model_step *step,
                          const void *what)
{
    if (m->journal != NULL) { /* what is written there stays */
        return false;
    }
    m->run = (struct run){0};
    run_once(m, step, what);
    if (m->run.asked != 0 || m->run.ended) {
        (void)become(m, &before->spu);
        return false;
    }
    m->run.doubts = m->run.may_ask = false;
    if (m->notes->overfull) { /* nothing was asked: once more, and counted at once */
        (void)become(m, &before->spu);
        step(m, what);
    } else {
        count_notes(m);
    }
    return true;
}

/* Without memory for others one goes on, with the usual answers; the run shows nothing any more. */
static void step_lost(struct spe_model *m, model_step *step, const void *what)
{
    come_to_one(m->others, &m->others->live);
    m->run = (struct run){.may_ask = true};
    step(m, what);
}

static void step_of_one(struct spe_model *m, model_step *step, const void *what)
{
    struct hypothesis *before = born(m, &m->spu);
    struct list now = {.at = {before}, .n = 1};

    if (before == NULL) {
        step_lost(m, step, what);
        return;
    }
    before->unusual = 0;
    if (step_in_place(m, before, step, what)) {
        release(m->others, before);
    } else {
        step_of_many(m, &now, step, what);
    }
}

static void count_live(struct hypotheses *o)
{
    const unsigned n = o->live.n == 0 ? 1 : (unsigned)o->live.n;

    o->seen.steps++;
    o->seen.sum += n;
    o->seen.most = n > o->seen.most ? n : o->seen.most;
}

void hypotheses_step(struct spe_model *m, model_step *step, const void *what)
{
    if (m->lost) {
        step_lost(m, step, what);
    } else if (m->others->live.n == 0 && !spu_may_ask(&m->spu)) {
        m->run.doubts = m->run.may_ask = false;
        step(m, what);
    } else if (m->others->live.n == 0) {
        step_of_one(m, step, what);
    } else {
        struct list now = m->others->live;
        step_of_many(m, &now, step, what);
    }
    count_live(m->others);
}

void spe_model_hypotheses(const struct spe_model *model, struct spe_hypotheses *counts)
{
    *counts = model->others->seen;
}

bool hypotheses_due(const struct spe_model *m, uint64_t *due)
{
    const struct list *live = &m->others->live;
    bool busy = m->spu.schedule.busy;

    *due = m->spu.schedule.due;
    for (int i = 0; i < live->n; i++) {
        const struct schedule *s = &live->at[i]->spu.schedule;
        busy |= s->busy;
        *due = s->due < *due ? s->due : *due;
    }
    return busy;
}

int hypotheses_budget(struct spe_model *m)
{
    const struct list *live = &m->others->live;
    int budget = model_budget(m);

    for (int i = 0; i < live->n; i++) {
        budget = live->at[i]->budget < budget ? live->at[i]->budget : budget;
    }
    return budget;
}
