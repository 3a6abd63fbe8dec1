/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bias.h"

/* A member belongs to a loop if the members before it repeat. At least ROUNDS rounds and LEAST
 * members must repeat: one instruction that makes several operations is no loop. */

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

/* The member that came `back` members before the last one. */
static uint64_t before(const struct bias_history *h, uint64_t back)
{
    return h->pc[(h->n - 1 - back) % KEPT];
}

/* The shortest length with which the last members repeat for ROUNDS rounds; 0: they do not repeat.
 * z[i] (the Z-function): how many members are equal, counted back from the last member and from the
 * member i places before it. */
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

/* The place of the last member in its round. A round begins at its lexicographically smallest
 * rotation, so that a loop looks the same wherever it was entered. @return members from the first
 * place of the round to the last member. */
static uint32_t place_of_last(const struct bias_history *h, uint32_t length)
{
    uint32_t best = 0; /* `best` places before the one after the last member */

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

/* Copy the program counters of a round, from its first place on. */
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

/* The loop with these members, added if it is new. @return NULL: no memory, or (*full) LOOPS_MAX
 * loops are kept already. */
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
    if (loop->n == 1) { /* the first selection's `spacing` began outside this loop */
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

/* By chance, each selection after the first one falls on the first one's place modulo `step` with
 * the probability 1 / step. */
bool bias_loop_beats(const struct bias_loop *loop)
{
    return loop->n >= LOOP_ENOUGH && loop->step > 1 &&
           -(double)(loop->n - 1) * log((double)loop->step) < log(BIAS_P);
}
