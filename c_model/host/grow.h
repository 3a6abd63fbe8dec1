/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_GROW_H
#define SPE_GROW_H

#include <stddef.h>

/** Make room for one more element in an array of `n` elements of `bytes` bytes each. `v` was made
 * by this function, or is NULL with *room 0. @return the array, which may have moved, with room for
 * *room elements; or NULL if there is no memory, with `v` and *room as before. */
void *grow(void *v, size_t n, size_t *room, size_t bytes);

#endif
