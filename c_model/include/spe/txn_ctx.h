/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TXN_CTX_H
#define SPE_TXN_CTX_H

#include <stdint.h>

/** Bits of spe_txn_ctx.state: the state of the PE that the extension depends on. A field that the
 * configuration does not have may hold anything. */
#define SPE_CTX_EL(s)     ((unsigned)((s) >> 0) & 3u) /* PSTATE.EL */
#define SPE_CTX_NS(s)     ((unsigned)((s) >> 2) & 1u) /* SCR_EL3.NS; no EL3: the constant state */
#define SPE_CTX_A32(s)    ((unsigned)((s) >> 3) & 1u) /* PE executes in AArch32 state */
#define SPE_CTX_DBG(s)    ((unsigned)((s) >> 4) & 1u) /* Debug state */
#define SPE_CTX_EL1A32(s) ((unsigned)((s) >> 5) & 1u)
#define SPE_CTX_EL2A32(s) ((unsigned)((s) >> 6) & 1u)
#define SPE_CTX_NSPB(s)   ((unsigned)((s) >> 7) & 3u) /* MDCR_EL3.NSPB */
#define SPE_CTX_E2PB(s)   ((unsigned)((s) >> 9) & 3u) /* MDCR_EL2.E2PB */
#define SPE_CTX_TPMS(s)   ((unsigned)((s) >> 11) & 1u)
#define SPE_CTX_TGE(s)    ((unsigned)((s) >> 12) & 1u)
#define SPE_CTX_E2H(s)    ((unsigned)((s) >> 13) & 1u)
#define SPE_CTX_TBI0(s)   ((unsigned)((s) >> 14) & 1u)
#define SPE_CTX_TBI1(s)   ((unsigned)((s) >> 15) & 1u)
#define SPE_CTX_CNTEN(s)  ((unsigned)((s) >> 16) & 1u) /* CNTCR.EN, CNTEN.EN in the texts */
#define SPE_CTX_NSE(s)    ((unsigned)((s) >> 17) & 1u) /* SCR_EL3.NSE */
#define SPE_CTX_EEL2(s)   ((unsigned)((s) >> 18) & 1u) /* SCR_EL3.EEL2 */
#define SPE_CTX_NSPBE(s)  ((unsigned)((s) >> 19) & 1u) /* MDCR_EL3.NSPBE */
#define SPE_CTX_PMSEE(s)  ((unsigned)((s) >> 20) & 3u) /* MDCR_EL3.PMSEE */
#define SPE_CTX_ENPMSN(s) ((unsigned)((s) >> 22) & 1u) /* MDCR_EL3.EnPMSN */
#define SPE_CTX_ENPMS3(s) ((unsigned)((s) >> 23) & 1u) /* MDCR_EL3.EnPMS3 */
#define SPE_CTX_ENPMS4(s) ((unsigned)((s) >> 24) & 1u) /* MDCR_EL3.EnPMS4 */
#define SPE_CTX_EA(s)     ((unsigned)((s) >> 25) & 1u) /* SCR_EL3.EA */
#define SPE_CTX_SCRGPF(s) ((unsigned)((s) >> 26) & 1u) /* SCR_EL3.GPF */
#define SPE_CTX_TEA(s)    ((unsigned)((s) >> 27) & 1u) /* HCR_EL2.TEA, Effective value */
#define SPE_CTX_HCRGPF(s) ((unsigned)((s) >> 28) & 1u) /* HCR_EL2.GPF */
#define SPE_CTX_NVX(s)    ((unsigned)((s) >> 29) & 7u) /* HCR_EL2.{NV2, NV1, NV}, Effective value */
#define SPE_CTX_PM(s)     ((unsigned)((s) >> 32) & 1u) /* PSTATE.PM */
#define SPE_CTX_SDD(s)    ((unsigned)((s) >> 33) & 1u) /* EDSCR.SDD */
#define SPE_CTX_BITS      34

/** A context of the PE. It is sent before the first transaction that names its id. */
struct spe_txn_ctx {
    uint8_t id;     /* 0 .. 15; two in use at a time, ids count up modulo 16 */
    uint64_t state; /* SPE_CTX_* bits; all others 0 */
    uint32_t contextidr_el1, contextidr_el2;
    uint64_t cntvoff; /* CNTVOFF_EL2 */
    uint64_t cntpoff; /* offset of the physical counter, Effective value; 0 without FEAT_ECV_POFF */
    uint64_t cntpct;  /* CNTPCT_EL0 in this cycle */
};

#endif
