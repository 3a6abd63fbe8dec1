/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_IMPORT_H
#define CLOSURE_IMPORT_H

#include "play.h"

/*
 * Takes runs that were played before as a start; they cost nothing. A run of `test` without further
 * options counts as one with the usual weights. All functions return 0, or after one line
 * NIGHT_EXIT_USAGE (no run has the configuration of the play, or the runs cannot be read) or
 * NIGHT_EXIT_ENVIRONMENT.
 */

/** Take the runs with directories below `folder`, in the order of their names. */
int closure_import_folder(const struct closure_play *play, struct closure_corpus *corpus,
                          const char *folder, const char *test);

/** Take the runs of the last night in the database at `path` that has played the configuration. */
int closure_import_night(const struct closure_play *play, struct closure_corpus *corpus,
                         const char *path, const char *test);

/** Take one run: its test, seed, options, cycles and `foreign`, and the bins it has met, in
 * ascending order. */
int closure_import_run(struct closure_corpus *corpus, struct closure_run *run,
                       const struct spe_cover_met *met, size_t n, const char *test);

/** Read test and options of a run from its command. Options that closure sets itself
 * (configuration, test, seed, directory) and the hash of the weights are left out. Without a test
 * in the command, the run's test stays. A run whose options have no room becomes `foreign`: without
 * all of them it would be another run. */
void closure_run_of(struct closure_run *run, const char *command);

#endif
