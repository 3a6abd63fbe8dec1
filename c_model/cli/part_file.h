/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_PART_FILE_H
#define SPE_CLI_PART_FILE_H

#include <stdbool.h>

#define PART_FILE_NAME 4096

/**
 * A file that is written beside its place and renamed when it is whole: what stands there outlives
 * a failure. What is no regular file, say a device, is written itself.
 */
struct part_file {
    const char *path;
    char name[PART_FILE_NAME]; /* what is written */
    bool made;                 /* and is another one than `path` */
};

/** Choose the name. `path` is kept. @return false: it is too long. */
bool part_file_choose(struct part_file *part, const char *path);

/** Make the file, with the mode that it would have by its final name. @return 0, or errno. */
int part_file_make(struct part_file *part);

/** It is whole: put it in its place; what fails is removed. @return 0, or errno. */
int part_file_place(struct part_file *part);

/** It will not be whole: remove it. */
void part_file_drop(struct part_file *part);

#endif
