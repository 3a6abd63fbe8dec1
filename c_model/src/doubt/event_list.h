/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_EVENT_LIST_H
#define SPE_DOUBT_EVENT_LIST_H

#include "state/events.h"

struct spe_model;

/** Decide in the current cycle which PMBSR_ELx the event goes to. If that depends on PMSCR_EL2.EE,
 * which is unknown, EE gets a value. */
void model_effect_aim(struct spe_model *m, struct effect *e);
/** Add an event that is on its way. */
void model_event(struct spe_model *m, struct effect e);
/** Remove the i-th event on its way: it has taken effect, or nothing can show whether it has. For
 * an event that never takes effect see doubt/window_close.c. */
void model_effect_remove(struct spe_model *m, int i);

#endif
