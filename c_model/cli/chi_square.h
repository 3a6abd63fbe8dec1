/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_CHI_SQUARE_H
#define SPE_CLI_CHI_SQUARE_H

#include <stddef.h>
#include <stdint.h>

/** The chance that a chi-square variable of df degrees of freedom (1 or more) is at least x (0 or
 * more): the regularized incomplete gamma function Q(df / 2, x / 2). Relative error below 1e-10
 * down to 1e-290; below that 0. Example: chi_square_survival(3.841, 1) is 0.0500. */
double chi_square_survival(double x, unsigned df);

/** The chance that of events of which `expected` (more than 0) come on average as many as
 * `observed`, or more, come; or as few, or fewer: twice the smaller of both, at most 1 (Poisson).
 */
double poisson_two_sided(uint64_t observed, double expected);

/** A cell of a test: how many were expected, how many came. */
struct chi_cell {
    double expected;
    uint64_t observed;
};

struct chi_test {
    double x;
    unsigned df;         /* 0: too few to tell */
    double p;            /* 1 without df */
    size_t cells, small; /* cells that stand alone; those that were put together */
};

/** Whether the observed counts can come of the expected ones. Cells of which less than 5 were
 * expected are one cell together, left out if it still is less. */
struct chi_test chi_square_test(const struct chi_cell *cell, size_t n);

#endif
