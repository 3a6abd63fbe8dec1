/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_RECORD_H
#define SPE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that hold any record of any configuration (PMSIDR_EL1.MaxSize 0b1011). */
#define SPE_RECORD_MAX 2048

/** Events that a record can show (D18.2.6), bit n for event n: those of [events], without events
 * that read as zero in this version or need a feature that the configuration lacks. */
uint64_t spe_sample_events(const struct spe_config *cfg);

/**
 * Whether D18.2.7 defines the operation type for this configuration. A PE of this configuration
 * sends no payload of a feature or version that it lacks, and no reserved payload. Bits that a
 * record does not show without their feature (ASE, FP, CR, GCS) may be anything.
 *
 * @param op  CLASS << 8 | payload byte, as in spe_txn_sel.
 */
bool spe_op_permitted(const struct spe_config *cfg, uint16_t op);

#ifdef __cplusplus
}
#endif
#endif
