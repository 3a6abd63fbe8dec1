/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "check.h"
#include "log_cases.h"
#include "log_text.h"
#include "txnlog.h"

/*
 * Every case of c_model/test/cases once more, shifted in time. The verdict must not change.
 *
 * skew: the clock of the SPU stops in an early cycle in which nothing happens (2.8); everything
 * after this cycle is delayed by the length of the stop.
 *
 * after_reset: the setup of the SPU occurs twice, with a reset between. Nothing of the first setup
 * remains.
 */

#define STILL 37 /* cycles */
#define RESET 20 /* cycles from the first cycle without a transaction to the second setup */

/* Cycles from `from` on move by `by` cycles. */
struct shift {
    uint64_t from, by;
};

/* The first cycle without a transaction after the cycle in which `clk` starts the clock. */
static uint64_t idle_cycle(const char *text)
{
    uint64_t idle = 0;

    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        const uint64_t cycle = log_line_is_txn(line) ? strtoull(line, NULL, 10) : 0;
        if (idle == 0) {
            const char *const clk = strstr(line, " clk ");
            idle = clk != NULL && clk < line + strcspn(line, "\n") ? cycle + 1 : 0;
        } else if (cycle > idle) {
            break;
        } else if (cycle == idle) {
            idle++;
        }
    }
    return idle;
}

/* Put a number that is a cycle. @return the length of the number in the line. */
static size_t put_cycle(struct log_text *t, const char *number, struct shift shift)
{
    char *end, later[32];
    const uint64_t cycle = strtoull(number, &end, 0);

    log_text_put(t, later,
                 (size_t)snprintf(later, sizeof(later), "%" PRIu64,
                                  cycle + (cycle >= shift.from ? shift.by : 0)));
    return (size_t)(end - number);
}

static void put_line(struct log_text *t, const char *line, size_t n, struct shift shift)
{
    const char *const end = line + n, *offered;

    line += put_cycle(t, line, shift);
    offered = strstr(line, " offered=");
    if (offered != NULL && offered < end) {
        offered += strlen(" offered=");
        log_text_put(t, line, (size_t)(offered - line));
        line = offered + put_cycle(t, offered, shift);
    }
    log_text_put(t, line, (size_t)(end - line));
}

/* The log, with the clock stopped in the cycle `stop`. */
static char *skewed(const char *text, uint64_t stop)
{
    const struct shift shift = {stop + 1, STILL};
    struct log_text t = {.n = 0};
    char clk[96];
    bool done = false;

    for (const char *line = text; *line != '\0';) {
        const size_t n = strcspn(line, "\n") + 1;
        if (!done && log_line_is_txn(line) && strtoull(line, NULL, 10) > stop) {
            log_text_put(&t, clk,
                         (size_t)snprintf(clk, sizeof(clk),
                                          "%" PRIu64 " clk running=0 active=1\n%" PRIu64
                                          " clk running=1 active=1\n",
                                          stop, stop + STILL));
            done = true;
        }
        if (log_line_is_txn(line)) {
            put_line(&t, line, n, shift);
        } else {
            log_text_put(&t, line, n);
        }
        line += n;
    }
    return t.v;
}

/* Whether the line contains the word. */
static bool has(const char *line, const char *word)
{
    const char *const at = strstr(line, word);

    return at != NULL && at < line + strcspn(line, "\n");
}

/* Whether the setup, before cycle `stop`, has one context and no operation. */
static bool sets_up(const char *text, uint64_t stop)
{
    int contexts = 0;

    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        if (log_line_is_txn(line) && strtoull(line, NULL, 10) < stop) {
            if (has(line, " sel ") || has(line, " pos=") ||
                (has(line, " ctx id=") && !has(line, " ctx id=0 "))) {
                return false;
            }
            contexts += has(line, " ctx id=");
        }
    }
    return contexts == 1;
}

/* A line of the first setup: no members, and its context has id 15, the id before 0. */
static void put_first(struct log_text *t, const char *line, size_t n)
{
    static const char old[] = " ctx id=0 ", id[] = " ctx id=15 ";

    if (has(line, old)) {
        const char *const rest = strstr(line, old) + sizeof(old) - 1;
        log_text_put(t, line, strcspn(line, " "));
        log_text_put(t, id, sizeof(id) - 1);
        log_text_put(t, rest, n - (size_t)(rest - line));
    } else if (!has(line, " pop ")) {
        log_text_put(t, line, n);
    }
}

static char *again(const char *text, uint64_t stop)
{
    const struct shift later = {0, stop + RESET};
    struct log_text t = {.n = 0};

    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        if (!log_line_is_txn(line) || strtoull(line, NULL, 10) < stop) {
            put_first(&t, line, strcspn(line, "\n") + 1);
        }
    }
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        if (log_line_is_txn(line)) {
            put_line(&t, line, strcspn(line, "\n") + 1, later);
        }
    }
    return t.v;
}

/* Whether the clock runs and the thread is active from the first cycles to the end. */
static bool runs(const char *text)
{
    const char *const clk = strstr(text, " clk ");

    return clk != NULL && strstr(clk + 1, " clk ") == NULL && strstr(text, "active=0") == NULL &&
           strstr(clk + 1, " reset kind=assert") == NULL;
}

/* The moved log must have the verdict of the case. Findings before cycle `once` occur twice, so
 * their number is compared only if there is none before. */
static void judge(const struct log_case *c, char *text, uint64_t once)
{
    static struct txnlog_result as_it_is, later;
    char fired[512];

    txnlog_apply("edited", c->text, &as_it_is);
    txnlog_apply("edited", text, &later);
    txnlog_fired(&later, fired, sizeof(fired));
    if (later.status != 0 || strcmp(fired, c->fires) != 0) {
        fail_msg("%s: %s: fires '%s', expected '%s'; %s%s", c->place, c->name, fired, c->fires,
                 later.error, later.first);
    }
    CHECK(c->place, later.totals.pass, as_it_is.totals.pass);
    CHECK(c->place, later.totals.records, as_it_is.totals.records);
    CHECK(c->place, later.totals.predicted, as_it_is.totals.predicted);
    CHECK(c->place, later.totals.lost, as_it_is.totals.lost);
    if (strtoull(as_it_is.cycles, NULL, 10) >= once) {
        CHECK(c->place, later.totals.mismatches, as_it_is.totals.mismatches);
    }
    CHECK(c->place, later.totals.audits, as_it_is.totals.audits);
    CHECK(c->place, later.totals.pending, as_it_is.totals.pending);
    free(text);
}

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

static void skew(void **state)
{
    const size_t step = log_cases_step();
    size_t judged = 0;

    (void)state;
    for (size_t i = 6 % step; i < cases.n; i += step) {
        const char *const text = cases.v[i].text;
        if (runs(text)) {
            judge(&cases.v[i], skewed(text, idle_cycle(text)), 0);
            judged++;
        }
    }
    assert_in_range(judged, 500 / step, cases.n);
}

static void after_reset(void **state)
{
    const size_t step = log_cases_step();
    size_t judged = 0;

    (void)state;
    for (size_t i = 6 % step; i < cases.n; i += step) {
        const char *const text = cases.v[i].text;
        const uint64_t idle = idle_cycle(text);
        if (runs(text) && sets_up(text, idle)) {
            judge(&cases.v[i], again(text, idle), idle);
            judged++;
        }
    }
    assert_in_range(judged, 500 / step, cases.n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(skew), cmocka_unit_test(after_reset)};

    return cmocka_run_group_tests(tests, read_cases, free_cases);
}
