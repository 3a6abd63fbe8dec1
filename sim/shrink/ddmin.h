/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHRINK_DDMIN_H
#define SHRINK_DDMIN_H

#include <stddef.h>

/** The result of a trial. */
enum shrink_trial {
    SHRINK_SAME,  /* it fails as the whole set does */
    SHRINK_OTHER, /* it passes, or fails in another way */
    SHRINK_STOP   /* end the trials: the budget is spent, or a trial was not possible */
};

/** Try a part: `n` numbers of the whole set, in ascending order. */
typedef enum shrink_trial (*shrink_try_fn)(void *user, const unsigned *part, size_t n);

/**
 * Delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input").
 * From a set that fails, find a smaller set that fails in the same way, and from which no single
 * number can be left out, unless the trials end earlier.
 *
 * @param part  the set, ascending, n >= 1; becomes the smaller set.
 * @param trial room for n numbers.
 * @param n     numbers in the set. The empty set is not tried.
 * @return numbers in the smaller set.
 */
size_t shrink_ddmin(unsigned *part, unsigned *trial, size_t n, shrink_try_fn try, void *user);

/**
 * The same for a long set of which few numbers are needed, with fewer trials than delta debugging.
 * Pieces are left out, large ones first. Their sizes are powers of two, so that whole intervals of
 * 256 operations can go at once.
 */
size_t shrink_leave_out(unsigned *part, unsigned *trial, size_t n, shrink_try_fn try, void *user);

#endif
