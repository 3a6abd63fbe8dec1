/* SPDX-License-Identifier: Apache-2.0 */
#include "parse.h"

#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

#include "say.h"

const TSLanguage *tree_sitter_systemverilog(void);

static int count(TSNode node)
{
    int n = 1;

    for (uint32_t i = 0; i < ts_node_child_count(node); i++) {
        n += count(ts_node_child(node, i));
    }
    return n;
}

/* Copy the node and everything below it. */
static int take(struct tree *tree, TSNode from, const char *field, int parent)
{
    const int at = tree->nodes++;
    int last = -1;

    tree->node[at] = (struct node){.type = ts_node_type(from),
                                   .field = field != NULL ? field : "",
                                   .start = ts_node_start_byte(from),
                                   .end = ts_node_end_byte(from),
                                   .line = ts_node_start_point(from).row + 1,
                                   .parent = parent,
                                   .first = -1,
                                   .next = -1};
    for (uint32_t i = 0; i < ts_node_child_count(from); i++) {
        const int child =
            take(tree, ts_node_child(from, i), ts_node_field_name_for_child(from, i), at);
        if (last < 0) {
            tree->node[at].first = child;
        } else {
            tree->node[last].next = child;
        }
        last = child;
    }
    return at;
}

/* The first place that the grammar does not understand. */
static TSNode broken(TSNode node)
{
    for (uint32_t i = 0; i < ts_node_child_count(node); i++) {
        const TSNode child = ts_node_child(node, i);
        if (ts_node_is_error(child) || ts_node_is_missing(child)) {
            return child;
        }
        if (ts_node_has_error(child)) {
            return broken(child);
        }
    }
    return node;
}

static int take_all(struct tree *tree, TSNode root)
{
    if (ts_node_has_error(root)) {
        say("%s:%u: does not parse", tree->path, ts_node_start_point(broken(root)).row + 1);
        return STATUS_USAGE;
    }
    tree->node = calloc((size_t)count(root), sizeof(*tree->node));
    if (tree->node == NULL) {
        say("out of memory");
        return STATUS_ENVIRONMENT;
    }
    (void)take(tree, root, NULL, -1);
    return 0;
}

int parse_file(struct tree *tree, const char *path)
{
    TSParser *parser = ts_parser_new();
    int status = tree_load(tree, path);

    if (status != 0) {
        ts_parser_delete(parser);
        return status;
    }
    if (parser == NULL || !ts_parser_set_language(parser, tree_sitter_systemverilog())) {
        say("tree-sitter and its grammar do not fit");
        status = STATUS_ENVIRONMENT;
    } else {
        TSTree *parsed =
            ts_parser_parse_string(parser, NULL, tree->text, (uint32_t)strlen(tree->text));
        status = take_all(tree, ts_tree_root_node(parsed));
        ts_tree_delete(parsed);
    }
    ts_parser_delete(parser);
    return status;
}
