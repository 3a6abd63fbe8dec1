/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_AXES_H
#define CLOSURE_AXES_H

#include <stddef.h>
#include <stdint.h>

/* Bins as points of a cross, read from their names: "GROUP VALUE.VALUE..." (spe/cover.h). */
enum { CLOSURE_AXES = 4, CLOSURE_NAME = 96 };

struct closure_bin {
    char name[CLOSURE_NAME];
    const char *value[CLOSURE_AXES]; /* into `text` */
    char text[CLOSURE_NAME];         /* the name, cut at its dots */
    unsigned group, axes;
};

struct closure_axes {
    struct closure_bin *bin;
    size_t n;
    size_t *first;   /* of each group the first bin; one more at the end */
    uint8_t(*flags); /* of each group: bit i, a value of axis i is a set of names */
    size_t groups;
};

/** All bins of spe/cover.h. @return 0, or NIGHT_EXIT_ENVIRONMENT after one line. */
int closure_axes_open(struct closure_axes *axes);

void closure_axes_close(struct closure_axes *axes);

/**
 * How far bin `b` is from bin `a`, if they differ in one axis alone: the difference of two numbers,
 * the flags that two sets do not share, else 1. *axis is that axis.
 * @return 0: they are the same bin, of two groups, or differ in more than one axis.
 */
unsigned closure_distance(const struct closure_axes *axes, size_t a, size_t b, unsigned *axis);

#endif
