/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "check.h"
#include "log_cases.h"
#include "spe/txn.h"
#include "txnlog.h"

/*
 * The totals of every case of c_model/test/cases that passes, against the contents of its log:
 * selections, bytes, resets, the number of times that each check is made; and the sums that
 * spe/model.h promises.
 */

struct told {
    uint64_t selections, collisions, bytes, resets;
    uint64_t accesses, reads, requests, addresses, responses;
    uint64_t words, with_bytes, early, beats; /* with_bytes: some; early: before the address */
    uint64_t psb, dsb, audits;                /* done; audits: a DSB after a PSB CSYNC */
    bool stands;                              /* the clock is stopped */
};

/* State that later lines depend on. */
struct open {
    int64_t beats; /* beats announced by addresses, less the beats received */
    bool psb, psb_done, dsb_behind;
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

static bool has(const char *line, const char *word)
{
    return strstr(line, word) != NULL;
}

static void told_on_bus(struct told *told, struct open *open, const char *line)
{
    const char *const len = strstr(line, " len=");

    told->requests += has(line, " xl_req ");
    told->responses += has(line, " b ");
    if (has(line, " aw ")) {
        told->addresses++;
        open->beats += len == NULL ? 1 : 1 + strtoll(len + 5, NULL, 0);
    }
    if (has(line, " w ")) {
        const bool ends = has(line, "last_word=1");
        told->words++;
        told->with_bytes += strobes(line) != 0;
        told->early += open->beats <= 0;
        told->beats += ends;
        open->beats -= ends;
    }
}

static void told_of_barriers(struct told *told, struct open *open, const char *line)
{
    if (has(line, "kind=psb_req")) {
        open->psb = true;
    } else if (has(line, "kind=psb_done")) {
        told->psb++;
        open->psb = false;
        open->psb_done = true;
    } else if (has(line, "kind=dsb_req")) {
        open->dsb_behind = open->psb_done && !open->psb;
    } else if (has(line, "kind=dsb_done")) {
        told->dsb++;
        told->audits += open->dsb_behind;
        open->psb_done &= !open->dsb_behind;
        open->dsb_behind = false;
    }
}

static void told_in(struct told *told, struct open *open, const char *line)
{
    const bool sel = has(line, " sel "), access = has(line, " sysreg ");

    told->selections += sel;
    told->collisions += sel && (has(line, "tag=collided") || has(line, "tag=255"));
    told->bytes += strobes(line);
    told->accesses += access;
    told->reads +=
        access && !has(line, "write=write") && (!has(line, "outcome=") || has(line, "outcome=OK"));
    told_on_bus(told, open, line);
    told_of_barriers(told, open, line);
    if (has(line, " clk ")) {
        told->stands = has(line, "running=0");
    }
    if (has(line, "reset kind=assert")) {
        told->resets++;
        *open = (struct open){0};
    }
}

static struct told told_by(const char *text)
{
    struct told told = {0};
    struct open open = {0};
    char *const copy = strdup(text);
    char *rest = copy;

    assert_non_null(copy);
    for (char *line = strtok_r(copy, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        if (line[0] >= '0' && line[0] <= '9') {
            told_in(&told, &open, line);
        }
    }
    free(copy);
    return told;
}

/* Totals of samples. If the log has one reset, the reset is the first transaction and cuts nothing
 * off. */
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

/* The number of times that a check is made: once for each item it judges, and never else. A read
 * that may be late is not judged (S8). If packets come in any order, bytes are not judged before
 * their packet is complete. */
static void of_checks(const struct log_case *c, const uint64_t *made, const struct told *told)
{
    const bool lags = has(c->text, "@key read_lag_max"), free = has(c->text, "@order_free 1");
    const uint64_t bus = told->requests + 2 * told->addresses + told->words + told->early +
                         told->beats + told->responses + 1; /* an address: shape, attributes */
    const struct {
        enum spe_check check;
        uint64_t n;
    } rows[] = {
        {SPE_CHECK_REG_OUTCOME, told->accesses},
        {SPE_CHECK_REG_READ, lags ? made[SPE_CHECK_REG_READ] : told->reads},
        {SPE_CHECK_SEL_POSITION, told->selections},
        {SPE_CHECK_SEL_COLLIDED, told->selections},
        {SPE_CHECK_SYNC_PSB, told->psb},
        {SPE_CHECK_SYNC_DSB, told->dsb},
        {SPE_CHECK_BUF_MISSING, told->audits},
        {SPE_CHECK_LIVENESS, told->psb + told->dsb + !told->stands}, /* once more at the end */
        {SPE_CHECK_XL_REGIME, told->requests},
        {SPE_CHECK_BUF_DISABLED, told->addresses},
        {SPE_CHECK_BUF_ADDRESS, told->addresses + told->requests},
        {SPE_CHECK_BUF_LIMIT, told->with_bytes},
        {SPE_CHECK_BUF_TWICE, told->with_bytes},
        {SPE_CHECK_BUF_DATA, free ? made[SPE_CHECK_BUF_DATA] : told->with_bytes},
        {SPE_CHECK_BUS_PROTOCOL, bus},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char row[128];
        (void)snprintf(row, sizeof(row), "%s: %s", c->place, spe_check_name(rows[i].check));
        CHECK(row, made[rows[i].check], rows[i].n);
    }
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
        of_checks(c, result.made, &told);
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
