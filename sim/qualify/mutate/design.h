/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_DESIGN_H
#define QUALIFY_DESIGN_H

#include "tree.h"

/* What must be known of all files before one is mutated: modules with their ports, names of
 * constants, labels of enumerations. A name is a node of a tree. */

struct port {
    int name, type; /* nodes; without a type a port has that of the port before, or -1 */
    bool input;
};

struct module {
    char name[64];
    int file, node; /* node: its declaration */
    struct port *port;
    int ports;
};

struct label {
    char package[64], name[64]; /* package: empty if a module declares the enumeration */
    int file, type;             /* node that declares the enumeration */
};

struct design {
    struct tree *tree;
    int files;
    struct module *module;
    int modules;
    struct label *label;
    int labels;
    bool full; /* there was not enough memory */
};

/** What an expression is made of. */
enum made { MADE_RUNTIME, MADE_CONSTANT, MADE_LITERAL };

/** Examine the trees, which stay the caller's. @return 0, or an exit status after one line. */
int design_read(struct design *design, struct tree *tree, int files);

void design_free(struct design *design);

const struct module *design_module(const struct design *design, const char *name);

/** The module that contains the node, or NULL. */
const struct module *design_around(const struct design *design, int file, int node);

const struct port *design_port(const struct design *design, const struct module *module,
                               const char *name);

/** What the expression is made of: constants are parameters, genvars, and names of packages. */
enum made design_made(const struct design *design, int file, int node);

/** Another label of the enumeration of PACKAGE::NAME: the next label, or with `by` = -1 the one
 * before. NULL: the name is no label, or the only one. */
const struct label *design_other(const struct design *design, const char *package, const char *name,
                                 int by);

/** Whether the name is a label of an enumeration that the file declares itself. */
bool design_is_label(const struct design *design, int file, const char *name);

/** The grammar takes a member `a.b`, and PACKAGE::NAME, for a call: the node method_call in this
 * primary; -1: there is none. */
int design_call(const struct tree *tree, int primary);

/** Split a primary PACKAGE::NAME into its words. @return whether it is one. */
bool design_scoped(const struct tree *tree, int primary, char package[64], char name[64]);

#endif
