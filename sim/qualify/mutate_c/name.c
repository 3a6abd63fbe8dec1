/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operators.h"

/* "0x1Fu": base, value and suffix. @return whether the text is such a literal. */
static bool parse_literal(const char *text, bool *hex, uint64_t *value, const char **suffix)
{
    char *end;

    errno = 0;
    *hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    *value = strtoull(text, &end, 0);
    *suffix = end;
    return text[0] >= '0' && text[0] <= '9' && errno == 0 && strspn(end, "uUlL") == strlen(end);
}

void operator_literal(const struct place *p, int node)
{
    char text[64];
    const char *suffix;
    bool hex;
    uint64_t value;

    if (tree_text(p->tree, node, text, sizeof(text)) >= sizeof(text)) {
        return;
    }
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        operator_add(p, node, "constant", "%s", text[0] == 't' ? "false" : "true");
        return;
    }
    if (!parse_literal(text, &hex, &value, &suffix)) {
        return; /* the result of a macro */
    }
    const uint64_t other[] = {value + 1, value - 1, 0};
    for (size_t i = 0; i < sizeof(other) / sizeof(*other); i++) {
        if (i == 0 || (value != 0 && (i == 1 || value > 1))) {
            operator_add(p, node, "constant", hex ? "0x%" PRIx64 "%s" : "%" PRIu64 "%s", other[i],
                         suffix);
        }
    }
}

/* The last word of the node, if it is this name; otherwise -1. */
static int last_name(const struct tree *tree, int node, const char *name)
{
    const int last = tree_end(tree, node) - 1;

    return name != NULL && tree_is(tree, last, "simple_identifier") && operator_is(tree, last, name)
               ? last
               : -1;
}

void operator_name(const struct place *p, int node)
{
    const struct meaning *m = &p->unit->meaning[node];
    const bool member = tree_is(p->tree, node, C_MEMBER);
    const int word = last_name(p->tree, node, m->name);

    for (int i = 0; i < OTHERS && word >= 0 && m->scalar; i++) {
        if (m->other[i] != NULL) {
            operator_word_becomes(p, p->holder >= 0 ? p->holder : node,
                                  member ? "field" : "constant", word, m->other[i]);
        }
    }
}

/* Add the call with these two neighbouring arguments exchanged. */
static void exchanged(const struct place *p, int node, int first, int second)
{
    char all[TEXT], left[TEXT / 4], right[TEXT / 4], before[TEXT];
    const struct tree *tree = p->tree;

    if (tree_text(tree, node, all, sizeof(all)) >= sizeof(all) ||
        tree_text(tree, first, left, sizeof(left)) >= sizeof(left) ||
        tree_text(tree, second, right, sizeof(right)) >= sizeof(right)) {
        return;
    }
    (void)snprintf(before, sizeof(before), "%s, %s", left, right);
    const char *at = strstr(all, before);
    if (at != NULL && strstr(at + 1, before) == NULL) {
        operator_add(p, node, "argument", "%.*s%s, %s%s", (int)(at - all), all, right, left,
                     at + strlen(before));
    }
}

void operator_call(const struct place *p, int node)
{
    const struct meaning *m = &p->unit->meaning[node];
    int part = part_next(p->tree, part_first(p->tree, node));

    for (int i = 0; part >= 0 && i < 31; i++) {
        const int next = part_next(p->tree, part);
        if (next >= 0 && (m->equal >> i & 1u) != 0) {
            exchanged(p, node, part, next);
        }
        part = next;
    }
}

/* Whether the value is zero as a number, a bool or a pointer. */
static bool is_zero(const struct tree *tree, int value)
{
    return operator_is(tree, value, "0") || operator_is(tree, value, "false") ||
           operator_is(tree, value, "NULL");
}

void operator_initial(const struct place *p, int value)
{
    if (value >= 0 && p->unit->meaning[value].scalar && !is_zero(p->tree, value)) {
        operator_add(p, value, "dropped assignment", "0");
    }
}

void operator_statement(const struct place *p, int node)
{
    set_add(p->set, p->tree, p->file, node, WRAP_STATEMENT, p->function, "statement", ";");
}
