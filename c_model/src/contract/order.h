/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONTRACT_ORDER_H
#define SPE_CONTRACT_ORDER_H

#include <stdbool.h>

struct spe_model;
struct spe_txn;

/** Whether a selection in this cycle names the member that was counted last. */
bool model_member(const struct spe_model *m, unsigned slot);
/** Order, numbers and ranges of a transaction. @return false if it must not be applied. */
bool model_contract(struct spe_model *m, const struct spe_txn *t);

#endif
