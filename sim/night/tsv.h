/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_TSV_H
#define NIGHT_TSV_H

#include <stddef.h>

/* A table of sim/: rows of columns separated by tabs. `#` begins a comment. The last line is `#
 * end`, so that a table that was cut off is refused. No table has more than eight columns; nine are
 * counted, so that a row with too many is seen. */
enum { NIGHT_COLUMNS = 10 };

struct night_row {
    char *column[NIGHT_COLUMNS]; /* ended by NULL */
    int columns, line;
};

struct night_tsv {
    const char *path; /* the caller's */
    char *text;
    struct night_row *row;
    size_t rows;
};

/** Read the table at `path`. @return 0, or NIGHT_EXIT_USAGE or _ENVIRONMENT after one line. */
int night_tsv_read(struct night_tsv *table, const char *path);

void night_tsv_free(struct night_tsv *table);

/** The first row with `name` in its first column, or NULL. */
const struct night_row *night_tsv_find(const struct night_tsv *table, const char *name);

/** Make room for one more element after `n`. @return 0, or NIGHT_EXIT_ENVIRONMENT after one line.
 */
int night_grow(void **array, size_t n, size_t bytes);

#endif
