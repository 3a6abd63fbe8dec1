/* SPDX-License-Identifier: Apache-2.0 */
/* Outputs that lag, compared with the definition (parts/lag.h), which the test computes for each
 * cycle from the whole past: a bit shows what the state asked for `least` to `most` cycles before,
 * and never an older state than it has shown already. Eight random bits, judged as time goes on or
 * at the end. */
#include <stdlib.h>

#include "check.h"
#include "parts/lag.h"

enum { CYCLES = 70 };

struct world {
    unsigned least, most;
    int first; /* cycle of the first state */
    uint8_t ones[CYCLES], zeros[CYCLES], shown[CYCLES];
    uint8_t may_ones[CYCLES], may_zeros[CYCLES], wrong[CYCLES], fresh[CYCLES];
    bool changes[CYCLES]; /* the outputs change */
    uint32_t seed;
};

static uint32_t draw(struct world *w, uint32_t below)
{
    w->seed = w->seed * 1664525 + 1013904223;
    return (w->seed >> 10) % below;
}

/* Compute whether a bit is wrong in a cycle, and its permitted values. */
static void judge_bit(struct world *w, int cycle, unsigned bit, int *oldest)
{
    const int first = cycle - (int)w->most;
    int found = -1;

    for (int c = first > *oldest ? first : *oldest; c <= cycle - (int)w->least; c++) {
        w->may_ones[cycle] |= (uint8_t)(w->ones[c] & bit);
        w->may_zeros[cycle] |= (uint8_t)(w->zeros[c] & bit);
        if (found < 0 && (((w->shown[cycle] & bit) != 0 ? w->ones[c] : w->zeros[c]) & bit) != 0) {
            found = c;
        }
    }
    if (found < 0) {
        w->wrong[cycle] |= (uint8_t)bit;
    } else {
        *oldest = found;
    }
}

static void define(struct world *w)
{
    int oldest[8] = {0};

    for (int cycle = 0; cycle < CYCLES; cycle++) {
        const uint8_t was = cycle > 0 ? w->wrong[cycle - 1] : 0;
        const uint8_t before = cycle > 0 ? w->shown[cycle - 1] : 0;
        if (cycle - (int)w->most < w->first) {
            w->may_ones[cycle] = w->may_zeros[cycle] = 0xFF; /* the state before is unknown */
        } else {
            for (unsigned i = 0; i < 8; i++) {
                judge_bit(w, cycle, 1u << i, &oldest[i]);
            }
        }
        w->fresh[cycle] = (uint8_t)(w->wrong[cycle] & (~was | (before ^ w->shown[cycle])));
    }
}

/* Random states, and outputs that follow them, not always correctly. */
static void make(struct world *w, uint32_t seed)
{
    *w = (struct world){.seed = seed * 40503};
    w->least = draw(w, 4);
    w->most = w->least + draw(w, 5);
    w->first = (int)(draw(w, 3) == 0 && w->least > 0 ? w->least : 1 + draw(w, 12));
    const uint32_t busy = 1 + draw(w, 8);
    for (int c = 0; c < CYCLES; c++) {
        const bool same = c > 0 && c != w->first && draw(w, busy) != 0;
        w->ones[c] = same ? w->ones[c - 1] : (uint8_t)draw(w, 256);
        w->zeros[c] =
            same ? w->zeros[c - 1] : (uint8_t)(~w->ones[c] | (draw(w, 6) == 0 ? draw(w, 256) : 0));
        const int of = c - (int)w->least - (int)draw(w, w->most - w->least + 1);
        const bool stays = c > 0 && draw(w, 4) == 0;
        const uint8_t follows = of >= w->first ? w->ones[of] : 0;
        w->shown[c] =
            stays ? w->shown[c - 1] : (uint8_t)(follows ^ (draw(w, 9) == 0 ? 1u << draw(w, 8) : 0));
        w->changes[c] = w->shown[c] != (c > 0 ? w->shown[c - 1] : 0);
    }
    define(w);
}

