/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_OUTPUTS_LEVELS_H
#define SPE_OUTPUTS_LEVELS_H

#include <stdbool.h>
#include <stdint.h>

struct outcome;
struct spe_model;

#define MAX_LEVELS 72 /* more than the cycles of the longest lag, and the value before */

/* Levels from a cycle on, as bits of SPE_OUT_*: a bit may be 1, may be 0, or both. */
struct level {
    uint64_t cycle;
    uint8_t ones, zeros;
};

/* What PMBIRQ, prof_o and pmu_freeze_o were to be in the last cycles, oldest first. */
struct level_history {
    struct level at[MAX_LEVELS];
    int n;
    uint8_t mask;      /* bits that this configuration compares; 0: none */
    uint8_t now;       /* as the SPU drives them */
    uint8_t zero;      /* bits that this implementation holds at 0 */
    uint8_t el;        /* Exception level in which they were driven so */
    uint64_t el_since; /* the PE is there since this cycle */
    bool fresh;        /* they were not counted as covered */
    uint8_t forgive;   /* bits that were reported, until they or what is expected change */
    bool judged;       /* nothing has changed since */
    uint32_t seq;      /* of the transaction that said `now`, */
    uint64_t cycle;    /* and its cycle */
    uint64_t fix[8];   /* by bit: finding that corrects it while it is forgiven, 0: none */
};

/** Once the configuration and the taps are known. */
void levels_begin(struct spe_model *m);
/** The SPU drives `levels`. */
void levels_apply(struct spe_model *m, unsigned levels);
/** Registers or context of the current cycle have changed. */
void levels_note(struct spe_model *m);
/** S was settled to have changed in an earlier cycle. */
void levels_reopen(struct spe_model *m);
/** Cycle `cycle` is over. */
void levels_judge(struct spe_model *m, uint64_t cycle);
/** Whether it still has to be judged; *due: when. */
bool levels_due(const struct spe_model *m, uint64_t *due);
/** Reset. */
void levels_reset(struct spe_model *m);
/** Levels of a PMBSR_ELx and PMBPTR_EL1 outcome in the context of the cycle. */
unsigned levels_of(const struct spe_model *m, const struct outcome *is);

#endif
