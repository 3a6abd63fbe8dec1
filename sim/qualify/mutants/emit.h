/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_EMIT_H
#define QUALIFY_EMIT_H

#include "set.h"

/* How the choice of a mutant is written in the language. */
struct selection {
    const char *format;      /* for printf: the condition that mutant %d is selected */
    const char *begin, *end; /* written around statements */
    const char *declaration; /* at the start of a source with mutants; NULL: none */
};

/** Write the file with its mutants and the choice among them; each line stays where it was. With
 * `input`, a mutant is chosen by a bit of the input `qualify_i`, which every module gets. @return
 * 0, or an exit status after one line. */
int emit_file(const struct set *set, const struct tree *tree, int file,
              const struct selection *selection, bool input, const char *path);

#endif
