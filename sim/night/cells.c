/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "cells.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cut `line` at its tabs. @return number of cells. */
static size_t cut_tabs(char *line, char **cells)
{
    size_t n = 0;

    for (char *rest = line; rest != NULL && n < NIGHT_CELLS;) {
        cells[n++] = rest;
        rest = strchr(rest, '\t');
        if (rest != NULL) {
            *rest++ = '\0';
        }
    }
    return n;
}

/* Remove the quotes of the cell at `from`; a doubled quote becomes one. @return the rest of the
 * line. */
static char *unquote(char *from)
{
    char *to = from;

    for (from++; *from != '\0'; from++) {
        if (*from == '"') {
            from++;
            if (*from != '"') {
                break;
            }
        }
        *to++ = *from;
    }
    char *next = *from == ',' ? from + 1 : NULL;
    *to = '\0';
    return next;
}

static size_t cut_commas(char *line, char **cells)
{
    size_t n = 0;

    for (char *rest = line; rest != NULL && n < NIGHT_CELLS;) {
        cells[n++] = rest;
        if (*rest == '"') {
            rest = unquote(rest);
        } else {
            rest = strchr(rest, ',');
            if (rest != NULL) {
                *rest++ = '\0';
            }
        }
    }
    return n;
}

int night_cells_read(const char *path, enum night_cells_form form, night_cells_fn row, void *ctx)
{
    FILE *in = fopen(path, "r");
    char *line = NULL;
    char *cells[NIGHT_CELLS];
    size_t room = 0;
    int status = 0;

    if (in == NULL) {
        return -1;
    }
    for (int number = 1; status == 0 && getline(&line, &room, in) > 0; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0' || (form == NIGHT_TABS && line[0] == '#')) {
            continue;
        }
        size_t n = form == NIGHT_TABS ? cut_tabs(line, cells) : cut_commas(line, cells);
        status = row(ctx, number, cells, n);
    }
    int why = ferror(in) != 0 ? errno : 0;
    free(line);
    (void)fclose(in);
    errno = why;
    return status == 0 && why != 0 ? -1 : status;
}
