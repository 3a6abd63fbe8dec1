/* SPDX-License-Identifier: Apache-2.0 */
#include "a64/a64_table.h"
#include "a64/a64.h"

#define OTHER  SPE_A64_OTHER
#define LS     SPE_A64_LOAD_STORE
#define BRANCH SPE_A64_BRANCH
#define RD     SPE_A64_WRITES_RD
#define NZCV   SPE_A64_SETS_FLAGS
#define COND   (SPE_A64_COND | SPE_A64_READS_FLAGS)
#define IND    SPE_A64_INDIRECT
#define CALL   SPE_A64_CALL
#define ERET   (SPE_A64_ERET | SPE_A64_INDIRECT)
#define SYSTEM SPE_A64_SYSTEM
#define TRAP   SPE_A64_TRAP
#define SIMD   SPE_A64_SIMD
#define DIV    SPE_A64_DIVIDE
#define MUL    SPE_A64_MULTIPLY

/* clang-format off */
const struct a64_row a64_branches[] = {
    {0xFF000000, 0x54000000, COND, BRANCH, 0},                 /* B.cond, BC.cond */
    {0x7E000000, 0x34000000, SPE_A64_COND, BRANCH, 0},         /* CBZ, CBNZ */
    {0x7E000000, 0x36000000, SPE_A64_COND, BRANCH, 0},         /* TBZ, TBNZ */
    {0xFC000000, 0x14000000, 0, BRANCH, 0},                    /* B */
    {0xFC000000, 0x94000000, CALL, BRANCH, 0},                 /* BL */
    {0xFEFF0000, 0xD61F0000, IND, BRANCH, 0},                  /* BR, BRAA, BRAB, BRAAZ, BRABZ */
    {0xFEFF0000, 0xD63F0000, IND | CALL, BRANCH, 0},           /* BLR and variants */
    {0xFFFF0000, 0xD65F0000, IND | SPE_A64_RETURN, BRANCH, 0}, /* RET, RETAA, RETAB */
    {0xFFDF0000, 0xD69F0000, ERET, BRANCH, 0},                 /* ERET, ERETAA, ERETAB, DRPS (R36) */
    {0xFFE0001F, 0xD4000001, TRAP | SPE_A64_SVC, OTHER, 0},    /* SVC */
    {0xFFE0001C, 0xD4000000, TRAP, OTHER, 0},                  /* HVC, SMC */
    {0xFFE0001F, 0xD4200000, TRAP, OTHER, 0},                  /* BRK */
    {0xFFE0001F, 0xD4400000, TRAP, OTHER, 0},                  /* HLT */
    {0xFFFFFFFF, 0xD503221F, SPE_A64_BARRIER, OTHER, 0},       /* ESB */
    {0xFFFFFFFF, 0xD503223F, SPE_A64_BARRIER, OTHER, 0},       /* PSB CSYNC */
    {0xFFFFFFFF, 0xD503225F, SPE_A64_BARRIER, OTHER, 0},       /* TSB CSYNC */
    {0xFFFFF01F, 0xD503201F, 0, OTHER, 0},                     /* other hints */
    {0xFFFFF0FF, 0xD503305F, 0, OTHER, 0},                     /* CLREX */
    {0xFFFFF01F, 0xD503301F, SPE_A64_BARRIER, OTHER, 0},       /* DSB, DMB, ISB, SB */
    {0xFFF8F000, 0xD5087000, SYSTEM | SPE_A64_CACHE, OTHER, 0}, /* IC, DC, AT */
    {0xFFF80000, 0xD5080000, SYSTEM, OTHER, 0},                /* SYS, TLBI */
    {0xFFF00000, 0xD5300000, SYSTEM | RD, OTHER, 0},           /* MRS */
    {0xFFF80000, 0xD5280000, SYSTEM | RD, OTHER, 0},           /* SYSL */
    {0xFFE00000, 0xD5000000, SYSTEM, OTHER, 0},                /* MSR */
    {0, 0, 0, OTHER, 0},
};

