/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_INGEST_H
#define NIGHT_INGEST_H

#include "db.h"

/* So many directories of runs of a bucket stay of a night, those of the smallest by cycles: of
 * thousands that fail in the same way a few tell as much as all. */
enum { NIGHT_DIRECTORIES_EACH = 20 };

/* Taking runs in: from the results of a chunk (PASS|FAIL p f s NAME@ROW cpu_ms wall_ms, as
 * `spu_sim --batch` writes them) and the directory of each run. A run is taken in once. */
struct night_ingest;

/** @return 0 and *out, or NIGHT_EXIT_ENVIRONMENT after one line. */
int night_ingest_open(struct night_ingest **out, struct night_db *db, const char *root,
                      int64_t night);

/** Free; NULL is accepted. */
void night_ingest_close(struct night_ingest *in);

/** The row that NAME@ROW names; 0 if it names none. */
int64_t night_ingest_row(const char *name);

/**
 * Take in what the chunks of the folder have to say since the last call, in one transaction;
 * directories of runs that passed are then removed. @return how many runs.
 */
int64_t night_ingest_folder(struct night_ingest *in, const char *folder);

/**
 * Take in what has ended and is not in the database: the engine, or the writing of the database,
 * came to an end before that. Of what is planned then, what has begun is lost.
 * @return how many are.
 */
int64_t night_ingest_rest(struct night_db *db, const char *root, int64_t night);

/** The same for a night that was killed, which ends by it. @return how many runs are lost. */
int64_t night_ingest_broken(struct night_db *db, const char *root, int64_t night);

#endif
