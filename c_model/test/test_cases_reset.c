/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "check.h"
#include "log_cases.h"
#include "log_text.h"
#include "txnlog.h"

/*
 * Every case of c_model/test/cases that passes, cut off by a reset in one of its cycles and then
 * run from its beginning. A reset leaves nothing (2.8, E6), so the second run must be as the first.
 */

#define REST 20 /* cycles from the reset to the second run */

/* Copy the line up to the number after `field`, and add `by` to the number. @return the rest of the
 * line. */
static const char *put_more(struct log_text *t, const char *line, const char *end,
                            const char *field, uint64_t by)
{
    const char *at = strstr(line, field);
    char *rest, number[32];

    if (at == NULL || at >= end) {
        return line;
    }
    at += strlen(field);
    log_text_put(t, line, (size_t)(at - line));
    const uint64_t value = strtoull(at, &rest, 0);
    log_text_put(t, number, (size_t)snprintf(number, sizeof(number), "%" PRIu64, value + by));
    return rest;
}

static bool has(const char *line, size_t n, const char *word)
{
    const char *const at = strstr(line, word);

    return at != NULL && at < line + n;
}

/* A line of the second run: move its cycle, positions and offers. */
static void put_again(struct log_text *t, const char *line, size_t n, uint64_t later,
                      uint64_t members)
{
    const char *const end = line + n - 1;
    const bool access = has(line, n, " sysreg ") || has(line, n, " sync ");
    char *rest, number[32];

    log_text_put(t, number,
                 (size_t)snprintf(number, sizeof(number), "%" PRIu64,
                                  (uint64_t)strtoull(line, &rest, 10) + later));
    if (access && !has(line, n, " pos=")) {
        log_text_put(t, rest, (size_t)(end - rest));
        log_text_put(t, number,
                     (size_t)snprintf(number, sizeof(number), " pos=%" PRIu64 "\n", members));
        return;
    }
    line = put_more(t, rest, end, " pos=", members);
    line = put_more(t, line, end, " offered=", later);
    log_text_put(t, line, (size_t)(end + 1 - line));
}

/* A line of the first run: its contexts have the ids before those of the second run. */
static void put_first(struct log_text *t, const char *line, size_t n, unsigned ids)
{
    const char *const end = line + n;

    line = put_more(t, line, end, has(line, n, " ctx id=") ? " ctx id=" : " ctx=", 16 - ids);
    log_text_put(t, line, (size_t)(end - line));
}

/* The number of context ids that the log uses before the cycle. */
static unsigned ids_before(const char *text, uint64_t cycle)
{
    unsigned ids = 0;

    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        if (log_line_is_txn(line) && strtoull(line, NULL, 10) < cycle &&
            has(line, strcspn(line, "\n"), " ctx id=")) {
            const unsigned id = (unsigned)strtoul(strstr(line, " ctx id=") + 8, NULL, 0);
            ids = id + 1 > ids ? id + 1 : ids;
        }
    }
    return ids;
}

/* The number after the field of a line; 0: the line does not have the field. */
static uint64_t number_of(const char *line, size_t n, const char *field)
{
    return has(line, n, field) ? strtoull(strstr(line, field) + strlen(field), NULL, 0) : 0;
}

/* The number of members before the line, including the `before` of earlier lines. */
static uint64_t members_behind(const char *line, size_t n, uint64_t before)
{
    const uint64_t pos = number_of(line, n, " pos=");
    const uint64_t now = before + (has(line, n, " pop ") ? number_of(line, n, " n=") : 0);

    return pos > now ? pos : now;
}

