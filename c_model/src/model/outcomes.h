/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_OUTCOMES_H
#define SPE_MODEL_OUTCOMES_H

#include "model/hypotheses.h"
#include "model/hypothesis.h"
#include "state/run.h"

struct spe_model;

/* All outcomes of one step. */

struct step {
    model_step *run;
    const void *what;
};

/** One run with the answers of m->run, and the usual ones to what else is asked. */
void outcomes_run_once(struct spe_model *m, const struct step *step);
/** m->spu becomes what `spu` is. @return false: no memory, the run shows nothing. */
bool outcomes_become(struct spe_model *m, const struct spu *spu);
/** Tell what a run had too many of, if anything. */
void outcomes_tell_limit(struct spe_model *m, const struct run *run);

/** Do the step in each of `now`, which are released, once for each sequence of answers. */
void outcomes_step(struct spe_model *m, struct hypothesis_list *now, const struct step *step);

#endif
