/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONTRACT_ONCE_H
#define SPE_CONTRACT_ONCE_H

struct contract;
struct spe_model;
struct spe_txn;

/** Report a call that repeats an earlier one. It takes effect in spite of this breach. */
void contract_once(struct spe_model *m, const struct spe_txn *t);
/** Reset: later calls may repeat what was sent before it. */
void contract_once_reset(struct contract *c);

#endif
