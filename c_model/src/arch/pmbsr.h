/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ARCH_PMBSR_H
#define SPE_ARCH_PMBSR_H

#include "spe/regs.h"

/** x - 1 for PMBSR_ELx, -1 for any other register. arch_pmbsr() gives the register of x. */
static inline int pmbsr_index(enum spe_reg reg)
{
    return reg == SPE_PMBSR ? 0 : reg == SPE_PMBSR_EL2 ? 1 : reg == SPE_PMBSR_EL3 ? 2 : -1;
}

#endif
