/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_ALONE_H
#define QUALIFY_ALONE_H

#include "book.h"

/*
 * Random alone: how many random sessions it takes until a check finds a mutant. The plan is a list
 * of sessions on the configurations; a mutant is played in those on configurations that have it, at
 * most `most` of the book. Waived mutants are not played.
 */

/** Set `alone` of each drawn mutant from its runs. */
void qualify_alone_judge(struct qualify_book *book);

/** Set `alone` from DIR/alone/table.tsv, the table of the last run of random alone, if it exists.
 * @return 0, or an exit status after one line. */
int qualify_alone_read(struct qualify_book *book);

/** Print the table by module, the figures, and the mutants that were never found. @return whether
 * every drawn mutant that can be found was found. */
bool qualify_alone_summary(const struct qualify_book *book);

#endif
