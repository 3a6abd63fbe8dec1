/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ARCH_ENABLE_H
#define SPE_ARCH_ENABLE_H

#include <stdbool.h>

#include "spe/config.h"
#include "spe/enable.h"
#include "spe/regs.h"

/** EL2Enabled(): EL2 is implemented, and enabled in the state that SCR_EL3.{NSE, NS} say. */
bool arch_el2_enabled(const struct spe_config *cfg, const struct spe_ctx *ctx);

/** IsSecureEL2Enabled(): [sel2], and SCR_EL3.EEL2 where there is EL3. */
bool arch_secure_el2_enabled(const struct spe_config *cfg, const struct spe_ctx *ctx);

/** HCR_EL2.TGE is 1 while EL2 is enabled (`in host` of 3.2.3). */
bool arch_tge(const struct spe_config *cfg, const struct spe_ctx *ctx);

/** ELIsInHost(el): [vhe] and HCR_EL2.E2H at EL2, and with TGE at EL0. False for EL1 and EL3. */
bool arch_in_host(const struct spe_config *cfg, const struct spe_ctx *ctx, unsigned el);

/**
 * EffectiveMDCR_EL3_NSPB(): {NSPBE, NSPB} with a reserved value replaced by [nspb_reserved];
 * NSPB[0] is as programmed.
 * @param reserved  set to true if the value is reserved and [nspb_reserved] is none, else to false.
 */
unsigned arch_effective_nspb(const struct spe_config *cfg, const struct spe_ctx *ctx,
                             bool *reserved);

/** EffectivePMSCR_EL2_EE(), 0 to 3; 0 without [exc]. */
unsigned arch_effective_ee2(const struct spe_config *cfg, const struct spe_regs *regs,
                            const struct spe_ctx *ctx);

/** EffectivePMSCR_EL1_EE(), 0 to 3; 0b01 and 0b10 as FEAT_NV or [ee_reserved] say. */
unsigned arch_effective_ee1(const struct spe_config *cfg, const struct spe_regs *regs,
                            const struct spe_ctx *ctx);

/** SPEProfilingStopped(), D17.4 RTWFRY: S is 1 in a PMBSR_ELx that the rule names for this
 * context. Without [exc] it is PMBSR_EL1.S. */
bool arch_stopped(const struct spe_config *cfg, const struct spe_regs *regs,
                  const struct spe_ctx *ctx);

/** Effective PMSCR_EL2.EnVM for the owner (D24.7.9). */
bool arch_envm(const struct spe_config *cfg, const struct spe_regs *regs,
               const struct spe_ctx *ctx);

/** EffectivePMBLIMITR_EL1_nVM(): the pointer is a physical or intermediate physical address. */
bool arch_nvm(const struct spe_config *cfg, const struct spe_regs *regs, const struct spe_ctx *ctx);

/** Discard mode: PMBLIMITR_EL1.FM is 0b10, from SPEv1p2. */
bool arch_discard_mode(const struct spe_config *cfg, const struct spe_regs *regs);

/** ProfilingBufferEnabled(), 3.4.6, J1.1; in Debug state as [debug_stops] says. */
bool arch_buffer_enabled(const struct spe_config *cfg, const struct spe_regs *regs,
                         const struct spe_ctx *ctx);

/** StatisticalProfilingEnabled(), 3.2.3, and not in Debug state (3.2.1, choice E2). */
bool arch_profiling_enabled(const struct spe_config *cfg, const struct spe_regs *regs,
                            const struct spe_ctx *ctx);

/** StatisticalProfilingEnabled(el): as above, with `el` in place of PSTATE.EL. */
bool arch_profiling_enabled_at(const struct spe_config *cfg, const struct spe_regs *regs,
                               const struct spe_ctx *ctx, unsigned el);

#endif
