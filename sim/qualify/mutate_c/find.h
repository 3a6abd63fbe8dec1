/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_FIND_H
#define QUALIFY_FIND_H

#include "set.h"
#include "unit.h"

/* What is not mutated in C, by reason. */
#define LEFT_OUT(X)                                                                                \
    X(DECLARATION, "structure, enumeration or static assertion")                                   \
    X(TABLE, "value from compile time on")                                                         \
    X(LABEL, "case label")                                                                         \
    X(SIZE, "sizeof")                                                                              \
    X(ASSERTION, "assertion")                                                                      \
    X(VA_END, "va_end, which does nothing")

enum left_out {
#define X(name, text) LEFT_##name,
    LEFT_OUT(X)
#undef X
};

/** Add the mutants of one source. */
void find_mutants(struct set *set, const struct unit *unit, const struct tree *tree, int file);

#endif
