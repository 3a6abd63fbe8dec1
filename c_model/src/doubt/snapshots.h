/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_SNAPSHOTS_H
#define SPE_DOUBT_SNAPSHOTS_H

#include <stdbool.h>
#include <stdint.h>

struct effect;
struct snapshots;
struct spe_model;

/** Note the state before the first change of a cycle inside a window of doubt. */
void model_snapshot(struct spe_model *m);
/** Software wrote PMSICR_EL1. */
void model_snapshots_written(struct snapshots *snaps, uint64_t sicr);
/** Profiling counts again, though nobody knows where the counter stands. */
void model_counter_resumes(struct spe_model *m);
/** The event takes effect in `cycle`, but may have done so in any cycle from `lo` on. */
void model_window_closed(struct spe_model *m, uint64_t lo, bool stopped_before);
/** An event is taken whose window was over before the current cycle. */
void model_window_late(struct spe_model *m, const struct effect *e);
/** From `cycle` on nothing was counted, loaded or drawn. */
void window_restore(struct spe_model *m, uint64_t cycle);
/** The counter has not stopped before `cycle`. */
void window_forget_before(struct snapshots *snaps, uint64_t cycle);

#endif
