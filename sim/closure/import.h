/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_IMPORT_H
#define CLOSURE_IMPORT_H

#include "play.h"

/**
 * Take the runs of the play's configuration that have left their directories below `folder`, as a
 * start, in the order of the names of the directories; they cost nothing. A run of `test` without
 * further options is one of the usual weights.
 * @return 0; NIGHT_EXIT_USAGE (there is none, or a file of bins is damaged) or
 * NIGHT_EXIT_ENVIRONMENT after one line.
 */
int closure_import(const struct closure_play *play, struct closure_corpus *corpus,
                   const char *folder, const char *test);

/** Options of a run by its command that are neither configuration, test, seed nor directory, and
 * not the hash of its weights. */
void closure_options_of(const char *command, char *dst, size_t dst_bytes);

#endif
