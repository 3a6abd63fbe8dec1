/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_TEST_ROWS_H
#define NIGHT_TEST_ROWS_H

#include "db.h"

/** Night 1, of two jobs by ninja, whose tree is clean. */
void add_night(struct night_db *db);

#endif
