/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_INGEST_H
#define NIGHT_INGEST_H

#include "db.h"

/* A night keeps this many directories for each bucket, those of the runs with the fewest cycles: a
 * few of thousands that fail in the same way tell as much as all. */
enum { NIGHT_DIRECTORIES_EACH = 20 };

/* Takes runs into the database: from the results of a chunk (PASS|FAIL p f s NAME@ROW cpu_ms
 * wall_ms, as `spu_sim --batch` writes them), and from the directory of each run. A run is taken in
 * once. */
struct night_ingest;

/** Open. @return 0 and *out, or NIGHT_EXIT_ENVIRONMENT after one line. */
int night_ingest_open(struct night_ingest **out, struct night_db *db, const char *root,
                      int64_t night);

/** Free; NULL is accepted. */
void night_ingest_close(struct night_ingest *in);

/** The row number in NAME@ROW; 0 if there is none. */
int64_t night_ingest_row(const char *name);

/**
 * Take in the results that the chunks of the folder have written since the last call, in one
 * transaction. Directories of passed runs are then removed. @return number of runs.
 */
int64_t night_ingest_folder(struct night_ingest *in, const char *folder);

/**
 * After the end of the engine, or of the process that wrote the database: take in all ended runs
 * that the database lacks. Runs that are still planned but had begun are lost.
 * @return number of lost runs.
 */
int64_t night_ingest_rest(struct night_db *db, const char *root, int64_t night);

/** The same for a night that was killed; this also ends the night. @return number of lost runs. */
int64_t night_ingest_broken(struct night_db *db, const char *root, int64_t night);

#endif