/* Pass the state and the outputs of a cycle to `lag`; sometimes twice, and the last one counts. */
static void tell(struct world *w, struct lag *lag, int c)
{
    const uint64_t cycle = (uint64_t)c;
    const bool twice = draw(w, 5) == 0;
    const bool other =
        c <= w->first || w->ones[c] != w->ones[c - 1] || w->zeros[c] != w->zeros[c - 1];

    if (c >= w->first && twice) {
        (void)lag_state(lag, (struct level){.cycle = cycle, .ones = (uint8_t)~w->ones[c]});
    }
    if (c >= w->first && (twice || other || draw(w, 3) == 0)) {
        const struct level level = {.cycle = cycle, .ones = w->ones[c], .zeros = w->zeros[c]};
        CHECK("another state", lag_state(lag, level), other);
    }
    if (w->changes[c] && twice) {
        lag_show(lag, (struct shown){.cycle = cycle, .seq = 1, .bits = (uint8_t)~w->shown[c]});
    }
    if (w->changes[c]) {
        lag_show(lag, (struct shown){.cycle = cycle, .seq = 2 + (uint32_t)c, .bits = w->shown[c]});
    }
}

/* Judge the cycles up to `last`; *judged is the last judged cycle. Cycles that lag_judge() skips
 * have no news. */
static void judge(const struct world *w, struct lag *lag, int last, int *judged)
{
    struct lag_verdict v;
    uint64_t due;
    bool is_due = lag_due(lag, &due) && due <= (uint64_t)last;

    while (lag_judge(lag, (uint64_t)last, &v)) {
        const int c = (int)v.may.cycle;
        CHECK("is due", is_due && due == v.may.cycle, true);
        for (int k = *judged + 1; k < c; k++) {
            CHECK("a cycle without news", w->fresh[k], 0);
        }
        CHECK("wrong", v.wrong, w->wrong[c]);
        CHECK("news", v.fresh, w->fresh[c]);
        CHECK("ones", v.may.ones, w->may_ones[c]);
        CHECK("zeros", v.may.zeros, w->may_zeros[c]);
        CHECK("shown", v.shown.bits, w->shown[c]);
        for (int k = c; k > 0 && !w->changes[k]; k--) {
            CHECK("since", v.shown.cycle < (uint64_t)k, true);
        }
        CHECK("told by", v.shown.seq == 0 || v.shown.seq == 2 + v.shown.cycle, true);
        *judged = c;
        is_due = lag_due(lag, &due) && due <= (uint64_t)last;
    }
    CHECK("no more is due", is_due, false);
    for (int k = *judged + 1; k <= last; k++) {
        CHECK("a cycle without news", w->fresh[k], 0);
    }
    *judged = last > *judged ? last : *judged;
}

/* `lag` keeps only the states that may still show in cycles that are not judged, and one more. */
static void forget(const struct world *w, struct lag *lag, int now, int judged)
{
    int kept = 1;

    lag_forget(lag, (uint64_t)now);
    for (int c = judged + 1 - (int)w->most; c < now; c++) {
        kept += c > w->first && (w->ones[c] != w->ones[c - 1] || w->zeros[c] != w->zeros[c - 1]);
    }
    CHECK("no more than may show", lag->n <= kept, true);
}

/* Judge as time goes on, with old states forgotten or kept, or judge at the end. */
static void each_cycle_is_as_it_is_defined(void **state)
{
    struct lag *lag = calloc(1, sizeof(*lag));
    struct world w;

    (void)state;
    assert_non_null(lag);
    for (uint32_t seed = 1; seed <= 900; seed++) {
        int judged = -1;
        make(&w, seed);
        lag_begin(lag, w.least, w.most);
        for (int c = 0; c < CYCLES; c++) {
            if (seed % 3 != 0 && c > 0 && draw(&w, 4) != 0) {
                judge(&w, lag, c - 1, &judged);
            }
            if (seed % 3 == 1) { /* even before all is judged */
                forget(&w, lag, c, judged);
            }
            tell(&w, lag, c);
        }
        judge(&w, lag, CYCLES - 1, &judged);
    }
    free(lag);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_cycle_is_as_it_is_defined),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
