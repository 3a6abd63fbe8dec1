/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_WINDOW_READ_H
#define SPE_EVENTS_WINDOW_READ_H

#include <stdint.h>

#include "spe/regs.h"

struct spe_model;

/** A read of `reg` may show whether the event of a window has taken effect. */
void model_window_read(struct spe_model *m, enum spe_reg reg, uint64_t data);

#endif
