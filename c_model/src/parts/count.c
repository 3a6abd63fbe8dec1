/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "config_members.h"
#include "parts/count.h"

/* OU1: how late each output may be. */
void counts_begin(struct count *count, const struct spe_config *cfg, bool late)
{
    for (int i = 0; i < COUNTS; i++) {
        count[i].least_delay = (uint64_t)cfg->pmu_min;
        count[i].most_delay = (uint64_t)cfg->pmu_max;
    }
    count[COUNT_CTI].least_delay = (uint64_t)cfg->cti_min;
    count[COUNT_CTI].most_delay = (uint64_t)cfg->cti_max;
    count[COUNT_SERROR].least_delay = (uint64_t)cfg->serror_min;
    count[COUNT_SERROR].most_delay = (uint64_t)cfg->serror_max;
    for (int i = 0; i < COUNTS; i++) {
        count[i].kept = count[i].most_delay;
    }
    count[COUNT_POP].kept += late ? (uint64_t)cfg->irq_max : 0;
}

#define FEED_KIND(id) [COUNT_FEED_KIND + SPE_FEED_##id] = "SAMPLE_FEED_" #id

const char *count_name(int which)
{
    static const char *const names[COUNTS] = {
        [COUNT_POP] = "SAMPLE_POP",
        [COUNT_FEED] = "SAMPLE_FEED",
        [COUNT_FILTRATE] = "SAMPLE_FILTRATE",
        [COUNT_COLLISION] = "SAMPLE_COLLISION",
        [COUNT_CTI] = "CTI trigger 2",
        [COUNT_SERROR] = "SError",
        [COUNT_FULL] = "SAMPLE_BUFFER_FULL",
        FEED_KIND(BR),
        FEED_KIND(LD),
        FEED_KIND(ST),
        FEED_KIND(FP),
        FEED_KIND(SIMD),
        FEED_KIND(OP),
        FEED_KIND(EVENT),
        FEED_KIND(LAT),
        FEED_KIND(DS),
    };

    assert(which >= 0 && which < COUNTS);
    return names[which];
}

void count_forget(struct count *c, uint64_t cycle)
{
    int old = 0;

    while (old < c->n_recent && c->recent[old].cycle + c->kept + 1 < cycle) {
        old++;
    }
    if (old != 0) {
        c->n_recent -= old;
        memmove(&c->recent[0], &c->recent[old], (size_t)c->n_recent * sizeof(c->recent[0]));
    }
}

void count_add(struct count *c, uint64_t n, uint64_t cycle)
{
    c->total += n;
    if (c->n_recent > 0 && c->recent[c->n_recent - 1].cycle == cycle) {
        c->recent[c->n_recent - 1].n += n;
        return;
    }
    count_forget(c, cycle);
    assert(c->n_recent < MAX_RECENT);
    c->recent[c->n_recent].cycle = cycle;
    c->recent[c->n_recent++].n = n;
}

void count_maybe(struct count *c)
{
    c->total++;
    c->maybe++;
}

void count_since(struct count *c, uint64_t least)
{
    c->maybe += c->total - least;
}

void count_take_back(struct count *c, uint64_t total)
{
    uint64_t back = c->total - total;

    c->total = total;
    while (back > 0 && c->n_recent > 0) {
        uint64_t n = c->recent[c->n_recent - 1].n;
        uint64_t take = n < back ? n : back;
        c->recent[c->n_recent - 1].n -= take;
        back -= take;
        c->n_recent -= take == n;
    }
}
