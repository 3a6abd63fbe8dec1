/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "check.h"
#include "log_cases.h"
#include "txnlog.h"

/*
 * Every case of c_model/test/cases that passes, once more as a binding without some groups of taps
 * (c_model/sets.md) reports it, or with packets in any order. A scoreboard that sees less has no
 * finding on a correct SPU.
 */

/* The missing groups, each with the groups that need it. */
enum { REGS, LIFE, POP, RND, OUT, SYNC, LIFE_POP, OUT_SYNC, SETS };

static const struct {
    const char *name;
    unsigned without;
} sets[SETS] = {
    [REGS] = {"REGS", SPE_TAP_REGS | SPE_TAP_LIFE | SPE_TAP_POP | SPE_TAP_RND},
    [LIFE] = {"LIFE", SPE_TAP_LIFE},
    [POP] = {"POP", SPE_TAP_POP | SPE_TAP_RND},
    [RND] = {"RND", SPE_TAP_RND},
    [OUT] = {"OUT", SPE_TAP_OUT},
    [SYNC] = {"SYNC", SPE_TAP_SYNC},
    [LIFE_POP] = {"LIFE, POP", SPE_TAP_LIFE | SPE_TAP_POP | SPE_TAP_RND},
    [OUT_SYNC] = {"OUT, SYNC", SPE_TAP_OUT | SPE_TAP_SYNC},
};

static struct log_cases cases;

static int read_cases(void **state)
{
    (void)state;
    log_cases_of_tree(&cases);
    return 0;
}

static int free_cases(void **state)
{
    (void)state;
    log_cases_free(&cases);
    return 0;
}

/* Cases that a narrower set of taps cannot judge: bytes in any order without the records that they
 * belong to, or a reset value that only PMBIRQ reveals. A run that lacks something is not a run of
 * a correct SPU either. */
static bool is_left_out(const struct log_case *c, int set)
{
    const unsigned without = sets[set].without;

    return (strstr(c->text, "\n@order_free 1") != NULL && (without & SPE_TAP_LIFE) != 0) ||
           (strstr(c->text, "reset_value = unknown") != NULL && (without & SPE_TAP_OUT) != 0) ||
           c->expect[LOG_LACKS] != NULL;
}

static void judge(const struct log_case *c, int set)
{
    static struct txnlog_result result;
    char fired[512];

    txnlog_narrowed("edited", c->text, sets[set].without, &result);
    txnlog_fired(&result, fired, sizeof(fired));
    /* With impdef_event, LIFE needs SYNC. */
    CHECK(c->place, result.status == 0 || strstr(c->text, "impdef_event = 1") != NULL, true);
    if (fired[0] != '\0') {
        fail_msg("%s: %s: without %s: fires %s; %s", c->place, c->name, sets[set].name, fired,
                 result.first);
    }
    /* Without OUT nothing may have told whether an event has come. */
    if (result.totals.pending != 0 && (sets[set].without & SPE_TAP_OUT) == 0) {
        fail_msg("%s: %s: without %s: %s", c->place, c->name, sets[set].name, result.why);
    }
}

static void less(void **state)
{
    size_t judged = 0;

    (void)state;
    for (size_t i = 0; i < cases.n; i++) {
        const struct log_case *c = &cases.v[i];
        if (c->fires[0] == '\0' && strstr(c->text, "\n@taps") == NULL) {
            for (int k = 0; k < SETS; k++) {
                if (!is_left_out(c, k)) {
                    judge(c, k);
                    judged++;
                }
            }
        }
    }
    assert_in_range(judged, 2000, SETS * cases.n);
}

/* @return the text with the option that compares packets as a set. */
static char *free_of_order(const char *text)
{
    static const char option[] = "@order_free 1\n";
    const size_t n = strlen(text), more = sizeof(option);
    const char *config = strstr(text, "@config");
    char *free_text = malloc(n + more);

    assert_non_null(config);
    assert_non_null(free_text);
    const size_t at = (size_t)(config - text) + strcspn(config, "\n") + 1;
    (void)snprintf(free_text, n + more, "%.*s%s%s", (int)at, text, option, text + at);
    return free_text;
}

