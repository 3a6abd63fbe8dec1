/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "check.h"
#include "log_cases.h"
#include "log_text.h"
#include "txnlog.h"

/*
 * Every case of c_model/test/cases under each single way of a choice and under the choice as a
 * whole. An SPU that takes one of the ways satisfies the choice, so a case that passes under one
 * way passes under the choice. If there is only one thing to choose for, a case that passes under
 * the choice passes under one of the ways. The test also judges cases with one line changed: about
 * one of two thousand, selected by a hash of the log.
 */

#define WAYS 6
#define KEYS 4 /* the last one has no name */
#define IS(name, text)                                                                             \
    {                                                                                              \
        .key = name, .value = text, .way = WIDER_IS                                                \
    }
#define WINDOW(name, least, most)                                                                  \
    {                                                                                              \
        IS(name "_min", least), IS(name "_max", most)                                              \
    }
#define WINDOWS(name)                                                                              \
    .ways = {WINDOW(name, "1", "1"), WINDOW(name, "2", "2"), WINDOW(name, "3", "3"),               \
             WINDOW(name, "4", "4")},                                                              \
    .open = WINDOW(name, "1", "4")
#define DISABLED                                                                                   \
    .ways = {{IS("disabled_record", "discard")},                                                   \
             {IS("disabled_record", "event")},                                                     \
             {IS("disabled_record", "write")}},                                                    \
    .open = {IS("disabled_record", "any")}
#define POINTER                                                                                    \
    .ways = {{IS("wrong_pointer", "full")},                                                        \
             {IS("wrong_pointer", "full_dl")},                                                     \
             {IS("wrong_pointer", "translation")},                                                 \
             {IS("wrong_pointer", "translation_dl")},                                              \
             {IS("wrong_pointer", "denied")}},                                                     \
    .open = {IS("wrong_pointer", "any")}
#define BOUNDARY                                                                                   \
    .ways = {{IS("dl_boundary", "unchanged")},                                                     \
             {IS("dl_boundary", "zero")},                                                          \
             {IS("dl_boundary", "one")}},                                                          \
    .open = {IS("dl_boundary", "any")}
#define FILTER(name)                                                                               \
    .ways = {{IS(name, "ignored")}, {IS(name, "nothing")}}, .open = {IS(name, "any")}

/* The thing that a choice is made for. Several of these may each take another way. */
enum each { ANYTHING, EVENT, RECORD };

static const struct choice {
    const char *name;
    struct txnlog_wider ways[WAYS][KEYS], open[KEYS];
    enum each each;
    unsigned without; /* groups of taps */
} choices[] = {
    {.name = "event", WINDOWS("event")},
    {.name = "irq", WINDOWS("irq")},
    {.name = "pmu", WINDOWS("pmu")},
    {.name = "cti", WINDOWS("cti")},
    {.name = "disabled_record", .each = RECORD, DISABLED},
    {.name = "wrong_pointer", .each = EVENT, POINTER},
    {.name = "dl_boundary", .each = EVENT, BOUNDARY},
    {.name = "fe_zero", .each = RECORD, FILTER("fe_zero")},
    {.name = "ft_zero", .each = RECORD, FILTER("ft_zero")},
    {.name = "fl_zero", .each = RECORD, FILTER("fl_zero")},
    {.name = "record_order",
     .ways = {{IS("record_order", "completion")}, {IS("record_order", "population")}},
     .open = {IS("record_order", "any")}},
    {.name = "disabled_record, event",
     .ways = {{IS("disabled_record", "write"), IS("event_min", "1"), IS("event_max", "1")},
              {IS("disabled_record", "event"), IS("event_min", "3"), IS("event_max", "3")}},
     .open = {IS("disabled_record", "any"), IS("event_min", "1"), IS("event_max", "4")}},
    {.name = "event without OUT", .without = SPE_TAP_OUT, WINDOWS("event")},
    {.name = "disabled_record without OUT", .without = SPE_TAP_OUT, DISABLED},
    {.name = "disabled_record without LIFE", .without = SPE_TAP_LIFE, DISABLED},
    {.name = "disabled_record without SYNC", .without = SPE_TAP_SYNC, DISABLED},
};

#define CHOICES (sizeof(choices) / sizeof(choices[0]))

enum change { AS_IS, LATER, EARLIER, MUCH_LATER, MUCH_EARLIER, GONE, TWICE, CHANGES };

static const struct {
    const char *name;
    long by; /* cycles */
} changes[CHANGES] = {[AS_IS] = {"as it is", 0},
                      [LATER] = {"a cycle later", 1},
                      [EARLIER] = {"a cycle earlier", -1},
                      [MUCH_LATER] = {"3 cycles later", 3},
                      [MUCH_EARLIER] = {"3 cycles earlier", -3},
                      [GONE] = {"gone", 0},
                      [TWICE] = {"twice", 0}};

/* A case with one line changed. */
struct variant {
    const struct log_case *of;
    const char *line; /* in the text of the case */
    enum change change;
    char *text;
};

static struct log_cases cases;
static size_t some_pass, none_passes;

static size_t length(const char *line)
{
    const size_t n = strcspn(line, "\n");

    return n + (line[n] == '\n');
}

static void put_at(struct log_text *t, const char *line, long cycle)
{
    const size_t number = strspn(line, "0123456789");
    char later[32];

    log_text_put(t, later, (size_t)snprintf(later, sizeof(later), "%ld", cycle));
    log_text_put(t, line + number, length(line) - number);
}

