/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_SAVE_FILES_H
#define SPE_WAVE_SAVE_FILES_H

#include <stdio.h>

#include "part_file.h"

/** Files that get their final names together, when all of them are complete. */
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

/** Open a file for writing; a second call for a path begins the file again.
 * @return NULL: the reason is noted in *files. */
FILE *save_files_open(struct save_files *files, const char *path);

/** Close the stream `out` of the file for `path`. */
void save_files_close(struct save_files *files, const char *path, FILE *out);

/** Give all files their final names. A file that could not be written replaces nothing. @return 0,
 * or an exit status after one line on stderr. */
int save_files_place(struct save_files *files);

/** Free the list, and remove files without a final name. */
void save_files_free(struct save_files *files);

#endif
