/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_GROW_H
#define SPE_GROW_H

#include <stddef.h>

/** Room for one more element behind `n` of `bytes` bytes each: `v` was made by this function, or is
 * NULL with *room 0. @return the array, moved or not, with *room elements, or NULL without memory:
 * `v` and *room are then as before. */
void *grow(void *v, size_t n, size_t *room, size_t bytes);

#endif
