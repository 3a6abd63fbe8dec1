/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_POSSIBLE_H
#define NIGHT_POSSIBLE_H

#include "db.h"

/**
 * Bins that a configuration of the night can meet (spe/cover.h), in the temporary tables
 * `possible_in (config, name)`, with the names of the table `point`, and `possible (name)`, over
 * all of them, as GROUP.BIN. A configuration counts that has played runs and is that file of the
 * tree's rtl/configs still; of another one, as of a command, nothing is known.
 */
void night_possible_load(struct night_db *db, const char *tree);

#endif