const struct a64_row a64_loads[] = {
    /* Advanced SIMD structures come before the others: they share bits 29:27 with none of them. */
    {0xBE000000, 0x0C000000, SIMD, LS, A64_STRUCTURE},
    {0xBFA07C00, 0x08207C00, 0, LS, A64_CASP},
    {0x3FA07C00, 0x08A07C00, 0, LS, A64_CAS},
    {0x3F000000, 0x08000000, 0, LS, A64_EXCLUSIVE},
    {0x3F20FC00, 0x3820C000, 0, LS, A64_ORDERED},              /* LDAPR */
    {0x3F20FC00, 0x38208000, 0, LS, A64_LSE},                  /* SWP */
    {0xFF208C00, 0xF8208000, 0, LS, A64_REGISTER},             /* LD64B, ST64B (FEAT_LS64) */
    {0x3F208C00, 0x38200000, 0, LS, A64_LSE},                  /* LDADD, LDCLR, LDEOR, LDSET, LD[SU]M* */
    {0x3F200C00, 0x19000000, 0, LS, A64_ORDERED},              /* LDAPUR, STLUR */
    {0xFFC00000, 0xF9800000, SPE_A64_PREFETCH, OTHER, 0},      /* PRFM, immediate */
    {0xFFE00C00, 0xF8A00800, SPE_A64_PREFETCH, OTHER, 0},      /* PRFM, register */
    {0xFFE00C00, 0xF8800000, SPE_A64_PREFETCH, OTHER, 0},      /* PRFUM */
    {0xFF000000, 0xD8000000, SPE_A64_PREFETCH, OTHER, 0},      /* PRFM, literal */
    {0xFF000000, 0xDC000000, 0, OTHER, 0},                     /* unallocated: opc 11, V 1 */
    {0x3B000000, 0x18000000, 0, LS, A64_LITERAL},
    {0xFA000000, 0xE8000000, 0, OTHER, 0},                     /* unallocated: opc 11 */
    {0x3A000000, 0x28000000, SPE_A64_PAIR, LS, A64_PAIR},
    {0x3B200400, 0x38000400, SPE_A64_WRITEBACK, LS, A64_REGISTER}, /* pre- and post-index */
    {0x3B200400, 0x38000000, 0, LS, A64_REGISTER},             /* unscaled, unprivileged */
    {0x3B200C00, 0x38200800, 0, LS, A64_REGISTER},             /* register offset */
    {0xFF200400, 0xF8200400, SPE_A64_LOAD | RD, LS, 0},        /* LDRAA, LDRAB */
    {0x3B000000, 0x39000000, 0, LS, A64_REGISTER},             /* unsigned immediate */
    {0, 0, 0, OTHER, 0},
};

const struct a64_row a64_integer_imm[] = {
    {0x3F000000, 0x31000000, RD | NZCV, OTHER, 0},             /* ADDS, SUBS */
    {0x7F800000, 0x72000000, RD | NZCV, OTHER, 0},             /* ANDS */
    {0, 0, RD, OTHER, 0},
};

const struct a64_row a64_integer_reg[] = {
    {0x3FE00000, 0x3A400000, COND | NZCV, OTHER, 0},           /* CCMP, CCMN */
    {0x3FE00000, 0x1A800000, COND | RD, OTHER, 0},             /* CSEL, CSINC, CSINV, CSNEG */
    {0x3FE00000, 0x1A000000, RD | SPE_A64_READS_FLAGS, OTHER, 0}, /* ADC, SBC */
    {0x3FE00000, 0x3A000000, RD | NZCV | SPE_A64_READS_FLAGS, OTHER, 0}, /* ADCS, SBCS */
    {0x7FE0F800, 0x1AC00800, RD | DIV, OTHER, 0},              /* UDIV, SDIV */
    {0x1F000000, 0x1B000000, RD | MUL, OTHER, 0},              /* MADD ... UMULH */
    {0x3F000000, 0x2B000000, RD | NZCV, OTHER, 0},             /* ADDS, SUBS */
    {0x7F000000, 0x6A000000, RD | NZCV, OTHER, 0},             /* ANDS, BICS */
    {0, 0, RD, OTHER, 0},
};

const struct a64_row a64_vector[] = {
    {0xFF200C00, 0x1E200C00, SIMD | COND | RD, OTHER, 0},      /* FCSEL */
    {0xFF200C00, 0x1E200400, SIMD | COND | NZCV, OTHER, 0},    /* FCCMP, FCCMPE */
    {0xFF20FC00, 0x1E202000, SIMD | NZCV, OTHER, 0},           /* FCMP, FCMPE */
    {0xFF20FC00, 0x1E201800, SIMD | DIV | RD, OTHER, 0},       /* FDIV */
    {0xFF3FFC00, 0x1E21C000, SIMD | DIV | RD, OTHER, 0},       /* FSQRT */
    {0xBFA0FC00, 0x2E20FC00, SIMD | DIV | RD, OTHER, 0},       /* FDIV, vector */
    {0xBFBFFC00, 0x2EA1F800, SIMD | DIV | RD, OTHER, 0},       /* FSQRT, vector */
    {0xFF000000, 0x1F000000, SIMD | MUL | RD, OTHER, 0},       /* FMADD ... FNMSUB */
    {0, 0, SIMD | RD, OTHER, 0},
};
/* clang-format on */
