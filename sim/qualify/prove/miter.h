/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_MITER_H
#define QUALIFY_MITER_H

#include "aig.h"
#include "aiger.h"

/* The design beside one of its mutants. A latch of the design is also the mutant's latch, except
 * where a difference arrives within `depth` steps: there the mutant has its own latch. If no
 * reachable state makes a shared latch step differently, or an output differ, then mutant and
 * design are equivalent. */

struct miter {
    struct aig aig;
    const struct aiger *design;
    literal *clean;   /* by variable: its literal in the clean design */
    literal *mutated; /* the same in the mutant */
    literal *own;     /* by latch: the mutant's own one, or AIG_FALSE */
    size_t owned;
    literal assumed; /* the environment keeps its assumptions in this cycle */
    literal reset_n;
    int first; /* input of the design that is bit 0 of the selection */
};

/** Build the clean design. @return 0, or an exit status after one line. */
int miter_init(struct miter *miter, const struct aiger *design);

void miter_free(struct miter *miter);

/** The literal that is true where the mutant steps or answers differently. The mutant's logic stays
 * in `own`, `mutated` and `owned` until the next call. */
literal miter_differs(struct miter *miter, int mutant, int depth);

/** The literal in `value` for a literal of the design. */
static inline literal miter_of(const literal *value, uint32_t aiger)
{
    return value[aiger / 2] ^ (aiger & 1u);
}

#endif
