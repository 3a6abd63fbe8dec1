/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_OUTCOME_H
#define SPE_STATE_OUTCOME_H

#include <stdint.h>

/* PMBPTR_EL1, and PMBSR_EL1 to PMBSR_EL3. */
struct outcome {
    uint64_t ptr, bsr[3];
};

/* Another permitted value of them (design: tolerated outcomes fork the prediction). */
struct alternative {
    int fork, branch; /* of forks.h */
    struct outcome is;
};

#define MAX_ALTS 16

/* All of them beside what stands in the registers. */
struct outcomes {
    struct alternative alt[MAX_ALTS];
    int n;
};

#endif
