/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_HYPOTHESES_H
#define SPE_MODEL_HYPOTHESES_H

#include <stdbool.h>
#include <stdint.h>

struct spe_model;

/*
 * What the SPU may hold, as far as anybody can tell: one hypothesis, or several where the texts
 * permit several outcomes. All go forwards in step; what is seen later ends those that do not
 * predict it. m->spu is the one that has taken the fewest unusual choices.
 */

/** One step of one hypothesis, m->spu. `what` is that of hypotheses_step(). */
typedef void model_step(struct spe_model *m, const void *what);

/** @return false: no memory. */
bool hypotheses_begin(struct spe_model *m);
void hypotheses_end(struct spe_model *m);

/** Do a step in each of them, once for each sequence of answers to its questions. Findings are told
 * where all have ended in it: those of the best one, which goes on. */
void hypotheses_step(struct spe_model *m, model_step *step, const void *what);

/** Whether something is due at the end of this cycle in one of them; *due: the first later cycle.
 */
bool hypotheses_due(const struct spe_model *m, uint64_t *due);
/** Behind the close: a run is as good as the worst of those that are left, and does not pass with a
 * choice that nothing has told. */
void hypotheses_close(struct spe_model *m);
/** The smallest budget of the monitors. */
int hypotheses_budget(struct spe_model *m);

#endif
