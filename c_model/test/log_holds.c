/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "judged.h"
#include "log_cases.h"
#include "txnlog.h"

static const struct {
    const char *name;
    size_t offset;
} totals[] = {
#define TOTAL(name)                                                                                \
    {                                                                                              \
#name, offsetof(struct spe_totals, name)                                                   \
    }
    TOTAL(cycles),   TOTAL(ops),        TOTAL(selections),   TOTAL(samples), TOTAL(collisions),
    TOTAL(filtered), TOTAL(records),    TOTAL(not_captured), TOTAL(bytes),   TOTAL(predicted),
    TOTAL(lost),     TOTAL(pending),    TOTAL(discarded),    TOTAL(misuses), TOTAL(mismatches),
    TOTAL(audits),   TOTAL(faults),     TOTAL(aborts),       TOTAL(fulls),   TOTAL(resets),
    TOTAL(others),   TOTAL(result_hash)
#undef TOTAL
};

/* The total, or the number of evaluations of the check, whose name has `n` characters. @return
 * false: the name is neither. */
static bool total_of(const struct txnlog_result *r, const char *name, size_t n, uint64_t *value)
{
    for (size_t i = 0; i < sizeof(totals) / sizeof(totals[0]); i++) {
        if (strlen(totals[i].name) == n && strncmp(totals[i].name, name, n) == 0) {
            memcpy(value, (const char *)&r->totals + totals[i].offset, sizeof(*value));
            return true;
        }
    }
    for (int check = 0; check < SPE_CHECKS; check++) {
        if (strlen(spe_check_name(check)) == n && strncmp(spe_check_name(check), name, n) == 0) {
            *value = r->made[check];
            return true;
        }
    }
    return false;
}

/* The actual values of the totals that `names` ("records 1, lost 0") has, in the same form. */
static void say_totals(const struct txnlog_result *r, const char *names, char *dst, size_t bytes)
{
    size_t used = 0;
    uint64_t value;

    dst[0] = '\0';
    for (const char *at = names; *at != '\0' && used < bytes; at += strspn(at, ", ")) {
        const size_t n = strcspn(at, " ");

        if (!total_of(r, at, n, &value)) {
            (void)snprintf(dst, bytes, "no total %.*s", (int)n, at);
            return;
        }
        used += (size_t)snprintf(dst + used, bytes - used, "%s%.*s %" PRIu64, used == 0 ? "" : ", ",
                                 (int)n, at, value);
        at += strcspn(at, ",");
    }
}

/* The actual result, in the form of the expectation. */
static void say(const struct txnlog_result *r, int what, const char *expected, char *dst,
                size_t bytes)
{
    switch ((enum log_expect)what) {
    case LOG_FIRST:
        (void)snprintf(dst, bytes, "%s", strstr(r->first, expected) != NULL ? expected : r->first);
        break;
    case LOG_SECTION:
        (void)snprintf(dst, bytes, "%s", r->section);
        break;
    case LOG_CYCLES:
        (void)snprintf(dst, bytes, "%s", r->cycles);
        break;
    case LOG_CHOICES:
        (void)snprintf(dst, bytes, "%s", r->forks);
        break;
    case LOG_LACKS:
        (void)snprintf(dst, bytes, "%s", r->why);
        break;
    case LOG_TOTALS:
        say_totals(r, expected, dst, bytes);
        break;
    case LOG_EXPECTS:
        break;
    }
}

static bool differs(const struct log_case *c, const char *what, const char *is, const char *must,
                    char *error, size_t bytes)
{
    if (strcmp(is, must) == 0) {
        return false;
    }
    (void)snprintf(error, bytes, "%s: %s: %s '%s', expected '%s'", c->place, c->name, what, is,
                   must);
    return true;
}

static bool fires(const struct log_case *c, const struct txnlog_result *r, char *error,
                  size_t bytes)
{
    char fired[512];

    if (r->status != 0 || !r->totals.closed) {
        (void)snprintf(error, bytes, "%s: %s: %s", c->place, c->name,
                       r->status != 0 ? r->error : "the log does not come to its end");
        return false;
    }
    txnlog_fired(r, fired, sizeof(fired));
    if (differs(c, "fires", fired, c->fires, error, bytes)) {
        const size_t used = strlen(error);
        (void)snprintf(error + used, bytes - used, "; %s", r->first);
        return false;
    }
    return true;
}

bool log_case_holds(const struct log_case *c, char *error, size_t bytes)
{
    static const char *const name[LOG_EXPECTS] = {"first",   "section", "cycles",
                                                  "choices", "lacks",   "totals"};
    struct txnlog_result r;
    char text[1152];

    txnlog_apply("edited", c->text, &r);
    if (!fires(c, &r, error, bytes)) {
        return false;
    }
    for (int i = 0; i < LOG_EXPECTS; i++) {
        if (c->expect[i] != NULL) {
            say(&r, i, c->expect[i], text, sizeof(text));
            if (differs(c, name[i], text, c->expect[i], error, bytes)) {
                return false;
            }
        }
    }
    const bool fails = c->fires[0] != '\0';
    if (c->expect[LOG_LACKS] == NULL && r.totals.pass == fails) {
        (void)snprintf(error, bytes, "%s: %s: %s: %s", c->place, c->name,
                       fails ? "passes" : "does not pass", r.why);
        return false;
    }
    /* The verdict of such a run is FAIL, whatever compares. */
    if (!fails && r.cannot[0] != '\0') {
        (void)snprintf(error, bytes, "%s: %s: meets a bin that it cannot meet: %s", c->place,
                       c->name, r.cannot);
        return false;
    }
    if (!judged_corrects(c->text, fails, text, sizeof(text))) {
        (void)snprintf(error, bytes, "%s: %s: corrections do not hold: %s", c->place, c->name,
                       text);
        return false;
    }
    return true;
}
