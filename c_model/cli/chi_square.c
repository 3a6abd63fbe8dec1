/* SPDX-License-Identifier: Apache-2.0 */
#include "chi_square.h"

#include <math.h>

#define TERMS_MAX 100000
#define ENOUGH    5.0 /* least number expected in a cell for the approximation to hold */

/* x^a e^-x / Gamma(a), computed by logarithms so that neither factor overflows. */
static double front(double a, double x)
{
    return exp(a * log(x) - x - lgamma(a));
}

/* P(a, x) by its series, which converges fast where x < a + 1. */
static double lower(double a, double x)
{
    double term = 1 / a, sum = term;

    for (int i = 1; i < TERMS_MAX && fabs(term) > fabs(sum) * 1e-16; i++) {
        term *= x / (a + i);
        sum += term;
    }
    return sum * front(a, x);
}

/* Q(a, x) by its continued fraction (Lentz), which converges fast where x > a + 1. */
static double upper(double a, double x)
{
    const double tiny = 1e-300;
    double b = x + 1 - a, c = 1 / tiny, d = 1 / b, h = d;

    for (int i = 1; i < TERMS_MAX; i++) {
        const double an = -i * (i - a);
        b += 2;
        d = an * d + b;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = b + an / c;
        c = fabs(c) < tiny ? tiny : c;
        h *= d * c;
        if (fabs(d * c - 1) < 1e-16) {
            break;
        }
    }
    return h * front(a, x);
}

double chi_square_survival(double x, unsigned df)
{
    const double a = df / 2.0, half = x / 2;

    if (half <= 0) {
        return 1;
    }
    return half < a + 1 ? 1 - lower(a, half) : upper(a, half);
}

/* The chance of at least n is P(n, expected); the chance of at most n is Q(n + 1, expected). */
double poisson_two_sided(uint64_t observed, double expected)
{
    const double n = (double)observed;
    double tail;

    if (n > expected) {
        tail = lower(n, expected);
    } else {
        tail = expected < n + 2 ? 1 - lower(n + 1, expected) : upper(n + 1, expected);
    }
    return fmin(1, 2 * tail);
}

static void add_cell(struct chi_test *t, double expected, double observed)
{
    t->x += (observed - expected) * (observed - expected) / expected;
    t->df++;
}

struct chi_test chi_square_test(const struct chi_cell *cell, size_t n)
{
    struct chi_test t = {.p = 1};
    double expected = 0, observed = 0;

    for (size_t i = 0; i < n; i++) {
        if (cell[i].expected >= ENOUGH) {
            add_cell(&t, cell[i].expected, (double)cell[i].observed);
            t.cells++;
        } else {
            expected += cell[i].expected;
            observed += (double)cell[i].observed;
            t.small++;
        }
    }
    if (expected >= ENOUGH) {
        add_cell(&t, expected, observed);
    }
    t.df -= t.df != 0; /* the total is fixed, which costs one degree of freedom */
    if (t.df != 0) {
        t.p = chi_square_survival(t.x, t.df);
    }
    return t;
}
