/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_WINDOW_H
#define MODEL_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/regs.h"

/* Windows of doubt: cycles in which an event may take effect, or may not at all (3.4.1, 3.5, S1).
 */

struct effect;
struct outcome;
struct rec;
struct snapshots;
struct spe_model;

/** The event of the window took effect at the start of `cycle`. */
void model_settle(struct spe_model *m, struct effect *e, uint64_t cycle);
/**
 * The SPU did not do in `cycle` what profiling asks for: the open window's event had taken effect.
 * @return false if there is no such window.
 */
bool model_window_over(struct spe_model *m, uint64_t cycle);
/** One of the levels rises: it says, within [irq_min] to [irq_max], when S became 1. */
void model_window_level(struct spe_model *m, unsigned levels);
/** A read of `reg` may say what became of the event of a window. */
void model_window_read(struct spe_model *m, enum spe_reg reg, uint64_t data);
/** Software writes PMBSR_ELx: what an event may have left there, and nothing has told, is gone. */
void model_window_overwritten(struct spe_model *m, enum spe_reg reg);
/** Software has cleared S, and by now the levels must show it: where they do not, the event of an
 * open window has come over what was written. */
void model_window_kept(struct spe_model *m);

/* window_close.c */
/** No event of a window has taken effect up to and including the current cycle. */
void model_window_not_yet(struct spe_model *m);
/** `e` was taken, the registers were `before` it: the event of an open window may have come first.
 * @return in which cycle the first of them all may have. */
uint64_t model_window_others(struct spe_model *m, const struct effect *e,
                             const struct outcome *before);
/** The first burst of a record came. */
void model_window_written(struct spe_model *m, const struct rec *rec);
/** A record that an access not allowed event may be of was not written. @return whether it is,
 * and takes effect in the next cycle. */
bool model_window_lost(struct spe_model *m, const struct rec *rec);
/** A barrier shows that records were not written. @return whether that is the doing of a window's
 * event, which takes effect in the next cycle. */
bool model_window_unwritten(struct spe_model *m);
/** Close the windows of which the levels must have told by now. */
void model_windows_expire(struct spe_model *m);

/* snapshots.c */
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
/** All levels have told by now. */
void model_window_told(struct spe_model *m);
/** Levels tell that the event did not take effect more than [irq_max] cycles ago. */
void model_window_shown(struct spe_model *m, struct effect *e);

/* event_state.c */
/** The first open window of doubt, or NULL. */
struct effect *model_window(struct spe_model *m);
/** @return the first cycle in which an event may have taken effect whose window began in `lo`:
 * levels would have told one of more than [irq_max] cycles ago. */
uint64_t model_window_since(const struct spe_model *m, uint64_t lo);
/** Whether the event of a window, of which no level tells, may have frozen PMBPTR_EL1. */
bool model_window_retains(struct spe_model *m);
/** Whether the cycle of each member matters to an event on its way. */
bool model_windows_count(const struct spe_model *m);
/** The levels will still say where the counter stands. */
bool model_counter_open(const struct spe_model *m);

#endif
