/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONTRACT_ONCE_H
#define SPE_CONTRACT_ONCE_H

struct contract;
struct spe_model;
struct spe_txn;

/** Calls that repeat what was told; those breaches do not keep the call from its effect. */
void contract_once(struct spe_model *m, const struct spe_txn *t);
/** Reset: what comes after it is told anew. */
void contract_once_reset(struct contract *c);

#endif
