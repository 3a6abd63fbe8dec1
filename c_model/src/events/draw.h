/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_DRAW_H
#define SPE_EVENTS_DRAW_H

#include <stdbool.h>
#include <stdint.h>

struct spe_model;

/** The next draw, which interval_advance() and interval_load() ask for. */
uint8_t model_next_draw(void *model);
/** Load the counter; model_load_unknown(): one that was unknown, and that was 0, as it is loaded.
 * @{ */
void model_load(struct spe_model *m);
void model_load_unknown(struct spe_model *m);
/** @} */
/** Profiling becomes enabled, at the start of the cycle or inside it. */
void model_transition_on(struct spe_model *m, bool start_of_cycle);

#endif
