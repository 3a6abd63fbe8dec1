/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_DESIGN_H
#define QUALIFY_DESIGN_H

#include "tree.h"

/* What must be known of all files before one is mutated: modules with their ports, names that are
 * constants, labels of enumerations. Names are nodes of the trees. */

struct port {
    int name, type; /* nodes; a port without a type has that of the one before, or -1 */
    bool input;
};

struct module {
    char name[64];
    int file, node; /* its declaration */
    struct port *port;
    int ports;
};

struct label {
    char package[64], name[64]; /* package: empty for an enumeration of a module */
    int file, type;             /* the node that declares the enumeration */
};

struct design {
    struct tree *tree;
    int files;
    struct module *module;
    int modules;
    struct label *label;
    int labels;
    bool full; /* there was no memory for all */
};

/** What an expression is made of. */
enum made { MADE_RUNTIME, MADE_CONSTANT, MADE_LITERAL };

/** Find out about the trees, which stay the caller's. @return 0, or an exit status after one line.
 */
int design_read(struct design *design, struct tree *tree, int files);

void design_free(struct design *design);

const struct module *design_module(const struct design *design, const char *name);

/** The module that the node is in, or NULL. */
const struct module *design_around(const struct design *design, int file, int node);

const struct port *design_port(const struct design *design, const struct module *module,
                               const char *name);

/** What the expression is made of: constants are parameters, genvars, and names of packages. */
enum made design_made(const struct design *design, int file, int node);

/** Another label of the enumeration of PACKAGE::NAME: the next one, or with `by` = -1 the one
 * before. NULL: it is none, or has no other. */
const struct label *design_other(const struct design *design, const char *package, const char *name,
                                 int by);

/** Whether it is a label of an enumeration that the file declares for itself. */
bool design_is_label(const struct design *design, int file, const char *name);

/** A member of what the grammar takes for a call: the method_call of `a.b`, also of PACKAGE::NAME,
 * in a primary; -1: it is none. */
int design_call(const struct tree *tree, int primary);

/** The words `PACKAGE::NAME` of a primary. @return whether it is one. */
bool design_scoped(const struct tree *tree, int primary, char package[64], char name[64]);

#endif
