/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_WINDOW_H
#define SPE_EVENTS_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

struct effect;
struct spe_model;

/* Windows of doubt: cycles in which an event may take effect, or may not at all (3.4.1, 3.5, S1).
 */

/** The event of the window took effect at the start of `cycle`. */
void model_settle(struct spe_model *m, struct effect *e, uint64_t cycle);
/**
 * In `cycle` the SPU did not do what enabled profiling requires: the event of the open window had
 * taken effect.
 * @return false if there is no such window.
 */
bool model_window_over(struct spe_model *m, uint64_t cycle);
#endif
