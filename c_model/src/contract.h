/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONTRACT_H
#define SPE_CONTRACT_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/bits.h"
#include "spe/txn.h"

struct spe_model;

/* What the files of the contract share: breaches are findings of the kind MISUSE. */

/** A breach; `where` is the field. @return false. */
SPE_PRINTF(3, 4)
bool contract_misuse(struct spe_model *m, const char *where, const char *fmt, ...);
/** Whether the field `where` is at most `most`; if not, a breach. */
bool contract_in_range(struct spe_model *m, const char *where, uint64_t value, uint64_t most);
/** Ranges of a transaction of the bus side. */
bool contract_bus(struct spe_model *m, const struct spe_txn *t);

#endif