/* A line that moves to another cycle goes after all lines of that cycle. */
static char *change(const char *text, const char *line, enum change how)
{
    struct log_text t = {.v = NULL};
    const long to = strtol(line, NULL, 10) + changes[how].by;
    bool put = changes[how].by == 0;

    for (const char *at = text; *at != '\0'; at += length(at)) {
        if (!put && log_line_is_txn(at) && strtol(at, NULL, 10) > to) {
            put_at(&t, line, to);
            put = true;
        }
        const bool stays = at != line || how == AS_IS;
        for (int n = stays ? 1 : how == TWICE ? 2 : 0; n > 0; n--) {
            log_text_put(&t, at, length(at));
        }
    }
    log_text_put(&t, "", 1);
    return t.v;
}

/* The n-th transaction; NULL after the last but one, because the last one is the `close`. */
static const char *transaction(const char *text, unsigned n)
{
    const char *found = NULL;

    for (const char *at = text; *at != '\0'; at += length(at)) {
        if (found != NULL && log_line_is_txn(at)) {
            return found;
        }
        if (log_line_is_txn(at) && n-- == 0) {
            found = at;
        }
    }
    return NULL;
}

/* LEFT_OUT: the PE did what no PE does, or more possibilities are open than the scoreboard holds.
 */
enum verdict { LEFT_OUT, FAILS, PASSES };

static enum verdict judge(const char *text, const struct choice *c, const struct txnlog_wider *keys,
                          struct txnlog_result *result)
{
    txnlog_judged("edited", text, c->without, keys, result);
    if (result->status == TXNLOG_SAME) {
        txnlog_judged("edited", text, c->without, NULL, result);
    }
    if (result->status != 0 || result->totals.misuses != 0 || result->fired[SPE_CHECK_CONTRACT]) {
        return LEFT_OUT;
    }
    return result->totals.mismatches == 0 ? PASSES : FAILS;
}

/* Whether there is at most one thing to choose for. */
static bool is_single(enum each each, const struct spe_totals *t)
{
    const uint64_t events = t->faults + t->aborts + t->fulls + t->others;

    return each != ANYTHING && events <= 1 &&
           (each == EVENT || (t->predicted <= 1 && t->selections <= 1));
}

static void check(const struct variant *v, const struct choice *c)
{
    static struct txnlog_result open, way;
    const enum verdict verdict = judge(v->text, c, c->open, &open);
    bool passes = false, single = is_single(c->each, &open.totals);

    for (int i = 0; i < WAYS && c->ways[i][0].key != NULL && !passes; i++) {
        const enum verdict is = judge(v->text, c, c->ways[i], &way);
        if (verdict == LEFT_OUT || is == LEFT_OUT) {
            return;
        }
        passes = is == PASSES;
        single = single && is_single(c->each, &way.totals);
    }
    some_pass += passes;
    none_passes += !passes && single;
    const bool missed = verdict == PASSES && !passes && single;
    if (missed || (verdict == FAILS && passes)) {
        print_error("%s", v->text);
        fail_msg("%s: '%.*s' %s: %s %s: %s", v->of->place, (int)strcspn(v->line, "\n"), v->line,
                 changes[v->change].name, c->name,
                 missed ? "passes, though each way of it fails" : "fails, though one way passes",
                 missed ? way.first : open.first);
    }
}

/* The hash of a case does not depend on other cases. */
static uint64_t hash(const char *text, uint64_t state)
{
    for (; *text != '\0'; text++) {
        state = (state ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
    return state;
}

static unsigned draw(uint64_t *state, unsigned n)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*state >> 33) % n;
}

static void check_case(const struct log_case *of, const struct choice *c)
{
    const struct variant v = {of, transaction(of->text, 0), AS_IS, of->text};

    check(&v, c);
}

static void check_variant(const struct log_case *of, const struct choice *c, uint64_t *state)
{
    const enum change how = (enum change)(1 + draw(state, CHANGES - 1));
    const char *const line = transaction(of->text, 3 + draw(state, 40));

    if (line != NULL && strtol(line, NULL, 10) + changes[how].by >= 0) {
        struct variant v = {of, line, how, change(of->text, line, how)};
        check(&v, c);
        free(v.text);
    }
}

/* Cases that are left out: for bytes in any order, and for values from before a reset, a set of
 * taps shows less than a choice needs. */
static bool is_left_out(const struct log_case *of, const struct choice *c)
{
    return strstr(of->text, "\n@order_free 1") != NULL ||
           strstr(of->text, "reset_value = unknown") != NULL || strlen(of->text) > 8000 ||
           (c->without != 0 && strstr(of->text, "\n@taps") != NULL);
}

static void a_choice_is_its_ways(void **state)
{
    const size_t step = log_cases_step();

    (void)state;
    log_cases_of_tree(&cases);
    for (size_t i = 0; i < cases.n; i += step) {
        for (size_t k = 0; k < CHOICES; k++) {
            uint64_t random = hash(cases.v[i].text, k);
            if (is_left_out(&cases.v[i], &choices[k])) {
                continue;
            }
            if (choices[k].each != ANYTHING) {
                check_case(&cases.v[i], &choices[k]);
            }
            if (draw(&random, 12) == 0) {
                check_variant(&cases.v[i], &choices[k], &random);
            }
        }
    }
    assert_in_range(some_pass, 2000 / step, CHOICES * cases.n);
    assert_in_range(none_passes, 50 / step, CHOICES * cases.n);
    log_cases_free(&cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_choice_is_its_ways)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
