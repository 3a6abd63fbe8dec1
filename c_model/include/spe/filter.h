/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_FILTER_H
#define SPE_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/config.h"
#include "spe/regs.h"
#include "spe/txn.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the type filter sees in an operation; none of them is Other. */
#define SPE_OPTYPE_LOAD   0x1u
#define SPE_OPTYPE_STORE  0x2u
#define SPE_OPTYPE_BRANCH 0x4u

/**
 * Types of an operation for PMSFCR_EL1.FT (3.2.2). An atomic that returns a value is load and store
 * (L8), other atomics and store-exclusives are stores (L9), a branch is one also when not taken
 * (L10). A branch that ended with an exception is Other (L12).
 *
 * @param op   CLASS << 8 | payload byte of the Operation Type packet, as in spe_txn_sel.
 * @param end  enum spe_life_kind, SPE_LIFE_RETIRE or later.
 */
unsigned spe_optype(uint16_t op, int end);

/**
 * CollectRecord(), 3.2.3: whether the filters keep the record. The CONSTRAINED UNPREDICTABLE cases
 * follow [fe_zero], [ft_zero], [fl_zero].
 *
 * @param events   as in the Events packet, with bits 0 and 1.
 * @param types    SPE_OPTYPE_* or 0.
 * @param latency  total latency as recorded, that is, saturated (L11).
 */
bool spe_filter_keep(const struct spe_config *cfg, const struct spe_regs *regs, uint64_t events,
                     unsigned types, unsigned latency);

#ifdef __cplusplus
}
#endif
#endif
