/* SPDX-License-Identifier: Apache-2.0 */
#include "design.h"

#include <stdlib.h>
#include <string.h>

#include "say.h"

static void *grow(struct design *design, void *array, int n, size_t bytes)
{
    void *more = realloc(array, ((size_t)n + 1) * bytes);

    design->full = design->full || more == NULL;
    return more != NULL ? more : array;
}

static void take_port(struct design *design, struct module *m, const struct tree *tree, int node)
{
    const struct port *before = m->ports > 0 ? &m->port[m->ports - 1] : NULL;
    const int header = tree_child(tree, node, "variable_port_header");
    const int direction = tree_find(tree, header, "port_direction");
    struct port port = {.name = tree_field(tree, node, "port_name"),
                        .type = tree_child(tree, header, "variable_port_type")};

    if (header < 0 && before != NULL) {
        port.type = before->type;
        port.input = before->input;
    }
    if (direction >= 0) {
        port.input = tree_child(tree, direction, "input") >= 0;
    }
    m->port = grow(design, m->port, m->ports, sizeof(*m->port));
    if (!design->full) {
        m->port[m->ports++] = port;
    }
}

static void take_module(struct design *design, int file, int node)
{
    const struct tree *tree = &design->tree[file];
    const int header = tree_child(tree, node, "module_ansi_header");
    const int ports = tree_child(tree, header, "list_of_port_declarations");

    design->module = grow(design, design->module, design->modules, sizeof(*design->module));
    if (design->full) {
        return;
    }
    struct module *m = &design->module[design->modules++];
    *m = (struct module){.file = file, .node = node};
    (void)tree_text(tree, tree_field(tree, header, "name"), m->name, sizeof(m->name));
    for (int p = ports < 0 ? -1 : tree->node[ports].first; p >= 0; p = tree->node[p].next) {
        if (tree_is(tree, p, "ansi_port_declaration")) {
            take_port(design, m, tree, p);
        }
    }
}

static void take_label(struct design *design, int file, int node)
{
    const struct tree *tree = &design->tree[file];
    const int package = tree_above(tree, node, "package_declaration");

    design->label = grow(design, design->label, design->labels, sizeof(*design->label));
    if (design->full) {
        return;
    }
    struct label *l = &design->label[design->labels++];
    *l = (struct label){.file = file, .type = tree_above(tree, node, "data_type")};
    if (package >= 0) {
        (void)tree_text(tree, tree_field(tree, package, "name"), l->package, sizeof(l->package));
    }
    (void)tree_text(tree, tree_find(tree, node, "simple_identifier"), l->name, sizeof(l->name));
}

int design_read(struct design *design, struct tree *tree, int files)
{
    *design = (struct design){.tree = tree, .files = files};
    for (int file = 0; file < files; file++) {
        for (int i = 0; i < tree[file].nodes; i++) {
            if (tree_is(&tree[file], i, "module_declaration")) {
                take_module(design, file, i);
            } else if (tree_is(&tree[file], i, "enum_name_declaration")) {
                take_label(design, file, i);
            }
        }
    }
    if (design->full) {
        say("out of memory");
    }
    return design->full ? STATUS_ENVIRONMENT : 0;
}

void design_free(struct design *design)
{
    for (int i = 0; i < design->modules; i++) {
        free(design->module[i].port);
    }
    free(design->module);
    free(design->label);
    *design = (struct design){.files = 0};
}

const struct module *design_module(const struct design *design, const char *name)
{
    for (int i = 0; i < design->modules; i++) {
        if (strcmp(design->module[i].name, name) == 0) {
            return &design->module[i];
        }
    }
    return NULL;
}

const struct module *design_around(const struct design *design, int file, int node)
{
    const int declaration = tree_above(&design->tree[file], node, "module_declaration");

    for (int i = 0; i < design->modules; i++) {
        if (design->module[i].file == file && design->module[i].node == declaration) {
            return &design->module[i];
        }
    }
    return NULL;
}

