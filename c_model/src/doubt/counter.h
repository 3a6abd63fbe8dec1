/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_COUNTER_H
#define SPE_DOUBT_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

struct spe_model;

/** Whether the next selection cannot be predicted because PMSICR_EL1 is unknown. */
bool counter_unknown(const struct spe_model *m);
/** An operation was selected while it is. */
void counter_selected(struct spe_model *m);
/** Members from one selection to the next, most. 0: any number, where ECOUNT is drawn anew before
 * it has reached 0. */
uint64_t counter_longest(const struct spe_model *m);
/** ECOUNT is set by other means: the draw that is open may have led to a selection or not. */
void counter_draw_dropped(struct spe_model *m);
/** Nobody knows any more where the counter stands. */
void counter_forget(struct spe_model *m);

#endif
