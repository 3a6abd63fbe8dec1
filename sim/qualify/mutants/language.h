/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_LANGUAGE_H
#define QUALIFY_LANGUAGE_H

#include "emit.h"

/* The language of a mutator's sources: how they are read, which mutants they have, and how one of
 * these is selected. */

/** What was asked for; the names of the options are given. */
struct request {
    const char *out, *unbuilt, *only;
    const char *include[16]; /* --include: folders of included files */
    int includes;
    const char *draw, *seed; /* --draw N --seed TEXT: draw N mutants by TEXT */
    const char *where;       /* --where TEXT: in which files and functions (set_where()) */
    bool input;              /* --input: an input's bits select, not a variable */
    char **source;
    int sources;
};

struct language {
    const char *usage;
    struct selection selection;
    const char *const *left_out; /* reasons why something is not mutated; ends with NULL */

    /** Whether the options are those of this language. */
    bool (*permits)(const struct request *request);

    /** Read and parse the sources into `tree`, and gather in *design what must be known of all of
     * them.
     * @return 0, or an exit status after one line. */
    int (*read)(void **design, struct tree *tree, const struct request *request);

    /** Add the mutants of all sources, in their order. */
    void (*find)(struct set *set, const void *design);

    void (*free)(void *design);
};

/** Run a mutator for the language. @return its exit status. */
int language_main(const struct language *language, int argc, char **argv);

#endif
