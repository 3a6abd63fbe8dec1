/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONTRACT_CONTRACT_H
#define SPE_CONTRACT_CONTRACT_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/bits.h"

struct contract;
struct spe_model;
struct spe_txn_close;

/** No call was made yet. */
void contract_begin(struct contract *c);
/** Reset is asserted or released: later calls are judged by that. */
void contract_reset(struct contract *c, bool asserted);
/** The last call: compare the `t->calls` calls that the monitors have counted. */
void contract_close(struct spe_model *m, const struct spe_txn_close *t);

/* What the files of the contract share: breaches are findings of the kind MISUSE. */

/** Report a breach; `where` is the field. @return false. */
SPE_PRINTF(3, 4)
bool contract_misuse(struct spe_model *m, const char *where, const char *fmt, ...);
/** Whether the field `where` is at most `most`; if not, a breach. */
bool contract_in_range(struct spe_model *m, const char *where, uint64_t value, uint64_t most);

#endif
