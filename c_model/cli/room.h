/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_ROOM_H
#define SPE_CLI_ROOM_H

#include <stddef.h>

/** Make room for one more element after `n` elements of `bytes` bytes. `array` comes from this
 * function, or is NULL with *room 0. @return the array, possibly moved, with room for *room
 * elements; or NULL without memory: `array` and *room are then unchanged. */
void *room_for(void *array, size_t n, size_t *room, size_t bytes);

#endif
