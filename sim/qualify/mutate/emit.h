/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_EMIT_H
#define QUALIFY_EMIT_H

#include "set.h"

/** Write the file with its mutants behind `spe_pkg::mutant`, each line where it was; with `input`
 * behind the bits of an input `qualify_i` that every module has. @return 0, or
 * an exit status after one line. */
int emit_file(const struct set *set, const struct tree *tree, int file, bool input,
              const char *path);

#endif
