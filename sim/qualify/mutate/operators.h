/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_OPERATORS_H
#define QUALIFY_OPERATORS_H

#include "design.h"
#include "set.h"

/* The operators: each looks at one node and adds its mutants. */

/** The place of the node that an operator looks at. */
struct place {
    struct set *set;
    const struct design *design;
    const struct tree *tree;
    int file;
    const char *module;
    bool reset; /* the assignment is made while reset holds */
};

/** For a node `expression`: relational, logical, arithmetic, off by one, condition. */
void operator_expression(const struct place *place, int node);

/** For a node `primary`: constant, bit. */
void operator_primary(const struct place *place, int node);

/** For an expression that decides an if or `?:`. */
void operator_condition(const struct place *place, int node);

/** The same for the operator guard. */
void operator_guard(const struct place *place, int node);

/** For a blocking, nonblocking or continuous assignment: dropped assignment, reset value. */
void operator_assignment(const struct place *place, int node);

/** For a node `case_statement`: case arm. */
void operator_case(const struct place *place, int node);

/** For a node `module_instantiation`: port crossing. */
void operator_instance(const struct place *place, int node);

/** Whether the connection belongs to an input of a known module. *expression becomes its
 * expression, -1 for `.name` alone. */
bool operator_is_input(const struct place *place, int connection, int *expression);

/** Whether the connection belongs to a clock or reset. */
bool operator_is_clock(const struct place *place, int connection);

#endif
