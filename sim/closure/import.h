/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_IMPORT_H
#define CLOSURE_IMPORT_H

#include "play.h"

/*
 * Runs that were played before are taken as a start; they cost nothing. A run of `test` without
 * further options is one of the usual weights. All return 0, or after one line NIGHT_EXIT_USAGE
 * (there is no run of the play's configuration, or what there is cannot be read) or
 * NIGHT_EXIT_ENVIRONMENT.
 */

/** Those that have left their directories below `folder`, in the order of their names. */
int closure_import_folder(const struct closure_play *play, struct closure_corpus *corpus,
                          const char *folder, const char *test);

/** Those of the last night in the database at `path` that has played the configuration. */
int closure_import_night(const struct closure_play *play, struct closure_corpus *corpus,
                         const char *path, const char *test);

/** One run: its test, seed, options, cycles and `foreign`, and what it has met, by rising bins. */
int closure_import_run(struct closure_corpus *corpus, struct closure_run *run,
                       const struct spe_cover_met *met, size_t n, const char *test);

/** Test and options of a run by its command: not those that closure gives itself (configuration,
 * test, seed, directory) and not the hash of its weights. Without a test there the run keeps its.
 */
void closure_run_of(struct closure_run *run, const char *command);

#endif
