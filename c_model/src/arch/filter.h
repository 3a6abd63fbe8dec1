/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ARCH_FILTER_H
#define SPE_ARCH_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/config.h"
#include "spe/regs.h"
#include "spe/txn.h"

/* Flags of an operation in the order of PMSFCR_EL1.TYPE. An operation with none of the first three
 * is Other. */
#define SPE_OPTYPE_BRANCH 0x01u
#define SPE_OPTYPE_LOAD   0x02u
#define SPE_OPTYPE_STORE  0x04u
#define SPE_OPTYPE_FP     0x08u /* this and the next: [eft] */
#define SPE_OPTYPE_SIMD   0x10u

/**
 * Flags of an operation for PMSFCR_EL1.FT (3.2.2, D24.7.12). An atomic that returns a value is load
 * and store (L8); other atomics and store-exclusives are stores (L9). A branch that is not taken is
 * still a branch (L10). With [gcs] a procedure return that reads the Guarded Control Stack is also
 * a load; a branch with link that writes it is also a store. A branch that ended with an exception
 * has none of the three flags (L12).
 *
 * @param op     CLASS << 8 | payload byte of the Operation Type packet, as in spe_txn_sel.
 * @param flags  SPE_OP_*; those of a feature that is not configured are ignored.
 * @param end    enum spe_life_kind, SPE_LIFE_RETIRE or later.
 */
unsigned arch_optype(const struct spe_config *cfg, uint16_t op, unsigned flags, int end);

/** What the filters look at in a sampled operation. */
struct spe_filtered {
    uint64_t events;  /* as in the Events packet, with bits 0 and 1 */
    unsigned types;   /* SPE_OPTYPE_* */
    unsigned latency; /* total latency as recorded, that is, saturated (L11, N19) */
    bool has_source;  /* a load or atomic with a Data Source packet: what PMSDSFR_EL1 filters */
    uint16_t source;  /* its payload; bits [5:0] are looked at */
};

/**
 * Bits of PMSEVFR_EL1 that the filter looks at (D24.7.11). Bit 1 is one of them without
 * [speculative], where it is RES1 (DDI 0586A 4.3.8), and with [misspec_record]. Otherwise it is
 * ignored. @{
 */
uint64_t filter_events(const struct spe_config *cfg);
/** The same for PMSNEVFR_EL1 (D24.7.17); 0 without [fne]. @} */
uint64_t filter_inverse_events(const struct spe_config *cfg);

/**
 * CollectRecord(), 3.2.3; SPECollectRecord(), J1.1: whether the filters keep the record. The
 * CONSTRAINED UNPREDICTABLE cases follow [fe_zero], [fne_zero], [fe_overlap], [ft_zero], [fl_zero].
 */
bool filter_keep(const struct spe_config *cfg, const struct spe_regs *regs,
                 const struct spe_filtered *sample);

/**
 * PMU events SAMPLE_FEED_BR ... _DS that a sample counts at its ending, even if it is not captured
 * (D14.3). They do not depend on the filters that PMSFCR_EL1 enables (J1.1, N11).
 * @return bit n for enum spe_feed_kind n. 0 without [pmu_feed]; FP and SIMD with [eft] only, DS
 *         with [fds] only.
 */
unsigned filter_feed(const struct spe_config *cfg, const struct spe_regs *regs,
                     const struct spe_filtered *sample);

#endif
