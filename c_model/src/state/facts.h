/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_FACTS_H
#define SPE_STATE_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cover/cover.h"
#include "parts/draws.h"
#include "spe/model.h"
#include "state/forks.h"

/*
 * What a run has found out: how often each check was made, functional coverage, choices taken, the
 * SPU's random draws. No prediction rests on it.
 */

/* Running hashes of what was compared. */
struct hashes {
    uint64_t bytes, regs, select;
};

/* How often each check was made, and fired. */
struct checks {
    uint64_t evals[SPE_CHECKS], fired[SPE_CHECKS];
    bool off[SPE_CHECKS];
};

struct facts {
    struct hashes hashes;
    struct checks checks;
    struct fork_counts forks;
    struct cover cover;
    struct draws draws;
};

#endif
