/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of small structures that need no model: contexts, regions that may be translated, and
 * histories of levels that exceed the array. */
#include <stdlib.h>

#include "check.h"
#include "config_members.h"
#include "parts/clock.h"
#include "parts/contexts.h"
#include "parts/lag.h"
#include "parts/region.h"
#include "spe/regs.h"
#include "spe/txn.h"

/* A context that differs in state, identifier or offset is a different context; a different count
 * does not make it one. */
static void contexts_differ(void **state)
{
    const struct spe_txn_ctx a = {.id = 1,
                                  .state = 2,
                                  .contextidr_el1 = 3,
                                  .contextidr_el2 = 4,
                                  .cntpct = 5,
                                  .cntvoff = 6,
                                  .cntpoff = 7};
    struct spe_txn_ctx b[8];

    (void)state;
    for (int i = 0; i < 8; i++) {
        b[i] = a;
    }
    b[0].id++;
    b[1].cntpct++;
    b[3].state++;
    b[4].contextidr_el1++;
    b[5].contextidr_el2++;
    b[6].cntvoff++;
    b[7].cntpoff++;
    for (int i = 0; i < 8; i++) {
        char row[16];
        (void)snprintf(row, sizeof(row), "row %d", i);
        CHECK(row, contexts_same(&a, &b[i]), i < 3);
    }
}

static void contexts_follow(void **state)
{
    struct contexts c = {.known = 0};

    (void)state;
    contexts_reset(&c);
    contexts_tell(&c, &(struct spe_txn_ctx){.id = 3, .state = 0x10785, .cntpct = 70});
    contexts_tell(&c, &(struct spe_txn_ctx){.id = 15, .state = 0x10786, .cntpct = 80});
    CHECK("the last count", c.cntpct, 80);
    contexts_count(&c, 90);
    CHECK("a count", c.cntpct, 90);
    CHECK("known", c.known, 1u << 3 | 1u << 15);
    CHECK("not known", contexts_known(&c, 2) || contexts_known(&c, MAX_CONTEXTS), false);
    CHECK("as announced", c.txn[15].state, 0x10786);
    contexts_begin(&c, 3);
    CHECK("current", contexts_now(&c)->el, 1);
    CHECK("from the start of the cycle", contexts_start(&c)->el, 1);
    contexts_announce(&c, 15);
    CHECK("announced", contexts_now(&c)->el, 1);
    contexts_switch(&c);
    CHECK("switched", contexts_now(&c)->el, 2);
    CHECK("none is announced", c.next, -1);
    CHECK("the cycle goes on", contexts_start(&c)->el, 1);
    contexts_cycle(&c);
    CHECK("the next one", contexts_start(&c)->el, 2);
    contexts_reset(&c);
    CHECK("none is current", c.now == -1 && c.next == -1 && c.start == -1, true);
    CHECK("they stay known", contexts_known(&c, 3) && contexts_known(&c, 15), true);
}

#define E SPE_PMBLIMITR_E

/* Pages of a buffer: from the pointer to the limit, or as far as a record written at the pointer
 * would reach (B1: 64 bytes). */
