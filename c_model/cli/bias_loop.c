/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bias.h"

/* A member belongs to a loop if those before it repeat: four rounds, and no few members, so that
 * operations of one instruction are none. */

#define ROUNDS 4u
#define LEAST  32u
#define KEPT   8192u

_Static_assert(KEPT == ROUNDS * LOOP_MAX, "the rounds of the longest loop are kept");

struct bias_history {
    uint64_t pc[KEPT]; /* a ring */
    uint64_t n;
};

struct bias_history *bias_history_new(void)
{
    return calloc(1, sizeof(struct bias_history));
}

void bias_history_free(struct bias_history *history)
{
    free(history);
}

void bias_history_add(struct bias_history *history, uint64_t pc)
{
    history->pc[history->n++ % KEPT] = pc;
}

/* The member `back` before the last one. */
static uint64_t before(const struct bias_history *h, uint64_t back)
{
    return h->pc[(h->n - 1 - back) % KEPT];
}

/* The shortest length of which the last members are some rounds, 0: none. z[i]: how many members
 * before the last one are those before its i-th predecessor (the Z-function). */
static uint32_t period(const struct bias_history *h)
{
    uint32_t z[KEPT], n = h->n < KEPT ? (uint32_t)h->n : KEPT, left = 0, right = 0;

    for (uint32_t i = 1; i < n && i <= LOOP_MAX; i++) {
        uint32_t same = i < right && z[i - left] < right - i ? z[i - left]
                        : i < right                          ? right - i
                                                             : 0;
        while (i + same < n && before(h, same) == before(h, i + same)) {
            same++;
        }
        z[i] = same;
        if (i + same > right) {
            left = i;
            right = i + same;
        }
        if (same >= (ROUNDS - 1) * i && same >= LEAST) {
            return i;
        }
    }
    return 0;
}

/* Where a round begins, by the place of its last member: the rotation that is the least, so that a
 * loop is the same wherever it is looked at. @return members from its first one to the last one. */
static uint32_t place_of_last(const struct bias_history *h, uint32_t length)
{
    uint32_t best = 0; /* begins `best` before the last one's successor in the round */

    for (uint32_t i = 1; i < length; i++) {
        for (uint32_t k = 0; k < length; k++) {
            const uint64_t a = before(h, (2 * length - 1 - i - k) % length);
            const uint64_t b = before(h, (2 * length - 1 - best - k) % length);
            if (a != b) {
                best = a < b ? i : best;
                break;
            }
        }
    }
    return length - 1 - best;
}

/* The members of a round from its first place on. */
static void round_of(const struct bias_history *h, uint32_t length, uint32_t last, uint64_t *pc)
{
    for (uint32_t place = 0; place < length; place++) {
        pc[place] = before(h, (last + length - place) % length);
    }
}

static uint64_t hash_of(const uint64_t *pc, uint32_t n)
{
    uint64_t h = n;

    for (uint32_t i = 0; i < n; i++) {
        h = (h ^ pc[i]) * UINT64_C(0x9E3779B97F4A7C15);
        h ^= h >> 32;
    }
    return h;
}

/* @return NULL: no memory, or *full: as many loops as are kept. */
static struct bias_loop *loop_of(struct bias *b, const uint64_t *pc, uint32_t length, bool *full)
{
    const uint64_t hash = hash_of(pc, length);

    *full = false;
    for (size_t i = 0; i < b->n_loops; i++) {
        if (b->loop[i].hash == hash && b->loop[i].length == length) {
            return &b->loop[i];
        }
    }
    if (b->loop == NULL) {
        b->loop = calloc(LOOPS_MAX, sizeof(*b->loop));
    }
    *full = b->n_loops == LOOPS_MAX;
    if (b->loop == NULL || *full) {
        return NULL;
    }
    struct bias_loop *loop = &b->loop[b->n_loops];
    *loop = (struct bias_loop){.hash = hash, .length = length, .pc = pc[0]};
    loop->visits = calloc(length, sizeof(*loop->visits));
    loop->place = malloc(length * sizeof(*loop->place));
    b->n_loops++;
    if (loop->visits == NULL || loop->place == NULL) {
        return NULL;
    }
    memcpy(loop->place, pc, length * sizeof(*pc));
    return loop;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b != 0) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void visit(struct bias_loop *loop, uint32_t place, uint64_t spacing)
{
    if (loop->n == 0) {
        loop->first_place = place;
        loop->step = loop->length;
        loop->spacing = spacing;
    }
    const uint32_t distance =
        place > loop->first_place ? place - loop->first_place : loop->first_place - place;
    loop->step = common_divisor(loop->step, distance);
    if (loop->n == 1) { /* the first one came from elsewhere */
        loop->spacing = spacing;
    } else if (loop->spacing != spacing) {
        loop->spacing = 0;
    }
    loop->visits[place]++;
    loop->n++;
}

bool bias_loop_selected(struct bias *bias, const struct bias_history *history, uint64_t spacing)
{
    const uint32_t length = period(history);
    bool full;

    if (length == 0) {
        return true;
    }
    uint64_t *pc = malloc(length * sizeof(*pc));
    if (pc == NULL) {
        return false;
    }
    const uint32_t last = place_of_last(history, length);
    round_of(history, length, last, pc);
    struct bias_loop *loop = loop_of(bias, pc, length, &full);
    free(pc);
    if (loop != NULL) {
        visit(loop, last, spacing);
    }
    return loop != NULL || full;
}

/* By chance all places but the first have 1 / step to be where it is. */
bool bias_loop_beats(const struct bias_loop *loop)
{
    return loop->n >= LOOP_ENOUGH && loop->step > 1 &&
           -(double)(loop->n - 1) * log((double)loop->step) < log(BIAS_P);
}
