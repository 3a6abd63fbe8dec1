/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "both.h"

/* The relations of a row of the table that need only the two values of a difference. */

/* A count that one build does not have is 0. */
static const char *number_of(const char *value)
{
    return strcmp(value, "-") == 0 ? "0" : value;
}

/* Whether both values are equal except for numbers, and `right` holds for each pair of numbers. */
static bool numbers(const struct both_difference *d, bool (*right)(uint64_t before, uint64_t now))
{
    const char *is = number_of(d->old_value), *will = number_of(d->new_value);

    while (*is != '\0' || *will != '\0') {
        if (isdigit((unsigned char)*is) && isdigit((unsigned char)*will)) {
            char *is_end, *will_end;
            const uint64_t before = strtoull(is, &is_end, 10), now = strtoull(will, &will_end, 10);
            if (!right(before, now)) {
                return false;
            }
            is = is_end;
            will = will_end;
        } else if (*is++ != *will++) {
            return false;
        }
    }
    return true;
}

static bool is_less(uint64_t before, uint64_t now)
{
    return now <= before;
}

static bool is_more(uint64_t before, uint64_t now)
{
    return now >= before;
}

static bool is_near(uint64_t before, uint64_t now)
{
    const uint64_t apart = now > before ? now - before : before - now;

    return apart <= 1 || apart <= before / 100;
}

static bool is_few(uint64_t before, uint64_t now)
{
    return (now > before ? now - before : before - now) <= 4;
}

static bool few(const struct both_log *log, const struct both_difference *d)
{
    (void)log;
    return numbers(d, is_few);
}

static bool less(const struct both_log *log, const struct both_difference *d)
{
    (void)log;
    return numbers(d, is_less);
}

static bool more(const struct both_log *log, const struct both_difference *d)
{
    (void)log;
    return numbers(d, is_more);
}

static bool near(const struct both_log *log, const struct both_difference *d)
{
    (void)log;
    return numbers(d, is_near);
}

/* Whether both values are equal except for the part between the first `from` and the next `to`. */
static bool same_but(const struct both_difference *d, const char *from, const char *to)
{
    const char *is = strstr(d->old_value, from), *will = strstr(d->new_value, from);
    const char *is_end = is != NULL ? strstr(is, to) : NULL;
    const char *will_end = will != NULL ? strstr(will, to) : NULL;

    return is_end != NULL && will_end != NULL && strcmp(is_end, will_end) == 0 &&
           is - d->old_value == will - d->new_value &&
           strncmp(d->old_value, d->new_value, (size_t)(is - d->old_value)) == 0;
}

static bool evaluated(const struct both_log *log, const struct both_difference *d)
{
    (void)log;
    return same_but(d, "evaluated ", " fired ");
}

static bool expected(const struct both_log *log, const struct both_difference *d)
{
    (void)log;
    return same_but(d, "expected ", " actual ");
}

/* Length of the words before the choices, that is, of text and section: "TEXT [SECTION] [CHOICE]
 * ...". */
static size_t before_choices(const char *words)
{
    size_t n = strlen(words), end = n;

    while (n > 0 && (words[n - 1] == ']' || words[n - 1] == ' ')) {
        end = words[n - 1] == ']' ? n : end;
        while (n > 0 && words[n - 1] == ' ') {
            n--;
        }
        while (n > 0 && words[n - 1] != '[') {
            n--;
        }
        n -= n > 0;
        while (n > 0 && words[n - 1] == ' ') {
            n--;
        }
    }
    return end;
}

static bool choices(const struct both_log *log, const struct both_difference *d)
{
    const size_t is = before_choices(d->old_value), will = before_choices(d->new_value);

    (void)log;
    return is == will && strncmp(d->old_value, d->new_value, is) == 0;
}

/* For a budget, "N, smaller at N of N": it is smaller at two transactions or fewer, or at no more
 * than one of fifty. */
static bool rare(const struct both_log *log, const struct both_difference *d)
{
    const char *at = strstr(d->new_value, "smaller at "),
               *of = at != NULL ? strstr(at, " of ") : NULL;

    (void)log;
    if (of == NULL) {
        return false;
    }
    const uint64_t n = strtoull(at + strlen("smaller at "), NULL, 10);
    return n <= 2 || n <= strtoull(of + strlen(" of "), NULL, 10) / 50;
}

const struct both_relation both_value_relations[] = {
    {"less", less},       {"more", more},           {"near", near},
    {"few", few},         {"evaluated", evaluated}, {"expected", expected},
    {"choices", choices}, {"rare", rare},           {NULL, NULL},
};
