/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_OUTPUTS_LEVELS_H
#define SPE_OUTPUTS_LEVELS_H

#include <stdbool.h>
#include <stdint.h>

#include "lag.h"

struct effect;
struct spe_model;

/* What PMBIRQ, prof_o and pmu_freeze_o were to be in the last cycles, and what they were. */
struct level_history {
    struct lag lag;
    uint8_t mask;      /* bits that this configuration compares; 0: none */
    uint8_t now;       /* as the SPU drives them */
    bool irq;          /* PMBIRQ as it was taken in, or with exceptions that a level shows S */
    uint8_t zero;      /* bits that this implementation holds at 0 */
    uint8_t el;        /* Exception level in which they were driven so */
    uint64_t el_since; /* the PE is there since this cycle */
    bool fresh;        /* they were not counted as covered */
    uint8_t forgive;   /* bits that were reported, for as long as they stay wrong */
    uint32_t seq;      /* of the last transaction that said `now`, */
    uint64_t cycle;    /* and its cycle */
    uint64_t fix[8];   /* by bit: finding that corrects it while it is forgiven, 0: none */
};

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
bool levels_due(const struct spe_model *m, uint64_t *due);
/** PMBIRQ is `level`, and must not be. */
void levels_irq_wrong(struct spe_model *m, bool level, const char *text);
/** Reset. */
void levels_reset(struct spe_model *m);
#endif
