/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_TREE_H
#define QUALIFY_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The syntax tree of a file: nodes have the names that the parser gives them; the leaves are words.
 */

struct node {
    const char *type;  /* as the parser says: "expression"; of a word its text */
    const char *field; /* the parent's field that holds it, or "" */
    uint32_t start, end, line;
    int parent, first, next; /* indices into the tree; -1: none */
};

struct tree {
    char *path, *text;
    struct node *node; /* [0] is the file; children follow their parent */
    int nodes;
};

/** Begin a tree: load the text of the file. @return 0, or an exit status after one line on stderr.
 */
int tree_load(struct tree *tree, const char *path);

void tree_free(struct tree *tree);

/** Whether the node is of that type. */
bool tree_is(const struct tree *tree, int node, const char *type);

/** The first child of that type, or -1. */
int tree_child(const struct tree *tree, int node, const char *type);

/** The first child in that field, or -1. */
int tree_field(const struct tree *tree, int node, const char *field);

/** The first node of that type in the subtree, or -1. */
int tree_find(const struct tree *tree, int node, const char *type);

/** The nearest node of that type above, or -1. */
int tree_above(const struct tree *tree, int node, const char *type);

/** The node after the subtree, which is [node, tree_end). */
int tree_end(const struct tree *tree, int node);

/** Write the text of the node in its normal form: blanks as the normal form has them, no comments.
 * So a new layout of the file does not change the text. `dst` is cut at `bytes`; the length needed
 * is returned. */
size_t tree_text(const struct tree *tree, int node, char *dst, size_t bytes);

/** The same, with `word` in place of the node `at`, a word of the node. */
size_t tree_text_with(const struct tree *tree, int node, int at, const char *word, char *dst,
                      size_t bytes);

#endif
