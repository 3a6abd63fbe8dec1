/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_SCHEDULE_H
#define SPE_STATE_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/* When something is to be done next. Cycles in which nothing is due are skipped. */
struct schedule {
    bool busy;    /* something is due at the end of this cycle */
    uint64_t due; /* first cycle in which something later is due */
};

/** Something becomes due in `cycle`. */
static inline void schedule_at(struct schedule *s, uint64_t cycle)
{
    s->due = cycle < s->due ? cycle : s->due;
}

#endif
