/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_OPERATORS_H
#define QUALIFY_OPERATORS_H

#include "design.h"
#include "set.h"

/* The operators: each looks at one node and adds the mutants of it. */

/** Where a node is looked at. */
struct place {
    struct set *set;
    const struct design *design;
    const struct tree *tree;
    int file;
    const char *module;
    bool reset; /* what is assigned when reset holds */
};

/** A node `expression`: relational, logical, arithmetic, off by one, condition. */
void operator_expression(const struct place *place, int node);

/** A node `primary`: constant, bit. */
void operator_primary(const struct place *place, int node);

/** An expression that decides: of an if, or of `?:`. */
void operator_condition(const struct place *place, int node);

/** The same: guard. */
void operator_guard(const struct place *place, int node);

/** An assignment, blocking, nonblocking or continuous: dropped assignment, reset value. */
void operator_assignment(const struct place *place, int node);

/** A node `case_statement`: case arm. */
void operator_case(const struct place *place, int node);

/** A node `module_instantiation`: port crossing. */
void operator_instance(const struct place *place, int node);

/** Whether the connection is that of an input of a known module; the expression of it in
 * *expression, -1 for `.name` alone. */
bool operator_is_input(const struct place *place, int connection, int *expression);

/** Whether it is that of a clock or reset. */
bool operator_is_clock(const struct place *place, int connection);

#endif
