/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_OPERATORS_H
#define QUALIFY_OPERATORS_H

#include "set.h"
#include "unit.h"

/* The operators: each looks at one node and adds its mutants. */

/** The place of the node that an operator looks at. */
struct place {
    struct set *set;
    const struct unit *unit;
    const struct tree *tree;
    int file;
    const char *function;
    int holder; /* node that changes this one, or takes its address, and is mutated as a whole; -1:
                   there is none */
};

/** The first child of a node that is no word; or (part_next()) the next one after `part`; -1: none.
 */
int part_first(const struct tree *tree, int node);
int part_next(const struct tree *tree, int part);

/** The only word among the children of the node that is an operator; -1: there is none, or more
 * than one, as in the result of a macro. */
int operator_word(const struct tree *tree, int node);

/** Whether the source has this text at the node. */
bool operator_is(const struct tree *tree, int node, const char *text);

/** Add a mutant of the node, unless its text is too long. */
__attribute__((format(printf, 4, 5))) void
operator_add(const struct place *place, int node, const char *family, const char *format, ...);

/** Add a mutant of the node: its word `at` is replaced. */
void operator_word_becomes(const struct place *place, int node, const char *family, int at,
                           const char *word);

/** For two operands: relational, logical, arithmetic, off by one. */
void operator_binary(const struct place *place, int node);

/** For one operand, or a compound assignment. */
void operator_unary(const struct place *place, int node);

/** For an expression that decides; for a loop only mutants that end it. */
void operator_condition(const struct place *place, int node, bool loop);

/** For the initial value of a variable or member. */
void operator_initial(const struct place *place, int value);

/** For a statement that can be removed. */
void operator_statement(const struct place *place, int node);

/** For a literal: constant. */
void operator_literal(const struct place *place, int node);

/** For a label of an enumeration: constant. For a member: field. */
void operator_name(const struct place *place, int node);

/** For a call: argument. */
void operator_call(const struct place *place, int node);

#endif
