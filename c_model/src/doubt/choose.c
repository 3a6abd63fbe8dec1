/* SPDX-License-Identifier: Apache-2.0 */
#include "doubt/choose.h"

#include <assert.h>

#include "judge/report.h"
#include "state/model.h"

/* The next question with its answer. NULL: the run has ended, so no answer matters, or there is no
 * room for one more question. */
static const struct question *ask(struct spe_model *m, enum fork_kind kind, unsigned answers)
{
    struct run *run = &m->run;

    assert(run->may_ask && answers > 0 && answers <= FORK_BRANCHES);
    if (run->ended) {
        return NULL;
    }
    if (run->asked == MAX_ASKED) {
        model_overflow(m, "questions of one step", MAX_ASKED);
        return NULL;
    }
    struct question *q = &run->question[run->asked];
    if (run->asked >= run->given) {
        *q = (struct question){.kind = kind};
    }
    assert(q->kind == kind);
    q->answers = (uint8_t)answers;
    run->asked++;
    return q;
}

/* The name of the question just asked. The n-th question of its kind in a step has the same name in
 * all hypotheses. */
static uint64_t name_of(const struct run *run, enum fork_kind kind)
{
    uint64_t n = 0;

    for (unsigned i = 0; i < run->asked; i++) {
        n += run->question[i].kind == kind;
    }
    return ((run->step + 1) << 8 | n) * FORK_KINDS + (uint64_t)kind;
}

unsigned choose(struct spe_model *m, enum fork_kind kind, unsigned answers)
{
    const struct question *q = ask(m, kind, answers);

    if (q == NULL) {
        return 0;
    }
    if (m->run.doubts) {
        const struct answer answer = {name_of(&m->run, kind), (uint8_t)kind, q->answer};
        ledger_answer(m->ledger, &answer);
    } else {
        fact(m, FACT_UNSEEN, kind, 1); /* all answers were refuted */
    }
    return q->answer;
}

bool choose_when(struct spe_model *m)
{
    const struct question *q = ask(m, FORK_KINDS, 2);

    return q != NULL && q->answer == 1;
}
