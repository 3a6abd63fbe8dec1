/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WINDOW_INTERNAL_H
#define SPE_WINDOW_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

struct effect;
struct snapshots;
struct spe_model;

/* What the files of windows of doubt share. */

/** Levels tell that the event came in a cycle from `lo` to m->spu.events.s_cycle, and nothing tells
 * more. */
void window_settled_since(struct spe_model *m, uint64_t lo);

/* window_close.c */
/** The i-th event has not taken effect by the end of `cycle`. */
void window_not_by(struct spe_model *m, int i, uint64_t cycle);
/** Nor have those of the open windows of one PMBSR_ELx, 0: of all. */
void window_none_yet(struct spe_model *m, unsigned target);

/* snapshots.c */
/** From `cycle` on nothing was counted, loaded or drawn. */
void window_restore(struct spe_model *m, uint64_t cycle);
/** The counter has not stopped before `cycle`. */
void window_forget_before(struct snapshots *snaps, uint64_t cycle);

/* event_state.c */
/** Whether no level tells of events (sets without OUT). */
bool window_blind(const struct spe_model *m);
/** Whether the event may have taken effect, and nothing has said so. */
bool window_open(const struct spe_model *m, const struct effect *e);
/** Of the windows that are open now and began by `cycle` the one that ends last, or NULL. */
struct effect *window_last(struct spe_model *m, uint64_t cycle);

#endif
