/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "operators.h"

/* What an operator between two operands is replaced by, and the name of the family. */
struct exchange {
    const char *from, *to[2], *family;
    const char *alone; /* appended to an operand that is left alone; NULL: not done */
    bool right;        /* the right operand may be left alone, too */
};

static const struct exchange exchanges[] = {
    {"==", {"!=", NULL}, "relational", NULL, false},
    {"!=", {"==", NULL}, "relational", NULL, false},
    {"<", {"<=", ">="}, "relational", NULL, false},
    {"<=", {"<", ">"}, "relational", NULL, false},
    {">", {">=", "<="}, "relational", NULL, false},
    {">=", {">", "<"}, "relational", NULL, false},
    {"&&", {"||", NULL}, "logical", " && 1'b1", true},
    {"||", {"&&", NULL}, "logical", " || 1'b0", true},
    {"&", {"|", "^"}, "logical", "", true},
    {"|", {"&", "^"}, "logical", "", true},
    {"^", {"&", "|"}, "logical", "", true},
    {"+", {"-", NULL}, "arithmetic", "", false},
    {"-", {"+", NULL}, "arithmetic", "", false},
    {"*", {"+", NULL}, "arithmetic", NULL, false},
    {"<<", {">>", NULL}, "arithmetic", "", false},
    {">>", {"<<", NULL}, "arithmetic", "", false},
};

/* Operators before one operand. `!` becomes `!!`: `!(!x)` is x as a condition. */
static const struct exchange prefixes[] = {
    {"!", {"!!", NULL}, "logical", NULL, false}, {"~", {"", NULL}, "logical", NULL, false},
    {"|", {"&", "^"}, "logical", NULL, false},   {"&", {"|", NULL}, "logical", NULL, false},
    {"^", {"|", "~^"}, "logical", NULL, false},  {"-", {"", NULL}, "arithmetic", NULL, false},
};

/* Add a mutant of the node, unless its text is too long. */
__attribute__((format(printf, 4, 5))) static void add(const struct place *p, int node,
                                                      const char *family, const char *format, ...)
{
    char text[TEXT];
    va_list args;

    va_start(args, format);
    const int n = vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    if (n >= 0 && n < TEXT) {
        set_add(p->set, p->tree, p->file, node, WRAP_EXPRESSION, p->module, family, text);
    }
}

static const struct exchange *find(const struct exchange *table, size_t n, const char *operator)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(table[i].from, operator) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

static void binary(const struct place *p, int node, const struct exchange *e)
{
    char left[TEXT / 2 - 16], right[TEXT / 2 - 16];

    if (tree_text(p->tree, tree_field(p->tree, node, "left"), left, sizeof(left)) >= sizeof(left) ||
        tree_text(p->tree, tree_field(p->tree, node, "right"), right, sizeof(right)) >=
            sizeof(right)) {
        return;
    }
    for (int i = 0; i < 2 && e->to[i] != NULL; i++) {
        add(p, node, e->family, "(%s) %s (%s)", left, e->to[i], right);
    }
    if (e->alone != NULL) {
        add(p, node, e->family, "(%s)%s", left, e->alone);
    }
    if (e->right) {
        add(p, node, e->family, "(%s)%s", right, e->alone);
    }
    if (e->from[0] == '+' || e->from[0] == '-') {
        add(p, node, "off by one", "(%s) %s (%s) + 1'b1", left, e->from, right);
    }
}

static void unary(const struct place *p, int node, const struct exchange *e)
{
    char operand[TEXT - 16];

    if (tree_text(p->tree, tree_field(p->tree, node, "argument"), operand, sizeof(operand)) >=
        sizeof(operand)) {
        return;
    }
    for (int i = 0; i < 2 && e->to[i] != NULL; i++) {
        add(p, node, e->family, "%s(%s)", e->to[i], operand);
    }
}

void operator_expression(const struct place *p, int node)
{
    char operator[16];
    const int at = tree_field(p->tree, node, "operator");
    const bool two = tree_field(p->tree, node, "left") >= 0;

    if (at < 0) {
        return;
    }
    (void)tree_text(p->tree, at, operator, sizeof(operator));
    const struct exchange *e =
        two ? find(exchanges, sizeof(exchanges) / sizeof(*exchanges), operator)
            : find(prefixes, sizeof(prefixes) / sizeof(*prefixes), operator);
    if (e != NULL && two) {
        binary(p, node, e);
    } else if (e != NULL) {
        unary(p, node, e);
    }
}

void operator_condition(const struct place *p, int node)
{
    char text[TEXT - 16];

    if (tree_text(p->tree, node, text, sizeof(text)) >= sizeof(text)) {
        return;
    }
    add(p, node, "condition", "1'b1");
    add(p, node, "condition", "1'b0");
    add(p, node, "condition", "!(%s)", text);
}
