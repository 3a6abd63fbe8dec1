/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_PAGE_FILES_H
#define NIGHT_PAGE_FILES_H

#include <stdio.h>

#include "db.h"

/* What night_view() has prepared, for other readers than a browser. */

/** The night, its buckets and every section as one object of JSON (sim/nightly.md). */
void night_page_json(FILE *out, struct night_db *db);

/** Every run as a test case: a suite for each configuration. Runs in quarantine are skipped. */
void night_page_junit(FILE *out, struct night_db *db);

/** For a terminal: verdict, buckets, numbers. */
void night_page_text(FILE *out, struct night_db *db);

#endif