/* The log up to `cycle`, a reset in this cycle, then the whole log. */
static char *cut(const char *text, uint64_t cycle)
{
    struct log_text t = {.n = 0};
    char reset[64];
    const unsigned ids = ids_before(text, cycle);
    uint64_t members = 0;
    size_t n;

    for (const char *line = text; *line != '\0'; line += n) {
        n = strcspn(line, "\n") + 1;
        if (!log_line_is_txn(line)) {
            log_text_put(&t, line, n);
        } else if (strtoull(line, NULL, 10) < cycle) {
            put_first(&t, line, n, ids);
            members = members_behind(line, n, members);
        }
    }
    log_text_put(&t, reset,
                 (size_t)snprintf(reset, sizeof(reset), "%" PRIu64 " reset kind=assert\n", cycle));
    for (const char *line = text; *line != '\0'; line += n) {
        n = strcspn(line, "\n") + 1;
        if (log_line_is_txn(line) && line[0] != '0') { /* but the log's first reset */
            put_again(&t, line, n, cycle + REST, members);
        }
    }
    return t.v;
}

/* A log can be cut only in a cycle before which all members were reported, also by SAMPLE_POP: a
 * monitor reports the remaining ones before the reset. Cycles up to 2 are too early. */
static bool can_be_cut(const char *text, uint64_t cycle)
{
    const char *const taps = strstr(text, "\n@taps ");
    const bool blind = taps != NULL && (strtoul(taps + 7, NULL, 0) & SPE_TAP_OUT) == 0;
    uint64_t members = 0, told = 0, pos = 0;
    size_t n;

    for (const char *line = text; *line != '\0'; line += n) {
        n = strcspn(line, "\n") + 1;
        if (log_line_is_txn(line) && strtoull(line, NULL, 10) < cycle) {
            members += has(line, n, " pop ") ? number_of(line, n, " n=") : 0;
            told += has(line, n, " out ") ? number_of(line, n, " pop=") : 0;
            pos = has(line, n, " pos=") ? number_of(line, n, " pos=") : pos;
        }
    }
    return cycle > 2 && (members == told || blind) && (members == 0 || pos <= members);
}

/* Whether the only reset is in the first cycle, and each context has a number. */
static bool is_plain(const char *text)
{
    const char *const reset = strstr(text, "\n0 reset kind=assert\n");

    return reset != NULL && strstr(reset + 3, " reset kind=assert") == NULL &&
           ids_before(text, UINT64_MAX) < 8;
}

/* @return whether the log can be cut in this cycle. */
static bool judge(const struct log_case *c, const struct txnlog_result *once, uint64_t cycle)
{
    static struct txnlog_result twice;
    char row[300], fired[512];

    if (cycle > once->totals.cycles || !can_be_cut(c->text, cycle)) {
        return false;
    }
    char *const text = cut(c->text, cycle);
    txnlog_apply("edited", text, &twice);
    free(text);
    txnlog_fired(&twice, fired, sizeof(fired));
    (void)snprintf(row, sizeof(row), "%s, cut in cycle %" PRIu64, c->place, cycle);
    if (twice.status != 0 || fired[0] != '\0') {
        fail_msg("%s: fires %s; %s%s", row, fired, twice.error, twice.first);
    }
    CHECK(row, twice.totals.pass, once->totals.pass);
    CHECK(row, twice.totals.audited, once->totals.audited);
    CHECK(row, twice.totals.resets, once->totals.resets + 1);
    CHECK(row, twice.totals.pending, 0);
    CHECK(row, twice.totals.records >= once->totals.records, true);
    CHECK(row, twice.totals.lost >= once->totals.lost, true);
    CHECK(row, twice.totals.predicted, twice.totals.records + twice.totals.lost);
    return true;
}

static size_t judge_case(const struct log_case *c, size_t at)
{
    static struct txnlog_result once;
    size_t judged = 0;

    if (at % log_cases_step() != 4 % log_cases_step() || c->expect[LOG_LACKS] != NULL ||
        !is_plain(c->text)) {
        return 0;
    }
    txnlog_apply("edited", c->text, &once);
    const uint64_t last = once.totals.cycles;
    for (uint64_t k = 1; k < 5; k++) {
        judged += judge(c, &once, last * k / 5 + at % 7);
    }
    return judged;
}

static void a_reset_leaves_nothing(void **state)
{
    (void)state;
    assert_in_range(log_cases_without_findings(judge_case), 1000 / log_cases_step(), 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_reset_leaves_nothing)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