static const struct {
    const char *row;
    uint64_t pointer, limitr, unknown;
    uint64_t in[3], out[3]; /* a 0 ends the list */
} buffers[] = {
    {"from pointer to limit", 0x10000, 0x20000 | E, 0, {0x10000, 0x1ffff}, {0xffff, 0x20000}},
    {"its page", 0x10fff, 0x20000 | E, 0, {0x10000}, {0xffff}},
    {"E is 0", 0x10000, 0x20000, 0, {0}, {0x10000, 0x1ffff}},
    {"one record before the limit", 0x1ffc0, 0x20000 | E, 0, {0x1f000}, {0x1efff, 0x20000}},
    {"less", 0x1ffc1, 0x20000 | E, 0, {0x1f000, 0x20000}, {0x1efff, 0x21000}},
    {"at the limit", 0x20000, 0x20000 | E, 0, {0x20000}, {0x1ffff, 0x21000}},
    {"behind it", 0x30fc1, 0x20000 | E, 0, {0x30000, 0x31000}, {0x2ffff, 0x32000, 0x20000}},
    {"behind it, inside of its page", 0x30fc0, 0x20000 | E, 0, {0x30000}, {0x31000, 0x20000}},
    {"to the end of all addresses", UINT64_MAX - 62, 0x20000 | E, 0, {UINT64_MAX}, {0x20000}},
    {"beyond it", UINT64_MAX - 10, 0x20000 | E, 0, {UINT64_MAX}, {0x20000}},
    {"an unknown limit", 0x10000, 0x20000 | E, 0x1000, {0x10000, 0x20000, UINT64_MAX}, {0xffff}},
    {"another bit is unknown", 0x10000, 0x20000 | E, 2, {0x10000}, {0x20000}},
};

static void regions_of_one_buffer(void **state)
{
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    for (size_t i = 0; i < sizeof(buffers) / sizeof(buffers[0]); i++) {
        struct regions r;
        regions_reset(&r);
        CHECK(buffers[i].row, regions_hold(&r, 0x10000), false);
        regions_pointer(&r, buffers[i].pointer);
        regions_change(&r, &cfg, buffers[i].limitr, buffers[i].unknown, 10);
        for (int k = 0; k < 3; k++) {
            CHECK(buffers[i].row, buffers[i].in[k] == 0 || regions_hold(&r, buffers[i].in[k]),
                  true);
            CHECK(buffers[i].row, buffers[i].out[k] != 0 && regions_hold(&r, buffers[i].out[k]),
                  false);
        }
    }
}

static void the_pointer_is_unknown(void **state)
{
    struct spe_config cfg;
    struct regions r;

    (void)state;
    spe_config_init(&cfg);
    regions_reset(&r);
    regions_change(&r, &cfg, 0x20000 | E, 0, 10);
    CHECK("the first page", regions_hold(&r, 0), true);
    CHECK("the last page", regions_hold(&r, UINT64_MAX), true);
}

/* If a disabled buffer still writes a record, the record goes to the current PMBPTR_EL1. */
static void a_disabled_buffer_moves(void **state)
{
    static const struct {
        const char *key;
        int value;
        bool written;
    } rows[] = {{"discard", spe_cfg_disabled_record_discard, false},
                {"event", spe_cfg_disabled_record_event, false},
                {"write", spe_cfg_disabled_record_write, true},
                {"any", spe_cfg_disabled_record_any, true}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_config cfg;
        struct regions r;
        spe_config_init(&cfg);
        cfg.disabled_record = rows[i].value;
        regions_reset(&r);
        regions_pointer(&r, 0x40000);
        regions_change(&r, &cfg, 0x50000, 0, 10);
        CHECK("no buffer was enabled", regions_hold(&r, 0x40000), false);
        regions_change(&r, &cfg, 0x50000 | E, 0, 11);
        regions_change(&r, &cfg, 0x50000, 0, 12);
        regions_pointer(&r, 0x10000);
        regions_change(&r, &cfg, 0x50000, 0, 13);
        CHECK(rows[i].key, regions_hold(&r, 0x10000), rows[i].written);
        CHECK("of before", regions_hold(&r, 0x40000), true);
        regions_forget(&r, 14);
        CHECK("nothing is on its way", regions_hold(&r, 0x10000), false);
    }
}

/* Each buffer is one page, 0x1000 * n; the last buffer has n = 9. An earlier buffer is kept until
 * none of its records can be on the way. Beyond four earlier buffers, the oldest ones are
 * merged. */
static void one_page(struct regions *r, uint64_t n, uint64_t cycle)
{
    struct spe_config cfg;

    spe_config_init(&cfg);
    regions_pointer(r, n << 12);
    regions_change(r, &cfg, (n + 1) << 12 | E, 0, cycle);
}

