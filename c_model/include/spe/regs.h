/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_REGS_H
#define SPE_REGS_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/bits.h"
#include "spe/config.h"
#include "spe/txn.h"

#ifdef __cplusplus
extern "C" {
#endif

struct spe_ctx;

/* Registers of the extension (DDI 0586A Table 7, Arm ARM D24.7). PMSCR_EL12 and PMBSR_EL12 are
 * other names of PMSCR_EL1 and PMBSR_EL1. */
enum spe_reg {
    SPE_PMSCR_EL1,
    SPE_PMSCR_EL2,
    SPE_PMSICR,
    SPE_PMSIRR,
    SPE_PMSFCR,
    SPE_PMSEVFR,
    SPE_PMSLATFR,
    SPE_PMSIDR,
    SPE_PMBLIMITR,
    SPE_PMBPTR,
    SPE_PMBSR,
    SPE_PMBIDR,
    SPE_PMSNEVFR,  /* [fne] */
    SPE_PMSDSFR,   /* [fds] */
    SPE_PMBMAR,    /* [nvm] */
    SPE_PMBSR_EL2, /* this and the next: [exc] */
    SPE_PMBSR_EL3,
    SPE_REGS
};

/** All registers of one SPU as they are stored. Plain data: hardware updates write `v` directly. */
struct spe_regs {
    uint64_t v[SPE_REGS];
};

/* PMSCR_EL1, PMSCR_EL2 (4.3.5, 4.3.7, D24.7.8, D24.7.9): both registers have the same positions. */
#define SPE_PMSCR_E0SPE     SPE_BIT(0) /* EL2: E0HSPE */
#define SPE_PMSCR_ExSPE     SPE_BIT(1) /* E1SPE, E2SPE */
#define SPE_PMSCR_CX        SPE_BIT(3)
#define SPE_PMSCR_PA        SPE_BIT(4)
#define SPE_PMSCR_TS        SPE_BIT(5)
#define SPE_PMSCR_PCT       SPE_MASK(7, 6) /* bit 7 with [ecv] only */
#define SPE_PMSCR_PCT_SHIFT 6
#define SPE_PMSCR_EE        SPE_MASK(9, 8)
#define SPE_PMSCR_EE_SHIFT  8
#define SPE_PMSCR_KE        SPE_BIT(10)
#define SPE_PMSCR_ENVM      SPE_BIT(11)

/* PMSFCR_EL1 (4.3.9, D24.7.12); *_M: the masks of the type filter, [eft] */
#define SPE_PMSFCR_FE     SPE_BIT(0)
#define SPE_PMSFCR_FT     SPE_BIT(1)
#define SPE_PMSFCR_FL     SPE_BIT(2)
#define SPE_PMSFCR_FNE    SPE_BIT(3)
#define SPE_PMSFCR_FDS    SPE_BIT(4)
#define SPE_PMSFCR_B      SPE_BIT(16)
#define SPE_PMSFCR_LD     SPE_BIT(17)
#define SPE_PMSFCR_ST     SPE_BIT(18)
#define SPE_PMSFCR_FP     SPE_BIT(19)
#define SPE_PMSFCR_SIMD   SPE_BIT(20)
#define SPE_PMSFCR_B_M    SPE_BIT(48)
#define SPE_PMSFCR_LD_M   SPE_BIT(49)
#define SPE_PMSFCR_ST_M   SPE_BIT(50)
#define SPE_PMSFCR_FP_M   SPE_BIT(51)
#define SPE_PMSFCR_SIMD_M SPE_BIT(52)

/* PMSICR_EL1 (4.3.10), PMSIRR_EL1 (4.3.12), PMSLATFR_EL1 (D24.7.16) */
#define SPE_PMSICR_COUNT    SPE_MASK(31, 0)
#define SPE_PMSICR_ECOUNT   SPE_MASK(63, 56)
#define SPE_PMSIRR_RND      SPE_BIT(0)
#define SPE_PMSIRR_INTERVAL SPE_MASK(31, 8)
#define SPE_PMSLATFR_MINLAT SPE_MASK(15, 0) /* the upper four bits with [count_size] = 16 */

/* PMBLIMITR_EL1 (4.3.2, D24.7.2) */
#define SPE_PMBLIMITR_E          SPE_BIT(0)
#define SPE_PMBLIMITR_FM         SPE_MASK(2, 1)
#define SPE_PMBLIMITR_FM_DISCARD SPE_BIT(2) /* FM 0b10 */
#define SPE_PMBLIMITR_PMFZ       SPE_BIT(5)
#define SPE_PMBLIMITR_NVM        SPE_BIT(7)
#define SPE_PMBLIMITR_LIMIT      SPE_MASK(63, 12)

/* PMBMAR_EL1 (D24.7.3) */
#define SPE_PMBMAR_ATTR     SPE_MASK(7, 0)
#define SPE_PMBMAR_SH       SPE_MASK(9, 8)
#define SPE_PMBMAR_SH_SHIFT 8

/* PMBIDR_EL1 (4.3.1, D24.7.1) */
#define SPE_PMBIDR_P            SPE_BIT(4)
#define SPE_PMBIDR_F            SPE_BIT(5)
#define SPE_PMBIDR_ADDRMODE_NVM SPE_BIT(6) /* AddrMode 0b01 */

/* PMBSR_EL1, PMBSR_EL2, PMBSR_EL3 (4.3.4, D24.7.5 to D24.7.7) */
#define SPE_PMBSR_BSC             SPE_MASK(5, 0) /* EC 0 */
#define SPE_PMBSR_FSC             SPE_MASK(5, 0) /* EC 0x24, 0x25 */
#define SPE_PMBSR_MSS             SPE_MASK(15, 0)
#define SPE_PMBSR_COLL            SPE_BIT(16)
#define SPE_PMBSR_S               SPE_BIT(17)
#define SPE_PMBSR_EA              SPE_BIT(18)
#define SPE_PMBSR_DL              SPE_BIT(19)
#define SPE_PMBSR_EC              SPE_MASK(31, 26)
#define SPE_PMBSR_EC_SHIFT        26
#define SPE_PMBSR_MSS2            SPE_MASK(55, 32)
#define SPE_PMBSR_MSS2_SHIFT      32
#define SPE_PMBSR_DIRTY           SPE_BIT(37)
#define SPE_PMBSR_OVERLAY         SPE_BIT(38)
#define SPE_PMBSR_ASSURED         SPE_BIT(39)
#define SPE_PMBSR_TOPLEVEL        SPE_BIT(40)
#define SPE_PMBSR_EC_OTHER        0x00u
#define SPE_PMBSR_EC_GPC          0x1Eu
#define SPE_PMBSR_EC_IMPDEF       0x1Fu
#define SPE_PMBSR_EC_STAGE1       0x24u
#define SPE_PMBSR_EC_STAGE2       0x25u
#define SPE_PMBSR_BSC_DENIED      0x00u
#define SPE_PMBSR_BSC_FULL        0x01u
#define SPE_PMBSR_BSC_SIZE        0x04u
#define SPE_PMBSR_FSC_TRANSLATION 0x04u /* Translation fault, level 0 */
#define SPE_PMBSR_FSC_SYNC_ABORT  0x10u
#define SPE_PMBSR_FSC_ASYNC_ABORT 0x11u
#define SPE_PMBSR_FSC_ALIGNMENT   0x21u

/** Name of a register, "PMSCR_EL1"; NULL if out of range. Static storage. */
const char *spe_reg_name(enum spe_reg reg);

/** Bits of `reg` that a direct write changes; the others are RES0, RES1 or read-only (4.3, D24.7;
 * choices E8, E9, E12, L6, L7). 0 for a read-only register. */
uint64_t spe_reg_writable(const struct spe_config *cfg, enum spe_reg reg);

/** Reset all registers of the caller's *regs (4.2, D24.7): writable bits become 0, constant bits
 * get the value that they read as. */
void spe_regs_reset(const struct spe_config *cfg, struct spe_regs *regs);

/** Direct write of `value` to `reg` in the caller's *regs (4.3, D24.7). Bits that are not writable
 * keep their constant value. Read-only registers do not change. */
void spe_reg_write(const struct spe_config *cfg, struct spe_regs *regs, enum spe_reg reg,
                   uint64_t value);

/* Encoding of a register: op0:op1:CRn:CRm:op2 of Table 7, of 2, 3, 4, 4 and 3 bits. */
#define SPE_ENC(op0, op1, crn, crm, op2)                                                           \
    ((uint16_t)((op0) << 14 | (op1) << 11 | (crn) << 7 | (crm) << 3 | (op2)))

/**
 * Outcome of a direct access (Table 7, CheckStatisticalProfilingAccess(),
 * CheckProfilingBufferAccess(), the "Usage constraints" and "Traps and enables" of 4.3, and the
 * accessibility pseudocode of D24.7).
 *
 * @param regs the registers at the start of the cycle of the access.
 * @param ctx  the context of the PE in that cycle.
 * @param t    the access; only `enc`, `write` and `fgt` are read.
 * @param reg  set to the register that the access reaches (after E2H redirection) if the result is
 *             SPE_ACCESS_OK; otherwise unchanged.
 * @return SPE_ACCESS_OK, _UNDEFINED (also for an encoding that is no register of the configuration,
 * and for a write to a read-only register), _TRAP_EL2, _TRAP_EL3, or _MEMORY ([nv] = 2).
 */
enum spe_access spe_reg_access(const struct spe_config *cfg, const struct spe_regs *regs,
                               const struct spe_ctx *ctx, const struct spe_txn_sysreg *t,
                               enum spe_reg *reg);

#ifdef __cplusplus
}
#endif
#endif
