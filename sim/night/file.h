/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_FILE_H
#define NIGHT_FILE_H

#include <stdio.h>

/* Files that programs of sim/ write. A file that could not be written completely is reported in one
 * line. */

/** Say that `path` cannot be written, and why (errno). @return NIGHT_EXIT_ENVIRONMENT. */
int night_file_cannot(const char *path);

/** Close what was written to `path`; NULL: it could not be opened. @return 0, or
 * NIGHT_EXIT_ENVIRONMENT after one line. */
int night_file_close(FILE *out, const char *path);

#endif
