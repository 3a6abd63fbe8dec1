/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_OPERATORS_H
#define QUALIFY_OPERATORS_H

#include "set.h"
#include "unit.h"

/* The operators: each looks at one node and adds the mutants of it. */

/** Where a node is looked at. */
struct place {
    struct set *set;
    const struct unit *unit;
    const struct tree *tree;
    int file;
    const char *function;
    int holder; /* what changes the node, or takes its address: that is exchanged whole; -1: nothing
                   does */
};

/** The first part of a node that is no word, or the next one behind `part`; -1: none. */
int part_first(const struct tree *tree, int node);
int part_next(const struct tree *tree, int part);

/** The word of the node that stands between its parts, before or behind them: the one operator; -1
 * where there is none, or more than one, as in what a macro makes. */
int operator_word(const struct tree *tree, int node);

/** Whether the node is that text in the source. */
bool operator_is(const struct tree *tree, int node, const char *text);

/** A mutant of the node, unless its text is too long. */
__attribute__((format(printf, 4, 5))) void
operator_add(const struct place *place, int node, const char *family, const char *format, ...);

/** A mutant of the node: the word `at` of it is another one. */
void operator_word_becomes(const struct place *place, int node, const char *family, int at,
                           const char *word);

/** Two operands: relational, logical, arithmetic, off by one. */
void operator_binary(const struct place *place, int node);

/** One operand, and a compound assignment. */
void operator_unary(const struct place *place, int node);

/** An expression that decides; of a loop only what ends it. */
void operator_condition(const struct place *place, int node, bool loop);

/** A value that is given to a variable or member as it is made. */
void operator_initial(const struct place *place, int value);

/** A statement that can go. */
void operator_statement(const struct place *place, int node);

/** A literal: constant. */
void operator_literal(const struct place *place, int node);

/** A label of an enumeration: constant. A member: field. */
void operator_name(const struct place *place, int node);

/** A call: argument. */
void operator_call(const struct place *place, int node);

#endif
