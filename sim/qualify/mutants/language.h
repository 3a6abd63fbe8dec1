/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_LANGUAGE_H
#define QUALIFY_LANGUAGE_H

#include "emit.h"

/* What the sources of a mutator are written in: how they are read, which mutants they have, and how
 * one of these is selected. */

/** What was asked for, behind the names of the options. */
struct request {
    const char *out, *unbuilt, *only;
    const char *include[16]; /* --include: folders of what the sources include */
    int includes;
    const char *draw, *seed; /* --draw N --seed TEXT: so many, drawn by the text */
    const char *where;       /* --where TEXT: of which files and functions (set_where()) */
    bool input;              /* --input: bits of an input select, not a variable */
    char **source;
    int sources;
};

struct language {
    const char *usage;
    struct selection selection;
    const char *const *left_out; /* what is not mutated, by the reason; NULL behind the last */

    /** Whether the options are those of this language. */
    bool (*permits)(const struct request *request);

    /** Read and parse the sources into `tree`, and what must be known of all of them into *design.
     * @return 0, or an exit status after one line. */
    int (*read)(void **design, struct tree *tree, const struct request *request);

    /** Add the mutants of all sources, in their order. */
    void (*find)(struct set *set, const void *design);

    void (*free)(void *design);
};

/** A mutator of that language: its exit status. */
int language_main(const struct language *language, int argc, char **argv);

#endif
