/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_DRAW_H
#define SPE_EVENTS_DRAW_H

#include <stdbool.h>
#include <stdint.h>

struct spe_model;

/** The next draw, which interval_advance() and interval_load() ask for. */
uint8_t model_next_draw(void *model);
/** The counter is loaded; as one that was unknown, and was 0 therefore. @{ */
void model_load(struct spe_model *m);
void model_load_unknown(struct spe_model *m);
/** @} */
/** Profiling becomes enabled, at the start of the cycle or inside it. */
void model_transition_on(struct spe_model *m, bool start_of_cycle);

#endif
