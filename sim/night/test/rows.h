/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_TEST_ROWS_H
#define NIGHT_TEST_ROWS_H

#include "db.h"

/** Add night 1: two jobs, engine ninja, a clean tree. */
void add_night(struct night_db *db);

#endif
