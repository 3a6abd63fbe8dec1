/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_SET_H
#define QUALIFY_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "tree.h"

/* Mutants, and the sites in the sources that they change. */

enum { TEXT = 8192 }; /* longest expression, and longest text of a mutant */

/* How a mutant's text is put into the source. */
enum wrap {
    WRAP_EXPRESSION, /* replaces the expression */
    WRAP_STATEMENT,  /* a statement that replaces the statement */
    WRAP_PORT,       /* replaces what `.name` connects */
    WRAP_BEFORE      /* inserted before the node, without a choice */
};

struct mutant {
    uint64_t key;
    int number, file, line;
    const char *module, *operator; /* static, or owned by the design */
    char *original, *mutated;
    bool unbuilt; /* its key is listed: it cannot be built */
    bool written; /* it is in the sources */
    bool omitted; /* it was not drawn: not even in the table */
    int bit;      /* number of its bit among these, from 1 on */
};

/* A place that a mutant changes. Sites of one file follow each other. */
struct site {
    int file, node;
    size_t mutant;
    enum wrap wrap;
    char *text;
};

enum { LEFT_KINDS = 16 }; /* largest number of reasons for not mutating */

struct keys {
    uint64_t *key;
    size_t n;
};

struct set {
    struct mutant *mutant;
    struct site *site;
    size_t mutants, sites;
    int written;                      /* number of mutants in the sources */
    struct keys unbuilt, only;        /* keys that are not built; the only keys, if any */
    const char *const *left_out_kind; /* the reasons; ends with NULL */
    unsigned left_out[LEFT_KINDS];    /* how often, for each reason */
    bool full;                        /* the memory was too small for all */
};

/** Add a mutant of the node, unless another one changes the node to the same text.
 * @return its index for set_site(), or -1. */
int set_mutant(struct set *set, const struct tree *tree, int file, int node, const char *module,
               const char *operator, const char * mutated);

/** Add a site to the mutant: the node becomes `text`. */
void set_site(struct set *set, int mutant, int file, int node, enum wrap wrap, const char *text);

/** Add a mutant with one site. */
void set_add(struct set *set, const struct tree *tree, int file, int node, enum wrap wrap,
             const char *module, const char *operator, const char * mutated);

/** Give each mutant a number from 1 on and a key, in the order of the sources. */
void set_finish(struct set *set);

/** Restrict a draw to the mutants whose "FILE:FUNCTION" matches the extended expression `where`;
 * after a leading `!`, to those that do not match. @return 0, or an exit status after one line. */
int set_where(struct set *set, const char *where, char *const *path);

/** Draw `n` of the mutants that can be built, by the text `seed`; call it after set_finish(). Other
 * mutants are neither in a table nor in the sources. */
void set_draw(struct set *set, size_t n, const char *seed);

/** Read keys, one per line. @return 0, or an exit status after one line. */
int set_read_keys(struct set *set, struct keys *keys, const char *path);

/** Write mutants.tsv, left-out.tsv and the keys of all mutants into the directory. @return 0, or an
 * exit status after one line. */
int set_write(const struct set *set, const char *dir, char *const *path);

void set_free(struct set *set);

#endif
