/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_OUT_H
#define CLOSURE_OUT_H

#include "play.h"

/* What closure leaves in its directory, and says (sim/coverage.md, "Coverage closure"). */

/** Add the runs from `first` on to OUT/runs.tsv; 0: a new file. @return 0, or
 * NIGHT_EXIT_ENVIRONMENT after one line. */
int closure_out_runs(const struct closure_play *play, const struct closure_corpus *corpus,
                     size_t first);

/** OUT/found.tsv, OUT/holes.tsv and OUT/closure.txt anew. @return 0, or NIGHT_EXIT_ENVIRONMENT. */
int closure_out_tables(const struct closure_play *play, const struct closure_corpus *corpus);

/** The page on `out`, with at most `most` holes of each class and bins that were met. */
void closure_out_page(FILE *out, const struct closure_play *play,
                      const struct closure_corpus *corpus, size_t most);

#endif
