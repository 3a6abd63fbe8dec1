/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "config_members.h"
#include "parts/audit.h"
#include "parts/count.h"

/* Counted events, cycle by cycle: events that happened, events that need not be reported yet,
 * events that are taken back; and the steps of an audit. */

/* Four events, in cycles 10, 11 (two) and 13; then one event in `cycle`. */
static const struct {
    const char *why;
    uint64_t delay, cycle, now, open;
    int recent; /* entries that are kept */
} delays[] = {
    {"each is due at once", 0, 14, 14, 0, 2},
    {"that of the cycle itself may be late", 1, 14, 14, 1, 2},
    {"up to the delay all may be late", 4, 14, 13, 5, 4},
    {"one cycle more, and the oldest is due", 4, 14, 14, 4, 4},
    {"those of one cycle are one entry", 4, 13, 13, 5, 3},
    {"what is due for long is forgotten", 4, 100, 100, 1, 1},
};

static struct count four(uint64_t delay)
{
    struct count c = {.most_delay = delay, .kept = delay};

    count_add(&c, 1, 10);
    count_add(&c, 2, 11);
    count_add(&c, 1, 13);
    return c;
}

static void events_may_be_late(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(delays) / sizeof(delays[0]); i++) {
        struct count c = four(delays[i].delay);
        count_add(&c, 1, delays[i].cycle);
        CHECK(delays[i].why, c.total, 5);
        CHECK(delays[i].why, count_open(&c, delays[i].now, delays[i].delay), delays[i].open);
        CHECK(delays[i].why, c.n_recent, delays[i].recent);
    }
}

/* The events of cycles 10, 11 and 13 must be reported within 8 cycles. */
static void what_was_to_be_reported_is_forgotten(void **state)
{
    (void)state;
    for (uint64_t now = 13; now < 25; now++) {
        struct count c = four(8);
        count_forget(&c, now);
        CHECK("those that may be reported yet", c.n_recent,
              (now <= 19) + (now <= 20) + (now <= 22));
        CHECK("all", c.total, 4);
    }
}

static void events_are_taken_back(void **state)
{
    (void)state;
    for (uint64_t total = 0; total <= 4; total++) {
        struct count c = four(8);
        count_take_back(&c, total);
        CHECK("total", c.total, total);
        CHECK("not reported yet", count_open(&c, 13, 8), total);
    }
}

/* Four events, of which the last three need not count, and a fifth that need not count either. */
static void what_need_not_count_is_counted_apart(void **state)
{
    struct count c = four(8);

    (void)state;
    count_since(&c, 1);
    CHECK("three", c.maybe, 3);
    count_maybe(&c);
    CHECK("one more", c.total, 5);
    CHECK("which need not be", c.total - c.maybe, 1);
}

static void every_count_has_its_delay(void **state)
{
    const struct spe_config cfg = {
        .pmu_min = 1, .pmu_max = 2, .cti_min = 3, .cti_max = 4, .serror_min = 5, .serror_max = 6};
    struct count count[COUNTS] = {0};

    (void)state;
    counts_begin(count, &cfg, false);
    for (int i = 0; i < COUNTS; i++) {
        const uint64_t least = i == COUNT_CTI ? 3 : i == COUNT_SERROR ? 5 : 1;
        CHECK(count_name(i), count[i].least_delay, least);
        CHECK(count_name(i), count[i].most_delay, least + 1);
        CHECK(count_name(i), count_exists(&cfg, i), i < COUNT_FULL);
        CHECK(count_name(i), count[i].kept, least + 1);
    }
}

/* Without LIFE, PMBIRQ shows only later which members did not count. Until then all members are
 * remembered. */
static void members_are_remembered_until_pmbirq_tells(void **state)
{
    const struct spe_config cfg = {.pmu_max = 64, .irq_max = 64};
    struct count count[COUNTS] = {0}, *c = &count[COUNT_POP];

    (void)state;
    counts_begin(count, &cfg, true);
    CHECK("of another count", count[COUNT_FEED].kept, 64);
    for (uint64_t cycle = 100; cycle < 400; cycle++) {
        count_add(c, 1, cycle);
        CHECK("not told yet", count_open(c, cycle, 128), cycle < 228 ? cycle - 99 : 128);
    }
}

static void an_audit_is_of_what_was_recorded_last(void **state)
{
    struct spe_totals t = {.records = 1}, before = t, later = {.records = 2};
    struct audit a = {0};

    (void)state;
    audit_step(&a, &t, AUDIT_PTR, 10);
    audit_step(&a, &t, AUDIT_BSR, 12);
    CHECK("two steps", audit_steps(&a, &t), AUDIT_PTR | AUDIT_BSR);
    t.faults++;
    CHECK("an event: they show nothing", audit_steps(&a, &t), 0);
    audit_keep(&a, &before, &t, 11);
    CHECK("it came behind the first", audit_steps(&a, &t), 0);
    audit_keep(&a, &later, &t, 10);
    CHECK("a record came behind them", audit_steps(&a, &t), 0);
    audit_keep(&a, &before, &t, 10);
    CHECK("it came before them", audit_steps(&a, &t), AUDIT_PTR | AUDIT_BSR);
    t.records++;
    audit_step(&a, &t, AUDIT_DRAINED, 20);
    CHECK("a record: they begin anew", audit_steps(&a, &t), AUDIT_DRAINED);
}

static void a_difference_is_news_once(void **state)
{
    struct audit a = {0};

    (void)state;
    CHECK("none", audit_news(&a, SPE_CHECK_ACC_FEED, 0), false);
    CHECK("one", audit_news(&a, SPE_CHECK_ACC_FEED, 3), true);
    CHECK("of another account", audit_news(&a, SPE_CHECK_ACC_SELECT, 3), true);
    CHECK("the same", audit_news(&a, SPE_CHECK_ACC_FEED, 3), false);
    CHECK("another", audit_news(&a, SPE_CHECK_ACC_FEED, 4), true);
    CHECK("it closes", audit_news(&a, SPE_CHECK_ACC_FEED, 0), false);
    CHECK("and opens again", audit_news(&a, SPE_CHECK_ACC_FEED, 4), true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_may_be_late),
        cmocka_unit_test(what_was_to_be_reported_is_forgotten),
        cmocka_unit_test(events_are_taken_back),
        cmocka_unit_test(what_need_not_count_is_counted_apart),
        cmocka_unit_test(every_count_has_its_delay),
        cmocka_unit_test(members_are_remembered_until_pmbirq_tells),
        cmocka_unit_test(an_audit_is_of_what_was_recorded_last),
        cmocka_unit_test(a_difference_is_news_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
