/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "operators.h"

/* What an operator is replaced by, and the name of the family. */
struct exchange {
    const char *from, *to[2], *family;
    bool left, right; /* this operand may be left alone */
};

static const struct exchange binaries[] = {
    {"==", {"!=", NULL}, "relational", false, false},
    {"!=", {"==", NULL}, "relational", false, false},
    {"<", {"<=", ">="}, "relational", false, false},
    {"<=", {"<", ">"}, "relational", false, false},
    {">", {">=", "<="}, "relational", false, false},
    {">=", {">", "<"}, "relational", false, false},
    {"&&", {"||", NULL}, "logical", true, true},
    {"||", {"&&", NULL}, "logical", true, true},
    {"&", {"|", "^"}, "logical", true, true},
    {"|", {"&", "^"}, "logical", true, true},
    {"^", {"&", "|"}, "logical", true, true},
    {"+", {"-", NULL}, "arithmetic", true, false},
    {"-", {"+", NULL}, "arithmetic", true, false},
    {"*", {"+", NULL}, "arithmetic", true, false},
    {"/", {"*", NULL}, "arithmetic", true, false},
    {"%", {"/", NULL}, "arithmetic", true, false},
    {"<<", {">>", NULL}, "arithmetic", true, false},
    {">>", {"<<", NULL}, "arithmetic", true, false},
};

static const struct exchange others[] = {
    {"!", {"!!", NULL}, "logical", false, false},
    {"~", {"", NULL}, "logical", false, false},
    {"-", {"", NULL}, "arithmetic", false, false},
    {"++", {"--", NULL}, "arithmetic", false, false},
    {"--", {"++", NULL}, "arithmetic", false, false},
    {"+=", {"-=", "="}, "arithmetic", false, false},
    {"-=", {"+=", "="}, "arithmetic", false, false},
    {"|=", {"&=", "="}, "logical", false, false},
    {"&=", {"|=", "="}, "logical", false, false},
    {"^=", {"|=", "="}, "logical", false, false},
    {"<<=", {">>=", NULL}, "arithmetic", false, false},
    {">>=", {"<<=", NULL}, "arithmetic", false, false},
};

static bool is_word(const struct tree *tree, int node)
{
    return tree->node[node].first < 0;
}

int part_next(const struct tree *tree, int part)
{
    do {
        part = part < 0 ? -1 : tree->node[part].next;
    } while (part >= 0 && is_word(tree, part));
    return part;
}

int part_first(const struct tree *tree, int node)
{
    const int first = node < 0 ? -1 : tree->node[node].first;

    return first < 0 || !is_word(tree, first) ? first : part_next(tree, first);
}

int operator_word(const struct tree *tree, int node)
{
    int word = -1;

    for (int i = tree->node[node].first; i >= 0; i = tree->node[i].next) {
        if (is_word(tree, i) && !tree_is(tree, i, "comment")) {
            if (word >= 0) {
                return -1;
            }
            word = i;
        }
    }
    return word;
}

bool operator_is(const struct tree *tree, int node, const char *text)
{
    const struct node *n = &tree->node[node];

    return strlen(text) == n->end - n->start &&
           strncmp(tree->text + n->start, text, n->end - n->start) == 0;
}

void operator_add(const struct place *p, int node, const char *family, const char *format, ...)
{
    char text[TEXT];
    va_list args;

    va_start(args, format);
    const int n = vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    if (n >= 0 && n < TEXT) {
        set_add(p->set, p->tree, p->file, node, WRAP_EXPRESSION, p->function, family, text);
    }
}

void operator_word_becomes(const struct place *p, int node, const char *family, int at,
                           const char *word)
{
    char text[TEXT];

    if (tree_text_with(p->tree, node, at, word, text, sizeof(text)) < sizeof(text)) {
        set_add(p->set, p->tree, p->file, node, WRAP_EXPRESSION, p->function, family, text);
    }
}

static const struct exchange *find(const struct tree *tree, const struct exchange *table, size_t n,
                                   int word)
{
    for (size_t i = 0; i < n && word >= 0; i++) {
        if (operator_is(tree, word, table[i].from)) {
            return &table[i];
        }
    }
    return NULL;
}

/* Leave one operand alone; for && and || compare it with 0. */
static void alone(const struct place *p, int node, const struct exchange *e, int operand)
{
    char text[TEXT - 16];
    const bool decides = e->from[0] == e->from[1]; /* && and || */

    if (tree_text(p->tree, operand, text, sizeof(text)) < sizeof(text)) {
        operator_add(p, node, e->family, decides && e->right ? "(%s) != 0" : "(%s)", text);
    }
}

void operator_binary(const struct place *p, int node)
{
    const int word = operator_word(p->tree, node);
    const struct exchange *e = find(p->tree, binaries, sizeof(binaries) / sizeof(*binaries), word);
    const int left = part_first(p->tree, node), right = part_next(p->tree, left);
    char text[TEXT - 16], one[TEXT / 2 - 16], other[TEXT / 2 - 16];

    if (e == NULL || right < 0 || tree_text(p->tree, left, one, sizeof(one)) >= sizeof(one) ||
        tree_text(p->tree, right, other, sizeof(other)) >= sizeof(other)) {
        return;
    }
    for (int i = 0; i < 2 && e->to[i] != NULL; i++) {
        operator_add(p, node, e->family, "(%s) %s (%s)", one, e->to[i], other);
    }
    if (e->left) {
        alone(p, node, e, left);
    }
    if (e->right) {
        alone(p, node, e, right);
    }
    if ((e->from[0] == '+' || e->from[0] == '-') &&
        tree_text(p->tree, node, text, sizeof(text)) < sizeof(text)) {
        operator_add(p, node, "off by one", "%s + 1", text);
    }
}

void operator_unary(const struct place *p, int node)
{
    const int word = operator_word(p->tree, node);
    const struct exchange *e = find(p->tree, others, sizeof(others) / sizeof(*others), word);

    for (int i = 0; i < 2 && e != NULL && e->to[i] != NULL; i++) {
        operator_word_becomes(p, node, e->family, word, e->to[i]);
    }
}

void operator_condition(const struct place *p, int node, bool loop)
{
    char text[TEXT - 16];

    if (node < 0 || tree_text(p->tree, node, text, sizeof(text)) >= sizeof(text)) {
        return;
    }
    operator_add(p, node, "condition", "0");
    if (!loop) {
        operator_add(p, node, "condition", "1");
    }
    if (!loop && text[0] != '!') { /* otherwise operator_unary() adds the opposite */
        operator_add(p, node, "condition", "!(%s)", text);
    }
}
