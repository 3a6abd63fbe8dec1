/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_A64_H
#define SPE_A64_H

#include <stdint.h>

/**
 * Classification of A64 instructions as the Statistical Profiling Extension sees them: class and
 * payload of the Operation Type packet (DDI 0586A 5.3.8), and what a timing model needs besides.
 * Encodings are those of the Arm Architecture Reference Manual for A-profile, chapter "A64
 * instruction set encoding". SVE, SME, allocation tag
 * accesses and unallocated encodings are Other, unconditional.
 */
#ifdef __cplusplus
extern "C" {
#endif

/* CLASS of the Operation Type packet. */
enum spe_a64_class { SPE_A64_OTHER = 0, SPE_A64_LOAD_STORE = 1, SPE_A64_BRANCH = 2 };

/* Bits of spe_a64_op.flags. */
#define SPE_A64_COND     0x00000001u /* conditional branch, select, compare: can fail its condition */
#define SPE_A64_INDIRECT 0x00000002u /* branch to a register's value, or exception return */
#define SPE_A64_CALL     0x00000004u /* branch with link */
#define SPE_A64_RETURN   0x00000008u /* RET and its variants */
#define SPE_A64_ERET     0x00000010u /* exception return (ERET, ERETAA, ERETAB, DRPS) */
#define SPE_A64_LOAD     0x00000020u /* returns data from memory */
#define SPE_A64_STORE    0x00000040u /* writes memory */
#define SPE_A64_ATOMIC   0x00000080u /* LSE atomic, swap, compare and swap: loads and stores */
#define SPE_A64_NO_RETURN                                                                          \
    0x00000100u /* atomic that returns no value (STADD ...): without SPE_A64_LOAD */
#define SPE_A64_EXCLUSIVE 0x00000200u /* load- or store-exclusive */
#define SPE_A64_ORDERED   0x00000400u /* acquire or release semantics */
#define SPE_A64_SIMD      0x00000800u /* SIMD&FP registers: loads and stores, data processing */
#define SPE_A64_PAIR      0x00001000u /* two registers */
#define SPE_A64_WRITEBACK 0x00002000u /* updates its base register */
#define SPE_A64_STRUCTURE 0x00004000u /* LD1 to LD4, ST1 to ST4 */
#define SPE_A64_BARRIER   0x00008000u /* DSB, DMB, ISB, SB, PSB, ESB, TSB */
#define SPE_A64_CACHE     0x00010000u /* cache maintenance, DC ZVA, address translation instruction */
#define SPE_A64_PREFETCH  0x00020000u /* PRFM */
#define SPE_A64_TRAP                                                                               \
    0x00040000u /* generates an exception when executed: SVC, HVC, SMC, BRK, HLT                   \
                 */
#define SPE_A64_SVC         0x00080000u /* SVC */
#define SPE_A64_SYSTEM      0x00100000u /* system register access or system instruction */
#define SPE_A64_MULTIPLY    0x00200000u
#define SPE_A64_DIVIDE      0x00400000u /* integer or FP divide, square root */
#define SPE_A64_WRITES_RD   0x00800000u /* bits 4:0 name a register that the instruction writes */
#define SPE_A64_SETS_FLAGS  0x01000000u /* writes NZCV */
#define SPE_A64_READS_FLAGS 0x02000000u

/* Bits of the payload byte, 5.3.8. */
#define SPE_A64_PAYLOAD_CONDITIONAL 0x01u /* Other: conditional instruction or select */
#define SPE_A64_PAYLOAD_COND        0x01u /* Branch: COND */
#define SPE_A64_PAYLOAD_IND         0x02u /* Branch: indirect */
#define SPE_A64_PAYLOAD_ST          0x01u /* Load/store: LDST */
#define SPE_A64_PAYLOAD_EXTENDED    0x02u
#define SPE_A64_PAYLOAD_SIMD        0x04u
#define SPE_A64_PAYLOAD_AT          0x04u /* Extended */
#define SPE_A64_PAYLOAD_EXCL        0x08u /* Extended */
#define SPE_A64_PAYLOAD_AR          0x10u /* Extended */

struct spe_a64_op {
    uint32_t flags;
    uint8_t op_class; /* enum spe_a64_class */
    uint8_t payload;
    uint8_t bytes; /* of one access by the encoding, 1 to 16, structures 16; 0: no load or store */
};

/**
 * Classify one instruction word. Pure; about 20 comparisons.
 *
 * Examples: 0xf9400020 (LDR X0, [X1]) gives class 1 payload 0x00; 0x885ffc20 (LDAXR W0, [X1]) class
 * 1 payload 0x1a; 0x54000040 (B.EQ) class 2 payload 0x01; 0x9a820020 (CSEL) class 0 payload 0x01.
 */
void spe_a64_classify(uint32_t opcode, struct spe_a64_op *out);

/**
 * Target of a direct branch at `pc`. Example: 0x54000040 (B.EQ .+8) at 0x1000 gives 0x1008.
 *
 * @return the target, or 0 when the instruction is no direct branch.
 */
uint64_t spe_a64_target(uint32_t opcode, uint64_t pc);

#ifdef __cplusplus
}
#endif
#endif
