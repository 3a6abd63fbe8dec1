/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ARCH_LEVELS_H
#define SPE_ARCH_LEVELS_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/config.h"
#include "spe/enable.h"
#include "spe/regs.h"

/** Levels of the SPU's outputs. Bits 0 to 2 of `pending` and `take` are the SPE Profiling exception
 * to EL1, EL2 and EL3. */
struct spe_levels {
    bool irq, freeze; /* PMBIRQ; PMU event counters are to stop */
    uint8_t pending, take;
};

/**
 * D17.8 RYZJQX and RTSJRP, Tables D17-8 to D17-10, SPEFreezeOnEvent(): what the outputs are for
 * these registers in this context. Without [exc] PMBIRQ is PMBSR_EL1.S and no exception is ever
 * pending; `freeze` needs SPEv1p2.
 */
void arch_output_levels(struct spe_levels *out, const struct spe_config *cfg,
                        const struct spe_regs *regs, const struct spe_ctx *ctx);

#endif
