/* SPDX-License-Identifier: Apache-2.0 */
#include "find.h"

#include <string.h>

#include "left_out.h"
#include "operators.h"

/* Walks from the module down to its expressions. What is elaborated at compile time is counted and
 * skipped. */

static void visit(struct place *p, int node);

static void visit_children(struct place *p, int node)
{
    for (int i = p->tree->node[node].first; i >= 0; i = p->tree->node[i].next) {
        visit(p, i);
    }
}

static bool is(const struct place *p, int node, const char *type)
{
    return tree_is(p->tree, node, type);
}

/* Nodes that are skipped with everything below them, by their type and the type of their parent. */
static const struct {
    const char *type, *above; /* NULL: any */
    enum left_out kind;
} left[] = {
    {"parameter_declaration", NULL, LEFT_PARAMETER},
    {"local_parameter_declaration", NULL, LEFT_PARAMETER},
    {"param_expression", NULL, LEFT_CONNECTED},
    {"genvar_initialization", NULL, LEFT_GENERATE},
    {"genvar_iteration", NULL, LEFT_GENERATE},
    {"constant_expression", "if_generate_construct", LEFT_GENERATE},
    {"constant_expression", "loop_generate_construct", LEFT_GENERATE},
    {"packed_dimension", NULL, LEFT_WIDTH},
    {"unpacked_dimension", NULL, LEFT_WIDTH},
    {"constant_range", NULL, LEFT_WIDTH},
    {"casting_type", NULL, LEFT_WIDTH},
    {"constant_expression", NULL, LEFT_WIDTH},
    {"case_item_expression", NULL, LEFT_LABEL},
    {"for_initialization", NULL, LEFT_LOOP},
    {"for_step", NULL, LEFT_LOOP},
    {"expression", "loop_statement", LEFT_LOOP},
    {"event_control", NULL, LEFT_EVENT},
    {"net_lvalue", NULL, LEFT_TARGET},
    {"variable_lvalue", NULL, LEFT_TARGET},
};

static bool is_left_out(struct place *p, int node)
{
    const int above = p->tree->node[node].parent;

    for (size_t i = 0; i < sizeof(left) / sizeof(*left); i++) {
        if (is(p, node, left[i].type) && (left[i].above == NULL || is(p, above, left[i].above))) {
            p->set->left_out[left[i].kind]++;
            return true;
        }
    }
    return false;
}

/* Whether the condition is `!rst_ni`: assignments under it give the reset value. */
static bool is_reset(const struct place *p, int statement)
{
    char text[64];

    (void)tree_text(p->tree, tree_child(p->tree, statement, "cond_predicate"), text, sizeof(text));
    return strcmp(text, "!rst_ni") == 0;
}

static void visit_if(struct place *p, int node)
{
    const bool reset = is_reset(p, node);
    bool first = true;

    for (int i = p->tree->node[node].first; i >= 0; i = p->tree->node[i].next) {
        if (is(p, i, "cond_predicate") && reset) {
            continue;
        }
        if (is(p, i, "cond_predicate")) {
            operator_condition(p, tree_child(p->tree, i, "expression"));
            operator_guard(p, tree_child(p->tree, i, "expression"));
        }
        const bool before = p->reset;
        p->reset = before || (reset && first && is(p, i, "statement_or_null"));
        first = first && !is(p, i, "statement_or_null");
        visit(p, i);
        p->reset = before;
    }
}

static void visit_expression(struct place *p, int node)
{
    const int condition = tree_child(p->tree, node, "conditional_expression");

    if (design_made(p->design, p->file, node) == MADE_CONSTANT &&
        tree_child(p->tree, node, "primary") < 0) {
        p->set->left_out[LEFT_CONSTANT]++;
        return;
    }
    operator_expression(p, node);
    if (condition >= 0 &&
        design_made(p->design, p->file, p->tree->node[condition].first) == MADE_RUNTIME) {
        operator_condition(p, p->tree->node[condition].first);
        operator_guard(p, p->tree->node[condition].first);
    }
    visit_children(p, node);
}

static void visit_instance(struct place *p, int node)
{
    operator_instance(p, node);
    for (int i = node, end = tree_end(p->tree, node); i < end; i++) {
        int expression = -1;
        if (is(p, i, "param_expression")) {
            p->set->left_out[LEFT_CONNECTED]++;
        } else if (is(p, i, "named_port_connection") && operator_is_input(p, i, &expression) &&
                   expression >= 0 && !operator_is_clock(p, i)) {
            visit(p, expression);
        }
    }
}

static void visit_primary(struct place *p, int node)
{
    operator_primary(p, node);
    if (design_call(p->tree, node) < 0) {
        visit_children(p, node);
    }
}

static void visit(struct place *p, int node)
{
    if (is_left_out(p, node)) {
        return;
    }
    if (is(p, node, "expression")) {
        visit_expression(p, node);
    } else if (is(p, node, "primary")) {
        visit_primary(p, node);
    } else if (is(p, node, "conditional_statement")) {
        visit_if(p, node);
    } else if (is(p, node, "module_instantiation")) {
        visit_instance(p, node);
    } else {
        if (is(p, node, "case_statement")) {
            operator_case(p, node);
        }
        if (is(p, node, "net_assignment") || is(p, node, "operator_assignment") ||
            is(p, node, "nonblocking_assignment")) {
            operator_assignment(p, node);
        }
        visit_children(p, node);
    }
}

void find_mutants(struct set *set, const struct design *design)
{
    for (int file = 0; file < design->files; file++) {
        for (int m = 0; m < design->modules; m++) {
            if (design->module[m].file == file) {
                struct place place = {.set = set,
                                      .design = design,
                                      .tree = &design->tree[file],
                                      .file = file,
                                      .module = design->module[m].name};
                visit(&place, design->module[m].node);
            }
        }
    }
}
