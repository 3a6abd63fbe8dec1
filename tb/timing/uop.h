/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TIMING_UOP_H
#define SPE_TIMING_UOP_H

#include "a64/a64.h"
#include <stdint.h>

/* clang-format off: it would join the lines of the table */
/**
 * Splitting of instructions into micro-operations (synthetic; PMSIDR_EL1.ArchInst 0,
 * DDI 0586A 2.3.2):
 *
 *   pair of registers   two accesses, the second one register further (exclusive pairs, CASP: one)
 *   LD1 ... ST4         one access for each 16 bytes, at most 4
 *   base write-back     one more, an address computation of class Other, after the accesses
 *
 * Everything else is one micro-operation.
 */
/* clang-format on */
#define SPE_UOPS_MAX 5u

struct spe_uop {
    struct spe_a64_op op;
    uint32_t offset; /* of its access, from the instruction's lowest address */
    uint32_t bytes;  /* of its access; 0: none */
};

/** Split an instruction that accesses `bytes` (0: none). @return number of parts, 1 to
 * SPE_UOPS_MAX. */
unsigned spe_uop_split(const struct spe_a64_op *op, uint32_t bytes, struct spe_uop *part);

/** Make the instruction its only part. @return 1. */
unsigned spe_uop_whole(const struct spe_a64_op *op, uint32_t bytes, struct spe_uop *part);

#endif
