/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEXT_TABLE_H
#define SPE_TEXT_TABLE_H

/* A table of the texts as printed: one string for each row, in the order and notation of the text,
 * with blanks between cells; first the inputs, then the answers.
 *
 * Cells of inputs: "0b0X", "0b10", "XX", "1"; "!=" before the bits means every other value. */

#include <stdbool.h>
#include <stddef.h>

#define TEXT_ROWS  40
#define TEXT_CELLS 16
#define TEXT_WORD  28

struct text_table {
    const char *name;
    unsigned rows, inputs;
    char cell[TEXT_ROWS][TEXT_CELLS][TEXT_WORD];
    unsigned care[TEXT_ROWS][TEXT_CELLS], value[TEXT_ROWS][TEXT_CELLS];
    bool negated[TEXT_ROWS][TEXT_CELLS];
    unsigned long met[TEXT_ROWS]; /* combinations that match the row */
};

/* Read `rows` strings, each with `inputs` cells of inputs and `answers` of answers. A row of
 * another form fails the test. */
void text_table_read(struct text_table *t, const char *name, const char *const *row, size_t rows,
                     unsigned inputs, unsigned answers);

/* The row that the inputs match, or -1. Counts one more in met[]. A second matching row fails the
 * test. */
int text_table_row(struct text_table *t, const unsigned *in);

/* Answer `column`, 0 from the first one, of the row. */
const char *text_table_word(const struct text_table *t, int row, unsigned column);

/* Fail the test unless inputs matched every row. */
void text_table_all_met(const struct text_table *t);

/* Put a wrong answer in a table. */
void text_table_spoil(struct text_table *t, unsigned row, unsigned column, const char *word);

#endif
