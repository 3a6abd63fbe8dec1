/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "operators.h"

/* Makes a condition stricter or weaker, by a term that decides something else in the same module.
 * Each condition gets two such mutants, drawn by its text. */

enum { TERMS = 256, TERM = 160 };

static const unsigned FIRST = 2166136261u;

struct terms {
    char text[TERMS][TERM];
    unsigned n;
};

/* Names in a loop or a function are not valid outside it. */
static bool is_in_loop(const struct tree *tree, int node)
{
    return tree_above(tree, node, "loop_statement") >= 0 ||
           tree_above(tree, node, "loop_generate_construct") >= 0 ||
           tree_above(tree, node, "function_declaration") >= 0;
}

static void take(const struct place *p, int node, struct terms *terms)
{
    char *text = terms->text[terms->n];

    if (node < 0 || is_in_loop(p->tree, node) || terms->n == TERMS - 1 ||
        design_made(p->design, p->file, node) != MADE_RUNTIME ||
        tree_text(p->tree, node, text, TERM) >= TERM || strcmp(text, "rst_ni") == 0) {
        return;
    }
    for (unsigned i = 0; i < terms->n; i++) {
        if (strcmp(terms->text[i], text) == 0) {
            return;
        }
    }
    terms->n++;
}

/* Collect the operands of logical operators in the module: each is one bit. */
static void collect(const struct place *p, int node, struct terms *terms)
{
    const int module = tree_above(p->tree, node, "module_declaration");
    char operator[16];

    for (int i = module, end = tree_end(p->tree, module); i >= 0 && i < end; i++) {
        const int at = tree_is(p->tree, i, "expression") ? tree_field(p->tree, i, "operator") : -1;
        if (at < 0) {
            continue;
        }
        (void)tree_text(p->tree, at, operator, sizeof(operator));
        if (strcmp(operator, "&&") == 0 || strcmp(operator, "||") == 0) {
            take(p, tree_field(p->tree, i, "left"), terms);
            take(p, tree_field(p->tree, i, "right"), terms);
        } else if (strcmp(operator, "!") == 0) {
            take(p, tree_field(p->tree, i, "argument"), terms);
        }
    }
}

static unsigned hash(unsigned h, const char *text)
{
    for (; *text != '\0'; text++) {
        h = (h ^ (unsigned char)*text) * 16777619u;
    }
    return h ^ h >> 15;
}

/* Draw a term for the text and the operator; a term that occurs in the text is not drawn. Adding or
 * removing other terms does not change the draw, unless one of those is drawn. @return NULL: there
 * is none. */
static const char *draw(const struct terms *terms, const char *text, const char *operator,
                        bool * inverted)
{
    const unsigned seed = hash(hash(FIRST, operator), text);
    const char *drawn = NULL;
    unsigned least = 0;

    for (unsigned i = 0; i < terms->n; i++) {
        const unsigned h = hash(seed, terms->text[i]);
        if (strstr(text, terms->text[i]) == NULL && (drawn == NULL || h < least)) {
            drawn = terms->text[i];
            least = h;
            *inverted = (h & 1) != 0;
        }
    }
    return drawn;
}

void operator_guard(const struct place *p, int node)
{
    static const char *const operators[] = {"&&", "||"};
    static struct terms terms;
    char text[TEXT / 2], mutated[TEXT];
    bool inverted;

    terms.n = 0;
    collect(p, node, &terms);
    if (tree_text(p->tree, node, text, sizeof(text)) >= sizeof(text)) {
        return;
    }
    for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++) {
        const char *term = draw(&terms, text, operators[i], &inverted);
        if (term != NULL) {
            (void)snprintf(mutated, sizeof(mutated), "(%s) %s %s(%s)", text, operators[i],
                           inverted ? "!" : "", term);
            set_add(p->set, p->tree, p->file, node, WRAP_EXPRESSION, p->module, "guard", mutated);
        }
    }
}
