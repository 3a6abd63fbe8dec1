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
 * The states that the SPU may be in: one hypothesis, or several if the texts permit several
 * outcomes. All hypotheses make each step. A later observation refutes each hypothesis that does
 * not predict it. Between two steps m->spu is the hypothesis with the fewest unusual answers.
 */
struct hypotheses {
    struct hypothesis_list live; /* at least one */
    struct hypothesis_list spare;
    struct obituaries obituaries;
    uint64_t steps;
    uint64_t more; /* sum of the hypotheses after each step, less one */
    unsigned most; /* most hypotheses after a step */
    uint64_t lost; /* facts for which a ledger had no room */
    bool full;     /* more than MAX_LIVE were reported, and there are still as many */
    bool untold;   /* more than MAX_ANSWERS were reported: a choice beyond them may be open */
    bool always;   /* for tests: a single hypothesis is handled as one of several */
    bool doubt;    /* there are several hypotheses, or steps are made as if there were */
};

/** Create the first hypothesis, which has done nothing. @return false: no memory. */
bool hypotheses_begin(struct spe_model *m);
void hypotheses_end(struct spe_model *m);

/** From now on each step is made as if there were several hypotheses: copied, compared and counted
 * later, with the same results. For tests. */
void hypotheses_always(struct spe_model *m);

/** The step of hypotheses_step(), where it may ask or there are several hypotheses. */
void hypotheses_step_in_doubt(struct spe_model *m, enum step_kind kind, model_step *step,
                              const void *what);

/** Make a step in each hypothesis, once for each sequence of answers to its questions. If the step
 * refutes all, the findings of the best one are reported, and this one goes on. */
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

/** Whether something is due at the end of this cycle in any hypothesis; *due: the first later
 * cycle. */
bool hypotheses_due_in_doubt(const struct hypothesis_list *live, uint64_t *due);
/** The smallest budget of the monitors in any hypothesis. */
int hypotheses_budget_in_doubt(const struct hypothesis_list *live);

/** The same for one hypothesis or several. @{ */
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

/** After the close: the result of the run is that of the worst hypothesis that is left. Without
 * SYNC it is that of the best one, because no barrier ends those in which a record is never
 * written. The run does not pass with a choice that nothing has settled. */
void hypotheses_close(struct spe_model *m);

#endif
