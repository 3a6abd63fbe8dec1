/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_EMIT_H
#define QUALIFY_EMIT_H

#include "set.h"

/* How a choice between mutants is written. */
struct selection {
    const char *format;      /* of printf: the condition that mutant %d is selected */
    const char *begin, *end; /* around statements */
    const char *declaration; /* before the text of a source that has mutants; NULL: none */
};

/** Write the file with its mutants behind the selection, each line where it was; with `input`
 * behind the bits of an input `qualify_i` that every module has. @return 0, or an exit status after
 * one line. */
int emit_file(const struct set *set, const struct tree *tree, int file,
              const struct selection *selection, bool input, const char *path);

#endif
