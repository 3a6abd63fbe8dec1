/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FST_WALK_H
#define FST_WALK_H

#include "fstapi.h"

#define FST_HANDLES 16384 /* the most handles */

/** Call `use` for each variable of the waves that `reader` has open, with its full name without a
 * range, and its bits. A further name of a variable has the same handle. */
void fst_walk(void *reader,
              void (*use)(void *user, const char *name, fstHandle handle, unsigned bits),
              void *user);

#endif
