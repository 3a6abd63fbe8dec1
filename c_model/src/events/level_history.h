/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EVENTS_LEVEL_HISTORY_H
#define SPE_EVENTS_LEVEL_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

struct level_history;
struct spe_model;

/** Begin, once the configuration and the taps are known. */
void levels_begin(struct spe_model *m);
/** The SPU drives `levels`. */
void levels_apply(struct spe_model *m, unsigned levels);
/** Registers or context of the current cycle have changed. */
void levels_note(struct spe_model *m);
/** Cycle `cycle` is over: judge its levels. */
void levels_judge(struct spe_model *m, uint64_t cycle);
/** Whether a cycle still has to be judged; *due: when. */
bool levels_due(const struct level_history *lv, uint64_t *due);
/** Report that PMBIRQ is `level`, and must not be. */
void levels_irq_wrong(struct spe_model *m, bool level, const char *text);
/** Reset. */
void levels_reset(struct spe_model *m);

#endif
