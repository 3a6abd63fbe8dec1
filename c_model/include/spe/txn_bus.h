/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TXN_BUS_H
#define SPE_TXN_BUS_H

#include <stdint.h>

/* Transactions of spe/txn.h for the buffer: translations and the AXI write channels. */

/* Translation regimes (DDI 0586A Table 5; Arm ARM Table D17-4); numbers as on the SPU's port. */
enum spe_regime {
    SPE_REGIME_NS_EL10 = 0,
    SPE_REGIME_EL2 = 1,
    SPE_REGIME_EL20 = 2,
    SPE_REGIME_S_EL10 = 3,
    SPE_REGIME_S_EL2,
    SPE_REGIME_S_EL20,
    SPE_REGIME_R_EL10,
    SPE_REGIME_R_EL2,
    SPE_REGIME_R_EL20,
    SPE_REGIMES
};

/* Physical address space or Security state, {NSE, NS}. No SPU uses Root. */
enum spe_pas { SPE_PAS_SECURE = 0, SPE_PAS_NONSECURE = 1, SPE_PAS_ROOT = 2, SPE_PAS_REALM = 3 };

struct spe_txn_xl_req {
    uint8_t id;
    uint8_t regime; /* enum spe_regime */
    uint8_t nvm;    /* 1: physical address mode, no stage 1 */
    uint8_t attr;   /* attr and sh: from PMBMAR_EL1 if nvm is 1, else 0; ignored without [nvm] */
    uint8_t sh;
    uint64_t va;
};

enum spe_xl_fault {
    SPE_XL_OK = 0,
    SPE_XL_ABORT, /* stage 1 or stage 2 Data Abort */
    SPE_XL_GPC    /* granule protection check fault other than a GPF */
};

/* Bits of spe_txn_xl_rsp.mss2, at the places of PMBSR_EL1.MSS2. */
#define SPE_MSS2_TOPLEVEL 0x100u
#define SPE_MSS2_ASSURED  0x080u
#define SPE_MSS2_OVERLAY  0x040u
#define SPE_MSS2_DIRTY    0x020u
#define SPE_MSS2_ALL      0x1E0u

struct spe_txn_xl_rsp {
    uint8_t id;
    uint8_t fault;  /* enum spe_xl_fault; if not 0, nothing is written: stage2 and fsc say why */
    uint8_t stage2; /* 1: stage 2 */
    uint8_t fsc;    /* as PMBSR_EL1.FSC */
    uint8_t pas;    /* enum spe_pas: physical address space */
    uint8_t attr;   /* as MAIR_ELx */
    uint8_t sh;
    uint16_t mss2; /* SPE_MSS2_* of an abort */
    uint64_t pa;   /* of the requested byte */
};

/* AXI: bits of AWPROT, and the only value of AWBURST that an SPU uses. */
#define SPE_AW_PRIVILEGED  0x1u
#define SPE_AW_NONSECURE   0x2u
#define SPE_AW_INSTRUCTION 0x4u
#define SPE_AW_NSE         0x8u /* AWNSE, beside AWPROT */
#define SPE_AW_INCR        1u

/* The monitor cannot tell in which cycle the address was offered, as its binding makes AWVALID. */
#define SPE_OFFERED_UNKNOWN UINT64_MAX

struct spe_txn_aw {
    uint8_t id;
    uint8_t len;   /* beats - 1 */
    uint8_t size;  /* log2 of bytes per beat */
    uint8_t burst; /* AWBURST, 0 .. 3 */
    uint8_t prot;  /* AWPROT, SPE_AW_* */
    uint8_t cache; /* AWCACHE */
    uint64_t addr;
    uint64_t offered; /* cycle in which AWVALID was first seen for it, or SPE_OFFERED_UNKNOWN */
};

/* Eight bytes of one W beat. The words of a beat come in ascending order. A word without a strobe
 * is left out, except the last word of a beat: it is always sent, with `last_word` 1. */
struct spe_txn_w {
    uint8_t word;      /* 0 .. axi_bytes / 8 - 1 */
    uint8_t strb;      /* bit i: byte i of data is written */
    uint8_t last_word; /* last word of this beat */
    uint8_t last;      /* WLAST of this beat */
    uint64_t data;
};

struct spe_txn_b {
    uint8_t id;
    uint8_t resp; /* 0 OKAY, 2 SLVERR, 3 DECERR; 1, EXOKAY, is misuse */
};

#endif
