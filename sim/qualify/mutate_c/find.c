/* SPDX-License-Identifier: Apache-2.0 */
#include "find.h"

#include <string.h>

#include "operators.h"

/* Walks from the file down to its expressions. What is decided at compile time is counted and
 * skipped. */

static void visit(struct place *p, int node);

static bool is(const struct place *p, int node, const char *type)
{
    return tree_is(p->tree, node, type);
}

static void visit_parts(struct place *p, int node)
{
    for (int i = part_first(p->tree, node); i >= 0; i = part_next(p->tree, i)) {
        visit(p, i);
    }
}

static bool leave_out(struct place *p, enum left_out kind)
{
    p->set->left_out[kind]++;
    return true;
}

static bool begins(const struct place *p, int node, const char *text)
{
    const struct node *n = &p->tree->node[node];

    return n->end - n->start > strlen(text) &&
           strncmp(p->tree->text + n->start, text, strlen(text)) == 0;
}

static bool is_left_out(struct place *p, int node)
{
    if (is(p, node, C_CONSTANTS)) {
        return leave_out(p, LEFT_DECLARATION);
    }
    if (is(p, node, C_VARIABLE) && p->unit->meaning[node].fixed) {
        return leave_out(p, LEFT_TABLE);
    }
    if (is(p, node, C_PARAMETER)) {
        return true; /* the bound of an array parameter means nothing */
    }
    if (is(p, node, C_SIZEOF)) {
        return leave_out(p, LEFT_SIZE);
    }
    if (begins(p, node, "va_end(")) {
        return leave_out(p, LEFT_VA_END);
    }
    return begins(p, node, "assert(") && leave_out(p, LEFT_ASSERTION);
}

/* The word `text` among the children of the node, after the child `from` (-1: from the first one
 * on). -1: there is none. */
static int word(const struct place *p, int node, int from, const char *text)
{
    int i = from < 0 ? p->tree->node[node].first : p->tree->node[from].next;

    while (i >= 0 && (p->tree->node[i].first >= 0 || !operator_is(p->tree, i, text))) {
        i = p->tree->node[i].next;
    }
    return i;
}

/* The condition between the semicolons of a for; -1: it is empty. */
static int for_condition(const struct place *p, int node)
{
    const int open = word(p, node, -1, "(");
    int first = word(p, node, open, ";");
    const int part = open < 0 ? -1 : part_next(p->tree, open);

    if (part >= 0 && is(p, part, C_DECLARATION)) {
        first = part; /* the declaration includes the semicolon */
    }
    const int last = first < 0 ? -1 : word(p, node, first, ";");
    const int condition = first < 0 ? -1 : part_next(p->tree, first);
    return condition >= 0 && last >= 0 && p->tree->node[condition].start < p->tree->node[last].start
               ? condition
               : -1;
}

/* Whether operator_literal() changes the node. */
static bool is_constant(const struct tree *tree, int node)
{
    return node >= 0 && (operator_is(tree, node, "true") || operator_is(tree, node, "false"));
}

static void conditions(const struct place *p, int node)
{
    const struct tree *tree = p->tree;

    if (is(p, node, C_IF) || is(p, node, C_CONDITIONAL)) {
        operator_condition(p, part_first(tree, node), false);
    } else if (is(p, node, C_WHILE)) {
        operator_condition(p, part_first(tree, node), true);
    } else if (is(p, node, C_DO)) {
        operator_condition(p, part_next(tree, part_first(tree, node)), true);
    } else if (is(p, node, C_FOR)) {
        operator_condition(p, for_condition(p, node), true);
    } else if (is(p, node, C_RETURN) && p->unit->meaning[node].boolean &&
               !is_constant(tree, part_first(tree, node))) {
        operator_condition(p, part_first(tree, node), false);
    }
}

/* Whether the statement is the last one of its function. */
static bool is_last(const struct place *p, int node)
{
    const int block = p->tree->node[node].parent;

    return part_next(p->tree, node) < 0 && is(p, block, C_COMPOUND) &&
           is(p, p->tree->node[block].parent, C_FUNCTION);
}

/* Visit the statements of a block that have an effect. A return at the end of the function is kept:
 * without it the function's value would be undefined. */
