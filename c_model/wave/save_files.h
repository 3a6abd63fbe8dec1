/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_SAVE_FILES_H
#define SPE_WAVE_SAVE_FILES_H

#include <stdio.h>

#include "part_file.h"

/** Files that take their places together, when all of them are whole. */
struct save_file {
    struct part_file part;
    struct save_file *next;
    char path[PART_FILE_NAME];
};

struct save_files {
    struct save_file *first;
    const char *failed; /* path of the first that could not be written */
    int why;            /* its errno, 0: none */
};

/** Open a file, or the same again from its beginning. @return NULL: it is noted why. */
FILE *save_files_open(struct save_files *files, const char *path);

/** Close what stands for that path. */
void save_files_close(struct save_files *files, const char *path, FILE *out);

/** All in their places; what could not be written replaces nothing. @return 0, or an exit status
 * after one line on stderr. */
int save_files_place(struct save_files *files);

/** Remove what has no place yet. */
void save_files_free(struct save_files *files);

#endif
