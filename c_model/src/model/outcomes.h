/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_OUTCOMES_H
#define SPE_MODEL_OUTCOMES_H

#include <stdbool.h>

#include "model/hypothesis.h"
#include "model/step.h"

struct spe_model;

/* All outcomes of one step. */

/** m->spu is that of `h`, and what it finds out stands in its ledger. */
void outcomes_current(struct spe_model *m, struct hypothesis *h);
/** One run with the answers of m->run, and the usual ones to what else is asked, if it `may_ask`.
 */
void outcomes_run_once(struct spe_model *m, const struct step *step, bool may_ask);
/** Without memory for others m->spu goes on, with the usual answers; the run shows nothing any
 * more.
 */
void outcomes_step_lost(struct spe_model *m, const struct step *step);
/** Do the step in each of those that are live, once for each sequence of answers. */
void outcomes_step(struct spe_model *m, const struct step *step);

#endif
