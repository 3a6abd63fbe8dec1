/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ARCH_REGS_H
#define SPE_ARCH_REGS_H

#include <stdint.h>

#include "spe/config.h"
#include "spe/regs.h"

struct spe_ctx;

/** FI2: events that both PMSEVFR_EL1 and PMSNEVFR_EL1 filter (D24.7.11, D24.7.17). Event 1 is not
 * among them: it has its own rule in each. */
uint64_t arch_event_filters(const struct spe_config *cfg);

/** Bits that read as one whatever is written: RES1 bits, and the constants of the ID registers. */
uint64_t arch_reg_ones(const struct spe_config *cfg, enum spe_reg reg);

/**
 * Bits whose value after reset is UNKNOWN: with [reset_value] = unknown every writable bit but
 * PMBLIMITR_EL1.E (4.2) and PMSCR_ELx.EE of the highest level (D24.7.8, D24.7.9). spe_regs_reset()
 * sets these bits to 0, but their values stay unknown until software writes them.
 */
uint64_t arch_reg_unknown(const struct spe_config *cfg, enum spe_reg reg);

/**
 * Bits that a direct access in context `ctx` neither reads nor changes: PMSCR_EL2.{E2SPE, E0HSPE}
 * with [e2spe_hidden] while MDCR_EL2.E2PB is not 0b00.
 */
uint64_t arch_reg_hidden(const struct spe_config *cfg, const struct spe_ctx *ctx, enum spe_reg reg);

/** Value of a direct read in context `ctx`: the stored value without the bits of
 * arch_reg_hidden(). PMBIDR_EL1.{AddrMode, P} are as 4.3.1 and D24.7.1 say for that context. */
uint64_t arch_reg_read(const struct spe_config *cfg, const struct spe_regs *regs,
                       const struct spe_ctx *ctx, enum spe_reg reg);

#endif
