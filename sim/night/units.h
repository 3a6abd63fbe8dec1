/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_UNITS_H
#define NIGHT_UNITS_H

#include "db.h"

/**
 * Results of what is no run of a night (unit tests, the command line, scripts): those of the last
 * `make test`, BUILD/test/junit.xml, for the last night of the database. The temporary tables
 * `unit (name, runs, failed)`: name of a suite, tests that were not skipped, and failed ones; and
 * `unit_word (word, name)`: what a row of the plan may call that suite. Without the file, where it
 * cannot be read, or is of another commit than the night, they are empty: a night that ends is
 * judged all the same. `unit_commit (other)` has one row: that other commit, or an empty text.
 */
void night_units_load(struct night_db *db, const char *build);

#endif
