/* SPDX-License-Identifier: Apache-2.0 */
#include "bias_rows.h"

#include <stdlib.h>
#include <string.h>

#include "bias.h"

static int by_key(const void *a, const void *b)
{
    const struct tally_cell *x = a, *y = b;

    return x->key < y->key ? -1 : x->key > y->key;
}

static int by_members(const void *a, const void *b)
{
    const struct bias_row *x = a, *y = b;

    if (x->members != y->members) {
        return x->members > y->members ? -1 : 1;
    }
    return x->first < y->first ? -1 : x->first > y->first;
}

static struct bias_row row_of(const struct tally_cell *cell)
{
    return (struct bias_row){.first = cell->key,
                             .last = cell->key,
                             .operations = 1,
                             .members = cell->members,
                             .selected = cell->selected,
                             .taken = cell->taken,
                             .expected = cell->expected};
}

static void add_up(struct bias_row *row, const struct bias_row *more)
{
    row->members += more->members;
    row->selected += more->selected;
    row->taken += more->taken;
    row->expected += more->expected;
}

bool bias_rows_fill(struct bias_table *table, const struct tally *tally, bool blocks)
{
    struct tally_cell *cell = calloc(tally->n + 1, sizeof(*cell));
    bool begins = true;

    table->row = calloc(tally->n + 1, sizeof(*table->row));
    if (cell == NULL || table->row == NULL) {
        free(cell);
        return false;
    }
    memcpy(cell, tally->cell, tally->n * sizeof(*cell));
    qsort(cell, tally->n, sizeof(*cell), by_key);
    for (size_t i = 0; i < tally->n; i++) {
        struct bias_row *last = table->n != 0 ? &table->row[table->n - 1] : NULL;
        const struct bias_row row = row_of(&cell[i]);
        if (!blocks || begins || last == NULL || (cell[i].flags & BIAS_LEADER) != 0 ||
            cell[i].key != last->last + 4) {
            table->row[table->n++] = row;
        } else {
            last->last = cell[i].key;
            last->operations++;
            add_up(last, &row);
        }
        begins = (cell[i].flags & BIAS_BRANCH) != 0;
        table->enabled += (double)cell[i].members;
    }
    free(cell);
    qsort(table->row, table->n, sizeof(*table->row), by_members);
    return true;
}

void bias_rows_merge(struct bias_table *table)
{
    char name[128], other[128];
    size_t kept = 0;

    for (size_t i = 0; i < table->n; i++) {
        size_t k = 0;
        table->name(table, &table->row[i], name, sizeof(name));
        for (; k < kept; k++) {
            table->name(table, &table->row[k], other, sizeof(other));
            if (strcmp(name, other) == 0) {
                break;
            }
        }
        if (k == kept) {
            table->row[kept++] = table->row[i];
        } else {
            add_up(&table->row[k], &table->row[i]);
        }
    }
    table->n = kept;
    qsort(table->row, table->n, sizeof(*table->row), by_members);
}
