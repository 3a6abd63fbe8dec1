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

/* One that counts only if the hypothesis that has found it is right. */
struct note {
    enum fact what;
    unsigned which;
    uint64_t n;
    uint64_t question; /* that it answers, 0: none */
};

#define MAX_LIVE  64   /* hypotheses */
#define MAX_NOTES 4096 /* of one step: a burst whose data came first has up to 1,024 words */

/* In the order in which they were found. */
struct notes {
    struct note at[MAX_NOTES];
    int n;
    uint64_t checks[SPE_CHECKS]; /* how often each was made, */
    bool any_check;              /* at all */
    bool overfull;               /* one more was not noted */
};

struct facts {
    uint64_t hash[HASHES];
    uint64_t mismatches, misuses; /* findings */
    struct checks checks;
    struct fork_counts forks;
    unsigned open[FORK_KINDS]; /* choices of which several answers are still possible */
    struct cover cover;
    struct draws draws;
};

/** A choice of which several answers are still possible, the first one of the list. FORK_KINDS:
 * none. */
enum fork_kind choices_open(const struct facts *facts);

/** Mix one word into a running hash. */
void facts_hash(uint64_t *hash, uint64_t word);

/** Notes of a run begin: none. Of one that has come to its end: what it has checked is one note a
 * check. @{ */
void notes_begin(struct notes *notes);
void notes_end(struct notes *notes);
/** @} */

struct spe_model;

/** It was found out `n` times: counted, or noted where this run may be wrong. */
void fact(struct spe_model *m, enum fact what, unsigned which, uint64_t n);
/** A branch of a choice, the answer of this run to `question`. */
void fact_answer(struct spe_model *m, unsigned which, uint64_t question);
/** It is certain. */
void facts_count(struct spe_model *m, const struct note *note);

#endif
