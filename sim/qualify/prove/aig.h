/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_AIG_H
#define QUALIFY_AIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Logic of ANDs and inverters; equal ANDs are one node. A literal is twice the number of a node,
 * plus one if inverted. Node 0 is false. */

typedef uint32_t literal;

enum { AIG_FALSE = 0, AIG_TRUE = 1 };

struct aig {
    literal (*gate)[2]; /* operands by node; of an input both are AIG_TRUE */
    size_t nodes, room;
    uint32_t *slot; /* nodes by hash; 0: none */
    size_t slots;
    bool full; /* memory ran out: later literals are invalid */
};

void aig_init(struct aig *aig);

void aig_free(struct aig *aig);

literal aig_input(struct aig *aig);

literal aig_and(struct aig *aig, literal a, literal b);

literal aig_or(struct aig *aig, literal a, literal b);

literal aig_xor(struct aig *aig, literal a, literal b);

/** `a` where `choice` is true, else `b`. */
literal aig_choose(struct aig *aig, literal choice, literal a, literal b);

static inline literal aig_not(literal a)
{
    return a ^ 1u;
}

static inline bool aig_is_input(const struct aig *aig, uint32_t node)
{
    return aig->gate[node][0] == AIG_TRUE && aig->gate[node][1] == AIG_TRUE;
}

#endif
