/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_ROUND_H
#define QUALIFY_ROUND_H

#include "book.h"

/**
 * Write the next runs of the mutants that no check has killed into DIR/round, which is empty, as
 * lists for sim/chunks.sh. The runs take about `ms` of processor time; a model gets at most `jobs`
 * chunks; of the plan only the stages up to `upto` count.
 * @return 0, or an exit status after one line. *runs: number of runs; 0: nothing is left.
 */
int qualify_round(const struct qualify_book *book, int64_t ms, int jobs, int upto, size_t *runs);

/**
 * Append the results of the runs in DIR/round to DIR/runs.tsv. @return 0; NIGHT_EXIT_FOUND if a run
 * of the clean design has failed; or another exit status; each after one line.
 */
int qualify_take(struct qualify_book *book);

#endif
