/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PORTS_SYSREG_H
#define SPE_PORTS_SYSREG_H

#include "spe/regs.h"

struct spe_model;
struct spe_txn_sysreg;

/** An access of a System register. @return the register that it has read, if its value is now
 * known. SPE_REGS: no register, or the read tells nothing. */
enum spe_reg model_sysreg(struct spe_model *m, const struct spe_txn_sysreg *t);
void model_apply_writes(struct spe_model *m);

#endif
