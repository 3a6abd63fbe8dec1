/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_CELLS_H
#define NIGHT_CELLS_H

#include <stddef.h>

/*
 * A table in the source tree: lines of cells. The cells are separated by tabs (lines that begin
 * with # are comments), or the file is CSV, where a cell may be quoted.
 */
enum night_cells_form { NIGHT_TABS, NIGHT_CSV };

/** Called for each row; `line` counts lines of the file. @return 0, or a status that ends the
 * reading. */
typedef int (*night_cells_fn)(void *ctx, int line, char *const *cells, size_t n);

enum { NIGHT_CELLS = 12 }; /* further cells of a row are ignored */

/**
 * Read the file and call `row` for every row.
 * @return 0, the status that `row` returned, or -1 with errno: the file cannot be read.
 */
int night_cells_read(const char *path, enum night_cells_form form, night_cells_fn row, void *ctx);

#endif
