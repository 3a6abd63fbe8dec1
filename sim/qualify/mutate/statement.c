/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "operators.h"

enum { ARMS = 64 };

static void dropped(const struct place *p, int assignment)
{
    const int statement = tree_above(p->tree, assignment, "statement");

    set_add(p->set, p->tree, p->file, statement, WRAP_STATEMENT, p->module,
            p->reset ? "reset value" : "dropped assignment", ";");
}

/* Change a bit of the value that reset gives a register. A literal or a label has mutants of its
 * own. */
static void reset_value(const struct place *p, int value)
{
    char text[TEXT / 2], mutated[TEXT], package[64], name[64];
    const int primary = tree_child(p->tree, value, "primary");

    if (value < 0 || (primary >= 0 && design_scoped(p->tree, primary, package, name)) ||
        tree_text(p->tree, value, text, sizeof(text)) >= sizeof(text)) {
        return;
    }
    (void)snprintf(mutated, sizeof(mutated), "(%s) ^ 1'b1", text);
    set_add(p->set, p->tree, p->file, value, WRAP_EXPRESSION, p->module, "reset value", mutated);
}

void operator_assignment(const struct place *p, int node)
{
    const int value = tree_child(p->tree, node, "expression");

    if (tree_is(p->tree, node, "net_assignment")) {
        set_add(p->set, p->tree, p->file, value, WRAP_EXPRESSION, p->module, "dropped assignment",
                "'0");
        return;
    }
    dropped(p, node);
    if (p->reset) {
        reset_value(p, value);
    }
}

/* Collect the statements of the arms; *standard becomes the place of the default's, -1: there is
 * none. @return number of arms. */
static int arms_of(const struct tree *tree, int node, int arm[ARMS], int *standard)
{
    int n = 0;

    *standard = -1;
    for (int i = tree->node[node].first; i >= 0; i = tree->node[i].next) {
        const int statement = tree_child(tree, i, "statement_or_null");
        if (!tree_is(tree, i, "case_item") || statement < 0 || n == ARMS) {
            continue;
        }
        if (tree_child(tree, i, "default") >= 0) {
            *standard = n;
        }
        arm[n++] = statement;
    }
    return n;
}

static void arm_as(const struct place *p, int arm, int other)
{
    char *text = malloc(TEXT);

    if (text != NULL && tree_text(p->tree, other, text, TEXT) < TEXT) {
        set_add(p->set, p->tree, p->file, arm, WRAP_STATEMENT, p->module, "case arm", text);
    }
    free(text);
}

void operator_case(const struct place *p, int node)
{
    int arm[ARMS], standard = -1;
    const int n = arms_of(p->tree, node, arm, &standard);

    for (int i = 0; i < n && n > 1; i++) {
        arm_as(p, arm[i], arm[(i + 1) % n]);
        if (standard >= 0 && i != standard) {
            arm_as(p, arm[i], arm[standard]);
        }
    }
}
