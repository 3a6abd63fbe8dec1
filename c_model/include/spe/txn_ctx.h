/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TXN_CTX_H
#define SPE_TXN_CTX_H

#include <stdint.h>

/** Bits of spe_txn_ctx.state: the state of the PE that the extension depends on. */
#define SPE_CTX_EL(s)     ((unsigned)((s) >> 0) & 3u) /* PSTATE.EL */
#define SPE_CTX_NS(s)     ((unsigned)((s) >> 2) & 1u) /* SCR_EL3.NS (without EL3: PE is Non-secure) */
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
#define SPE_CTX_CNTEN(s)  ((unsigned)((s) >> 16) & 1u) /* CNTEN.EN */

/** A context of the PE, announced before the first transaction that names its id. */
struct spe_txn_ctx {
    uint8_t id;     /* 0 .. 15; two in use at a time, ids count up modulo 16 */
    uint32_t state; /* bits above; others 0 */
    uint32_t contextidr_el1, contextidr_el2;
    uint64_t cntvoff; /* CNTVOFF_EL2 */
    uint64_t cntpct;  /* CNTPCT_EL0 in this cycle */
};

#endif
