/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_ROUND_H
#define QUALIFY_ROUND_H

#include "book.h"

/**
 * Write the next runs of the mutants that nothing has killed as lists for sim/chunks.sh into
 * DIR/round, which is empty: for about `ms` of processor time, `jobs` chunks of each model at most;
 * of the plan the stages up to `upto`.
 * @return 0, or an exit status after one line. *runs: how many; 0: there is nothing left.
 */
int qualify_round(const struct qualify_book *book, int64_t ms, int jobs, int upto, size_t *runs);

/**
 * Append what the runs of DIR/round have shown to DIR/runs.tsv. @return 0; NIGHT_EXIT_FOUND where a
 * run of the clean design has failed; another exit status; each after one line.
 */
int qualify_take(struct qualify_book *book);

#endif
