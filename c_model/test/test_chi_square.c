/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "check.h"
#include "chi_square.c"

/*
 * The chi-square test of `spe bias`: its survival function against printed tables and closed forms
 * (2 degrees of freedom: e^(-x/2); 4: (1 + x/2) e^(-x/2)), its cells against sums by hand.
 */

static void near(const char *row, double actual, double expected, double relative)
{
    if (!(fabs(actual - expected) <= relative * fabs(expected))) {
        print_error("%s: %.15g, expected %.15g\n", row, actual, expected);
        fail();
    }
}

/* Quantiles as printed in tables: six digits of x determine five digits of p. */
static void test_table(void **state)
{
    static const struct {
        const char *row;
        double x;
        unsigned df;
        double p;
    } rows[] = {
        {"1 .05", 3.841459, 1, 0.05},      {"1 .01", 6.634897, 1, 0.01},
        {"1 .001", 10.827566, 1, 0.001},   {"1 .95", 0.00393214, 1, 0.95},
        {"2 .05", 5.991465, 2, 0.05},      {"3 .05", 7.814728, 3, 0.05},
        {"3 .99", 0.114832, 3, 0.99},      {"5 .025", 12.832502, 5, 0.025},
        {"10 .05", 18.307038, 10, 0.05},   {"10 .95", 3.940299, 10, 0.95},
        {"10 .001", 29.588298, 10, 0.001}, {"30 .5", 29.336032, 30, 0.5},
        {"30 .01", 50.892181, 30, 0.01},   {"100 .05", 124.342113, 100, 0.05},
        {"100 .99", 70.064895, 100, 0.99}, {"100 .001", 149.449253, 100, 0.001},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        near(rows[i].row, chi_square_survival(rows[i].x, rows[i].df), rows[i].p, 1e-5);
    }
}

static void test_closed_forms(void **state)
{
    static const double xs[] = {1e-9, 0.1, 1, 3.9, 4.1, 20, 200, 1000, 1300};

    (void)state;
    for (size_t i = 0; i < sizeof(xs) / sizeof(xs[0]); i++) {
        const double half = xs[i] / 2;
        near("2", chi_square_survival(xs[i], 2), exp(-half), 1e-10);
        near("4", chi_square_survival(xs[i], 4), (1 + half) * exp(-half), 1e-10);
        near("1", chi_square_survival(xs[i], 1), erfc(sqrt(half)), 1e-9);
    }
    assert_true(chi_square_survival(0, 7) == 1);
    assert_true(chi_square_survival(1e6, 1) == 0);
}

/* Many degrees of freedom: Q + P of the two forms meet, and the median is near df - 2/3. */
static void test_many(void **state)
{
    (void)state;
    for (unsigned df = 1000; df <= 100000; df *= 10) {
        const double median = df * pow(1 - 2.0 / (9.0 * df), 3);
        assert_true(fabs(chi_square_survival(median, df) - 0.5) < 1e-4);
        const double at = df + 2.0; /* the seam of the two forms */
        near("seam", chi_square_survival(at * (1 - 1e-12), df), chi_square_survival(at, df), 1e-8);
    }
}

/* Cumulative Poisson tables: P(X >= 3 | 1) = 1 - 0.919699, P(X <= 2 | 5) = 0.124652. */
static void test_poisson(void **state)
{
    (void)state;
    near("3 of 1", poisson_two_sided(3, 1), 2 * 0.080301, 1e-5);
    near("2 of 5", poisson_two_sided(2, 5), 2 * 0.124652, 1e-5);
    near("0 of 3", poisson_two_sided(0, 3), 2 * 0.0497871, 1e-5);
    near("15 of 10", poisson_two_sided(15, 10), 2 * (1 - 0.916542), 1e-4);
    near("1 of 0.001", poisson_two_sided(1, 0.001), 2 * 0.000999500, 1e-5);
    /* e^-1 / 40! (1 + 1/41 + ...) */
    near("40 of 1", poisson_two_sided(40, 1), 2 * 4.62145e-49, 1e-5);
    assert_true(poisson_two_sided(5, 5) == 1);
    assert_true(poisson_two_sided(0, 1e-9) == 1);
}

/* (8-10)^2/10 + (12-10)^2/10 = 0.8 with one degree of freedom; tables give p = 0.371. */
static void test_cells(void **state)
{
    static const struct chi_cell two[] = {{10, 8}, {10, 12}};
    static const struct chi_cell small[] = {{10, 8}, {2, 4}, {4, 6}, {4, 2}};
    static const struct chi_cell few[] = {{4, 1}, {4, 7}};
    static const struct chi_cell one[] = {{100, 100}};
    static const struct chi_cell rest[] = {{10, 8}, {10, 12}, {1, 1}};
    struct chi_test t = chi_square_test(two, 2);

    (void)state;
    near("two x", t.x, 0.8, 1e-12);
    near("two p", t.p, 0.371093, 1e-5);
    CHECK("two df", t.df, 1);
    CHECK("two cells", t.cells, 2);
    t = chi_square_test(small, 4); /* expected 10 and 2 + 4 + 4, counted 8 and 12 */
    near("small x", t.x, 0.8, 1e-12);
    CHECK("small df", t.df, 1);
    CHECK("small cells", t.cells, 1);
    CHECK("small together", t.small, 3);
    t = chi_square_test(few, 2); /* one cell does not make a test */
    CHECK("few df", t.df, 0);
    assert_true(t.p == 1);
    CHECK("one df", chi_square_test(one, 1).df, 0);
    CHECK("none df", chi_square_test(NULL, 0).df, 0);
    t = chi_square_test(rest, 3);
    near("rest x", t.x, 0.8, 1e-12);
    CHECK("rest df", t.df, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table), cmocka_unit_test(test_closed_forms),
        cmocka_unit_test(test_many),  cmocka_unit_test(test_poisson),
        cmocka_unit_test(test_cells),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
