/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_MITER_H
#define QUALIFY_MITER_H

#include "aig.h"
#include "aiger.h"

/* The design beside its mutants. A latch of the design stands for that of the mutant, too, but for
 * those that a difference reaches within `depth` steps: of them the mutant has its own. Where no
 * reachable state makes the others step, or an output answer, in different ways, mutant and design
 * are the same. */

struct miter {
    struct aig aig;
    const struct aiger *design;
    literal *clean;   /* by variable of the design: its logic without a mutant */
    literal *mutated; /* with the one that is looked at */
    literal *own;     /* by latch: that of the mutant, AIG_FALSE where it has none */
    size_t owned;
    literal assumed; /* what the environment promises in a cycle */
    literal reset_n;
    int first; /* input of the design that is bit 0 of the selection */
};

/** Build the clean design. @return 0, or an exit status after one line. */
int miter_init(struct miter *miter, const struct aiger *design);

void miter_free(struct miter *miter);

/** That the mutant steps or answers in another way. What it has for itself stays in `own`,
 * `mutated` and `owned` until the next call. */
literal miter_differs(struct miter *miter, int mutant, int depth);

/** What a literal of the design is among `value`. */
static inline literal miter_of(const literal *value, uint32_t aiger)
{
    return value[aiger / 2] ^ (aiger & 1u);
}

#endif
