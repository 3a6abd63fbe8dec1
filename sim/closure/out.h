/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_OUT_H
#define CLOSURE_OUT_H

#include "play.h"

/* What closure writes to its directory and prints (sim/coverage.md, "Coverage closure"). */

/** Append the runs from `first` on to OUT/runs.tsv; 0 begins a new file. @return 0, or
 * NIGHT_EXIT_ENVIRONMENT after one line. */
int closure_out_runs(const struct closure_play *play, const struct closure_corpus *corpus,
                     size_t first);

/** Write OUT/found.tsv, OUT/holes.tsv and OUT/closure.txt anew. @return 0, or
 * NIGHT_EXIT_ENVIRONMENT. */
int closure_out_tables(const struct closure_play *play, const struct closure_corpus *corpus);

/** Write the page to `out`, with at most `most` holes of each class and at most as many bins that
 * were met. */
void closure_out_page(FILE *out, const struct closure_play *play,
                      const struct closure_corpus *corpus, size_t most);

#endif
