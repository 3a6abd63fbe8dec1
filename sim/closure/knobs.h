/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_KNOBS_H
#define CLOSURE_KNOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tsv.h"

/* The weights, percentages and limits of random sessions (tb/seq/random/weights.tsv), and how they
 * are moved. */
enum { CLOSURE_KNOBS = 256 };

struct closure_knob {
    const char *name;
    uint32_t value, least, largest;
    int table;  /* equal for knobs of one table; or CLOSURE_PERCENT, CLOSURE_NUMBER */
    bool fixed; /* never moved */
};

enum { CLOSURE_PERCENT = -1, CLOSURE_NUMBER = -2 };

struct closure_knobs {
    struct night_tsv table; /* owns the names */
    struct closure_knob knob[CLOSURE_KNOBS];
    size_t n;
};

/* A value for each knob. */
struct closure_vector {
    uint32_t value[CLOSURE_KNOBS];
};

/**
 * Read the table at `path`, and from `fixed` (rows of name and reason) the knobs that are never
 * moved. @return 0, or NIGHT_EXIT_USAGE after one line.
 */
int closure_knobs_read(struct closure_knobs *knobs, const char *path, const char *fixed);

void closure_knobs_free(struct closure_knobs *knobs);

/** The values in the table. */
struct closure_vector closure_usual(const struct closure_knobs *knobs);

/**
 * Move a knob by one step. A weight is multiplied or divided by 4, a number by 3. A percentage
 * moves two thirds of the way to 100 or to 0. A weight of 0 becomes 1.
 * @return false, with *vector unchanged: the knob is fixed or at its end, or it is the last one of
 * its table above 0.
 */
bool closure_move(const struct closure_knobs *knobs, struct closure_vector *vector, size_t knob,
                  bool up);

/** Whether each table has an entry above 0, so that something can be drawn. */
bool closure_sound(const struct closure_knobs *knobs, const struct closure_vector *vector);

/** -1, 0 or 1: the value is below, equal to or above the table's value. */
int closure_moved(const struct closure_knobs *knobs, const struct closure_vector *vector,
                  size_t knob);

/** Write a file for `spu_sim --weights`. It has all values, so that a later change of the table
 * changes none of them; moved values come first. */
void closure_vector_write(FILE *out, const struct closure_knobs *knobs,
                          const struct closure_vector *vector);

#endif
