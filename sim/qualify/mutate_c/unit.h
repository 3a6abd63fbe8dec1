/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_UNIT_H
#define QUALIFY_UNIT_H

#include "tree.h"

/* A C source as libclang sees it: its syntax tree down to words, and facts about a node from the
 * types. Only unit.c includes libclang: all other files compile without it. */

/* Names of nodes. A word is named by its text, an identifier "simple_identifier". */
#define C_FUNCTION    "function"
#define C_VARIABLE    "variable"
#define C_COMPOUND    "compound"
#define C_IF          "if statement"
#define C_WHILE       "while statement"
#define C_DO          "do statement"
#define C_FOR         "for statement"
#define C_SWITCH      "switch statement"
#define C_CASE        "case label"
#define C_RETURN      "return statement"
#define C_JUMP        "jump" /* break, continue */
#define C_DECLARATION "declaration"
#define C_BINARY      "binary"
#define C_ASSIGN      "compound assignment"
#define C_UNARY       "unary"
#define C_CONDITIONAL "conditional"
#define C_CALL        "call"
#define C_MEMBER      "member"
#define C_NAME        "name"
#define C_INTEGER     "integer"
#define C_SIZEOF      "sizeof"
#define C_INITIAL     "initializer" /* of one member: `.name = value` */
#define C_CONSTANTS   "constants"   /* an enumeration, a structure, a static assertion */
#define C_PARAMETER   "parameter"
#define C_OTHER       "other"

enum { OTHERS = 2 };

/** Facts about a node from the types. */
struct meaning {
    /* Names that can stand here instead: members of the same structure with the same type, or
     * labels of the same enumeration with another value. Owned by the unit; NULL: none. */
    const char *other[OTHERS];
    const char *name; /* of the function or variable; of a call, its function */
    bool scalar;      /* an expression that `0` can replace */
    bool boolean;     /* it decides: it has the type bool */
    bool fixed;       /* a variable whose value is fixed at compile time */
    unsigned equal;   /* of a call, bit i: arguments i and i + 1 have one type */
};

struct unit {
    struct meaning *meaning; /* by node */
    char **name;             /* texts that the meanings point to */
    int names;
};

/** Read and parse a source. @return 0, or an exit status after one line: 2 for a source that does
 * not compile, 4 for one that cannot be read. */
int unit_read(struct unit *unit, struct tree *tree, const char *path, const char *const *include,
              int includes);

void unit_free(struct unit *unit);

#endif
