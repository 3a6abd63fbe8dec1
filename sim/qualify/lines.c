/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "night.h"

static int split(char *line, char **column)
{
    int n = 0;

    while (n < QUALIFY_COLUMNS && line != NULL) {
        column[n++] = line;
        line = strchr(line, '\t');
        if (line != NULL) {
            *line++ = '\0';
        }
    }
    column[n] = NULL;
    return n;
}

static int read_lines(FILE *in, bool *ended, int (*use)(void *user, char **column, int columns),
                      void *user)
{
    char *line = NULL, *column[QUALIFY_COLUMNS + 1];
    size_t room = 0;
    ssize_t n;
    int status = 0;

    while (status == 0 && (n = getline(&line, &room, in)) > 0 && line[n - 1] == '\n') {
        line[n - 1] = '\0';
        *ended = strcmp(line, "# end") == 0;
        if (line[0] != '#' && line[0] != '\0') {
            const int columns = split(line, column);
            status = use(user, column, columns);
        }
    }
    free(line);
    return status;
}

int qualify_lines(const char *path, bool whole, int (*use)(void *user, char **column, int columns),
                  void *user)
{
    bool ended = false;
    FILE *in = fopen(path, "r");

    if (in == NULL && !whole && errno == ENOENT) {
        return 0; /* the file does not exist yet */
    }
    if (in == NULL) {
        return night_fail(NIGHT_EXIT_USAGE, "cannot read %s: %s", path, strerror(errno));
    }
    const int status = read_lines(in, &ended, use, user);
    (void)fclose(in);
    if (status == 0 && whole && !ended) {
        return night_fail(NIGHT_EXIT_USAGE, "%s is cut off: its last line is not '# end'", path);
    }
    return status;
}
