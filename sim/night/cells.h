/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_CELLS_H
#define NIGHT_CELLS_H

#include <stddef.h>

/*
 * A table of the tree: lines of cells, tab-separated (lines that begin with # are comment), or CSV
 * where a cell may stand in quotes.
 */
enum night_cells_form { NIGHT_TABS, NIGHT_CSV };

/** Takes a row; @return 0, or a status that ends the reading. `line` is that of the file. */
typedef int (*night_cells_fn)(void *ctx, int line, char *const *cells, size_t n);

enum { NIGHT_CELLS = 12 }; /* cells beyond are not seen */

/**
 * Hand every row of the file to `row`.
 * @return 0, what `row` has returned, or -1 and errno: the file cannot be read.
 */
int night_cells_read(const char *path, enum night_cells_form form, night_cells_fn row, void *ctx);

#endif
