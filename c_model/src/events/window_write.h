/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_WINDOW_WRITE_H
#define SPE_EVENTS_WINDOW_WRITE_H

#include "spe/regs.h"

struct spe_model;

/** Software writes PMBSR_ELx: what an event may have left there, and nothing has told, is gone. */
void model_window_overwritten(struct spe_model *m, enum spe_reg reg);
#endif
