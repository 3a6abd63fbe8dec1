/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_PENDING_FACTS_H
#define SPE_MODEL_PENDING_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "state/facts.h"

struct spe_model;

/* Facts that some hypotheses hold and others do not: counted once all that are left hold them,
 * dropped once none does. */

#define MAX_PENDING 4096

struct pending_fact {
    struct note note;
    uint64_t held; /* bit n: by the n-th hypothesis */
    bool merged;   /* one that holds it has become the same as one that does not */
};

struct pending_facts {
    struct pending_fact at[MAX_PENDING]; /* in the order in which they were found */
    int n;                               /* one more is not counted */
};

/** A hypothesis that has come out of a step: out of which ones before, and what it has found. */
struct heir {
    uint64_t from; /* bits of those that have become it */
    struct notes notes;
};

/** Out of the `from`-th one, having found `notes`. */
void heir_begin(struct heir *heir, unsigned from, const struct notes *notes);
/** `heir` is what another one has become, too: it holds what both do. */
void pending_merge(struct pending_facts *p, struct heir *heir, const struct heir *other);
/** All have turned out wrong: nothing can tell any more which answers were taken. */
void pending_give_up(struct spe_model *m, struct pending_facts *p);
/** The choice that hypothesis `a` has answered in another way than `b`. @return FORK_KINDS: none.
 */
enum fork_kind pending_choice(const struct pending_facts *p, unsigned a, unsigned b);
/** The hypotheses are these now. */
void pending_step(struct spe_model *m, struct pending_facts *p, struct heir *const *heir, int n);

#endif
