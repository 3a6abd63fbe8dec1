/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "check.h"
#include "log_cases.h"
#include "spe/txn.h"
#include "txnlog.h"

/*
 * The totals of every case of c_model/test/cases that passes, against what its log itself tells:
 * selections, bytes, resets; and what spe/model.h says of their sums.
 */

struct told {
    uint64_t selections, collisions, bytes, resets;
};

static uint64_t strobes(const char *line)
{
    const char *const strb = strstr(line, " strb=");
    uint64_t n = 0;

    for (unsigned bits = strb == NULL ? 0 : (unsigned)strtoul(strb + 6, NULL, 0); bits != 0;
         bits >>= 1) {
        n += bits & 1;
    }
    return n;
}

static struct told told_by(const char *text)
{
    struct told told = {0};
    char *const copy = strdup(text);
    char *rest = copy;

    assert_non_null(copy);
    for (char *line = strtok_r(copy, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        if (line[0] >= '0' && line[0] <= '9') {
            const bool sel = strstr(line, " sel ") != NULL;
            told.selections += sel;
            told.collisions +=
                sel && (strstr(line, "tag=collided") != NULL || strstr(line, "tag=255") != NULL);
            told.bytes += strobes(line);
            told.resets += strstr(line, "reset kind=assert") != NULL;
        }
    }
    free(copy);
    return told;
}

/* 1 of a log whose reset cuts nothing off, as it is the first thing that happens. */
static void of_samples(const char *row, const struct spe_totals *s, const struct told *told)
{
    const uint64_t ended = s->filtered + s->not_captured + s->predicted;

    CHECK(row, s->selections, told->selections);
    CHECK(row, s->collisions, told->collisions);
    CHECK(row, s->samples, told->selections - told->collisions);
    CHECK(row, s->samples >= ended, true);
    if (told->resets == 1) {
        CHECK(row, s->samples, ended);
    }
    CHECK(row, s->predicted, s->records + s->lost);
}

static size_t judge_case(const struct log_case *c, size_t at)
{
    static struct txnlog_result result;

    (void)at;
    if (c->expect[LOG_LACKS] != NULL) {
        return 0;
    }
    txnlog_apply("edited", c->text, &result);
    const struct told told = told_by(c->text);
    const struct spe_totals *s = &result.totals;
    if (strstr(c->text, "\n@taps") == NULL) {
        of_samples(c->place, s, &told);
    }
    CHECK(c->place, s->bytes, told.bytes);
    CHECK(c->place, s->resets, told.resets);
    CHECK(c->place, s->discarded <= s->lost, true);
    CHECK(c->place, s->pending, 0);
    return 1;
}

static void totals_are_those_of_the_log(void **state)
{
    (void)state;
    assert_in_range(log_cases_without_findings(judge_case), 500, 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(totals_are_those_of_the_log)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
