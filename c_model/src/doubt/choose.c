/* SPDX-License-Identifier: Apache-2.0 */
#include "doubt/choose.h"

#include <assert.h>

#include "state/model.h"

/* The same one of several hypotheses is one question. */
static uint64_t question(const struct run *run, enum fork_kind kind)
{
    return (run->step << 8 | run->asked) * FORK_KINDS + (uint64_t)kind;
}

unsigned choose(struct spe_model *m, enum fork_kind kind, unsigned answers)
{
    struct run *run = &m->run;

    assert(run->may_ask && answers > 0 && answers <= FORK_BRANCHES);
    if (run->asked == MAX_ASKED) {
        run->overfull = true;
        return 0;
    }
    struct question *q = &run->question[run->asked];
    if (run->asked >= run->given) {
        *q = (struct question){.kind = kind};
    }
    assert(q->kind == kind);
    q->answers = (uint8_t)answers;
    run->asked++;
    fact_answer(m, (unsigned)kind * FORK_BRANCHES + q->answer, question(run, kind));
    return q->answer;
}
