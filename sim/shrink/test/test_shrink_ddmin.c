/* SPDX-License-Identifier: Apache-2.0
 *
 * Delta debugging on sets whose smallest failing part is known.
 */
#include <stdbool.h>

#include "check.h"
#include "ddmin.h"

struct wanted {
    const unsigned *number;
    size_t n;
    unsigned trials, most;
};

/* A part fails if it contains all wanted numbers. */
static enum shrink_trial try_part(void *user, const unsigned *part, size_t n)
{
    struct wanted *w = user;
    if (++w->trials > w->most) {
        return SHRINK_STOP;
    }
    for (size_t i = 0; i < w->n; i++) {
        bool there = false;
        for (size_t k = 0; k < n; k++) {
            there = there || part[k] == w->number[i];
        }
        if (!there) {
            return SHRINK_OTHER;
        }
    }
    return SHRINK_SAME;
}

static size_t fill(unsigned *part, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        part[i] = i;
    }
    return n;
}

static const struct {
    const char *name;
    unsigned of, number[4];
    size_t n;
    unsigned most; /* largest number of trials */
} rows[] = {
    {"the first alone", 41, {0}, 1, 40},   {"the last alone", 41, {40}, 1, 40},
    {"two far apart", 41, {6, 12}, 2, 80}, {"the two ends", 41, {0, 40}, 2, 80},
    {"four", 41, {3, 4, 20, 39}, 4, 160},  {"one of one", 1, {0}, 1, 0},
    {"both of two", 2, {0, 1}, 2, 2},      {"three neighbours", 7, {2, 3, 4}, 3, 60},
};

static void the_smallest_part_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct wanted w = {rows[i].number, rows[i].n, 0, 1000};
        unsigned part[64], trial[64];
        const size_t n = shrink_ddmin(part, trial, fill(part, rows[i].of), try_part, &w);
        CHECK(rows[i].name, n, rows[i].n);
        for (size_t k = 0; k < n; k++) {
            CHECK(rows[i].name, part[k], rows[i].number[k]);
        }
        CHECK(rows[i].name, w.trials <= rows[i].most, 1);
    }
}

/* Whatever the number of trials allowed, the remaining part fails. */
static void a_budget_leaves_what_fails(void **state)
{
    (void)state;
    static const unsigned number[] = {5, 17, 30};
    for (unsigned most = 0; most < 40; most++) {
        struct wanted w = {number, 3, 0, most}, all = {number, 3, 0, 1000};
        unsigned part[64], trial[64];
        const size_t n = shrink_ddmin(part, trial, fill(part, 41), try_part, &w);
        assert_int_equal(try_part(&all, part, n), SHRINK_SAME);
        assert_true(w.trials <= most + 1);
    }
}

/* A few needed numbers in a long set are found wherever they are; the result is the smallest part.
 */
static void what_is_not_needed_is_left_out(void **state)
{
    (void)state;
    static const struct {
        unsigned of, number[4];
        size_t n;
        unsigned most;
    } row[] = {{1000, {0}, 1, 60},        {1000, {999}, 1, 60},         {1000, {3, 998}, 2, 60},
               {1000, {500, 501}, 2, 60}, {64, {0, 20, 40, 63}, 4, 90}, {2, {0, 1}, 2, 2}};
    for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++) {
        struct wanted w = {row[i].number, row[i].n, 0, 1000};
        unsigned part[1000], trial[1000];
        const size_t n = shrink_leave_out(part, trial, fill(part, row[i].of), try_part, &w);
        CHECK("left", n, row[i].n);
        for (size_t k = 0; k < n; k++) {
            CHECK("number", part[k], row[i].number[k]);
        }
        CHECK("trials", w.trials <= row[i].most, 1);
    }
}

static void leaving_out_ends_with_the_budget(void **state)
{
    (void)state;
    static const unsigned number[] = {5, 17, 30};
    for (unsigned most = 0; most < 40; most++) {
        struct wanted w = {number, 3, 0, most}, all = {number, 3, 0, 1000};
        unsigned part[64], trial[64];
        const size_t n = shrink_leave_out(part, trial, fill(part, 41), try_part, &w);
        assert_int_equal(try_part(&all, part, n), SHRINK_SAME);
        assert_true(w.trials <= most + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_part_is_found),
        cmocka_unit_test(a_budget_leaves_what_fails),
        cmocka_unit_test(what_is_not_needed_is_left_out),
        cmocka_unit_test(leaving_out_ends_with_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
