/* SPDX-License-Identifier: Apache-2.0 */
#include "knobs.h"

#include <string.h>

#include "night.h"

/* The table that the knob of row `i` belongs to: that of the row before, or a new table. */
static int table_of(const struct closure_knobs *knobs, size_t i)
{
    const char *name = knobs->table.row[i].column[0];
    const size_t n = strcspn(name, ".");

    if (strncmp(name, "percent.", 8) == 0) {
        return CLOSURE_PERCENT;
    }
    if (strncmp(name, "number.", 7) == 0) {
        return CLOSURE_NUMBER;
    }
    if (i > 0 && strncmp(name, knobs->knob[i - 1].name, n + 1) == 0) {
        return knobs->knob[i - 1].table;
    }
    return (int)i;
}

static int read_value(const struct night_row *row, int column, uint32_t *value)
{
    int64_t number = 0;

    if (row->columns < 4 || night_number(row->column[column], &number) != 0 ||
        number > UINT32_MAX) {
        return NIGHT_EXIT_USAGE;
    }
    *value = (uint32_t)number;
    return NIGHT_EXIT_GOOD;
}

static int take_row(struct closure_knobs *knobs, size_t i)
{
    const struct night_row *row = &knobs->table.row[i];
    struct closure_knob *knob = &knobs->knob[i];

    knob->name = row->column[0];
    if (read_value(row, 1, &knob->value) != 0 || read_value(row, 2, &knob->least) != 0 ||
        read_value(row, 3, &knob->largest) != 0 || knob->value < knob->least ||
        knob->value > knob->largest) {
        return night_fail(NIGHT_EXIT_USAGE,
                          "%s:%d: name, value, least and largest value are needed",
                          knobs->table.path, row->line);
    }
    knob->table = table_of(knobs, i);
    return NIGHT_EXIT_GOOD;
}

static int take_fixed(struct closure_knobs *knobs, const struct night_tsv *fixed)
{
    for (size_t i = 0; i < fixed->rows; i++) {
        size_t k = 0;
        while (k < knobs->n && strcmp(knobs->knob[k].name, fixed->row[i].column[0]) != 0) {
            k++;
        }
        if (k == knobs->n || fixed->row[i].columns != 2) {
            return night_fail(NIGHT_EXIT_USAGE,
                              "%s:%d: the name of a weight and a reason are "
                              "needed",
                              fixed->path, fixed->row[i].line);
        }
        knobs->knob[k].fixed = true;
    }
    return NIGHT_EXIT_GOOD;
}

static int take_table(struct closure_knobs *knobs)
{
    int status = NIGHT_EXIT_GOOD;

    if (knobs->table.rows == 0 || knobs->table.rows > CLOSURE_KNOBS) {
        return night_fail(NIGHT_EXIT_USAGE, "%s: 1 to %d weights are needed, it has %zu",
                          knobs->table.path, CLOSURE_KNOBS, knobs->table.rows);
    }
    knobs->n = knobs->table.rows;
    for (size_t i = 0; i < knobs->n && status == NIGHT_EXIT_GOOD; i++) {
        status = take_row(knobs, i);
    }
    return status;
}

int closure_knobs_read(struct closure_knobs *knobs, const char *path, const char *fixed)
{
    struct night_tsv list;

    memset(knobs, 0, sizeof(*knobs));
    int status = night_tsv_read(&knobs->table, path);
    if (status == NIGHT_EXIT_GOOD) {
        status = take_table(knobs);
    }
    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    status = night_tsv_read(&list, fixed);
    if (status == NIGHT_EXIT_GOOD) {
        status = take_fixed(knobs, &list);
        night_tsv_free(&list);
    }
    return status;
}

void closure_knobs_free(struct closure_knobs *knobs)
{
    night_tsv_free(&knobs->table);
}

struct closure_vector closure_usual(const struct closure_knobs *knobs)
{
    struct closure_vector vector = {{0}};

    for (size_t i = 0; i < knobs->n; i++) {
        vector.value[i] = knobs->knob[i].value;
    }
    return vector;
}

static uint64_t next_value(const struct closure_knob *knob, uint64_t value, bool up)
{
    switch (knob->table) {
    case CLOSURE_PERCENT:
        return up ? 100 - (100 - value) / 3 : value / 3;
    case CLOSURE_NUMBER:
        return up ? 3 * value : value / 3;
    default:
        return up ? (value == 0 ? 1 : 4 * value) : value / 4;
    }
}

/* Whether another entry of the knob's table is above 0. */
static bool has_other(const struct closure_knobs *knobs, const struct closure_vector *vector,
                      size_t knob)
{
    const int table = knobs->knob[knob].table;

    for (size_t i = 0; i < knobs->n; i++) {
        if (i != knob && knobs->knob[i].table == table && vector->value[i] != 0) {
            return true;
        }
    }
    return table < 0;
}

bool closure_sound(const struct closure_knobs *knobs, const struct closure_vector *vector)
{
    for (size_t k = 0; k < knobs->n; k++) {
        if (vector->value[k] == 0 && !has_other(knobs, vector, k)) {
            return false;
        }
    }
    return true;
}

bool closure_move(const struct closure_knobs *knobs, struct closure_vector *vector, size_t knob,
                  bool up)
{
    const struct closure_knob *k = &knobs->knob[knob];
    uint64_t value = next_value(k, vector->value[knob], up);

    value = value < k->least ? k->least : value > k->largest ? k->largest : value;
    if (k->fixed || value == vector->value[knob] ||
        (value == 0 && !has_other(knobs, vector, knob))) {
        return false;
    }
    vector->value[knob] = (uint32_t)value;
    return true;
}

int closure_moved(const struct closure_knobs *knobs, const struct closure_vector *vector,
                  size_t knob)
{
    const uint32_t usual = knobs->knob[knob].value, value = vector->value[knob];

    return (value > usual) - (value < usual);
}

/* Write the values that are moved, or those that are not. */
static void write_values(FILE *out, const struct closure_knobs *knobs,
                         const struct closure_vector *vector, bool moved)
{
    for (size_t k = 0; k < knobs->n; k++) {
        if ((closure_moved(knobs, vector, k) != 0) == moved) {
            fprintf(out, "%s\t%u\n", knobs->knob[k].name, vector->value[k]);
        }
    }
}

void closure_vector_write(FILE *out, const struct closure_knobs *knobs,
                          const struct closure_vector *vector)
{
    fprintf(out, "# Moved away from %s:\n", knobs->table.path);
    write_values(out, knobs, vector, true);
    fputs("# As there:\n", out);
    write_values(out, knobs, vector, false);
    fputs("# end\n", out);
}
