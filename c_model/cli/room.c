/* SPDX-License-Identifier: Apache-2.0 */
#include "room.h"

#include <stdlib.h>

void *room_for(void *array, size_t n, size_t *room, size_t bytes)
{
    if (n < *room) {
        return array;
    }
    const size_t more = *room == 0 ? 64 : 2 * *room;
    void *moved = realloc(array, more * bytes);
    *room = moved != NULL ? more : *room;
    return moved;
}
