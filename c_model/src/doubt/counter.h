/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_COUNTER_H
#define SPE_DOUBT_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

struct spe_model;

/** Whether the next selection cannot be predicted because PMSICR_EL1 is unknown. */
bool counter_unknown(const struct spe_model *m);
/** An operation was selected while PMSICR_EL1 is unknown. */
void counter_selected(struct spe_model *m);
/** The greatest number of members from one selection to the next. 0: there is no limit, because
 * ECOUNT may be drawn again before it has reached 0. */
uint64_t counter_longest(const struct spe_model *m);
/** ECOUNT is set by other means. If a draw is open, it may have led to a selection or not. */
void counter_draw_dropped(struct spe_model *m);
/** The value of the counter is no longer known. */
void counter_forget(struct spe_model *m);

#endif
