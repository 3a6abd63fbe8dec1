/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_ACCOUNTS_H
#define SPE_STATE_ACCOUNTS_H

#include <stdint.h>

#include "parts/count.h"
#include "state/filter_notes.h"

struct accounts {
    struct count count[COUNTS];
    struct filter_notes notes;
    uint64_t lost_samples; /* samples taken that never ended: reset, tag given twice */
};

#endif
