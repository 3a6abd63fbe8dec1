/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "parts/lag.h"

#define EITHER 0xFFu

void lag_begin(struct lag *lag, unsigned least, unsigned most)
{
    *lag = (struct lag){.least = least, .most = most};
}

static uint64_t before(uint64_t cycle, uint64_t by)
{
    return cycle > by ? cycle - by : 0;
}

static bool same_level(const struct level *a, const struct level *b)
{
    return a->ones == b->ones && a->zeros == b->zeros;
}

static void judge_from(struct lag *lag, uint64_t cycle)
{
    lag->next = cycle < lag->next ? cycle : lag->next;
}

bool lag_state(struct lag *lag, struct level level)
{
    if (lag->n > 0 && lag->at[lag->n - 1].cycle == level.cycle) {
        lag->n--;
    }
    if (lag->n > 0 && same_level(&lag->at[lag->n - 1], &level)) {
        return false;
    }
    if (lag->n == LAG_STATES) {
        lag->n--;
        memmove(&lag->at[0], &lag->at[1], (size_t)lag->n * sizeof(lag->at[0]));
    }
    lag->at[lag->n++] = level;
    judge_from(lag, level.cycle + lag->least);
    return true;
}

void lag_show(struct lag *lag, struct shown shown)
{
    if (lag->n_out > 0 && lag->out[lag->n_out - 1].cycle == shown.cycle) {
        lag->n_out--;
    }
    if (lag->n_out == LAG_STATES) {
        lag->n_out--;
        memmove(&lag->out[0], &lag->out[1], (size_t)lag->n_out * sizeof(lag->out[0]));
    }
    lag->out[lag->n_out++] = shown;
    judge_from(lag, shown.cycle);
}

/* Returns the first cycle from `next` on that has to be judged: outputs change, or a state may
 * begin to show, or must show. */
static uint64_t next_cycle(const struct lag *lag)
{
    uint64_t next = UINT64_MAX;

    for (int i = lag->n_out - 1; i >= 0 && lag->out[i].cycle >= lag->next; i--) {
        next = lag->out[i].cycle;
    }
    for (int i = lag->n - 1; i >= 0 && lag->at[i].cycle + lag->most >= lag->next; i--) {
        const uint64_t may = lag->at[i].cycle + lag->least;
        const uint64_t must = lag->at[i].cycle + lag->most;
        const uint64_t cycle = may >= lag->next ? may : must;
        next = cycle < next ? cycle : next;
    }
    return next;
}

bool lag_due(const struct lag *lag, uint64_t *cycle)
{
    *cycle = lag->n == 0 ? UINT64_MAX : next_cycle(lag);
    return *cycle != UINT64_MAX;
}

void lag_forget(struct lag *lag, uint64_t now)
{
    uint64_t due;
    int old = 0;

    if (lag->next < now && (!lag_due(lag, &due) || due >= now)) {
        lag->next = now; /* nothing happens until then */
    }
    const uint64_t past = before(lag->next, lag->most + 1);
    while (old + 1 < lag->n && lag->at[old + 1].cycle <= past) {
        old++;
    }
    lag->n -= old;
    memmove(&lag->at[0], &lag->at[old], (size_t)lag->n * sizeof(lag->at[0]));
    if (lag->at[0].cycle <= past) { /* a free place, where there is no state */
        lag->at[0].cycle = 0;
    }
    for (int i = 0; i < LAG_BITS; i++) {
        lag->floor[i] = lag->floor[i] <= past ? 0 : lag->floor[i];
    }
}

static struct shown shown_in(const struct lag *lag, uint64_t cycle)
{
    for (int i = lag->n_out - 1; i >= 0; i--) {
        if (lag->out[i].cycle <= cycle) {
            return lag->out[i];
        }
    }
    return (struct shown){0};
}

/* Returns the index of the state that holds in `cycle`, which is not before the first state. */
static int state_of(const struct lag *lag, uint64_t cycle)
{
    int i = lag->n - 1;

    while (lag->at[i].cycle > cycle) {
        i--;
    }
    return i;
}

/* Returns whether a bit that is `high`, or low, can show a state of a cycle from *floor to `last`.
 * *floor becomes the first cycle that it can show. *may: what all these states ask for. */
static bool can_show(const struct lag *lag, unsigned bit, bool high, uint64_t *floor, uint64_t last,
                     struct level *may)
{
    uint64_t found = UINT64_MAX;

    for (int i = state_of(lag, *floor); i < lag->n && lag->at[i].cycle <= last; i++) {
        const struct level *l = &lag->at[i];
        may->ones |= (uint8_t)(l->ones & bit);
        may->zeros |= (uint8_t)(l->zeros & bit);
        if (found == UINT64_MAX && ((high ? l->ones : l->zeros) & bit) != 0) {
            found = l->cycle > *floor ? l->cycle : *floor;
        }
    }
    *floor = found != UINT64_MAX ? found : *floor;
    return found != UINT64_MAX;
}

static unsigned judge_cycle(struct lag *lag, uint64_t cycle, unsigned shown, struct level *may)
{
    const uint64_t first = before(cycle, lag->most), last = before(cycle, lag->least);
    unsigned wrong = 0;

    if (lag->at[0].cycle > first) {
        may->ones = may->zeros = EITHER; /* the bits may show a time before the first state */
        return 0;
    }
    for (unsigned i = 0; i < LAG_BITS; i++) {
        uint64_t floor = lag->floor[i] > first ? lag->floor[i] : first;
        if (can_show(lag, 1u << i, (shown >> i & 1) != 0, &floor, last, may)) {
            lag->floor[i] = floor;
        } else {
            wrong |= 1u << i;
        }
    }
    return wrong;
}

/* EX4: each bit has the value of its function in some cycle of the window. */
bool lag_judge(struct lag *lag, uint64_t last, struct lag_verdict *verdict)
{
    const uint64_t cycle = lag->n == 0 ? UINT64_MAX : next_cycle(lag);

    if (cycle == UINT64_MAX || cycle > last) {
        return false;
    }
    *verdict = (struct lag_verdict){.may.cycle = cycle, .shown = shown_in(lag, cycle)};
    verdict->wrong = (uint8_t)judge_cycle(lag, cycle, verdict->shown.bits, &verdict->may);
    verdict->fresh =
        (uint8_t)(verdict->wrong & (~lag->wrong | (lag->judged ^ verdict->shown.bits)));
    lag->wrong = verdict->wrong;
    lag->judged = verdict->shown.bits;
    lag->next = cycle + 1;
    return true;
}
