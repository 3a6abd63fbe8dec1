/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_STEP_H
#define SPE_MODEL_STEP_H

struct spe_model;

/* What a step is: the start of a cycle, in which events take effect and registers change; or its
 * end, or a transaction. */
enum step_kind { STEP_START, STEP_OTHER };

/** One step of one hypothesis, m->spu. `what`: its transaction, NULL for the start or end of a
 * cycle. */
typedef void model_step(struct spe_model *m, const void *what);

struct step {
    enum step_kind kind;
    model_step *run;
    const void *what;
};

#endif
