/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_BIAS_ROWS_H
#define SPE_CLI_BIAS_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf_symbols.h"
#include "tally.h"

/** A cell, as it is judged and printed. */
struct bias_row {
    uint64_t first, last; /* of a block; else the key */
    uint64_t operations;  /* program counters of a block */
    uint64_t members, selected, taken;
    double expected;
};

struct bias_table {
    const char *what, *unit;
    struct bias_row *row; /* to be freed */
    size_t n;
    double enabled;                    /* members of all */
    double kept;                       /* of what was selected became a sample */
    const struct elf_symbols *symbols; /* of functions */
    void (*name)(const struct bias_table *table, const struct bias_row *row, char *dst,
                 size_t bytes);
};

/** A row for each cell, with `blocks` one for each block of program counters; the largest comes
 * first. @return false: no memory. */
bool bias_rows_fill(struct bias_table *table, const struct tally *tally, bool blocks);

/** Rows of one name become one. */
void bias_rows_merge(struct bias_table *table);

#endif
