/* SPDX-License-Identifier: Apache-2.0 */
#include "text_table.h"

#include "check.h"

/* One pattern: "!=" before it, "0b", then 0, 1 and X or x from the highest bit. */
static void read_pattern(struct text_table *t, unsigned row, unsigned column)
{
    const char *p = t->cell[row][column];

    t->negated[row][column] = p[0] == '!' && p[1] == '=';
    p += t->negated[row][column] ? 2 : 0;
    p += p[0] == '0' && p[1] == 'b' ? 2 : 0;
    t->care[row][column] = t->value[row][column] = 0;
    for (assert_true(*p); *p; p++) {
        if (!strchr("01Xx", *p)) {
            fail_msg("%s, row %u: '%s' is no pattern", t->name, row, t->cell[row][column]);
        }
        t->care[row][column] = t->care[row][column] << 1 | (*p == '0' || *p == '1');
        t->value[row][column] = t->value[row][column] << 1 | (*p == '1');
    }
}

void text_table_read(struct text_table *t, const char *name, const char *const *row, size_t rows,
                     unsigned inputs, unsigned answers)
{
    memset(t, 0, sizeof(*t));
    t->name = name;
    t->rows = (unsigned)rows;
    t->inputs = inputs;
    assert_true(rows <= TEXT_ROWS && inputs + answers <= TEXT_CELLS);
    for (unsigned r = 0; r < t->rows; r++) {
        unsigned cells = 0;
        const char *p = row[r];

        for (size_t n; p += strspn(p, " "), (n = strcspn(p, " ")) > 0; p += n) {
            assert_true(cells < TEXT_CELLS && n < TEXT_WORD);
            memcpy(t->cell[r][cells++], p, n);
        }
        if (cells != inputs + answers) {
            fail_msg("%s, row %u has %u cells", name, r, cells);
        }
        for (unsigned c = 0; c < inputs; c++) {
            read_pattern(t, r, c);
        }
    }
}

static bool row_fits(const struct text_table *t, unsigned row, const unsigned *in)
{
    for (unsigned c = 0; c < t->inputs; c++) {
        if (((in[c] & t->care[row][c]) == t->value[row][c]) == t->negated[row][c]) {
            return false;
        }
    }
    return true;
}

int text_table_row(struct text_table *t, const unsigned *in)
{
    int found = -1;

    for (unsigned r = 0; r < t->rows; r++) {
        if (!row_fits(t, r, in)) {
            continue;
        }
        if (found >= 0) {
            fail_msg("%s: rows %d and %u both fit", t->name, found, r);
        }
        found = (int)r;
    }
    if (found >= 0) {
        t->met[found]++;
    }
    return found;
}

const char *text_table_word(const struct text_table *t, int row, unsigned column)
{
    assert_true(row >= 0 && (unsigned)row < t->rows && t->inputs + column < TEXT_CELLS);
    return t->cell[row][t->inputs + column];
}

void text_table_all_met(const struct text_table *t)
{
    for (unsigned r = 0; r < t->rows; r++) {
        if (!t->met[r]) {
            fail_msg("%s: row %u was never met", t->name, r);
        }
    }
}

void text_table_spoil(struct text_table *t, unsigned row, unsigned column, const char *word)
{
    char *cell = t->cell[row][t->inputs + column];

    assert_true(row < t->rows && strcmp(cell, word));
    snprintf(cell, TEXT_WORD, "%s", word);
}
