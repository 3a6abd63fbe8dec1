/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_COUNTER_H
#define SPE_STATE_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/* The counter of the sampling interval (3.1), whose value is PMSICR_EL1, and what it leads to. */

#define MAX_DRAWS 64
#define MAX_SNAPS                                                                                  \
    528 /* of eight windows at a time, each of the longest: [b1_max] or [event_max], and           \
           [irq_max] */

/* A random draw that the SPU took, as RND tells it. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* hypotheses are compared byte by byte */
struct draw {
    uint64_t cycle;
    uint8_t value;
    bool injected;
    uint8_t none[6];
};
#pragma GCC diagnostic pop

/* A draw that is inferred from selections. Until it is known, the counter holds the greatest draw.
 */
struct open_draw {
    bool open;   /* the counter holds an inferred draw */
    bool before; /* it replaced another one that was open, */
    bool spent;  /* and may have been 0: one of the two has led to a selection */
};

struct counter {
    struct draw taken[MAX_DRAWS]; /* draws that are not used yet, oldest first */
    int n_taken;
    struct open_draw draw;
    unsigned undrawn;    /* number of draws that are inferred and not known yet */
    bool load_due;       /* enabling loaded the counter, its draw has not been seen */
    uint64_t load_cycle; /* in which that was */
    uint64_t open_cycle; /* last cycle in which the counter was unknown while it counted */
    bool enabled;        /* profiling became enabled in that cycle */
    /* First cycle in which a read shows: the last load, reload or draw; the last count. 0: none
     * since the counter was written. */
    uint64_t changed, counted;
};

/* A predicted selection. */
struct awaited {
    bool open;  /* it waits for its SPE_TXN_SEL, */
    bool doubt; /* and need not come */
    uint64_t cycle, pos;
};

/* The member that was counted last. */
struct member {
    bool last;      /* a selection may follow */
    unsigned slot;  /* its lane */
    uint64_t cycle; /* and the monitor's cycle */
};

struct selection {
    struct awaited awaited;
    struct member member;
};

/* The counter at the start of a cycle inside a window of doubt. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* hypotheses are compared byte by byte */
struct snapshot {
    uint64_t cycle, sicr, pop;
    struct open_draw draw;
    uint8_t none[5];
};
#pragma GCC diagnostic pop

struct snapshots {
    struct snapshot at[MAX_SNAPS];
    int n;
    uint64_t lo;          /* the event of the last window came in this cycle or later */
    bool counter_stopped; /* at one of the snapshots, or at its present value; nothing has told
                             which */
};

#endif
