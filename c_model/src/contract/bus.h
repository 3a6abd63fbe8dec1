/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONTRACT_BUS_H
#define SPE_CONTRACT_BUS_H

#include <stdbool.h>

struct spe_model;
struct spe_txn;

/** Ranges of a transaction of the bus side. */
bool contract_bus(struct spe_model *m, const struct spe_txn *t);

#endif
