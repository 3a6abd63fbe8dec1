/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_ENABLED_H
#define SPE_STATE_ENABLED_H

#include <stdbool.h>
#include <stdint.h>

/* What enabling, owner and mode of translation were last computed from, at the start of a cycle. */
struct enabling {
    uint64_t reg[7];
    int cur, cur0;
    uint64_t known; /* 0 or 1; 64 bits wide so that the structure has no padding */
};

/* What registers and context enable; computed anew only where one of them has changed. */
struct enabled {
    bool profiling, buffer;
    bool was_on;                /* the buffer, since records were last discarded */
    bool check_pointer;         /* the next record is the first after enabling (3.4.1) */
    unsigned mode, mode_before; /* of translation, numbers of m->spu->buf.modes */
    uint64_t mode_cycle;        /* since when `mode` holds */
    struct enabling from;
};

#endif
