/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_PAGE_FILES_H
#define NIGHT_PAGE_FILES_H

#include <stdio.h>

#include "db.h"

/* What night_view() has prepared, written for readers other than a browser. */

/** Write the night, its buckets and every section as one JSON object (sim/nightly.md). */
void night_page_json(FILE *out, struct night_db *db);

/** Write every run as a test case, with a suite for each configuration. Runs in quarantine are
 * skipped. */
void night_page_junit(FILE *out, struct night_db *db);

/** Write the verdict, the buckets and the numbers for a terminal. */
void night_page_text(FILE *out, struct night_db *db);

#endif
