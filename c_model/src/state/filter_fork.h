/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_FILTER_FORK_H
#define SPE_STATE_FILTER_FORK_H

#include <stdbool.h>
#include <stdint.h>

#include "config_members.h"
#include "state/forks.h"

#define MAX_GONE 64

/* A sample that has no record any more: it was kept and lost, or rejected. `sure`: it was kept. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* hypotheses are compared byte by byte */
struct filter_gone {
    uint64_t cycle; /* of the filters */
    enum fork_kind kind;
    bool discarded; /* counted as discarded */
    bool sure;      /* SAMPLE_FILTRATE settles nothing, but need not have counted it yet */
    uint8_t none[2];
};
#pragma GCC diagnostic pop

/* CONSTRAINED UNPREDICTABLE filters that the configuration leaves open (value `any`: L1 to L3,
 * L15): each sample is kept or rejected. These are the keys of a run. */
struct filter_keys {
    bool any;
    struct spe_config kept, rejected; /* the configuration with either value in place of `any` */
};

/* These are the samples in doubt, in one SPU. */
struct filter_fork {
    struct filter_gone gone[MAX_GONE]; /* oldest first */
    int n_gone;
    bool told;          /* it was reported that the scoreboard has lost one of those: */
    uint64_t forgotten; /* order of the youngest record that was given up for want of room; 0: none,
                           or a barrier has passed it */
};

#endif
