/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_LEVEL_HISTORY_H
#define SPE_EVENTS_LEVEL_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

struct effect;
struct level_history;
struct spe_model;

/** Once the configuration and the taps are known. */
void levels_begin(struct spe_model *m);
/** The SPU drives `levels`. */
void levels_apply(struct spe_model *m, unsigned levels);
/** Registers or context of the current cycle have changed. */
void levels_note(struct spe_model *m);
/** The event that set S in m->spu.events.s_cycle was settled: it may have come as early as in `lo`.
 */
void levels_event(struct spe_model *m, uint64_t lo);
/** An event that is in doubt may have come in `lo` or later; what it left is overwritten now. */
void levels_doubt(struct spe_model *m, uint64_t lo);
/** Whether `levels` are what PMBIRQ and pending exceptions are after the event, and not what they
 * are without it. */
bool levels_tell(const struct spe_model *m, const struct effect *e, unsigned levels);
/** Cycle `cycle` is over. */
void levels_judge(struct spe_model *m, uint64_t cycle);
/** Whether it still has to be judged; *due: when. */
bool levels_due(const struct level_history *lv, uint64_t *due);
/** PMBIRQ is `level`, and must not be. */
void levels_irq_wrong(struct spe_model *m, bool level, const char *text);
/** Reset. */
void levels_reset(struct spe_model *m);

#endif
