/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_CHI_SQUARE_H
#define SPE_CLI_CHI_SQUARE_H

#include <stddef.h>
#include <stdint.h>

/** The chance that a chi-square variable of df degrees of freedom (1 or more) is at least x (0 or
 * more): the regularized incomplete gamma function Q(df / 2, x / 2). Relative error below 1e-10
 * down to 1e-290; below that 0. Example: chi_square_survival(3.841, 1) is 0.0500. */
double chi_square_survival(double x, unsigned df);

/** The chance (Poisson) of a count at least as far from its mean as `observed`, where `expected`
 * (more than 0) is the mean: twice the smaller of P(as many or more) and P(as few or fewer), at
 * most 1. */
double poisson_two_sided(uint64_t observed, double expected);

/** A cell of a test: the number expected, the number observed. */
struct chi_cell {
    double expected;
    uint64_t observed;
};

struct chi_test {
    double x;
    unsigned df;         /* degrees of freedom; 0: too few cells to tell */
    double p;            /* 1 where df is 0 */
    size_t cells, small; /* cells tested one by one; cells that were put together */
};

/** Whether the observed counts fit the expected ones. Cells of which less than 5 were expected are
 * put together into one cell, which is left out if less than 5 were expected of it, too. */
struct chi_test chi_square_test(const struct chi_cell *cell, size_t n);

#endif
