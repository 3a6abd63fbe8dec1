/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "log_text.h"

#include <stdlib.h>

#include "check.h"

void log_text_put(struct log_text *t, const char *from, size_t n)
{
    while (t->n + n + 1 > t->room) {
        t->room = t->room == 0 ? 4096 : 2 * t->room;
        t->v = realloc(t->v, t->room);
        assert_non_null(t->v);
    }
    memcpy(t->v + t->n, from, n);
    t->n += n;
    t->v[t->n] = '\0';
}

bool log_line_is_txn(const char *line)
{
    return line[0] >= '0' && line[0] <= '9';
}
