/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_EVENT_H
#define MODEL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "model_types.h"

/* Profiling Buffer management events (3.5, D17.8): when they take effect, and the windows in which
 * that is in doubt. */

struct spe_model;

void model_event(struct spe_model *m, struct effect e);
/** The Exception level whose PMBSR_ELx a syndrome goes to, decided in the current cycle. */
unsigned model_target(const struct spe_model *m, unsigned ec, unsigned fsc);
/** What a fault at the first byte of a record does to DL ([dl_boundary], B10). */
enum dl model_boundary_dl(const struct spe_model *m);
/** A cycle is over: events that may take effect in the next one are decided now. */
void model_effects_decide(struct spe_model *m);
/** Whether profiling is stopped by the registers as they are (SPEProfilingStopped()). */
bool model_stopped(const struct spe_model *m);
/** Apply the effects that must have happened by the start of cycle `m->cycle`. */
void model_effects_due(struct spe_model *m);
/** The open window of doubt, or NULL. */
struct effect *model_window(struct spe_model *m);
/** The event of the window took effect at the start of `cycle`. */
void model_settle(struct spe_model *m, struct effect *e, uint64_t cycle);
/**
 * The SPU did not do in `cycle` what profiling asks for: the open window's event had taken effect.
 * @return false if there is no such window.
 */
bool model_window_over(struct spe_model *m, uint64_t cycle);
/** PMBIRQ says that S, which is 1 now, became 1 as early as in `cycle`. */
void model_settle_back(struct spe_model *m, uint64_t cycle);
/** PMBSR_EL1.S has not been set up to and including the current cycle. */
void model_window_not_yet(struct spe_model *m);
/** Note the state before the first change of a cycle inside a window of doubt. */
void model_snapshot(struct spe_model *m);
/** Software wrote PMSICR_EL1. */
void model_snapshots_written(struct spe_model *m);
/** Recompute when effects are due. */
void model_effects_schedule(struct spe_model *m);
void model_set_s(struct spe_model *m, bool level);

#endif
