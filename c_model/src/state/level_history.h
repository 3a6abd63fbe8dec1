/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_LEVEL_HISTORY_H
#define SPE_STATE_LEVEL_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "parts/lag.h"

/* What PMBIRQ, prof_o and pmu_freeze_o had to be in the last cycles, and what they were. */
struct level_history {
    struct lag lag;
    uint8_t mask;      /* bits that this configuration compares; 0: none */
    uint8_t now;       /* as the SPU drives them */
    bool irq;          /* PMBIRQ as it was last seen; with [exc]: whether a level shows S */
    uint8_t zero;      /* bits that this implementation holds at 0 */
    uint8_t el;        /* Exception level in which the levels were driven */
    uint64_t el_since; /* cycle since which the PE is in that level */
    bool fresh;        /* the levels are not counted as covered yet */
    uint8_t forgive;   /* bits that were reported, for as long as they stay wrong */
    uint32_t seq;      /* of the last transaction that said `now`, */
    uint64_t cycle;    /* and its cycle */
    uint64_t fix[8];   /* by bit: finding that corrects it while it is forgiven, 0: none */
};

#endif
