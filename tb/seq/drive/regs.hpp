// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_DRIVE_REGS_HPP
#define TB_SEQ_DRIVE_REGS_HPP

#include <cstdint>

namespace tb
{

/// System registers as software names them: op0:op1:CRn:CRm:op2 (DDI 0586A 4.1, Table 7).
constexpr uint16_t sysreg(unsigned op1, unsigned crm, unsigned op2)
{
    return static_cast<uint16_t>(3u << 14 | op1 << 11 | 9u << 7 | crm << 3 | op2);
}

constexpr uint16_t PMSCR_EL1 = sysreg(0, 9, 0);
constexpr uint16_t PMSICR_EL1 = sysreg(0, 9, 2);
constexpr uint16_t PMSIRR_EL1 = sysreg(0, 9, 3);
constexpr uint16_t PMSFCR_EL1 = sysreg(0, 9, 4);
constexpr uint16_t PMSEVFR_EL1 = sysreg(0, 9, 5);
constexpr uint16_t PMSLATFR_EL1 = sysreg(0, 9, 6);
constexpr uint16_t PMSIDR_EL1 = sysreg(0, 9, 7);
constexpr uint16_t PMBLIMITR_EL1 = sysreg(0, 10, 0);
constexpr uint16_t PMBPTR_EL1 = sysreg(0, 10, 1);
constexpr uint16_t PMBSR_EL1 = sysreg(0, 10, 3);
constexpr uint16_t PMBIDR_EL1 = sysreg(0, 10, 7);
constexpr uint16_t PMSCR_EL2 = sysreg(4, 9, 0);
constexpr uint16_t PMSCR_EL12 = sysreg(5, 9, 0);

/* Registers of later versions (D24.7). */
constexpr uint16_t PMSNEVFR_EL1 = sysreg(0, 9, 1);
constexpr uint16_t PMSDSFR_EL1 = sysreg(0, 10, 4);
constexpr uint16_t PMBMAR_EL1 = sysreg(0, 10, 5);
constexpr uint16_t PMBSR_EL2 = sysreg(4, 10, 3);
constexpr uint16_t PMBSR_EL12 = sysreg(5, 10, 3);
constexpr uint16_t PMBSR_EL3 = sysreg(6, 10, 3);

constexpr uint16_t all_sysregs[] = {
    PMSCR_EL1,     PMSICR_EL1, PMSIRR_EL1, PMSFCR_EL1, PMSEVFR_EL1, PMSLATFR_EL1, PMSIDR_EL1,
    PMBLIMITR_EL1, PMBPTR_EL1, PMBSR_EL1,  PMBIDR_EL1, PMSCR_EL2,   PMSCR_EL12};

constexpr uint16_t later_sysregs[] = {PMSNEVFR_EL1, PMSDSFR_EL1, PMBMAR_EL1,
                                      PMBSR_EL2,    PMBSR_EL12,  PMBSR_EL3};

/* PMSCR_ELx (4.3.5, 4.3.7): E1SPE and E2SPE share a bit, so do E0SPE and E0HSPE. */
constexpr uint64_t pmscr_e0 = 1u << 0, pmscr_e1 = 1u << 1, pmscr_cx = 1u << 3, pmscr_pa = 1u << 4;
constexpr uint64_t pmscr_ts = 1u << 5, pmscr_pct = 1u << 6;
constexpr uint64_t pmscr_pct_offset = 3u << 6, pmscr_ke = 1u << 10, pmscr_envm = 1u << 11;
constexpr uint64_t pmscr_ee(uint64_t ee)
{
    return ee << 8;
}
constexpr uint64_t pmscr_all = pmscr_e0 | pmscr_e1 | pmscr_cx | pmscr_pa | pmscr_ts | pmscr_pct;

/* PMSFCR_EL1 (4.3.9, D24.7.12). */
constexpr uint64_t pmsfcr_fe = 1u << 0, pmsfcr_ft = 1u << 1, pmsfcr_fl = 1u << 2;
constexpr uint64_t pmsfcr_fne = 1u << 3, pmsfcr_fds = 1u << 4;
constexpr uint64_t pmsfcr_b = 1u << 16, pmsfcr_ld = 1u << 17, pmsfcr_st = 1u << 18;
constexpr unsigned pmsfcr_types = 16, pmsfcr_masks = 48; ///< five bits each: B, LD, ST, FP, SIMD

/* PMSIRR_EL1 (4.3.12). */
constexpr uint64_t pmsirr_rnd = 1;
constexpr uint64_t pmsirr_interval(uint64_t interval)
{
    return interval << 8;
}

constexpr uint64_t pmblimitr_e = 1, pmblimitr_pmfz = 1u << 5, pmblimitr_nvm = 1u << 7;
constexpr uint64_t pmblimitr_discard = 2u << 1; // FM

/* PMBSR_EL1 (4.3.4). */
constexpr uint64_t pmbsr_coll = 1u << 16, pmbsr_s = 1u << 17, pmbsr_ea = 1u << 18;
constexpr uint64_t pmbsr_dl = 1u << 19;
constexpr uint64_t pmbsr_ec(uint64_t pmbsr)
{
    return pmbsr >> 26 & 0x3f;
}
constexpr uint64_t pmbsr_mss(uint64_t pmbsr)
{
    return pmbsr & 0xffff;
}
constexpr uint64_t pmbsr_mss2(uint64_t pmbsr)
{
    return pmbsr >> 32 & 0xffffff;
}
constexpr uint64_t ec_other = 0x00, ec_gpc = 0x1e, ec_impdef = 0x1f, ec_stage1 = 0x24,
                   ec_stage2 = 0x25;
constexpr uint64_t bsc_denied = 0, bsc_full = 1, bsc_size = 4;
constexpr uint64_t fsc_sync_abort = 0x10, fsc_async_abort = 0x11, fsc_alignment = 0x21;
constexpr uint8_t fsc_address_size_level0 = 0x00, fsc_gpf = 0x28;
constexpr uint8_t fsc_unsupported_atomic = 0x31, fsc_unsupported_access = 0x35;

/* An Unsupported Access fault exists in SPEv1p0 only. In later versions the code is reserved, and
 * there is an Unsupported atomic hardware update fault instead (D26). No text before SPEv1p4 has a
 * level -2: use level -1. */
constexpr uint8_t fsc_of_version(uint8_t fsc, int pmsver)
{
    if (fsc == fsc_unsupported_access)
        return pmsver > 1 ? fsc_unsupported_atomic : fsc;
    if (pmsver >= 5)
        return fsc;
    return fsc == 0x12 ? 0x13 : fsc == 0x2a ? 0x2b : fsc == 0x2c ? 0x29 : fsc;
}
/* A Granule Protection Fault: on a walk (levels -2 to 3) or on the access. */
constexpr bool is_gpf(uint8_t fsc)
{
    return fsc >= 0x22 && fsc <= fsc_gpf;
}
constexpr uint64_t fsc_translation_level0 = 0x04;

} // namespace tb

#endif
