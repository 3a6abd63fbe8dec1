/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_STORE_H
#define NIGHT_STORE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "db.h"

/* The folder of all nights:
 *
 *   night.db                 the database
 *   live/UUID                locked (flock) by whoever plays that night
 *   runs/NIGHT/              list.tsv, models.tsv; a folder of chunks for each round;
 *   runs/NIGHT/CONFIG/RUN/   what a run has left, until it is pruned
 *   kept/                    transaction logs of kept failures
 */

/* The folder's name is not longer than NIGHT_ROOT: then every path below it has room, and none is
 * cut to that of another folder, which might be removed. */
enum { NIGHT_PATH = 1024, NIGHT_ROOT = 640 };

/** Open ROOT/night.db, or ROOT itself if it is a file; like night_db_open(). A folder's name of
 * more than NIGHT_ROOT characters is refused. */
int night_store_open(struct night_db **out, const char *root, enum night_db_mode mode);

/** Write "ROOT/runs/NIGHT", followed by the text from `format`, to `path`. */
__attribute__((format(printf, 4, 5))) void night_store_path(char path[NIGHT_PATH], const char *root,
                                                            int64_t night, const char *format, ...);

/** The highest number of a night with files in ROOT, even if its database is gone; 0: none. */
int64_t night_store_last(const char *root);

/** Make the folder and its parents. @return 0, or NIGHT_EXIT_ENVIRONMENT after one line. */
int night_store_folder(const char *path);

/** Remove the folder and its contents; a missing folder is no error. */
void night_store_remove(const char *path);

/** Call `take` for each folder of the night's chunks, also for an empty one. */
void night_store_rounds(const char *root, int64_t night,
                        void (*take)(void *user, const char *folder), void *user);

/** Bytes of disk that the folder uses. */
int64_t night_store_bytes(const char *path);

/** Copy a file; `to` is replaced only when the whole copy is on the disk. @return 0, or -1 with
 * errno. */
int night_store_copy(const char *from, const char *to);

/** Whether the run with that directory has begun: then there are files in it. The empty directory
 * alone proves nothing, as a batch makes all directories of its list at once. */
bool night_store_begun(const char *path);

#endif
