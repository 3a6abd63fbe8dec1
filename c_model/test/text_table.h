/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEXT_TABLE_H
#define SPE_TEXT_TABLE_H

/*
 * A table of the texts as it is printed there: one string for each row, in the order of the text
 * and in its notation, cells separated by blanks; first the inputs, then the answers.
 *
 * Cells of inputs: "0b0X", "0b10", "XX", "1", and with "!=" before it everything else.
 */

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
    unsigned long met[TEXT_ROWS]; /* combinations that fell to the row */
};

/* Read `rows` strings, each with `inputs` cells of inputs and `answers` of answers; a row of
 * another form fails the test. */
void text_table_read(struct text_table *t, const char *name, const char *const *row, size_t rows,
                     unsigned inputs, unsigned answers);

/* Row that the inputs fall to, and its met[] counts one more; -1 if none. More than one fails the
 * test. */
int text_table_row(struct text_table *t, const unsigned *in);

/* Answer `column`, 0 from the first one, of the row. */
const char *text_table_word(const struct text_table *t, int row, unsigned column);

/* Fails the test unless every row was met. */
void text_table_all_met(const struct text_table *t);

/* Put a wrong answer in a table. */
void text_table_spoil(struct text_table *t, unsigned row, unsigned column, const char *word);

#endif
