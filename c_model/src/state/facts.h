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
enum { HASH_BYTES, HASH_REGS, HASH_SELECT, HASHES };

/* How often each check was made, and fired. */
struct checks {
    uint64_t evals[SPE_CHECKS], fired[SPE_CHECKS];
    bool off[SPE_CHECKS];
};

/* What there is to find out, and of which one. */
enum fact {
    FACT_CHECKED, /* a check was made: enum spe_check */
    FACT_COVERED, /* a bin of functional coverage */
    FACT_TAKEN,   /* a branch of a choice: kind * FORK_BRANCHES + branch */
    FACT_UNSEEN,  /* a choice of which nothing can tell any more: its kind */
    FACT_DRAWN,   /* the next random draw: its value */
    FACT_GAP,     /* a draw that is not known, or is none of the generator's */
    FACT_RUN,     /* another run of draws begins */
    FACT_HASHED   /* a word of HASH_*, which is the last argument */
};

struct facts {
    uint64_t hash[HASHES];
    uint64_t mismatches, misuses; /* findings */
    struct checks checks;
    struct fork_counts forks;
    struct cover cover;
    struct draws draws;
};

/** Mix one word into a running hash. */
void facts_hash(uint64_t *hash, uint64_t word);

struct spe_model;

/** It was found out `n` times. */
void fact(struct spe_model *m, enum fact what, unsigned which, uint64_t n);

#endif