static unsigned pages_held(const struct regions *r)
{
    unsigned set = 0;

    for (unsigned page = 0; page < 16; page++) {
        set |= regions_hold(r, (uint64_t)page << 12) ? 1u << page : 0;
    }
    return set;
}

static void regions_of_before(void **state)
{
    static const uint64_t pages[] = {3, 2, 6, 8, 9};
    struct regions r;

    (void)state;
    regions_reset(&r);
    for (uint64_t i = 0; i < 5; i++) {
        one_page(&r, pages[i], 10 * (i + 1));
    }
    CHECK("four of before", pages_held(&r), 1u << 3 | 1u << 2 | 1u << 6 | 1u << 8 | 1u << 9);
    struct regions copy = r;
    regions_forget(&copy, 20);
    CHECK("left in cycle 20", pages_held(&copy), 1u << 3 | 1u << 2 | 1u << 6 | 1u << 8 | 1u << 9);
    regions_forget(&copy, 21);
    CHECK("the oldest is gone", pages_held(&copy), 1u << 2 | 1u << 6 | 1u << 8 | 1u << 9);
    regions_forget(&copy, 41);
    CHECK("all but one", pages_held(&copy), 1u << 8 | 1u << 9);
    regions_forget(&copy, 1000);
    CHECK("the one of now stays", pages_held(&copy), 1u << 9);

    one_page(&r, 12, 60); /* 3 and 2 become one region */
    CHECK("five of before", pages_held(&r),
          1u << 3 | 1u << 2 | 1u << 6 | 1u << 8 | 1u << 9 | 1u << 12);
    copy = r;
    regions_forget(&copy, 30);
    CHECK("left as the younger one", pages_held(&copy),
          1u << 3 | 1u << 2 | 1u << 6 | 1u << 8 | 1u << 9 | 1u << 12);
    regions_forget(&copy, 31);
    CHECK("both are gone", pages_held(&copy), 1u << 6 | 1u << 8 | 1u << 9 | 1u << 12);

    one_page(&r, 13, 70); /* 6 joins that region, with the pages between */
    CHECK("three are one", pages_held(&r), 0x1Fu << 2 | 1u << 8 | 1u << 9 | 1u << 12 | 1u << 13);
    regions_forget(&r, 41);
    CHECK("left as the youngest", pages_held(&r), 1u << 8 | 1u << 9 | 1u << 12 | 1u << 13);
}

static void a_region_over_another(void **state)
{
    static const struct {
        uint64_t first, last;
    } pairs[][2] = {{{2, 8}, {4, 5}}, {{4, 5}, {2, 8}}, {{2, 4}, {6, 7}}, {{6, 7}, {2, 4}}};
    static const unsigned sum[] = {0x1FC, 0x1FC, 0xFC, 0xFC};
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    for (int i = 0; i < 4; i++) {
        struct regions r;
        regions_reset(&r);
        for (uint64_t k = 0; k < 6; k++) { /* the pair, then four copies of page 15 */
            regions_pointer(&r, (k < 2 ? pairs[i][k].first : 15) << 12);
            regions_change(&r, &cfg, ((k < 2 ? pairs[i][k].last : 15) + 1) << 12 | E, 0, k);
        }
        CHECK("taken together", pages_held(&r), sum[i] | 1u << 15);
    }
}

/* Judge all cycles up to `cycle`. @return whether every shown level was right. */
static bool right(struct lag *lag, uint64_t cycle)
{
    struct lag_verdict v;
    bool good = true;

    while (lag_judge(lag, cycle, &v)) {
        good &= v.wrong == 0;
    }
    return good;
}

/* A level changes in every cycle, for more cycles than the array holds; the output follows two
 * cycles later. */
