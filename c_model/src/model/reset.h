/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_RESET_H
#define SPE_MODEL_RESET_H

struct spe_model;
struct spe_txn_reset;

void model_reset(struct spe_model *m, const struct spe_txn_reset *t);

#endif
