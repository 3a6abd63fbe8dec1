/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "left_out.h"
#include "operators.h"

/* A literal with a base: "4'hF". */
struct literal {
    unsigned bits;
    char base;
    uint64_t value;
};

static void add(const struct place *p, int node, const char *family, const char *text)
{
    set_add(p->set, p->tree, p->file, node, WRAP_EXPRESSION, p->module,
            p->reset ? "reset value" : family, text);
}

static int radix(char base)
{
    return base == 'h' ? 16 : base == 'b' ? 2 : base == 'o' ? 8 : 10;
}

/* @return whether the text is such a literal, of at most 64 bits. */
static bool parse_literal(const char *text, struct literal *literal)
{
    char digits[128], *end;
    size_t n = 0;
    const unsigned long bits = strtoul(text, &end, 10);

    if (end == text || end[0] != '\'' || bits == 0 || bits > 64) {
        return false;
    }
    literal->bits = (unsigned)bits;
    literal->base = end[1];
    for (const char *c = end + 2; *c != '\0' && n + 1 < sizeof(digits); c++) {
        if (*c != '_') {
            digits[n++] = *c;
        }
    }
    digits[n] = '\0';
    literal->value = strtoull(digits, &end, radix(literal->base));
    return n > 0 && *end == '\0';
}

static void add_literal(const struct place *p, int node, const struct literal *l, uint64_t value)
{
    char text[64];
    const uint64_t mask = l->bits == 64 ? UINT64_MAX : (UINT64_C(1) << l->bits) - 1;

    (void)snprintf(text, sizeof(text), "%u'h%" PRIx64, l->bits, value & mask);
    if ((value & mask) != l->value) {
        add(p, node, "constant", text);
    }
}

static void based(const struct place *p, int node, const struct literal *l)
{
    add_literal(p, node, l, l->value + 1);
    add_literal(p, node, l, l->value - 1);
    if (l->bits > 1) {
        add_literal(p, node, l, 0);
        add_literal(p, node, l, ~l->value);
    }
}

static void decimal(const struct place *p, int node, const char *digits)
{
    char text[32], *end;
    const unsigned long value = strtoul(digits, &end, 10);

    if (end == digits || *end != '\0') {
        return;
    }
    (void)snprintf(text, sizeof(text), "%lu", value + 1);
    add(p, node, "constant", text);
    if (value > 0) {
        (void)snprintf(text, sizeof(text), "%lu", value - 1);
        add(p, node, "constant", text);
    }
}

static void literal(const struct place *p, int node)
{
    char text[128];
    struct literal l;

    (void)tree_text(p->tree, node, text, sizeof(text));
    if (text[0] == '\'') {
        add(p, node, "constant", text[1] == '0' ? "'1" : "'0");
    } else if (parse_literal(text, &l)) {
        based(p, node, &l);
    } else {
        decimal(p, node, text);
    }
}

/* Replace a label by another one of its enumeration. */
static void scoped(const struct place *p, int node, const char *package, const char *name)
{
    char text[192];

    for (int by = -1; by <= 1; by += 2) {
        const struct label *other = design_other(p->design, package, name, by);
        if (other != NULL) {
            (void)snprintf(text, sizeof(text), "%s%s%s", other->package,
                           other->package[0] != '\0' ? "::" : "", other->name);
            add(p, node, "constant", text);
        }
    }
}

/* Whether the node is an operand of && or ||, so that it is a truth value. */
static bool is_truth(const struct place *p, int node)
{
    char operator[16];
    const int above = p->tree->node[node].parent;
    const int operation = p->tree->node[above].parent;
    const int at = tree_field(p->tree, operation, "operator");

    if (at < 0 || !tree_is(p->tree, operation, "expression")) {
        return false;
    }
    (void)tree_text(p->tree, at, operator, sizeof(operator));
    return strcmp(operator, "&&") == 0 || strcmp(operator, "||") == 0;
}

/* Whether the node is all of a condition, or of what is negated: its parent is mutated instead. */
static bool is_covered(const struct place *p, int node)
{
    const struct tree *t = p->tree;
    const int above = t->node[node].parent;
    const int over = t->node[above].parent;

    return tree_field(t, above, "argument") == node || tree_is(t, over, "cond_predicate") ||
           (tree_is(t, over, "conditional_expression") && t->node[over].first == above);
}

static void name(const struct place *p, int node)
{
    char text[TEXT - 32], mutated[TEXT];

    if (is_covered(p, node) || tree_text(p->tree, node, text, sizeof(text)) >= sizeof(text)) {
        return;
    }
    if (is_truth(p, node)) {
        (void)snprintf(mutated, sizeof(mutated), "!(%s)", text);
        add(p, node, "logical", mutated);
    } else {
        (void)snprintf(mutated, sizeof(mutated), "%s ^ 1'b1", text);
        add(p, node, "bit", mutated);
    }
}

void operator_primary(const struct place *p, int node)
{
    char package[64], label[64];

    if (tree_child(p->tree, node, "primary_literal") >= 0) {
        literal(p, node);
    } else if (design_scoped(p->tree, node, package, label)) {
        scoped(p, node, package, label);
    } else if (tree_child(p->tree, node, "hierarchical_identifier") >= 0 ||
               design_call(p->tree, node) >= 0) {
        (void)tree_text(p->tree, node, label, sizeof(label));
        if (design_is_label(p->design, p->file, label)) {
            scoped(p, node, "", label);
        } else if (design_made(p->design, p->file, node) == MADE_RUNTIME) {
            name(p, node);
        } else {
            p->set->left_out[LEFT_CONSTANT]++;
        }
    }
}
