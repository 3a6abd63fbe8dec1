/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ARCH_ROUTE_H
#define SPE_ARCH_ROUTE_H

#include "spe/config.h"
#include "spe/enable.h"
#include "spe/regs.h"

/**
 * ReportSPEEvent(), Arm ARM D17.8 RHJXHT, Tables D17-5 to D17-7: the Exception level whose
 * PMBSR_ELx holds the syndrome of a management event, and, for an "other" event, COLL.
 *
 * @param ec   event class, 6 bits; 0 for "other" events and for COLL.
 * @param fsc  fault status code, 6 bits; ignored unless `ec` is 0x24 or 0x25.
 * @return 1, 2 or 3; always 1 without [exc].
 */
unsigned arch_event_target(const struct spe_config *cfg, const struct spe_regs *regs,
                           const struct spe_ctx *ctx, unsigned ec, unsigned fsc);

/** PMBSR_ELx of an Exception level 1 to 3. */
enum spe_reg arch_pmbsr(unsigned el);

#endif
