/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_UNITS_H
#define NIGHT_UNITS_H

#include "db.h"

/**
 * Results of tests that are no runs of a night (unit tests, the command line, scripts), from the
 * last `make test`: BUILD/test/junit.xml. They count only for the last night of the database. The
 * temporary tables are `unit (name, runs, failed)`: name of a suite, number of its tests that were
 * not skipped, and of failed ones; and `unit_word (word, name)`: words by which a row of the plan
 * may name that suite. They are empty if the file is missing, cannot be read, or belongs to another
 * commit than the night: a night is judged in any case. `unit_commit (other)` has one row: that
 * other commit, or an empty text.
 */
void night_units_load(struct night_db *db, const char *build);

#endif
