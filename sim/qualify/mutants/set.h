/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_SET_H
#define QUALIFY_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "tree.h"

/* Mutants, and the places of the sources that they change. */

enum { TEXT = 8192 }; /* the longest expression, and what a mutant makes of it */

/* What is put around a place. */
enum wrap {
    WRAP_EXPRESSION, /* the text in the place of the expression */
    WRAP_STATEMENT,  /* the text, a statement, in the place of the statement */
    WRAP_PORT,       /* the text in the place of what `.name` connects */
    WRAP_BEFORE      /* the text before the node, once and for all */
};

struct mutant {
    uint64_t key;
    int number, file, line;
    const char *module, *operator; /* static, or of the design */
    char *original, *mutated;
    bool unbuilt; /* its key is among those that cannot be built */
    bool written; /* it stands in the sources */
    bool omitted; /* it was not drawn: not even in the table */
    int bit;      /* which of these it is, from 1 on */
};

/* In the order in which they were found: those of one file follow each other. */
struct site {
    int file, node;
    size_t mutant;
    enum wrap wrap;
    char *text;
};

enum { LEFT_KINDS = 16 }; /* reasons for which something is not mutated, at most */

struct keys {
    uint64_t *key;
    size_t n;
};

struct set {
    struct mutant *mutant;
    struct site *site;
    size_t mutants, sites;
    int written;                      /* mutants that stand in the sources */
    struct keys unbuilt, only;        /* not built; these alone, if there are any */
    const char *const *left_out_kind; /* reasons, NULL behind the last */
    unsigned left_out[LEFT_KINDS];    /* how much of each */
    bool full;                        /* there was no memory for all */
};

/** A new mutant of the node, unless that node is changed to the same text already.
 * @return its index for set_site(), or -1. */
int set_mutant(struct set *set, const struct tree *tree, int file, int node, const char *module,
               const char *operator, const char * mutated);

/** A place that the mutant changes: the node becomes `text`. */
void set_site(struct set *set, int mutant, int file, int node, enum wrap wrap, const char *text);

/** Both for a mutant with one place. */
void set_add(struct set *set, const struct tree *tree, int file, int node, enum wrap wrap,
             const char *module, const char *operator, const char * mutated);

/** Give numbers from 1 on and keys, by the place in the sources. */
void set_finish(struct set *set);

/** Leave for a draw the mutants whose "FILE:FUNCTION" the extended expression `where` matches,
 * behind a `!` those that it does not match. @return 0, or an exit status after one line. */
int set_where(struct set *set, const char *where, char *const *path);

/** Draw `n` of the mutants that can be built, by the text `seed`: after set_finish(). The others
 * are in no table and not in the sources. */
void set_draw(struct set *set, size_t n, const char *seed);

/** Read keys, one a line. @return 0, or an exit status after one line. */
int set_read_keys(struct set *set, struct keys *keys, const char *path);

/** Write the tables mutants.tsv and left-out.tsv of the directory, and the keys of all mutants.
 * @return as above. */
int set_write(const struct set *set, const char *dir, char *const *path);

void set_free(struct set *set);

#endif
