/* SPDX-License-Identifier: Apache-2.0 */
#include "doubt/choose.h"

#include <assert.h>

#include "state/model.h"

/* The next answer. NULL: there is no room for one more question. */
static const struct question *ask(struct run *run, enum fork_kind kind, unsigned answers)
{
    assert(run->may_ask && answers > 0 && answers <= FORK_BRANCHES);
    if (run->asked == MAX_ASKED) {
        run->overfull = true;
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

/* The same one of several hypotheses is one question. */
static uint64_t name_of(const struct run *run, enum fork_kind kind)
{
    return (run->step << 8 | run->asked) * FORK_KINDS + (uint64_t)kind;
}

unsigned choose(struct spe_model *m, enum fork_kind kind, unsigned answers)
{
    const struct question *q = ask(&m->run, kind, answers);

    if (q == NULL) {
        return 0;
    }
    fact_answer(m, (unsigned)kind * FORK_BRANCHES + q->answer, name_of(&m->run, kind));
    return q->answer;
}

bool choose_when(struct spe_model *m)
{
    const struct question *q = ask(&m->run, FORK_KINDS, 2);

    return q != NULL && q->answer == 1;
}
