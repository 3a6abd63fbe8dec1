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
/** Software wrote `sicr` to PMSICR_EL1: it replaces the counter of each snapshot. */
void model_snapshots_written(struct snapshots *snaps, uint64_t sicr);
/** The counter counts again. If nothing has told where it had stopped, its value is no longer
 * known. */
void model_counter_resumes(struct spe_model *m);
/** An event has taken effect, but may have done so in any cycle from `lo` on. */
void model_window_closed(struct spe_model *m, uint64_t lo, bool stopped_before);
/** An event is taken now, but its window was over before the current cycle: restore the counter. */
void model_window_late(struct spe_model *m, const struct effect *e);
/** Restore the counter of `cycle`: from then on nothing was counted, loaded or drawn. */
void window_restore(struct spe_model *m, uint64_t cycle);
/** The counter has not stopped before `cycle`: forget the snapshots before it. */
void window_forget_before(struct snapshots *snaps, uint64_t cycle);

#endif
