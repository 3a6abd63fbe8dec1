/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_A64_LATER_H
#define SPE_A64_LATER_H

#include <stdbool.h>
#include <stdint.h>

/**
 * What SPEv1p1 to SPEv1p5 add to spe_a64_classify() for an instruction: the payload of the
 * Operation Type packet (Arm ARM D18.2.7) for SVE, memory copy and set, calls and returns, and the
 * flags of the type filter. An encoding does not tell the vector length: it is taken as 128 bits,
 * the least that SVE permits.
 */
#ifdef __cplusplus
extern "C" {
#endif

struct spe_a64_later {
    uint8_t op_class; /* enum spe_a64_class */
    uint8_t payload;
    bool sve;  /* SVE data processing, load or store */
    bool mops; /* memory copy or memory set */
    bool simd; /* Advanced SIMD or SVE operation, other than a load or store */
    bool fp;   /* floating-point operation, other than a load or store */
};

/**
 * Classify one instruction word. Pure. Branches get CR, class Other gets ASE and FP, whether the PE
 * records these bits or not.
 *
 * Examples: 0x94000000 (BL) gives class 2 payload 0x08; 0xD65F03C0 (RET) 2, 0x12; 0x1E622820 (FADD
 * D0) 0, 0x02; 0xA400A000 (LD1B) 1, 0x2C.
 */
void spe_a64_classify_later(uint32_t opcode, struct spe_a64_later *out);

#ifdef __cplusplus
}
#endif
#endif
