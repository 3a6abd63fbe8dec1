/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_WINDOW_READ_H
#define SPE_EVENTS_WINDOW_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/regs.h"

struct spe_model;

/** A read of `reg` may show whether the event of a window has taken effect. */
void model_window_read(struct spe_model *m, enum spe_reg reg, uint64_t data);
/** A barrier is done that waits for the events of the samples up to `order`, or for their `faults`
 * alone: they have taken effect, if they could by now (BR1, BR5). Levels show that themselves. */
void model_window_passed(struct spe_model *m, uint64_t order, bool faults);

#endif
