/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_EVENT_H
#define SPE_EVENTS_EVENT_H

#include <stdbool.h>
#include <stdint.h>

struct effect;
struct spe_model;

/* Profiling Buffer management events (3.5, D17.8): when they take effect, and the windows in which
 * that is in doubt (window.h). */

/** The end of a cycle: decide which events take effect in the next cycle. */
void model_effects_decide(struct spe_model *m);
/** Apply the effects that must have happened by the start of cycle `m->clock.cycle`. */
void model_effects_due(struct spe_model *m);
/** The event takes effect in the current cycle. Before it, an event of an open window may have
 * taken effect. @return the first cycle in which any of these events may have done so. */
uint64_t model_effect_take(struct spe_model *m, const struct effect *e);
/** Recompute when effects are due. */
void model_effects_schedule(struct spe_model *m);
/** From the current cycle on, an S stops profiling (`level`), or no S does any more. PMBIRQ must
 * follow, and records that have begun may stay unfinished. The caller sets the registers. */
void model_set_s(struct spe_model *m, bool level);

#endif
