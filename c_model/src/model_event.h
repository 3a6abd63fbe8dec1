/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_EVENT_H
#define MODEL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "model_types.h"

/* Profiling Buffer management events (3.5, D17.8): when they take effect, and the windows in which
 * that is in doubt (model_window.h). */

struct spe_model;

/** A cycle is over: events that may take effect in the next one are decided now. */
void model_effects_decide(struct spe_model *m);
/** Apply the effects that must have happened by the start of cycle `m->clock.cycle`. */
void model_effects_due(struct spe_model *m);
/** The event happens in the current cycle. @return the first cycle in which one of those may have
 * taken effect that it may have followed: its own, or that of an open window. */
uint64_t model_effect_take(struct spe_model *m, const struct effect *e);
/** Recompute when effects are due. */
void model_effects_schedule(struct spe_model *m);
void model_set_s(struct spe_model *m, bool level);

/* event_list.c */
/** An event is on its way. */
void model_event(struct spe_model *m, struct effect e);
/** The i-th event on its way does not come any more, or was taken. */
void model_effect_remove(struct spe_model *m, int i);

/* event_state.c */
/** Its name ("buffer full"), or NULL of CAUSE_NONE. Static storage. */
const char *model_cause(enum cause cause);
/** What a wrong pointer's event of [wrong_pointer] = `kind` sets. */
void model_wrong_pointer(struct effect *e, int kind);
/** The Exception level whose PMBSR_ELx a syndrome goes to, decided in the current cycle. */
unsigned model_target(const struct spe_model *m, unsigned ec, unsigned fsc);
/** What a fault at the first byte of a record does to DL ([dl_boundary], B10). */
enum dl model_boundary_dl(const struct spe_model *m);
/** Whether profiling is stopped by the registers as they are (SPEProfilingStopped()). */
bool model_stopped(const struct spe_model *m);
/** What the event makes of an outcome. */
void model_effect_change(const struct spe_model *m, struct outcome *o, const struct effect *e);

#endif
