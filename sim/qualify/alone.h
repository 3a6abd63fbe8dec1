/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_ALONE_H
#define QUALIFY_ALONE_H

#include "book.h"

/*
 * Random alone: how many random sessions it takes until a check finds a mutant. The plan is a row
 * of sessions over the configurations; a mutant gets those of the configurations that have it,
 * `most` of the book. What a waiver names is not played.
 */

/** Say of the drawn mutants in `alone` what their runs have shown. */
void qualify_alone_judge(struct qualify_book *book);

/** The same from DIR/alone/table.tsv, if it is there: of the last such run. @return 0, or an exit
 * status after one line. */
int qualify_alone_read(struct qualify_book *book);

/** Print the table by module, the figures, and what was never found. @return whether every drawn
 * mutant that can be found was. */
bool qualify_alone_summary(const struct qualify_book *book);

#endif
