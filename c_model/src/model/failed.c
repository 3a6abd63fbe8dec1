/* SPDX-License-Identifier: Apache-2.0 */
#include "model/failed.h"

#include "model/common.h"

/* The run with fewer unusual answers is nearer; answers on whether an event takes effect now are
 * not counted here (`events`). If two runs have equally many, the nearer run has more of these
 * answers if the step shows events, else fewer. */
static bool nearer(unsigned rank, unsigned events, unsigned other_rank, unsigned other_events,
                   bool shown)
{
    const unsigned choices = rank - events, others = other_rank - other_events;

    return choices != others ? choices < others
           : shown           ? events > other_events
                             : events < other_events;
}

void failed_is(struct failed *failed, struct hypothesis *before, const struct hypothesis *ended)
{
    *failed = (struct failed){true,          before,     ended->rank,
                              ended->events, ended->run, ended->ledger.answers};
}

void failed_add(struct failed *failed, struct hypothesis *before, const struct hypothesis *ended,
                bool shown)
{
    if (!failed->any || nearer(ended->rank, ended->events, failed->rank, failed->events, shown)) {
        failed_is(failed, before, ended);
    }
}

int failed_nearest(const struct hypothesis_list *now, bool shown)
{
    int found = 0;

    for (int i = 1; i < now->n; i++) {
        const struct hypothesis *h = now->at[i], *other = now->at[found];
        found = nearer(h->rank, h->events, other->rank, other->events, shown) ? i : found;
    }
    return found;
}

enum fork_kind failed_choice(const struct failed *failed, const struct hypothesis *best)
{
    if (!failed->any || failed->rank - failed->events >= best->rank - best->events) {
        return FORK_KINDS;
    }
    return common_choice(&best->ledger.answers, &failed->answers);
}
