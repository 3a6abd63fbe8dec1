/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_AXES_H
#define CLOSURE_AXES_H

#include <stddef.h>
#include <stdint.h>

/* Bins as points of a cross, by their names: "GROUP VALUE.VALUE..." (spe/cover.h). */
enum { CLOSURE_AXES = 4, CLOSURE_NAME = 96 };

struct closure_bin {
    char name[CLOSURE_NAME];
    const char *value[CLOSURE_AXES]; /* point into `text` */
    char text[CLOSURE_NAME];         /* the name, cut at its dots */
    unsigned group, axes;
};

struct closure_axes {
    struct closure_bin *bin;
    size_t n;
    size_t *first;   /* by group: its first bin; one more at the end */
    uint8_t(*flags); /* by group: bit i is 1 if values of axis i are sets */
    size_t groups;
};

/** Read all bins of spe/cover.h. @return 0, or NIGHT_EXIT_ENVIRONMENT after one line. */
int closure_axes_open(struct closure_axes *axes);

void closure_axes_close(struct closure_axes *axes);

/**
 * The distance of bins `a` and `b` if they differ in one axis only. For numbers it is their
 * difference, for sets the number of members that only one has, otherwise 1. *axis becomes that
 * axis.
 * @return 0: the same bin, bins of two groups, or bins that differ in more than one axis.
 */
unsigned closure_distance(const struct closure_axes *axes, size_t a, size_t b, unsigned *axis);

#endif
