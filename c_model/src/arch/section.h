/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ARCH_SECTION_H
#define SPE_ARCH_SECTION_H

#include "spe/regs.h"

struct spe_config;

/** Where the rule stands for the version of the configuration: `section` of DDI 0586A for SPEv1p0,
 * for later ones what has taken its place in the Arm ARM. Texts that name another document, or no
 * rule of both, come back as they are. @return a text that lives for ever. */
const char *section_of(const struct spe_config *cfg, const char *section);

/** The same of the description of a register. */
const char *section_of_reg(const struct spe_config *cfg, enum spe_reg reg);

#endif
