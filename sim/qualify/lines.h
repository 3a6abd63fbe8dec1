/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_LINES_H
#define QUALIFY_LINES_H

#include <stdbool.h>

enum { QUALIFY_COLUMNS = 16 };

/**
 * Call `use` with the columns of each line of the table; a NULL follows the last column. With
 * `whole` the last line must be `# end`. A line without newline is ignored: its writer was stopped.
 * @return 0, or the status that `use` has returned, or an exit status after one line.
 */
int qualify_lines(const char *path, bool whole, int (*use)(void *user, char **column, int columns),
                  void *user);

#endif
