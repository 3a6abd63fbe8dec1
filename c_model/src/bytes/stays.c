/* SPDX-License-Identifier: Apache-2.0 */
#include "bytes/stays.h"

#include <string.h>

#include "state/buffer.h"
#include "state/stream.h"

/* Without LIFE: the places where PMBPTR_EL1 may have stayed (B29). These are the beginnings of
 * records that were done while no buffer, or that of another owner, was enabled. */

static void open_forget(struct stays *s, int i)
{
    s->n_open--;
    memmove(&s->open[i], &s->open[i + 1], (size_t)(s->n_open - i) * sizeof(s->open[0]));
}

void stays_written(struct stays *s, uint64_t end)
{
    if (s->n_open == MAX_STAYS) {
        open_forget(s, 0);
    }
    s->open[s->n_open].start = s->first;
    s->open[s->n_open++].end = end;
}

static bool waits(const struct buffer *buf, uint64_t start, uint64_t end)
{
    bool any = false;

    for (int i = 0; i < buf->n_bursts; i++) {
        const struct burst *b = &buf->burst[i];
        any |= b->mapped && b->va >= start && b->va < end;
    }
    return any;
}

void stays_done(struct stays *s, const struct buffer *buf, bool at_once, bool off)
{
    for (int i = 0; i < s->n_open;) {
        if (!at_once && waits(buf, s->open[i].start, s->open[i].end)) {
            i++;
            continue;
        }
        if (off && s->n < MAX_STAYS) {
            s->at[s->n++] = s->open[i].start;
        }
        open_forget(s, i);
    }
}

bool stays_at(struct stays *s, uint64_t ptr)
{
    bool any = false;

    for (int i = 0; i < s->n; i++) {
        any |= s->at[i] == ptr;
    }
    s->n = 0;
    return any;
}

void stays_forget(struct stays *s)
{
    s->n = s->n_open = 0;
}
