/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "tree.h"

bool tree_is(const struct tree *tree, int node, const char *type)
{
    return node >= 0 && strcmp(tree->node[node].type, type) == 0;
}

int tree_child(const struct tree *tree, int node, const char *type)
{
    int child = node < 0 ? -1 : tree->node[node].first;

    while (child >= 0 && !tree_is(tree, child, type)) {
        child = tree->node[child].next;
    }
    return child;
}

int tree_field(const struct tree *tree, int node, const char *field)
{
    int child = node < 0 ? -1 : tree->node[node].first;

    while (child >= 0 && strcmp(tree->node[child].field, field) != 0) {
        child = tree->node[child].next;
    }
    return child;
}

int tree_end(const struct tree *tree, int node)
{
    while (node >= 0 && tree->node[node].next < 0) {
        node = tree->node[node].parent;
    }
    return node < 0 ? tree->nodes : tree->node[node].next;
}

int tree_find(const struct tree *tree, int node, const char *type)
{
    if (node < 0) {
        return -1;
    }
    for (int i = node, end = tree_end(tree, node); i < end; i++) {
        if (tree_is(tree, i, type)) {
            return i;
        }
    }
    return -1;
}

int tree_above(const struct tree *tree, int node, const char *type)
{
    do {
        node = node < 0 ? -1 : tree->node[node].parent;
    } while (node >= 0 && !tree_is(tree, node, type));
    return node;
}

/* Whether the node is one word; a number is one word, whatever its parts are. */
static bool is_word(const struct tree *tree, int node)
{
    return tree->node[node].first < 0 || tree_is(tree, node, "integral_number");
}

/* Whether the normal form has a blank between two words. */
static bool apart(const char *left, const char *right)
{
    static const char *const tight_left[] = {
        "(", "[", "{", ".", "->", "::", "~", "!", "'", "#", "@"};
    static const char *const tight_right[] = {")",  "]",  "}", ",", ";", ".",
                                              "->", "::", "[", "'", ":"};

    for (size_t i = 0; i < sizeof(tight_left) / sizeof(*tight_left); i++) {
        if (strcmp(left, tight_left[i]) == 0 || strcmp(right, tight_right[i]) == 0) {
            return false;
        }
    }
    return strcmp(right, "(") != 0 || strcmp(left, "simple_identifier") != 0;
}

/* Append n bytes at `used`. @return the new `used`. */
static size_t put(char *dst, size_t bytes, size_t used, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (used++ < bytes) {
            dst[used - 1] = text[i];
        }
    }
    return used;
}

size_t tree_text_with(const struct tree *tree, int node, int at, const char *word, char *dst,
                      size_t bytes)
{
    size_t used = 0;
    const char *before = "(";
    const int end = tree_end(tree, node);

    for (int i = node; i < end;) {
        const struct node *n = &tree->node[i];
        if (i != at && (!is_word(tree, i) || strstr(n->type, "comment") != NULL)) {
            i = n->first >= 0 ? i + 1 : tree_end(tree, i);
            continue;
        }
        const char *type = n->first < 0 ? n->type : "number";
        if (apart(before, type)) {
            used = put(dst, bytes, used, " ", 1);
        }
        used = i == at ? put(dst, bytes, used, word, strlen(word))
                       : put(dst, bytes, used, tree->text + n->start, n->end - n->start);
        before = type;
        i = tree_end(tree, i);
    }
    if (bytes > 0) {
        dst[used < bytes ? used : bytes - 1] = '\0';
    }
    return used;
}

size_t tree_text(const struct tree *tree, int node, char *dst, size_t bytes)
{
    return tree_text_with(tree, node, -1, NULL, dst, bytes);
}
