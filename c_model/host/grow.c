/* SPDX-License-Identifier: Apache-2.0 */
#include "grow.h"

#include <stdlib.h>

void *grow(void *v, size_t n, size_t *room, size_t bytes)
{
    if (n < *room) {
        return v;
    }
    size_t more = *room == 0 ? 64 : 2 * *room;
    void *bigger = realloc(v, more * bytes);
    *room = bigger != NULL ? more : *room;
    return bigger;
}
