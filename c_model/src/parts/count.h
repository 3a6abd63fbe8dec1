/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_COUNT_H
#define SPE_PARTS_COUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "config_members.h"
#include "spe/txn.h"

/* Counted events: what must have happened, what may have, and what the SPU has reported. */

#define MAX_RECENT                                                                                 \
    136 /* more than the greatest delays of a count and of PMBIRQ, 64 cycles each, and the next    \
           one */

/* COUNT_FEED_KIND + enum spe_feed_kind: SAMPLE_FEED_BR and the others. */
enum {
    COUNT_POP,
    COUNT_FEED,
    COUNT_FILTRATE,
    COUNT_COLLISION,
    COUNT_CTI,
    COUNT_SERROR,
    COUNT_FULL,
    COUNT_FEED_KIND,
    COUNTS = COUNT_FEED_KIND + SPE_FEED_KINDS
};

/* One kind of counted event: what the model expects and what the SPU has reported. */
struct count {
    uint64_t least_delay; /* cycles from an event to its report, fewest */
    uint64_t most_delay;  /* and most */
    uint64_t kept;        /* for so many cycles events may be asked for: most_delay or more */
    uint64_t total;       /* events that happened */
    uint64_t maybe;       /* of total: events that need not have happened */
    uint64_t seen;        /* reported; brought back into range after a finding */
    uint64_t acct;        /* reported; with what a reset cut off added */
    uint64_t raw;         /* reported */
    struct {
        uint64_t cycle, n;
    } recent[MAX_RECENT]; /* events that may not be reported yet, oldest first */
    int n_recent;
};

/** Set the delays of each of the COUNTS. `late`: until PMBIRQ tells an event, members may turn out
 * not to count. */
void counts_begin(struct count *count, const struct spe_config *cfg, bool late);

/** Name of a count ("SAMPLE_POP"). Static storage. */
const char *count_name(int which);

/** In `cycle`: forget events that nobody asks for any more. */
void count_forget(struct count *c, uint64_t cycle);
/** `n` events happened in `cycle`, which is the last one so far. */
void count_add(struct count *c, uint64_t n, uint64_t cycle);

/** One more event, which the SPU may count or not. */
void count_maybe(struct count *c);

/** Events since the count was `least` may or may not count: nobody knows. */
void count_since(struct count *c, uint64_t least);

/** The last events have not happened after all: `total` are left. */
void count_take_back(struct count *c, uint64_t total);

/** Whether the configuration has the event ([pmu_full], [pmu_feed]). */
static inline bool count_exists(const struct spe_config *cfg, int which)
{
    if (which == COUNT_FULL) {
        return cfg->pmu_full;
    }
    return which < COUNT_FEED_KIND || cfg->pmu_feed;
}

/** Events that need not be reported by the end of `now`, with a delay of up to `late` cycles. */
static inline uint64_t count_open(const struct count *c, uint64_t now, uint64_t late)
{
    uint64_t sum = 0;

    for (int i = c->n_recent - 1; i >= 0 && c->recent[i].cycle + late > now; i--) {
        sum += c->recent[i].n;
    }
    return sum;
}

#endif
