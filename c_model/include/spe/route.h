/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ROUTE_H
#define SPE_ROUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/config.h"
#include "spe/enable.h"
#include "spe/regs.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * ReportSPEEvent(), Arm ARM D17.8 RHJXHT, Tables D17-5 to D17-7: the Exception level whose
 * PMBSR_ELx holds the syndrome of a management event, and, for an "other" event, COLL.
 *
 * @param ec   event class, 6 bits; 0 for what is no management event.
 * @param fsc  fault status code, 6 bits; ignored unless `ec` is 0x24 or 0x25.
 * @return 1, 2 or 3; always 1 without [exc].
 */
unsigned spe_event_target(const struct spe_config *cfg, const struct spe_regs *regs,
                          const struct spe_ctx *ctx, unsigned ec, unsigned fsc);

/** PMBSR_ELx of an Exception level 1 to 3. */
enum spe_reg spe_pmbsr(unsigned el);

/** Levels of the SPU's outputs. Bits 0 to 2 of `pending` and `take`: SPE Profiling exception to
 * EL1, EL2, EL3. */
struct spe_levels {
    bool irq, freeze; /* PMBIRQ; PMU event counters are to stop */
    uint8_t pending, take;
};

/**
 * D17.8 RYZJQX and RTSJRP, Tables D17-8 to D17-10, SPEFreezeOnEvent(): what the outputs are for
 * these registers in this context. Without [exc] PMBIRQ is PMBSR_EL1.S and no exception is ever
 * pending; `freeze` needs SPEv1p2.
 */
void spe_output_levels(struct spe_levels *out, const struct spe_config *cfg,
                       const struct spe_regs *regs, const struct spe_ctx *ctx);

#ifdef __cplusplus
}
#endif
#endif
