/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ENABLE_H
#define SPE_ENABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/config.h"
#include "spe/regs.h"
#include "spe/txn.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * PE context, unpacked from a context transaction: the fields of PSTATE and of other registers of
 * the PE that the SPU needs. Fields that the implementation does not have (TGE without EL2, E2H
 * without VHE, NSPB without EL3) may hold anything; the functions below ignore them.
 */
struct spe_ctx {
    unsigned el; /* PSTATE.EL, 0 .. 3 */
    bool ns;     /* SCR_EL3.NS, 1 without Secure state; no EL3: constant state of the PE */
    bool aarch32, debug;
    bool el1_aarch32, el2_aarch32;
    unsigned nspb, e2pb; /* MDCR_EL3.NSPB, MDCR_EL2.E2PB, 2 bits each */
    bool tpms;           /* MDCR_EL2.TPMS */
    bool tge, e2h;       /* HCR_EL2 */
    bool tbi0, tbi1;     /* Top Byte Ignore for VA[55] == 0, 1 */
    bool cnt_en;         /* CNTCR.EN, CNTEN.EN in the texts */
    uint32_t contextidr_el1, contextidr_el2;
    bool nse, eel2;              /* SCR_EL3 */
    bool nspbe;                  /* MDCR_EL3 */
    unsigned pmsee;              /* MDCR_EL3.PMSEE, 2 bits */
    bool enpmsn, enpms3, enpms4; /* MDCR_EL3 */
    bool ea, scr_gpf;            /* SCR_EL3 */
    bool tea, hcr_gpf;           /* HCR_EL2, TEA as Effective value */
    unsigned nvx;                /* HCR_EL2.{NV2, NV1, NV}, Effective value */
    bool pm, sdd;                /* PSTATE.PM, EDSCR.SDD */
    uint64_t cntvoff, cntpoff, cntpct;
};

/** Unpack the context transaction *txn into the caller's *ctx. Every bit pattern is accepted. */
void spe_ctx_from_txn(struct spe_ctx *ctx, const struct spe_txn_ctx *txn);

/**
 * Owner of the Profiling Buffer (3.4.2, D17.4): Security state and Exception level, which is 1 or
 * 2. If nobody owns the buffer, the level is 0 and the state is Root: MDCR_EL3.{NSPBE, NSPB} is
 * reserved and [nspb_reserved] is none. An owner never has the state Root.
 */
struct spe_owner {
    enum spe_pas state;
    unsigned el;
};

/** Security state of the PE: at EL3 Root with [rme], otherwise Secure; below EL3 as SCR_EL3.{NSE,
 * NS} say. */
enum spe_pas spe_current_state(const struct spe_config *cfg, const struct spe_ctx *ctx);

/** Whether a PE can be in this context. False at a level that the PE lacks or that is not enabled;
 * at EL1 with HCR_EL2.TGE set; with NS 0 without [secure]; and, below EL3 with [rme], in the
 * reserved state {NSE, NS} = 0b10. */
bool spe_ctx_possible(const struct spe_config *cfg, const struct spe_ctx *ctx);

/** ProfilingBufferOwner(), 3.4.6, J1.1. E2PB 0b01 counts as EL1 (choice E1). */
struct spe_owner spe_buffer_owner(const struct spe_config *cfg, const struct spe_ctx *ctx);

/** Translation regime of the buffer (Table 5; D17.4; EL2&0 by HCR_EL2.E2H alone: D17.7.5). Has a
 * meaning only while the buffer is enabled. */
enum spe_regime spe_owning_regime(const struct spe_config *cfg, const struct spe_ctx *ctx);

#ifdef __cplusplus
}
#endif
#endif
