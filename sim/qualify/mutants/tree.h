/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_TREE_H
#define QUALIFY_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The syntax tree of one file: nodes as a parser names them, down to its words. */

struct node {
    const char *type;  /* of the parser: "expression"; of a token its text */
    const char *field; /* that the parent has it in, or "" */
    uint32_t start, end, line;
    int parent, first, next; /* indices into the tree; -1: none */
};

struct tree {
    char *path, *text;
    struct node *node; /* [0] is the file; children come behind their parent */
    int nodes;
};

/** Begin a tree with the text of the file. @return 0, or an exit status after one line on stderr.
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

/** The nearest node above of that type, or -1. */
int tree_above(const struct tree *tree, int node, const char *type);

/** The node behind the subtree: the subtree is [node, tree_end). */
int tree_end(const struct tree *tree, int node);

/** The text of the node, with blanks where the normal form has them and no remark: whoever lays the
 * file out anew changes nothing of it. `dst` is cut at
 * `bytes`, and the length that was needed is returned. */
size_t tree_text(const struct tree *tree, int node, char *dst, size_t bytes);

/** The same with `word` in the place of the node `at`, a word of it. */
size_t tree_text_with(const struct tree *tree, int node, int at, const char *word, char *dst,
                      size_t bytes);

#endif
