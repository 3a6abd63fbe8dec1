/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_OUTCOMES_H
#define SPE_MODEL_OUTCOMES_H

#include <stdbool.h>

#include "model/hypothesis.h"
#include "model/step.h"

struct spe_model;

/* All outcomes of one step. */

/** Make `h` the current hypothesis: m->spu is its state, and what it finds out goes into its
 * ledger. */
void outcomes_current(struct spe_model *m, struct hypothesis *h);
/** Run the step once, with the answers of m->run. If it `may_ask`, all further questions get the
 * usual answer. */
void outcomes_run_once(struct spe_model *m, const struct step *step, bool may_ask);
/** There is no memory for other hypotheses: m->spu makes the step with the usual answers. The run
 * shows nothing any more. */
void outcomes_step_lost(struct spe_model *m, const struct step *step);
/** Make the step in each live hypothesis, once for each sequence of answers. */
void outcomes_step(struct spe_model *m, const struct step *step);

#endif
