/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_SAMPLING_SELECT_H
#define SPE_SAMPLING_SELECT_H

struct spe_model;
struct spe_txn_pop;
struct spe_txn_rnd;
struct spe_txn_sel;

void model_pop(struct spe_model *m, const struct spe_txn_pop *t);
void model_rnd(struct spe_model *m, const struct spe_txn_rnd *t);
void model_sel(struct spe_model *m, const struct spe_txn_sel *t);
/** Draws that nothing took, and loads that got none, at the start of a cycle. */
void model_draws_check(struct spe_model *m);
void model_await_expired(struct spe_model *m);
int model_budget(struct spe_model *m);
void model_uniform(struct spe_model *m);
void model_uniform_reset(struct spe_model *m);

#endif
