/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ARCH_SECTION_H
#define SPE_ARCH_SECTION_H

#include "spe/regs.h"

struct spe_config;

/** The section that has a rule, for the version of the configuration: `section` of DDI 0586A for
 * SPEv1p0, the section of the Arm ARM that replaces it for later versions. A text with no such
 * replacement is returned as it is. @return static storage, or `section` itself. */
const char *section_of(const struct spe_config *cfg, const char *section);

/** The section that describes a register, chosen in the same way. Static storage. */
const char *section_of_reg(const struct spe_config *cfg, enum spe_reg reg);

#endif
