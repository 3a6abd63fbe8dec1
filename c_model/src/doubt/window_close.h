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
/** `e` was taken, the registers were `before` it, and PMBPTR_EL1 as open as in `pointer`: the event
 * of an open window may have come first. @return in which cycle the first of them all may have. */
uint64_t model_window_others(struct spe_model *m, const struct effect *e,
                             const struct outcome *before, const struct pointer *pointer);
/** The first burst of a record came. */
void model_window_written(struct spe_model *m, const struct rec *rec);
/** All of a record is written: an access not allowed event that is of no other does not come. */
void model_window_done(struct spe_model *m, const struct rec *rec);
/** A record was not written: the access not allowed event that may be of it comes, and takes effect
 * in the next cycle. */
void model_window_lost(struct spe_model *m, const struct rec *rec);
/** A barrier shows that records were not written. @return whether that is the doing of a window's
 * event, which takes effect in the next cycle. */
bool model_window_unwritten(struct spe_model *m);
/** The i-th event has not taken effect by the end of `cycle`. */
void window_not_by(struct spe_model *m, int i, uint64_t cycle);
/** Nor have those of the open windows of one PMBSR_ELx, 0: of all. */
void window_none_yet(struct spe_model *m, unsigned target);

#endif
