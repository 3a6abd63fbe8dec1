/* SPDX-License-Identifier: Apache-2.0 */
#include "emit.h"

#include <stdio.h>
#include <stdlib.h>

#include "say.h"

struct emitter {
    const struct set *set;
    const struct tree *tree;
    const struct selection *selection;
    int *head, *next; /* list of the sites of each node, in order */
    FILE *out;
    bool input; /* an input's bits select, not the variable */
};

static void emit(const struct emitter *e, int node);

/* The first site of the node with this wrap, in the list from `site` on. */
static int with(const struct emitter *e, int site, enum wrap wrap)
{
    while (site >= 0 && e->set->site[site].wrap != wrap) {
        site = e->next[site];
    }
    return site;
}

static const struct mutant *mutant_of(const struct emitter *e, int site)
{
    return &e->set->mutant[e->set->site[site].mutant];
}

/* Write a node with everything between its children, comments included. */
static void emit_inside(const struct emitter *e, int node)
{
    const struct node *n = &e->tree->node[node];
    uint32_t at = n->start;

    for (int i = n->first; i >= 0; i = e->tree->node[i].next) {
        (void)fwrite(e->tree->text + at, 1, e->tree->node[i].start - at, e->out);
        emit(e, i);
        at = e->tree->node[i].end;
    }
    (void)fwrite(e->tree->text + at, 1, n->end - at, e->out);
}

static void emit_select(const struct emitter *e, int site)
{
    const struct mutant *const m = mutant_of(e, site);

    if (e->input) {
        (void)fprintf(e->out, "qualify_i[%d]", m->bit);
    } else {
        (void)fprintf(e->out, e->selection->format, m->number);
    }
}

static void emit_choice(const struct emitter *e, int site, enum wrap wrap)
{
    for (; site >= 0; site = with(e, e->next[site], wrap)) {
        emit_select(e, site);
        (void)fprintf(e->out, " ? (%s) : ", e->set->site[site].text);
    }
}

static void emit_expression(const struct emitter *e, int node)
{
    const int site = with(e, e->head[node], WRAP_EXPRESSION);

    if (site < 0) {
        emit_inside(e, node);
        return;
    }
    (void)fputc('(', e->out);
    emit_choice(e, site, WRAP_EXPRESSION);
    (void)fputc('(', e->out);
    emit_inside(e, node);
    (void)fputs("))", e->out);
}

/* Write `.name` as `.name(...)`. */
static void emit_port(const struct emitter *e, int node, int site)
{
    const int name = tree_field(e->tree, node, "port_name");
    const struct node *n = &e->tree->node[name];

    (void)fprintf(e->out, ".%.*s(", (int)(n->end - n->start), e->tree->text + n->start);
    emit_choice(e, site, WRAP_PORT);
    (void)fprintf(e->out, "%.*s)", (int)(n->end - n->start), e->tree->text + n->start);
}

static void emit_statement(const struct emitter *e, int node, int site)
{
    (void)fputs(e->selection->begin, e->out);
    for (; site >= 0; site = with(e, e->next[site], WRAP_STATEMENT)) {
        (void)fputs("if (", e->out);
        emit_select(e, site);
        (void)fprintf(e->out, ") %s%s%s else ", e->selection->begin, e->set->site[site].text,
                      e->selection->end);
    }
    emit_expression(e, node);
    (void)fputs(e->selection->end, e->out);
}

/* Write the selecting input: as a port of the module, or as a connection of its instances. */
static void emit_input(const struct emitter *e, int node)
{
    const int above = e->tree->node[node].parent;

    if (tree_is(e->tree, node, "list_of_port_connections")) {
        (void)fputs(".qualify_i(qualify_i), ", e->out);
    } else if (tree_is(e->tree, above, "list_of_port_declarations") &&
               e->tree->node[e->tree->node[above].first].next == node) {
        (void)fprintf(e->out, "input logic [%d:0] qualify_i, ", e->set->written);
    }
}

static void emit(const struct emitter *e, int node)
{
    const int statement = with(e, e->head[node], WRAP_STATEMENT);
    const int port = with(e, e->head[node], WRAP_PORT);

    for (int site = with(e, e->head[node], WRAP_BEFORE); site >= 0;
         site = with(e, e->next[site], WRAP_BEFORE)) {
        (void)fputs(e->set->site[site].text, e->out);
    }
    if (e->input) {
        emit_input(e, node);
    }
    if (statement >= 0) {
        emit_statement(e, node, statement);
    } else if (port >= 0) {
        emit_port(e, node, port);
    } else {
        emit_expression(e, node);
    }
}

/* Make a list of sites for each node, without the mutants that are not written. */
static bool index_sites(struct emitter *e, int file)
{
    e->head = malloc(((size_t)e->tree->nodes + 1) * sizeof(*e->head));
    e->next = malloc((e->set->sites + 1) * sizeof(*e->next));
    if (e->head == NULL || e->next == NULL) {
        return false;
    }
    for (int i = 0; i < e->tree->nodes; i++) {
        e->head[i] = -1;
    }
    for (size_t i = e->set->sites; i > 0; i--) {
        const struct site *site = &e->set->site[i - 1];
        if (site->file == file && e->set->mutant[site->mutant].written) {
            e->next[i - 1] = e->head[site->node];
            e->head[site->node] = (int)i - 1;
        }
    }
    return true;
}

static bool has_mutant(const struct emitter *e)
{
    int node = 0;

    while (node < e->tree->nodes && e->head[node] < 0) {
        node++;
    }
    return node < e->tree->nodes;
}

int emit_file(const struct set *set, const struct tree *tree, int file,
              const struct selection *selection, bool input, const char *path)
{
    struct emitter e = {
        .set = set, .tree = tree, .selection = selection, .out = fopen(path, "w"), .input = input};
    const bool indexed = index_sites(&e, file);

    if (indexed && e.out != NULL) {
        if (selection->declaration != NULL && has_mutant(&e)) {
            (void)fputs(selection->declaration, e.out);
        }
        (void)fwrite(tree->text, 1, tree->node[0].start, e.out);
        emit(&e, 0);
        (void)fputs(tree->text + tree->node[0].end, e.out);
    }
    free(e.head);
    free(e.next);
    const bool bad = !indexed || e.out == NULL || ferror(e.out) != 0;
    if ((e.out != NULL && fclose(e.out) != 0) || bad) {
        say("%s: cannot be written", path);
        return STATUS_ENVIRONMENT;
    }
    return 0;
}
