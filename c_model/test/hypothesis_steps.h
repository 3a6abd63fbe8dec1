/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_HYPOTHESIS_STEPS_H
#define SPE_TEST_HYPOTHESIS_STEPS_H

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "doubt/choose.h"
#include "judge/report.h"
#include "model/hypotheses.h"
#include "model/spu_value.h"
#include "state/model.h"

/* The set of hypotheses, with steps that only ask, count and find. m->spu->ops holds a predicted
 * value, which no unit uses here. */

struct told {
    int mismatches, misuses, edits;
    char expected[96], where[64], choices[384];
};

/* A finding. */
struct found {
    enum spe_check check;
    const char *where, *expected;
};

/* The actions of one step. */
struct what {
    int ask;         /* number of questions, of two answers each; each answer 1 adds `weight`, */
    unsigned weight; /* doubled for each question */
    bool odd;        /* only if ops is odd */
    bool forget;     /* ops becomes 0 */
    bool see;        /* ops must be `seen` */
    uint64_t seen;
    enum fork_kind kind;
    int covers;                /* this bin, if ops is odd; -1: none */
    bool evenly;               /* also if ops is even */
    bool too_many;             /* if ops is odd, the scoreboard has no room */
    bool calm;                 /* later steps cannot ask */
    bool corrects;             /* add a correction of finding 3 */
    bool again;                /* if ops is odd, no room for other things either */
    int words;                 /* 0, 1, 2 ... are hashed */
    const struct found *found; /* two: if ops is even, odd; NULL: none */
};

static inline void note(void *user, const struct spe_finding *f)
{
    struct told *told = user;

    told->mismatches += f->kind == SPE_FINDING_MISMATCH;
    told->misuses += f->kind == SPE_FINDING_MISUSE;
    (void)snprintf(told->expected, sizeof(told->expected), "%s", f->expected);
    (void)snprintf(told->where, sizeof(told->where), "%s", f->where);
    (void)snprintf(told->choices, sizeof(told->choices), "%s", f->choices);
}

static inline void note_edit(void *user, uint64_t finding, const struct spe_edit *edit)
{
    struct told *told = user;

    (void)edit;
    told->edits += finding == 3;
}

static inline struct spe_model *create(struct told *told)
{
    struct spe_model_options options = {
        .taps = SPE_TAP_ALL, .on_finding = note, .on_edit = note_edit, .user = told};
    struct spe_config cfg;
    struct spe_model *m;

    *told = (struct told){0};
    spe_config_init(&cfg);
    assert_int_equal(spe_model_create(&m, &cfg, &options), SPE_OK);
    m->spu->events.n = 1; /* steps can ask */
    return m;
}

static inline void expect(struct spe_model *m, uint64_t seen)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_REG_READ, "test");

    if (m->spu->ops != seen) {
        FMT(f.where, "ops");
        FMT(f.expected, "%d", (int)m->spu->ops);
        model_emit(m, &f);
    }
}

static inline void find(struct spe_model *m, const struct found *found)
{
    struct spe_finding f = model_finding(m, found->check, "test");

    FMT(f.where, "%s", found->where);
    FMT(f.expected, "%s", found->expected);
    model_emit(m, &f);
}

/* Limits that are exceeded, and facts beyond the room. */
static inline void fill(struct spe_model *m, const struct what *w)
{
    if (w->too_many && m->spu->ops % 2 == 1) {
        model_overflow(m, "things", 5);
    }
    if (w->again && m->spu->ops % 2 == 1) {
        model_overflow(m, "other things", 6);
    }
    for (int i = 0; i < w->words; i++) {
        fact(m, FACT_HASHED, HASH_BYTES, (uint64_t)i);
    }
}

static inline void step(struct spe_model *m, const void *arg)
{
    const struct what *w = arg;
    unsigned weight = w->weight;

    const int ask = w->odd && m->spu->ops % 2 == 0 ? 0 : w->ask;

    for (int i = 0; i < ask; i++, weight *= 2) {
        m->spu->ops += choose(m, w->kind, 2) * weight;
    }
    fill(m, w);
    if (w->covers >= 0 && (w->evenly || m->spu->ops % 2 == 1)) {
        fact(m, FACT_COVERED, (unsigned)w->covers, 1);
    }
    if (w->forget) {
        m->spu->ops = 0;
    }
    if (w->corrects) {
        model_correct_at(m, 3, &(struct spe_edit){0});
    }
    if (w->calm) {
        m->spu->events.n = 0;
    }
    if (w->see) {
        (void)model_eval(m, SPE_CHECK_REG_READ);
        expect(m, w->seen);
    }
    if (w->found != NULL) {
        find(m, &w->found[m->spu->ops % 2]);
    }
}

static inline void asked(struct spe_model *m, enum fork_kind kind, int n, unsigned weight)
{
    const struct what w = {.ask = n, .weight = weight, .kind = kind, .covers = -1};

    hypotheses_step(m, STEP_OTHER, step, &w);
}

static inline void seen(struct spe_model *m, uint64_t value)
{
    const struct what w = {.see = true, .seen = value, .covers = -1};

    hypotheses_step(m, STEP_OTHER, step, &w);
}

static inline void forgotten(struct spe_model *m)
{
    const struct what w = {.forget = true, .covers = -1};

    hypotheses_step(m, STEP_OTHER, step, &w);
}

/* The number of hypotheses after a step that does nothing. */
static inline uint64_t alive(struct spe_model *m)
{
    const struct what nothing = {.covers = -1};
    struct spe_hypotheses before, after;

    spe_model_hypotheses(m, &before);
    hypotheses_step(m, STEP_OTHER, step, &nothing);
    spe_model_hypotheses(m, &after);
    return after.sum - before.sum;
}

static inline uint64_t taken(const struct spe_model *m, enum fork_kind kind, int branch)
{
    return m->facts.forks.settled[kind][branch];
}

/* How often a read ended the usual answer to `choice`, while another answer went on. */
static inline uint64_t rescues(const struct spe_model *m, const char *choice)
{
    struct spe_rescue rescue;
    uint64_t n = 0;

    for (int i = 0; spe_model_rescue(m, i, &rescue); i++) {
        const bool it = strcmp(rescue.choice, choice) == 0 && strcmp(rescue.check, "reg.read") == 0;
        CHECK("of another choice or check", !it && rescue.n != 0, false);
        n += it ? rescue.n : 0;
    }
    return n;
}

/* From now on steps cannot ask: they work on the hypotheses in place. */
static inline void calm(struct spe_model *m)
{
    const struct what w = {.calm = true, .covers = -1};

    hypotheses_step(m, STEP_OTHER, step, &w);
}

#endif
