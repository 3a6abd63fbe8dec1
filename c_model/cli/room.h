/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_ROOM_H
#define SPE_CLI_ROOM_H

#include <stddef.h>

/** Room for one more element behind `n` of `bytes` bytes each: `array` was made by this function,
 * or is NULL with *room 0. @return the array, moved or not, with *room elements, or NULL without
 * memory: `array` and *room are then as before. */
void *room_for(void *array, size_t n, size_t *room, size_t bytes);

#endif
