/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_WINDOW_CLOSE_H
#define SPE_DOUBT_WINDOW_CLOSE_H

#include <stdbool.h>
#include <stdint.h>

struct effect;
struct outcome;
struct pointer;
struct rec;
struct spe_model;

/** No event of a window has taken effect up to and including the current cycle. */
void model_window_not_yet(struct spe_model *m);
/** `e` has taken effect. Before it the registers were `before`, and `pointer` said which values of
 * PMBPTR_EL1 were open. The event of an open window may have taken effect first. @return the first
 * cycle in which any of these events may have done so. */
uint64_t model_window_others(struct spe_model *m, const struct effect *e,
                             const struct outcome *before, const struct pointer *pointer);
/** The first burst of a record was accepted. No event of an open window had taken effect when the
 * burst was offered or, if that cycle is unknown, when the record was queued. */
void model_window_written(struct spe_model *m, const struct rec *rec);
/** The whole record is written: an access not allowed event that can be for no other record never
 * takes effect. */
void model_window_done(struct spe_model *m, const struct rec *rec);
/** The record was not written: the access not allowed event that may be for this record takes
 * effect in the next cycle. */
void model_window_lost(struct spe_model *m, const struct rec *rec);
/** A barrier shows that records were not written. @return whether the event of a window is the
 * reason; it then takes effect in the next cycle. */
bool model_window_unwritten(struct spe_model *m);
/** The i-th event has not taken effect by the end of `cycle`. */
void window_not_by(struct spe_model *m, int i, uint64_t cycle);
/** No event of an open window has taken effect by now. This holds for the events of the PMBSR_ELx
 * of `target`, or for all if `target` is 0. */
void window_none_yet(struct spe_model *m, unsigned target);

#endif
