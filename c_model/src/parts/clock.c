/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stdlib.h>

#include "parts/clock.h"
#include "spe/txn.h"

void clock_begin(struct clock *c)
{
    *c = (struct clock){.active = true};
}

void clock_free(struct clock *c)
{
    free(c->stop);
    c->stop = NULL;
    c->n_stops = c->stop_room = 0;
}

static void note_stop(struct clock *c)
{
    if (c->n_stops == c->stop_room) {
        size_t room = c->stop_room == 0 ? 16 : c->stop_room * 2;
        struct clock_stop *stop = realloc(c->stop, room * sizeof(*stop));
        if (stop == NULL) {
            c->no_memory = true;
            return;
        }
        c->stop = stop;
        c->stop_room = room;
    }
    assert(c->n_stops < c->stop_room);
    c->stop[c->n_stops++] = (struct clock_stop){.cycle = c->cycle, .skew = c->skew};
}

void clock_told(struct clock *c, const struct spe_txn_clk *t)
{
    if (t->running == 0) {
        if (!c->stopped) {
            note_stop(c);
        }
        c->stopped = true; /* this cycle is completed when the clock runs again */
        return;
    }
    c->stopped = false;
    /* The new state holds from this cycle on. */
    if (c->active) {
        c->active_base += c->cycle - c->active_since;
    }
    c->active = t->active != 0;
    c->active_since = c->cycle;
}

uint64_t clock_active(const struct clock *c)
{
    return c->active_base + (c->active ? c->cycle - c->active_since + 1 : 0);
}

uint64_t clock_real(const struct clock *c, uint64_t cycle)
{
    uint64_t skew = c->skew;

    for (size_t i = c->n_stops; i > 0 && cycle < c->stop[i - 1].cycle; i--) {
        skew = c->stop[i - 1].skew;
    }
    return cycle + skew;
}

uint64_t clock_spu(const struct clock *c, uint64_t cycle)
{
    uint64_t skew = c->skew;

    for (size_t i = c->n_stops; i > 0; i--) {
        const struct clock_stop *stop = &c->stop[i - 1];
        if (cycle >= stop->cycle + skew) {
            break;
        }
        if (cycle >= stop->cycle + stop->skew) {
            return stop->cycle; /* the clock stood still */
        }
        skew = stop->skew;
    }
    return cycle - skew;
}
