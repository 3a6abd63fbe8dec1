/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operators.h"

static const char family[] = "port crossing";

enum { LINKS = 256, NAME = 64, OTHERS = 3 };

/* An input of an instance, and its connection. */
struct link {
    int instance, connection, expression; /* nodes; expression: -1 for `.name` alone */
    const struct module *module;          /* of the instance */
    char port[NAME], type[4 * NAME], text[16 * NAME];
};

struct links {
    struct link link[LINKS];
    int n;
};

bool operator_is_input(const struct place *p, int connection, int *expression)
{
    char name[NAME];
    const int instance = tree_above(p->tree, connection, "module_instantiation");

    (void)tree_text(p->tree, tree_field(p->tree, instance, "instance_type"), name, sizeof(name));
    const struct module *module = design_module(p->design, name);
    (void)tree_text(p->tree, tree_field(p->tree, connection, "port_name"), name, sizeof(name));
    const struct port *port = module != NULL ? design_port(p->design, module, name) : NULL;
    *expression = tree_field(p->tree, connection, "connection");
    return port != NULL && port->input &&
           (*expression >= 0 || tree_child(p->tree, connection, "(") < 0);
}

bool operator_is_clock(const struct place *p, int connection)
{
    char port[NAME];

    (void)tree_text(p->tree, tree_field(p->tree, connection, "port_name"), port, sizeof(port));
    return strncmp(port, "clk", 3) == 0 || strncmp(port, "rst", 3) == 0;
}

static void take_link(const struct place *p, struct links *links, int connection)
{
    const int instance = tree_above(p->tree, connection, "module_instantiation");
    struct link *l = &links->link[links->n];
    char module[NAME];

    *l = (struct link){.instance = instance, .connection = connection};
    if (links->n == LINKS || !operator_is_input(p, connection, &l->expression)) {
        return;
    }
    (void)tree_text(p->tree, tree_field(p->tree, instance, "instance_type"), module, NAME);
    (void)tree_text(p->tree, tree_field(p->tree, connection, "port_name"), l->port, NAME);
    l->module = design_module(p->design, module);
    const struct port *port = design_port(p->design, l->module, l->port);
    if (port->type >= 0) {
        (void)tree_text(&p->design->tree[l->module->file], port->type, l->type, sizeof(l->type));
    }
    const int text =
        l->expression >= 0 ? l->expression : tree_field(p->tree, connection, "port_name");
    if (!operator_is_clock(p, connection) &&
        tree_text(p->tree, text, l->text, sizeof(l->text)) < 16 * NAME &&
        (l->expression < 0 || design_made(p->design, p->file, l->expression) == MADE_RUNTIME)) {
        links->n++;
    }
}

/* Read the inputs of this instance and of all instances beside it. */
static void read_links(const struct place *p, struct links *links, int node)
{
    const int above = p->tree->node[node].parent;

    links->n = 0;
    for (int i = p->tree->node[above].first; i >= 0; i = p->tree->node[i].next) {
        if (!tree_is(p->tree, i, "module_instantiation")) {
            continue;
        }
        for (int c = i, end = tree_end(p->tree, i); c < end; c++) {
            if (tree_is(p->tree, c, "named_port_connection") && links->n < LINKS) {
                take_link(p, links, c);
            }
        }
    }
}

static void connect(const struct place *p, int mutant, const struct link *l, const char *text)
{
    const bool alone = l->expression < 0;

    set_site(p->set, mutant, p->file, alone ? l->connection : l->expression,
             alone ? WRAP_PORT : WRAP_EXPRESSION, text);
}

static int begin(const struct place *p, const struct link *l, const char *description)
{
    return set_mutant(p->set, p->tree, p->file, l->connection, p->module, family, description);
}

/* Give the input another expression: `said` in the table, `text` in the source. */
static int replace(const struct place *p, const struct link *l, const char *said, const char *text)
{
    char description[2 * NAME + TEXT / 2];

    (void)snprintf(description, sizeof(description), ".%s(%s)", l->port, said);
    const int mutant = begin(p, l, description);
    connect(p, mutant, l, text);
    return mutant;
}

static void exchange(const struct place *p, const struct link *a, const struct link *b)
{
    char description[40 * NAME];

    (void)snprintf(description, sizeof(description), ".%s(%s), .%s(%s)", a->port, b->text, b->port,
                   a->text);
    const int mutant = begin(p, a, description);
    connect(p, mutant, a, b->text);
    connect(p, mutant, b, a->text);
}

/* Whether the two connections can be exchanged: they have the same type and different expressions.
 * A type that names parameters is only the same within one module. */