static void a_long_history(void **state)
{
    struct lag *lag = calloc(1, sizeof(*lag));

    (void)state;
    assert_non_null(lag);
    lag_begin(lag, 2, 2);
    for (uint64_t cycle = 10; cycle < 10 + 3 * LAG_STATES; cycle++) {
        const uint8_t one = (uint8_t)(cycle & 1);
        (void)lag_state(
            lag,
            (struct level){.cycle = cycle, .ones = one, .zeros = (uint8_t)(0xFE | (one ^ 1u))});
        lag_show(lag, (struct shown){.cycle = cycle, .bits = one});
        CHECK("in time", right(lag, cycle), true);
    }
    const uint64_t end = 10 + 3 * LAG_STATES;
    lag_show(lag, (struct shown){.cycle = end, .bits = (end & 1) ^ 1u});
    CHECK("too early", right(lag, end), false);
    free(lag);
}

/* The last state of a cycle is the level of that cycle. */
static void the_last_one_of_a_cycle(void **state)
{
    struct lag *lag = calloc(1, sizeof(*lag));

    (void)state;
    assert_non_null(lag);
    lag_begin(lag, 0, 0);
    (void)lag_state(lag, (struct level){.cycle = 5, .ones = 1, .zeros = 0xFE});
    (void)lag_state(lag, (struct level){.cycle = 5, .ones = 0, .zeros = 0xFF});
    lag_show(lag, (struct shown){.cycle = 5, .bits = 0});
    CHECK("the last one", right(lag, 5), true);
    (void)lag_state(lag, (struct level){.cycle = 6, .ones = 0, .zeros = 0xFF});
    (void)lag_state(lag, (struct level){.cycle = 6, .ones = 1, .zeros = 0xFE});
    lag_show(lag, (struct shown){.cycle = 6, .bits = 0});
    CHECK("not the one before", right(lag, 6), false);
    free(lag);
}

/* All levels arrive before the first judgement: the lag forgets the oldest ones that do not fit. */
static void judged_late(void **state)
{
    struct lag *lag = calloc(1, sizeof(*lag));
    struct lag_verdict v;

    (void)state;
    assert_non_null(lag);
    lag_begin(lag, 0, 0);
    for (uint64_t cycle = 1; cycle <= LAG_STATES + 50; cycle++) {
        const uint8_t one = (uint8_t)(cycle & 1);
        (void)lag_state(
            lag,
            (struct level){.cycle = cycle, .ones = one, .zeros = (uint8_t)(0xFE | (one ^ 1u))});
        lag_show(lag, (struct shown){.cycle = cycle, .bits = one});
    }
    CHECK("as many as fit in", lag->n == LAG_STATES && lag->n_out == LAG_STATES, true);
    CHECK("the oldest", lag->at[0].cycle, 51);
    CHECK("the oldest that is shown", lag->out[0].cycle, 51);
    lag->next = 0;
    for (uint64_t cycle = 51; cycle <= LAG_STATES + 50; cycle++) {
        assert_true(lag_judge(lag, LAG_STATES + 50, &v));
        CHECK("cycle by cycle", v.may.cycle, cycle);
        CHECK("as it was", v.wrong, 0);
    }
    CHECK("no more", lag_judge(lag, LAG_STATES + 50, &v), false);
    free(lag);
}

/* If two values are shown in one cycle, the later one counts. A state that differs in one member is
 * a new state. */
static void levels_of_a_cycle(void **state)
{
    static const struct level states[] = {{.cycle = 7, .ones = 1, .zeros = 2},
                                          {.cycle = 8, .ones = 3, .zeros = 2},
                                          {.cycle = 9, .ones = 3, .zeros = 6}};
    struct lag *lag = calloc(1, sizeof(*lag));
    struct level same = states[2];

    (void)state;
    assert_non_null(lag);
    lag_begin(lag, 1, 3);
    for (int i = 0; i < 3; i++) {
        CHECK("another one", lag_state(lag, states[i]), true);
    }
    same.cycle = 10;
    CHECK("the same", lag_state(lag, same), false);
    CHECK("three", lag->n, 3);
    lag_show(lag, (struct shown){.cycle = 5, .bits = 1});
    lag_show(lag, (struct shown){.cycle = 5, .bits = 2});
    CHECK("one", lag->n_out, 1);
    CHECK("the later one", lag->out[0].bits, 2);
    lag_begin(lag, 1, 3);
    free(lag);
}

