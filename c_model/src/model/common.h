/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_COMMON_H
#define SPE_MODEL_COMMON_H

#include "state/ledger.h"

struct facts;

/*
 * What the hypotheses that are left have found out in common is certain, and is counted:
 *
 *     A: reg.read 3 times, hash 11 12 13, B10 kept          2 times, hash 11 12 are counted
 *     B: reg.read 2 times, hash 11 12,    B10 changed    ->  A: reg.read 1, hash 13, B10 kept
 *                                                            B: B10 changed
 *
 * What only B has found is dropped if B turns out wrong. If A and B become the same, what only one
 * of them has found is dropped, too: then the answer to B10 is SEVERAL. Once it is SEVERAL in all
 * hypotheses that are left, B10 counts as unseen.
 */

/** Count what the `n` ledgers have in common, and take it out of each. */
void common_count(struct facts *facts, struct ledger *const at[], int n);
/** Count all of a ledger but its answers. */
void common_count_all(struct facts *facts, const struct ledger *l);
/** Two hypotheses have become the same: what one of them alone has found is not certain. */
void common_merge(struct ledger *l, const struct ledger *other);

/** Count the open choices: those that at least one hypothesis has answered. */
void common_open(struct facts *facts, const struct answers *const at[], int n);
/** The first choice that `a` has answered in another way than `b`. FORK_KINDS: none. */
enum fork_kind common_choice(const struct answers *a, const struct answers *b);

#endif
