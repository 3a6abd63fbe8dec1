/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_WINDOW_WRITE_H
#define SPE_EVENTS_WINDOW_WRITE_H

#include "spe/regs.h"

struct spe_model;

/** Software writes PMBSR_ELx. This removes the trace of an event that may have taken effect, and
 * that nothing has shown. */
void model_window_overwritten(struct spe_model *m, enum spe_reg reg);
#endif