/* Judge the text as a binding without the taps `without` reports it. */
static void judge_free(const struct log_case *c, const char *text, unsigned without)
{
    static struct txnlog_result result;
    char fired[512];

    txnlog_narrowed("edited", text, without, &result);
    txnlog_fired(&result, fired, sizeof(fired));
    if (fired[0] != '\0') {
        fail_msg("%s: %s: order-free, without 0x%x: fires %s; %s", c->place, c->name, without,
                 fired, result.first);
    }
    /* After a fault only a read shows PMBPTR_EL1 (B11). Without this read the run is not audited.
     */
    const bool unread = strstr(result.why, "PMBPTR_EL1") != NULL;
    CHECK(c->place, without != 0 || result.totals.pending == 0 || unread, true);
}

/* A scoreboard that compares packets as a set, in bursts of any order, has no finding on a correct
 * SPU either. */
static void order_free(void **state)
{
    size_t judged = 0;

    (void)state;
    for (size_t i = 0; i < cases.n; i++) {
        const struct log_case *c = &cases.v[i];
        if (c->fires[0] != '\0' || c->expect[LOG_LACKS] != NULL ||
            strstr(c->text, "\n@order_free") != NULL) {
            continue;
        }
        char *text = free_of_order(c->text);
        judge_free(c, text, 0);
        for (int k = 0; k < SETS && strstr(text, "\n@taps") == NULL; k++) {
            if ((sets[k].without & SPE_TAP_LIFE) == 0 && !is_left_out(c, k)) {
                judge_free(c, text, sets[k].without);
            }
        }
        free(text);
        judged++;
    }
    assert_in_range(judged, 700, cases.n);
}

/* Cases whose error an order-free scoreboard does not find. */
static const char *const unfound[] = {
    /* After a fault, PMBPTR_EL1 may be any byte in the rest of the page, and the SPU may request
     * any of these bytes (B11, W7). */
    "B11: a request for a byte in the middle of a page that faults, and PMBPTR_EL1 is this byte",
    "X1: a burst follows behind the fault that has ended its record, with S set by software",
    /* bytes are compared when a record is complete */
    "A wrong byte of a record behind an abort is its own",
    "But not in the cycle in which its operation ends",
    /* bursts come in any order */
    "buf.address: the second burst leaves bytes out",
    "B4: bursts descend, but not order-free",
};

static bool is_unfound(const char *name)
{
    bool found = false;

    for (size_t i = 0; i < sizeof(unfound) / sizeof(unfound[0]); i++) {
        found |= strcmp(unfound[i], name) == 0;
    }
    return found;
}

/* Whether `fired` contains all checks of `of`; both lists are comma separated. */
static bool has_all(const char *fired, const char *of)
{
    char list[514], one[64];
    bool all = true;

    (void)snprintf(list, sizeof(list), ",%s,", fired);
    for (size_t n; *of != '\0'; of += n + (of[n] == ',')) {
        n = strcspn(of, ",");
        (void)snprintf(one, sizeof(one), ",%.*s,", (int)n, of);
        all &= strstr(list, one) != NULL;
    }
    return all;
}

/* An order-free scoreboard still finds the errors, though often with another check. */
static void order_free_finds(void **state)
{
    static struct txnlog_result result;
    char fired[512];
    size_t judged = 0, others = 0;

    (void)state;
    for (size_t i = 0; i < cases.n; i++) {
        const struct log_case *c = &cases.v[i];
        if (c->fires[0] == '\0' || strstr(c->text, "\n@order_free") != NULL) {
            continue;
        }
        char *text = free_of_order(c->text);
        txnlog_narrowed("edited", text, 0, &result);
        txnlog_fired(&result, fired, sizeof(fired));
        CHECK(c->place, fired[0] == '\0', is_unfound(c->name));
        others += !has_all(fired, c->fires);
        free(text);
        judged++;
    }
    assert_in_range(judged, 850, cases.n);
    assert_in_range(others, 0, 57); /* if this number grows, order-free checks find less */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(less), cmocka_unit_test(order_free),
                                       cmocka_unit_test(order_free_finds)};

    return cmocka_run_group_tests(tests, read_cases, free_cases);
}
