/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_SAMPLING_SELECT_H
#define SPE_SAMPLING_SELECT_H

struct spe_model;
struct spe_txn_pop;
struct spe_txn_rnd;
struct spe_txn_sel;

/* Members of the population, random draws and selections (2.2, 3.1). */

/** Members were counted, in the order of their lanes: each one steps the interval counter. */
void model_pop(struct spe_model *m, const struct spe_txn_pop *t);
/** The SPU took a random draw: it waits for the load or the member that needs it, in this cycle. */
void model_rnd(struct spe_model *m, const struct spe_txn_rnd *t);
/** The last member of model_pop() was selected: with a tag, or it has collided. */
void model_sel(struct spe_model *m, const struct spe_txn_sel *t);
/** The start of a cycle: report draws that nothing took, and finish loads that got no draw. */
void model_draws_check(struct spe_model *m);
/** The predicted selection is missing: a finding, unless an event may have taken effect before it.
 * Call this only while a selection is awaited. */
void model_await_expired(struct spe_model *m);
/** How many members the next model_pop() may have, 1 to SPE_BUDGET_MAX. Nothing changes. */
int model_budget(struct spe_model *m);
/** The end of the run: are the draws so far uniform? */
void model_uniform(struct spe_model *m);
/** A reset: the same, and the draws that follow are judged by themselves. */
void model_uniform_reset(struct spe_model *m);

#endif
