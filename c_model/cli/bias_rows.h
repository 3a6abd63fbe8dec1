/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_BIAS_ROWS_H
#define SPE_CLI_BIAS_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf_symbols.h"
#include "tally.h"

/** A row of the output: a cell as it is judged and printed. */
struct bias_row {
    uint64_t first, last; /* program counters of a block; otherwise the key */
    uint64_t operations;  /* number of program counters in a block */
    uint64_t members, selected, taken;
    double expected;
};

struct bias_table {
    const char *what, *unit;
    struct bias_row *row; /* freed by the caller */
    size_t n;
    double enabled;                    /* members of all rows */
    double kept;                       /* share of the selections that became samples */
    const struct elf_symbols *symbols; /* symbols that name the functions */
    void (*name)(const struct bias_table *table, const struct bias_row *row, char *dst,
                 size_t bytes);
};

/** Make a row for each cell, or with `blocks` for each block of program counters; the largest row
 * first. @return false: no memory. */
bool bias_rows_fill(struct bias_table *table, const struct tally *tally, bool blocks);

/** Merge rows that have the same name. */
void bias_rows_merge(struct bias_table *table);

#endif
