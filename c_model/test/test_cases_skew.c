/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>
#include <stdlib.h>

#include "check.h"
#include "log_cases.h"
#include "txnlog.h"

/*
 * The clock of the SPU stands still once, in an early cycle in which nothing happens (2.8): what
 * comes behind comes as much later, and every case of c_model/test/cases is judged as without.
 */

#define STILL 37 /* cycles */

/* A text that grows. */
struct text {
    char *v;
    size_t n, room;
};

static void put(struct text *t, const char *from, size_t n)
{
    while (t->n + n + 1 > t->room) {
        t->room = t->room == 0 ? 4096 : 2 * t->room;
        t->v = realloc(t->v, t->room);
        assert_non_null(t->v);
    }
    memcpy(t->v + t->n, from, n);
    t->n += n;
    t->v[t->n] = '\0';
}

static bool is_txn(const char *line)
{
    return line[0] >= '0' && line[0] <= '9';
}

/* The first cycle without a transaction behind that in which the clock is told to run. */
static uint64_t idle_cycle(const char *text)
{
    uint64_t idle = 0;

    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        const uint64_t cycle = is_txn(line) ? strtoull(line, NULL, 10) : 0;
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

/* A number that is a cycle, as it is when the clock stood still in `stop`. */
static size_t put_cycle(struct text *t, const char *number, uint64_t stop)
{
    char *end, later[32];
    const uint64_t cycle = strtoull(number, &end, 0);

    put(t, later,
        (size_t)snprintf(later, sizeof(later), "%" PRIu64, cycle + (cycle > stop ? STILL : 0)));
    return (size_t)(end - number);
}

static void put_line(struct text *t, const char *line, size_t n, uint64_t stop)
{
    const char *const end = line + n, *offered;

    line += put_cycle(t, line, stop);
    offered = strstr(line, " offered=");
    if (offered != NULL && offered < end) {
        offered += strlen(" offered=");
        put(t, line, (size_t)(offered - line));
        line = offered + put_cycle(t, offered, stop);
    }
    put(t, line, (size_t)(end - line));
}

/* The log, in which the clock stands still in the cycle `stop`. */
static char *skewed(const char *text, uint64_t stop)
{
    struct text t = {.n = 0};
    char clk[96];
    bool done = false;

    for (const char *line = text; *line != '\0';) {
        const size_t n = strcspn(line, "\n") + 1;
        if (!done && is_txn(line) && strtoull(line, NULL, 10) > stop) {
            put(&t, clk,
                (size_t)snprintf(clk, sizeof(clk),
                                 "%" PRIu64 " clk running=0 active=1\n%" PRIu64
                                 " clk running=1 active=1\n",
                                 stop, stop + STILL));
            done = true;
        }
        if (is_txn(line)) {
            put_line(&t, line, n, stop);
        } else {
            put(&t, line, n);
        }
        line += n;
    }
    return t.v;
}

/* Whether the clock runs and the thread is active, from the first cycles on to the end. */
static bool runs(const char *text)
{
    const char *const clk = strstr(text, " clk ");

    return clk != NULL && strstr(clk + 1, " clk ") == NULL && strstr(text, "active=0") == NULL &&
           strstr(clk + 1, " reset kind=assert") == NULL;
}

static void judge(const struct log_case *c)
{
    static struct txnlog_result as_it_is, later;
    char *text = skewed(c->text, idle_cycle(c->text));
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
    CHECK(c->place, later.totals.mismatches, as_it_is.totals.mismatches);
    CHECK(c->place, later.totals.audits, as_it_is.totals.audits);
    CHECK(c->place, later.totals.pending, as_it_is.totals.pending);
    free(text);
}

static void every_case(void **state)
{
    struct log_cases cases = {.v = NULL};
    size_t judged = 0;
    glob_t found;

    (void)state;
    assert_int_equal(glob("c_model/test/cases/*.cases", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        FILE *in = fopen(found.gl_pathv[i], "r");
        assert_non_null(in);
        assert_true(log_cases_read(&cases, in, found.gl_pathv[i]));
        (void)fclose(in);
    }
    for (size_t i = 0; i < cases.n; i++) {
        if (runs(cases.v[i].text)) {
            judge(&cases.v[i]);
            judged++;
        }
    }
    assert_in_range(judged, 500, cases.n);
    log_cases_free(&cases);
    globfree(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_case)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