const struct port *design_port(const struct design *design, const struct module *module,
                               const char *name)
{
    char own[64];

    for (int i = 0; i < module->ports; i++) {
        (void)tree_text(&design->tree[module->file], module->port[i].name, own, sizeof(own));
        if (strcmp(own, name) == 0) {
            return &module->port[i];
        }
    }
    return NULL;
}

/* Whether the file declares the name as a parameter or genvar. */
static bool declared_constant(const struct tree *tree, const char *name)
{
    static const char *const declares[] = {"param_assignment", "genvar_initialization"};
    char own[64];

    for (int i = 0; i < tree->nodes; i++) {
        for (size_t k = 0; k < sizeof(declares) / sizeof(*declares); k++) {
            if (!tree_is(tree, i, declares[k])) {
                continue;
            }
            (void)tree_text(tree, tree_child(tree, i, "simple_identifier"), own, sizeof(own));
            if (strcmp(own, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Whether the node is elaborated at compile time: nothing below it is looked at. */
static bool is_elaborated(const struct tree *tree, int node)
{
    return tree_is(tree, node, "casting_type") || tree_is(tree, node, "constant_range") ||
           tree_is(tree, node, "constant_expression") ||
           (tree_is(tree, node, "method_call") && tree_child(tree, node, "::") >= 0);
}

bool design_is_label(const struct design *design, int file, const char *name)
{
    for (int i = 0; i < design->labels; i++) {
        const struct label *l = &design->label[i];
        if (l->file == file && l->package[0] == '\0' && strcmp(l->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a constant has the name that stands alone or before the first dot. */
static bool is_constant_name(const struct design *design, int file, int node)
{
    const struct tree *tree = &design->tree[file];
    char name[64];

    (void)tree_text(tree, tree_child(tree, node, "simple_identifier"), name, sizeof(name));
    return declared_constant(tree, name) || design_is_label(design, file, name);
}

enum made design_made(const struct design *design, int file, int node)
{
    const struct tree *tree = &design->tree[file];
    enum made made = MADE_LITERAL;
    char package[64], name[64];

    for (int i = node, end = tree_end(tree, node); i < end;) {
        if (tree_is(tree, i, "hierarchical_identifier")) {
            if (!is_constant_name(design, file, i)) {
                return MADE_RUNTIME;
            }
            made = MADE_CONSTANT;
        } else if (tree_is(tree, i, "primary") && design_scoped(tree, i, package, name)) {
            made = MADE_CONSTANT;
        }
        i = is_elaborated(tree, i) ? tree_end(tree, i) : i + 1;
    }
    return made;
}

const struct label *design_other(const struct design *design, const char *package, const char *name,
                                 int by)
{
    int first = -1, last = -1, at = -1;

    for (int i = 0; i < design->labels && at < 0; i++) {
        const struct label *l = &design->label[i];
        if (strcmp(l->package, package) == 0 && strcmp(l->name, name) == 0) {
            at = i;
        }
    }
    for (int i = 0; i < design->labels && at >= 0; i++) {
        if (design->label[i].file == design->label[at].file &&
            design->label[i].type == design->label[at].type) {
            first = first < 0 ? i : first;
            last = i;
        }
    }
    if (first == last) {
        return NULL;
    }
    at += by;
    at = at > last ? first : at < first ? last : at;
    return &design->label[at];
}

int design_call(const struct tree *tree, int primary)
{
    const int call = tree_child(tree, primary, "function_subroutine_call");

    return tree_child(tree, tree_child(tree, call, "subroutine_call"), "method_call");
}

bool design_scoped(const struct tree *tree, int primary, char package[64], char name[64])
{
    const int call = design_call(tree, primary);

    if (tree_child(tree, call, "::") < 0) {
        return false;
    }
    (void)tree_text(tree, tree_child(tree, call, "primary"), package, 64);
    (void)tree_text(tree, tree_child(tree, call, "method_call_body"), name, 64);
    return true;
}
