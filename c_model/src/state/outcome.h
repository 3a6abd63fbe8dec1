/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_OUTCOME_H
#define SPE_STATE_OUTCOME_H

#include <stdint.h>

/* PMBPTR_EL1, and PMBSR_EL1 to PMBSR_EL3. */
struct outcome {
    uint64_t ptr, bsr[3];
};

#endif