/* The SPU's clock stops at cycle 10 k for k cycles; together, the stops exceed the initial
 * array. */
static void stops_of_the_clock(void **state)
{
    struct clock c;
    uint64_t skew = 0;

    (void)state;
    clock_begin(&c);
    for (uint64_t k = 1; k <= 40; k++) {
        clock_step(&c, 10 * k);
        clock_told(&c, &(struct spe_txn_clk){.running = 0, .active = 1});
        skew += k;
        c.txn_cycle = 10 * k + skew;
        CHECK("it stands", clock_transaction(&c, 10 * k + skew), 10 * k);
        clock_told(&c, &(struct spe_txn_clk){.running = 1, .active = 1});
    }
    CHECK("all are kept", c.n_stops, 40);
    skew = 0;
    for (uint64_t k = 1; k <= 40; k++) {
        CHECK("before", clock_real(&c, 10 * k - 1), 10 * k - 1 + skew);
        CHECK("and back", clock_spu(&c, 10 * k - 1 + skew), 10 * k - 1);
        for (uint64_t still = 0; still < k; still++) {
            CHECK("it stood still", clock_spu(&c, 10 * k + skew + still), 10 * k);
        }
        skew += k;
        CHECK("it runs", clock_spu(&c, 10 * k + skew), 10 * k);
        CHECK("one more", clock_spu(&c, 10 * k + skew + 1), 10 * k + 1);
        CHECK("from there on", clock_real(&c, 10 * k), 10 * k + skew);
    }
    clock_free(&c);
}

/* The SPU's clock stops in its own cycles `stops`, for one cycle each; some stops are adjacent.
 * `cycle` holds the SPU's cycle of each monitor cycle, counted by hand. */
static void stops_next_to_each_other(void **state)
{
    static const uint64_t stops[] = {10, 11, 13, 14, 15};
    static const uint64_t cycle[] = {9, 10, 10, 11, 11, 12, 13, 13, 14, 14, 15, 15, 16};
    struct clock c;
    uint64_t skew = 0;

    (void)state;
    clock_begin(&c);
    for (size_t i = 0; i < sizeof(stops) / sizeof(stops[0]); i++) {
        clock_step(&c, stops[i]);
        clock_told(&c, &(struct spe_txn_clk){.running = 0, .active = 1});
        CHECK("it stands", clock_transaction(&c, stops[i] + ++skew), stops[i]);
        clock_told(&c, &(struct spe_txn_clk){.running = 1, .active = 1});
    }
    for (uint64_t i = 0; i < sizeof(cycle) / sizeof(cycle[0]); i++) {
        char row[32];
        (void)snprintf(row, sizeof(row), "cycle %" PRIu64, 9 + i);
        CHECK(row, clock_spu(&c, 9 + i), cycle[i]);
    }
    clock_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contexts_differ),          cmocka_unit_test(contexts_follow),
        cmocka_unit_test(regions_of_one_buffer),    cmocka_unit_test(the_pointer_is_unknown),
        cmocka_unit_test(a_disabled_buffer_moves),  cmocka_unit_test(regions_of_before),
        cmocka_unit_test(a_region_over_another),    cmocka_unit_test(a_long_history),
        cmocka_unit_test(the_last_one_of_a_cycle),  cmocka_unit_test(judged_late),
        cmocka_unit_test(levels_of_a_cycle),        cmocka_unit_test(stops_of_the_clock),
        cmocka_unit_test(stops_next_to_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
