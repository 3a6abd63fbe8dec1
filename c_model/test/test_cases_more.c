/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "log_cases.h"
#include "txnlog.h"

/*
 * Every case of c_model/test/cases that passes, once more with keys that permit more. An SPU that
 * is correct under the narrower keys is correct under the wider keys.
 */

#define IS(name, text)                                                                             \
    {                                                                                              \
        .key = name, .value = text, .way = WIDER_IS                                                \
    }
#define MORE(name, text)                                                                           \
    {                                                                                              \
        .key = name, .value = text, .way = WIDER_MORE                                              \
    }
#define LESS(name, text)                                                                           \
    {                                                                                              \
        .key = name, .value = text, .way = WIDER_LESS                                              \
    }

/* Each key with its most permissive value. Some numbers also get a value a little above the usual
 * one: a window that is always open hides events at its edge. */
static const struct txnlog_wider one[] = {
    IS("disabled_record", "any"), IS("wrong_pointer", "any"), IS("dl_boundary", "any"),
    IS("fe_zero", "any"),         IS("ft_zero", "any"),       IS("fl_zero", "any"),
    IS("fne_zero", "any"),        IS("fe_overlap", "any"),    IS("tag_order", "any"),
    IS("record_order", "any"),    IS("rnd_draws", "shifted"), IS("axi_one_id", "0"),
    MORE("release_max", "2"),     MORE("release_max", "64"),  MORE("b1_max", "16"),
    MORE("b1_max", "64"),         MORE("event_max", "12"),    MORE("event_max", "64"),
    MORE("irq_max", "3"),         MORE("irq_max", "64"),      MORE("read_lag_max", "4"),
    MORE("read_lag_max", "64"),   MORE("pmu_max", "64"),      MORE("cti_max", "64"),
    MORE("serror_max", "64"),     MORE("psb_max", "65536"),   MORE("dsb_max", "65536"),
    IS("dsb_max", "0"),           LESS("event_min", "1"),     LESS("irq_min", "0"),
    LESS("pmu_min", "0"),         LESS("cti_min", "0"),       LESS("serror_min", "0"),
};

/* All keys that sim/logs.sh opens. */
static const struct txnlog_wider all[] = {
    IS("disabled_record", "any"), IS("wrong_pointer", "any"),
    IS("dl_boundary", "any"),     IS("fe_zero", "any"),
    IS("ft_zero", "any"),         IS("fl_zero", "any"),
    IS("fne_zero", "any"),        IS("fe_overlap", "any"),
    IS("tag_order", "any"),       IS("record_order", "any"),
    MORE("release_max", "2"),     MORE("read_lag_max", "4"),
    MORE("event_max", "12"),      MORE("b1_max", "16"),
    MORE("irq_max", "3"),         {.key = NULL},
};

#define ONES (sizeof(one) / sizeof(one[0]))

/* Limits that no key promises to hold: more possibilities than the scoreboard can store, or a reset
 * value that PMBIRQ must reveal before software needs it. */
static bool is_left_out(const struct log_case *c, const struct txnlog_wider *keys,
                        const struct txnlog_result *result)
{
    return strstr(result->first, "the scoreboard cannot follow") != NULL ||
           (strcmp(keys->key, "irq_max") == 0 && strstr(c->text, "reset_value = unknown") != NULL);
}

/* @return whether `keys` permit more than the keys of the case. */
static bool judge(const struct log_case *c, const struct txnlog_wider *keys)
{
    static struct txnlog_result result;
    char fired[512];

    txnlog_widened("edited", c->text, keys, &result);
    txnlog_fired(&result, fired, sizeof(fired));
    if (result.status == TXNLOG_SAME) {
        return false;
    }
    CHECK(c->place, result.status, 0);
    if (fired[0] != '\0' && !is_left_out(c, keys, &result)) {
        fail_msg("%s: %s: with %s=%s%s: fires %s; %s", c->place, c->name, keys->key, keys->value,
                 keys == all ? " and all others" : "", fired, result.first);
    }
    return true;
}

static size_t judge_case(const struct log_case *c, size_t at)
{
    size_t judged = 0;

    if (at % log_cases_step() != 2 % log_cases_step()) {
        return 0;
    }
    for (size_t k = 0; k < ONES; k++) {
        const struct txnlog_wider key[] = {one[k], {.key = NULL}};
        judged += judge(c, key);
    }
    return judged + judge(c, all);
}

static void more(void **state)
{
    (void)state;
    assert_in_range(log_cases_without_findings(judge_case), 10000 / log_cases_step(),
                    (ONES + 1) * 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(more)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