static bool fits(const struct link *a, const struct link *b)
{
    const char *range = strchr(a->type, '[');
    bool named = false;

    for (; range != NULL && *range != '\0'; range++) {
        named = named || isalpha((unsigned char)*range) != 0;
    }
    return strcmp(a->type, b->type) == 0 && strcmp(a->text, b->text) != 0 &&
           (!named || a->module == b->module);
}

/* Exchange the input with the next fitting inputs of the same instance. */
static void cross_within(const struct place *p, const struct links *links, int at)
{
    const struct link *a = &links->link[at];

    for (int i = at + 1, n = 0; i < links->n && n < OTHERS; i++) {
        const struct link *b = &links->link[i];
        if (b->instance == a->instance && fits(a, b)) {
            exchange(p, a, b);
            n++;
        }
    }
}

/* Connect the input to what another instance has: at the same port of the same module
 * (`same_port`), or at another input that fits. */
static void cross_other(const struct place *p, const struct links *links, int at, bool same_port)
{
    const struct link *a = &links->link[at];

    for (int i = 1, n = 0; i < links->n && n < OTHERS; i++) {
        const struct link *b = &links->link[(at + i) % links->n];
        const bool same = b->module == a->module && strcmp(b->port, a->port) == 0;
        if (b->instance != a->instance && same == same_port && fits(a, b)) {
            (void)replace(p, a, b->text, b->text);
            n++;
        }
    }
}

/* Let a bit of a vector or structure be stuck. */
static void stuck_bits(const struct place *p, const struct link *l)
{
    static const char *const bit[] = {"$bits(%s) - 1", "$bits(%s) / 2", "0"};
    static const char *const said[] = {"top bit of", "middle bit of", "bit 0 of"};
    char place[20 * NAME], text[60 * NAME], description[20 * NAME];

    for (int b = 0; b < 3; b++) {
        const char *at = strstr(bit[b], "%s");
        (void)snprintf(place, sizeof(place), "%.*s%s%s", at != NULL ? (int)(at - bit[b]) : 1,
                       bit[b], at != NULL ? l->text : "", at != NULL ? at + 2 : "");
        (void)snprintf(text, sizeof(text), "(%s) & ~(1'b1 << (%s))", l->text, place);
        (void)snprintf(description, sizeof(description), "%s %s stuck at 0", said[b], l->text);
        (void)replace(p, l, description, text);
        (void)snprintf(text, sizeof(text), "(%s) | (1'b1 << (%s))", l->text, place);
        (void)snprintf(description, sizeof(description), "%s %s stuck at 1", said[b], l->text);
        (void)replace(p, l, description, text);
    }
    (void)snprintf(text, sizeof(text), "(%s) & ({$bits(%s){1'b1}} >> (($bits(%s) + 3) / 4))",
                   l->text, l->text, l->text);
    (void)snprintf(description, sizeof(description), "upper quarter of %s stuck at 0", l->text);
    (void)replace(p, l, description, text);
}

/* Let the input keep the value of the first cycle without reset for ever: a register beside the
 * instance stores it. */
static void stuck_first(const struct place *p, const struct link *l)
{
    char text[40 * NAME];
    const struct module *around = design_around(p->design, p->file, l->instance);

    if (around == NULL || design_port(p->design, around, "clk_i") == NULL) {
        return;
    }
    (void)snprintf(text, sizeof(text), "spe_pkg::seen ? qualify_first_%d : (%s)", l->connection,
                   l->text);
    const int mutant = replace(p, l, "its first value", text);
    (void)snprintf(text, sizeof(text),
                   "logic [$bits(%s)-1:0] qualify_first_%d; always_ff @(posedge clk_i) if "
                   "(!spe_pkg::seen) qualify_first_%d <= %s; ",
                   l->text, l->connection, l->connection, l->text);
    set_site(p->set, mutant, p->file, l->instance, WRAP_BEFORE, text);
}

static void one_input(const struct place *p, const struct links *links, int at)
{
    const struct link *l = &links->link[at];

    (void)replace(p, l, "'0", "'0");
    (void)replace(p, l, "'1", "'1");
    stuck_first(p, l);
    if (strcmp(l->type, "logic") != 0) {
        stuck_bits(p, l);
    }
    cross_within(p, links, at);
    cross_other(p, links, at, true);
    cross_other(p, links, at, false);
}

void operator_instance(const struct place *p, int node)
{
    struct links *links = malloc(sizeof(*links));

    if (links == NULL) {
        p->set->full = true;
        return;
    }
    read_links(p, links, node);
    for (int i = 0; i < links->n; i++) {
        if (links->link[i].instance == node) {
            one_input(p, links, i);
        }
    }
    free(links);
}
