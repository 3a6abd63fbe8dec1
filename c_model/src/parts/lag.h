/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_LAG_H
#define SPE_PARTS_LAG_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Level outputs that follow a state late. In each cycle a bit shows what the state asked for
 * `least` to `most` cycles before. Each bit does so by itself, and never shows an older state than
 * before. So each change of the state has a window of its own; two changes may show in one cycle
 * where their windows meet.
 */

#define LAG_BITS   8
#define LAG_STATES 200 /* of three times the longest lag, which is 64 cycles */

/** What the state asks for from a cycle on: a bit may be 1, may be 0, or both. */
struct level {
    uint64_t cycle;
    uint8_t ones, zeros;
    uint8_t none[6]; /* 0: histories are compared byte by byte, so nothing is padding */
};

/** What the outputs show from a cycle on, and the transaction that says so. */
struct shown {
    uint64_t cycle;
    uint32_t seq;
    uint8_t bits;
    uint8_t none[3];
};

/** Both histories, oldest first. */
struct lag {
    uint64_t least, most;
    struct level at[LAG_STATES];
    struct shown out[LAG_STATES];
    int n, n_out;
    uint64_t floor[LAG_BITS]; /* by bit: no state before this cycle can show any more */
    uint64_t next;            /* first cycle that is not judged */
    uint8_t wrong;            /* bits that were wrong in the last cycle that was judged, */
    uint8_t judged;           /* and all bits of that cycle */
};

/** What one cycle has shown. */
struct lag_verdict {
    struct level may;   /* the cycle, and which values the bits may have in it */
    struct shown shown; /* which values they have, and since when */
    uint8_t wrong;      /* bits that have another value, */
    uint8_t fresh;      /* and were right, or had a different value, in the cycle before */
};

/** Begin: no state is known, the outputs are 0. */
void lag_begin(struct lag *lag, unsigned least, unsigned most);
/** Add the state of `level.cycle`, which is the cycle of the last state or a later one. @return
 * whether the state has changed. */
bool lag_state(struct lag *lag, struct level level);
/** The outputs change in `shown.cycle`, which is the cycle of the last change or a later one. */
void lag_show(struct lag *lag, struct shown shown);
/** In cycle `now`: forget the first cycle of states that are too old to show. */
void lag_forget(struct lag *lag, uint64_t now);
/** Judge the next cycle up to `last` in which anything can have changed. @return false: none. */
bool lag_judge(struct lag *lag, uint64_t last, struct lag_verdict *verdict);
/** @return whether a cycle is still to be judged; *cycle: the first one. */
bool lag_due(const struct lag *lag, uint64_t *cycle);

#endif
