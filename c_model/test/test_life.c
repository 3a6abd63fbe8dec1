/* SPDX-License-Identifier: Apache-2.0
 *
 * Latencies: DDI 0586A 5.3.4 and dpi/timing.md, 2.
 */
#include "check.h"
#include "config_members.h"
#include "record/life.h"
#include "spe/record.h"

#define EVENTS 8

struct event {
    int kind;
    uint64_t at; /* active cycles */
};

#define ISSUE(t)                                                                                   \
    {                                                                                              \
        SPE_LIFE_ISSUE, t                                                                          \
    }
#define START(t)                                                                                   \
    {                                                                                              \
        SPE_LIFE_XLAT_START, t                                                                     \
    }
#define STOP(t)                                                                                    \
    {                                                                                              \
        SPE_LIFE_XLAT_END, t                                                                       \
    }
#define COMPLETE(t)                                                                                \
    {                                                                                              \
        SPE_LIFE_COMPLETE, t                                                                       \
    }
#define RETIRE(t)                                                                                  \
    {                                                                                              \
        SPE_LIFE_RETIRE, t                                                                         \
    }
#define SQUASH(t)                                                                                  \
    {                                                                                              \
        SPE_LIFE_SQUASH, t                                                                         \
    }
#define EXCEPTION(t)                                                                               \
    {                                                                                              \
        SPE_LIFE_EXCEPTION, t                                                                      \
    }

/* Selected at 100; latencies with exclusive and with inclusive end points. */
static const struct {
    const char *name;
    struct event events[EVENTS]; /* up to the ending */
    struct spe_latencies exclusive, inclusive;
} lives[] = {
    {"load",
     {ISSUE(103), START(104), STOP(107), COMPLETE(110), RETIRE(120)},
     {10, 3, 3},
     {11, 4, 4}},
    {"first issue counts",
     {ISSUE(103), ISSUE(105), COMPLETE(110), RETIRE(120)},
     {10, 3, 0},
     {11, 4, 0}},
    {"last complete counts",
     {ISSUE(101), COMPLETE(110), COMPLETE(115), RETIRE(115)},
     {15, 1, 0},
     {16, 2, 0}},
    {"first start, last end",
     {ISSUE(101), START(102), STOP(105), START(106), STOP(109), COMPLETE(110), RETIRE(111)},
     {10, 1, 7},
     {11, 2, 8}},
    {"all at once", {ISSUE(101), COMPLETE(101), RETIRE(101)}, {1, 1, 0}, {2, 2, 0}},
    {"thread stood still", {ISSUE(100), COMPLETE(100), RETIRE(100)}, {0, 0, 0}, {1, 1, 0}},
    {"squashed before issue", {SQUASH(109)}, {9, 9, 0}, {10, 10, 0}},
    {"squashed after issue", {ISSUE(104), SQUASH(109)}, {9, 4, 0}, {10, 5, 0}},
    {"exception in translation", {ISSUE(104), START(105), EXCEPTION(130)}, {30, 4, 0}, {31, 5, 0}},
    {"end before start",
     {ISSUE(101), STOP(103), START(105), COMPLETE(110), RETIRE(111)},
     {10, 1, 0},
     {11, 2, 0}},
    {"end before start and after",
     {ISSUE(101), STOP(103), START(105), STOP(109), COMPLETE(110), RETIRE(111)},
     {10, 1, 4},
     {11, 2, 5}},
    {"exception without issue", {COMPLETE(108), EXCEPTION(130)}, {8, 8, 0}, {9, 9, 0}},
    {"just not saturated", {ISSUE(101), COMPLETE(4194), RETIRE(9999)}, {4094, 1, 0}, {4095, 2, 0}},
    {"saturated",
     {ISSUE(101), START(102), STOP(9000), COMPLETE(9000), RETIRE(9999)},
     {4095, 1, 4095},
     {4095, 2, 4095}},
};

static void check_latencies(const char *row, struct spe_latencies actual,
                            struct spe_latencies expected)
{
    CHECK(row, actual.total, expected.total);
    CHECK(row, actual.issue, expected.issue);
    CHECK(row, actual.xlat, expected.xlat);
}

static void latencies(void **state)
{
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    for (size_t i = 0; i < sizeof lives / sizeof lives[0]; i++) {
        struct spe_life life;
        const struct event *e = lives[i].events;

        life_begin(&life, 100);
        for (; e->kind < SPE_LIFE_RETIRE; e++) {
            life_event(&life, e->kind, e->at);
        }
        assert_false(life.has_ended);
        life_event(&life, e->kind, e->at);
        assert_true(life.has_ended);
        cfg.latency_rule = spe_cfg_latency_rule_exclusive;
        check_latencies(lives[i].name, life_latencies(&cfg, &life), lives[i].exclusive);
        cfg.latency_rule = spe_cfg_latency_rule_inclusive;
        check_latencies(lives[i].name, life_latencies(&cfg, &life), lives[i].inclusive);
    }
}

static void delivered_counts(void **state)
{
    const struct spe_txn_life end = {.lat_total = 4096, .lat_issue = 4095, .lat_xlat = 7};
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    cfg.latency_rule = spe_cfg_latency_rule_inclusive;
    check_latencies("saturated, nothing added", life_delivered(&cfg, &end),
                    (struct spe_latencies){4095, 4095, 7});
}

/* D18.2.3: "0xFFF indicates the count has saturated" with 12 bits, 0xFFFF with 16. */
static void counter_sizes(void **state)
{
    static const struct {
        int size;
        uint64_t count;
        unsigned recorded;
    } counts[] = {
        {12, 0, 0},           {12, 0xFFE, 0xFFE},      {12, 0xFFF, 0xFFF},
        {12, 0x1000, 0xFFF},  {12, 0xFFFFFFFF, 0xFFF}, {16, 0, 0},
        {16, 0xFFF, 0xFFF},   {16, 0x1000, 0x1000},    {16, 0xFFFE, 0xFFFE},
        {16, 0xFFFF, 0xFFFF}, {16, 0x10000, 0xFFFF},   {16, UINT64_C(1) << 40, 0xFFFF},
    };
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const uint32_t delivered = (uint32_t)counts[i].count;
        const struct spe_txn_life end = {
            .lat_total = delivered, .lat_issue = delivered, .lat_xlat = delivered};
        struct spe_life life;

        cfg.count_size = counts[i].size;
        life_begin(&life, 0);
        life_event(&life, SPE_LIFE_ISSUE, counts[i].count);
        life_event(&life, SPE_LIFE_XLAT_START, 0);
        life_event(&life, SPE_LIFE_XLAT_END, counts[i].count);
        life_event(&life, SPE_LIFE_RETIRE, counts[i].count);
        check_latencies(
            "counted", life_latencies(&cfg, &life),
            (struct spe_latencies){counts[i].recorded, counts[i].recorded, counts[i].recorded});
        CHECK("one", latency_saturate(&cfg, counts[i].count), counts[i].recorded);
        if (delivered == counts[i].count) {
            check_latencies(
                "delivered", life_delivered(&cfg, &end),
                (struct spe_latencies){counts[i].recorded, counts[i].recorded, counts[i].recorded});
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(latencies),
                                       cmocka_unit_test(delivered_counts),
                                       cmocka_unit_test(counter_sizes)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
