/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_NOLIFE_H
#define SPE_EVENTS_NOLIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/regs.h"

struct spe_finding;
struct spe_model;
struct spu;

/** A management event would explain the finding: hold it until S is known. */
void nolife_hold(struct spe_model *m, const struct spe_finding *f);
/** The same, but report the finding at once if management events are predicted. */
void nolife_explained(struct spe_model *m, struct spe_finding *f);
/** PMBSR_ELx was read as `data`, and all of it is known. */
void nolife_read(struct spe_model *m, unsigned el, uint64_t data);
/** `reg` is written: the earlier S, or the earlier value of the counter, no longer matters. */
void nolife_written(struct spe_model *m, enum spe_reg reg);
/** The levels show that profiling is stopped. */
void nolife_stopped(struct spe_model *m);
/** PMBIRQ is driven. */
void nolife_irq(struct spu *spu, bool level);
/** Judge the levels that must have followed S by now. */
void nolife_deadline(struct spe_model *m);
/** Whether something is left for nolife_deadline(); *due: when. */
bool nolife_due(const struct spe_model *m, uint64_t *due);
void nolife_reset(struct spe_model *m);
/** Whether profiling and buffer are enabled, as far as is known. */
void nolife_enabled(struct spe_model *m, bool profiling, bool buffer);

/** Whether PMBPTR_EL1 may be `ptr` after it was written with a record on its way (3.6.1). */
bool nolife_pointer(const struct spu *spu, uint64_t ptr);
/** PMSICR_EL1 reads as `data`, not as `expected`. @return whether `data` is permitted, too. */
bool nolife_counter(struct spe_model *m, uint64_t expected, uint64_t data);
/** Profiling becomes enabled: a draw of 0, or one that has run out, may have left a counter of 0,
 * which is loaded then (3.1.1). */
void nolife_transition(struct spe_model *m);
/** Members are about to be counted. */
void nolife_members(struct spe_model *m);
/** Count `members` members; only the last can be selected or need a draw. If ECOUNT (for any draw)
 * and COUNT both run out with the last member, this member is selected once (P13). */
void nolife_step(struct spe_model *m, uint32_t members);
/** Up to `most` selections that SAMPLE_FEED or SAMPLE_COLLISION need not have counted yet. */
void nolife_selected(struct spe_model *m, uint64_t most);
/** Members were counted while the value of the counter is unknown. */
void nolife_unknown(struct spe_model *m, uint32_t members);
/** Members were counted; `event`: with a selection or a draw. @return whether the counter is known.
 * If not, the `left` members that remain are counted by nolife_unknown(). */
bool nolife_counted(struct spe_model *m, bool event, uint32_t left);
/** The counter is about to be known again, or to count in another way: sum up the members. */
void nolife_sum_up(struct spe_model *m);
/** Fewest and most selections so far. */
void nolife_selections(const struct spe_model *m, uint64_t *lo, uint64_t *hi);
/** Compare SAMPLE_FILTRATE, `filtrate` so far, with the records written. */
void nolife_account(struct spe_model *m, uint64_t filtrate);

#endif
