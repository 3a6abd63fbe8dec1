/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_PART_FILE_H
#define SPE_CLI_PART_FILE_H

#include <stdbool.h>

#define PART_FILE_NAME 4096

/**
 * A file that is written under another name and renamed when it is complete, so that a failure
 * leaves the old file as it was. A file that is not regular, for instance a device, is written
 * directly.
 */
struct part_file {
    const char *path;
    char name[PART_FILE_NAME]; /* name of the file that is written */
    bool made;                 /* the file exists, and its name is not `path` */
};

/** Choose the name to write to. `path` is not copied. @return false: it is too long. */
bool part_file_choose(struct part_file *part, const char *path);

/** Create the file, with the mode that it would get under its final name. @return 0, or errno. */
int part_file_make(struct part_file *part);

/** The file is complete: rename it to its final name; after a failure it is removed. @return 0, or
 * errno. */
int part_file_place(struct part_file *part);

/** The file will not be completed: remove it. */
void part_file_drop(struct part_file *part);

#endif
