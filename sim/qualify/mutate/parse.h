/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_PARSE_H
#define QUALIFY_PARSE_H

#include "tree.h"

/** Read and parse a file of SystemVerilog. Nodes have the names of tree-sitter's grammar. Only
 * parse.c includes tree-sitter: all other files compile without it. @return 0, or an exit status
 * after one line on stderr: 2 for a file that does not parse, 4 for a file that cannot be read. */
int parse_file(struct tree *tree, const char *path);

#endif
