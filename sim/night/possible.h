/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_POSSIBLE_H
#define NIGHT_POSSIBLE_H

#include "db.h"

/**
 * Fills the temporary tables with the bins that a configuration of the night can meet
 * (spe/cover.h): `possible_in (config, name)`, with names as in the table `point`, and `possible
 * (name)`, over all configurations, as GROUP.BIN. Only configurations that have played runs, and
 * whose file in the tree's rtl/configs is unchanged, are included. Of others, for instance a
 * command's, this is not known.
 */
void night_possible_load(struct night_db *db, const char *tree);

#endif
