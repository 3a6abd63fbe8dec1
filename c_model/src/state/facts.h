/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_FACTS_H
#define SPE_STATE_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cover/cover.h"
#include "parts/draws.h"
#include "spe/model.h"
#include "state/forks.h"
#include "state/ledger.h"

struct clock;
struct spe_config;

/*
 * What a run has found out: how often each check was made, functional coverage, choices taken, the
 * SPU's random draws. No prediction rests on it.
 */

/* How often each check was made, and fired. */
struct checks {
    uint64_t evals[SPE_CHECKS], fired[SPE_CHECKS];
    bool off[SPE_CHECKS];
};

struct facts {
    const struct spe_config *cfg; /* of the model, as is its clock: they live as long */
    const struct clock *clock;
    uint64_t hash[HASHES];
    uint64_t mismatches, misuses; /* findings */
    struct checks checks;
    struct fork_counts forks;
    uint64_t rescued[FORK_KINDS][SPE_CHECKS]; /* spe_model_rescue() */
    unsigned open[FORK_KINDS]; /* number of choices with several answers still possible */
    struct cover cover;
    struct draws draws;
};

/** The first choice of the list that still has several possible answers. FORK_KINDS: none. */
enum fork_kind choices_open(const struct facts *facts);

/** Mix one word into a running hash. */
static inline void facts_hash(uint64_t *hash, uint64_t word)
{
    const uint64_t h = (*hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);

    *hash = h ^ (h >> 29);
}

/** Count a fact that is certain, `n` times; of a hash: mix in the word `n`. */
void facts_count(struct facts *facts, enum fact what, unsigned which, uint64_t n);

#endif
