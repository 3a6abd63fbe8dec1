/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_HYPOTHESES_H
#define SPE_MODEL_HYPOTHESES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/hypothesis.h"
#include "model/spu_value.h"
#include "model/step.h"
#include "sampling/select.h"
#include "state/model.h"

/*
 * What the SPU may hold, as far as anybody can tell: one hypothesis, or several where the texts
 * permit several outcomes. All go forwards in step; what is seen later ends those that do not
 * predict it. Between two steps m->spu is the one that has taken the fewest unusual choices.
 */
struct hypotheses {
    struct hypothesis_list live; /* one at least */
    struct hypothesis_list spare;
    struct obituaries obituaries;
    uint64_t steps;
    uint64_t more; /* hypotheses behind each step, besides one */
    unsigned most; /* hypotheses behind any */
    uint64_t lost; /* facts */
    bool full;     /* more than MAX_LIVE were told, and are as many still */
    bool untold;   /* more than MAX_ANSWERS were told: choices of which one may be open */
    bool always;   /* a single one is one of several, too: for tests */
    bool doubt;    /* there are several, or it is to be as if there were */
};

/** The first one, which has done nothing. @return false: no memory. */
bool hypotheses_begin(struct spe_model *m);
void hypotheses_end(struct spe_model *m);

/** From now on each step is made as if there were several: it is copied, compared and counted
 * later, with the same results. For tests. */
void hypotheses_always(struct spe_model *m);

/** The same as hypotheses_step(), where the step may ask or there are several. */
void hypotheses_step_in_doubt(struct spe_model *m, enum step_kind kind, model_step *step,
                              const void *what);

/** Do a step in each of them, once for each sequence of answers to its questions. Findings are told
 * where all have ended in it: those of the best one, which goes on. */
static inline void hypotheses_step(struct spe_model *m, enum step_kind kind, model_step *step,
                                   const void *what)
{
    if (!m->set->doubt && !spu_may_ask(m->spu, kind, m->clock.cycle)) { /* nearly all steps */
        m->set->steps++;
        step(m, what);
    } else {
        hypotheses_step_in_doubt(m, kind, step, what);
    }
}

/** Whether something is due at the end of this cycle in one of several; *due: the first later
 * cycle. */
bool hypotheses_due_in_doubt(const struct hypothesis_list *live, uint64_t *due);
/** The smallest budget of the monitors. */
int hypotheses_budget_in_doubt(const struct hypothesis_list *live);

/** The same of one or several. @{ */
static inline bool hypotheses_due(const struct spe_model *m, uint64_t *due)
{
    *due = m->spu->schedule.due;
    return m->set->doubt ? hypotheses_due_in_doubt(&m->set->live, due) : m->spu->schedule.busy;
}

static inline int hypotheses_budget(struct spe_model *m)
{
    return m->set->doubt ? hypotheses_budget_in_doubt(&m->set->live) : model_budget(m);
}
/** @} */

/** Behind the close: a run is as good as the worst of those that are left, and does not pass with a
 * choice that nothing has told. */
void hypotheses_close(struct spe_model *m);

#endif
