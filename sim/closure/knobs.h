/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_KNOBS_H
#define CLOSURE_KNOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tsv.h"

/* Weights, percentages and limits of the random sessions (tb/seq/random/weights.tsv), and how they
 * are moved. */
enum { CLOSURE_KNOBS = 256 };

struct closure_knob {
    const char *name;
    uint32_t value, least, largest;
    int table;  /* knobs of one table have the same number; CLOSURE_PERCENT, CLOSURE_NUMBER */
    bool fixed; /* never moved */
};

enum { CLOSURE_PERCENT = -1, CLOSURE_NUMBER = -2 };

struct closure_knobs {
    struct night_tsv table; /* holds the names */
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

/** The values of the table. */
struct closure_vector closure_usual(const struct closure_knobs *knobs);

/**
 * One step: a weight times or by 4, a percentage to a third of what is missing to 100 or of itself,
 * a number times or by 3. A weight of 0 goes up to 1.
 * @return false, with *vector unchanged: the knob is fixed, at its end, or the last of its table
 * that is above 0.
 */
bool closure_move(const struct closure_knobs *knobs, struct closure_vector *vector, size_t knob,
                  bool up);

/** Whether something of each table can be drawn. */
bool closure_sound(const struct closure_knobs *knobs, const struct closure_vector *vector);

/** -1, 0 or 1: below, at or above the value of the table. */
int closure_moved(const struct closure_knobs *knobs, const struct closure_vector *vector,
                  size_t knob);

/** As a file for `spu_sim --weights`: all values, so that another table changes none, those that
 * are moved first. */
void closure_vector_write(FILE *out, const struct closure_knobs *knobs,
                          const struct closure_vector *vector);

#endif