static void statements(struct place *p, int first)
{
    for (int i = first; i >= 0; i = part_next(p->tree, i)) {
        const bool jump = is(p, i, C_RETURN) || is(p, i, C_JUMP);
        const bool does = is(p, i, C_CALL) || is(p, i, C_ASSIGN) || is(p, i, C_UNARY) ||
                          (is(p, i, C_BINARY) && word(p, i, -1, "=") >= 0);
        if ((does || jump) && !(is(p, i, C_RETURN) && is_last(p, i)) && !is_left_out(p, i)) {
            operator_statement(p, i);
        }
    }
}

/* Visit what the node changes or takes the address of. Its names are mutated together with the
 * whole node (`holder`). What only leads to the target, for instance an index, is read and mutated
 * normally. */
static void visit_target(struct place *p, int holder, int target)
{
    const int before = p->holder;

    while (target >= 0 && is(p, target, C_MEMBER)) {
        p->holder = holder;
        operator_name(p, target);
        p->holder = -1;
        const bool through = word(p, target, -1, "->") >= 0;
        target = part_first(p->tree, target);
        if (through) {
            break;
        }
    }
    p->holder = -1;
    if (target >= 0 && !is(p, target, C_NAME)) {
        visit_parts(p, target);
    }
    p->holder = before;
}

static bool changes(const struct place *p, int node)
{
    return is(p, node, C_ASSIGN) || (is(p, node, C_BINARY) && word(p, node, -1, "=") >= 0) ||
           (is(p, node, C_UNARY) && (word(p, node, -1, "++") >= 0 || word(p, node, -1, "--") >= 0 ||
                                     word(p, node, -1, "&") >= 0));
}

static void visit_change(struct place *p, int node)
{
    const int target = part_first(p->tree, node);

    operator_unary(p, node);
    visit_target(p, node, target);
    for (int i = part_next(p->tree, target); i >= 0; i = part_next(p->tree, i)) {
        visit(p, i);
    }
}

/* Visit `case LABEL: statement`. */
static void visit_case(struct place *p, int node)
{
    int part = part_first(p->tree, node);

    if (word(p, node, -1, "default") < 0) {
        (void)leave_out(p, LEFT_LABEL);
        part = part_next(p->tree, part);
    }
    statements(p, part);
    for (; part >= 0; part = part_next(p->tree, part)) {
        visit(p, part);
    }
}

static void visit_initial(const struct place *p, int node)
{
    const int equals = word(p, node, -1, "=");

    if (equals >= 0 &&
        (is(p, node, C_VARIABLE) || operator_is(p->tree, p->tree->node[node].first, "."))) {
        operator_initial(p, part_next(p->tree, equals));
    }
}

static void visit(struct place *p, int node)
{
    if (is_left_out(p, node)) {
        return;
    }
    conditions(p, node);
    if (is(p, node, C_COMPOUND)) {
        statements(p, part_first(p->tree, node));
    }
    if (is(p, node, C_CASE)) {
        visit_case(p, node);
    } else if (changes(p, node)) {
        visit_change(p, node);
    } else {
        if (is(p, node, C_BINARY)) {
            operator_binary(p, node);
        } else if (is(p, node, C_UNARY)) {
            operator_unary(p, node);
        } else if (is(p, node, C_INTEGER)) {
            operator_literal(p, node);
        } else if (is(p, node, C_NAME) || is(p, node, C_MEMBER)) {
            operator_name(p, node);
        } else if (is(p, node, C_CALL)) {
            operator_call(p, node);
        } else {
            visit_initial(p, node);
        }
        visit_parts(p, node);
    }
}

void find_mutants(struct set *set, const struct unit *unit, const struct tree *tree, int file)
{
    for (int i = part_first(tree, 0); i >= 0; i = part_next(tree, i)) {
        struct place place = {.set = set,
                              .unit = unit,
                              .tree = tree,
                              .file = file,
                              .function = unit->meaning[i].name,
                              .holder = -1};
        if (place.function == NULL) {
            set->left_out[LEFT_DECLARATION]++;
        } else {
            visit(&place, i);
        }
    }
}
