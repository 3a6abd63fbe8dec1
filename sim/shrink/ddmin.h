/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHRINK_DDMIN_H
#define SHRINK_DDMIN_H

#include <stddef.h>

/** What a trial has shown. */
enum shrink_trial {
    SHRINK_SAME,  /* it fails as the whole does */
    SHRINK_OTHER, /* it passes, or fails in another way */
    SHRINK_STOP   /* no more trials: the budget is spent, or one could not be made */
};

/** Try a part: `n` numbers of the whole, ascending. */
typedef enum shrink_trial (*shrink_try_fn)(void *user, const unsigned *part, size_t n);

/**
 * Delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input"): of
 * a set that fails find a smaller one that fails in the same way, from which no single number can
 * be left out, unless the trials end before.
 *
 * @param part  the set, ascending, n >= 1; becomes the smaller one.
 * @param trial room for n numbers.
 * @param n     numbers in it. An empty set is not tried.
 * @return numbers in the smaller set.
 */
size_t shrink_ddmin(unsigned *part, unsigned *trial, size_t n, shrink_try_fn try, void *user);

/**
 * The same for a long set of which little is needed: what can be left out, goes, first in large
 * pieces, whose sizes are powers of two: of what is counted by 256, as operations are, whole
 * intervals go. Fewer trials than delta debugging takes.
 */
size_t shrink_leave_out(unsigned *part, unsigned *trial, size_t n, shrink_try_fn try, void *user);

#endif
