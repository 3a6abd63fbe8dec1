/* SPDX-License-Identifier: Apache-2.0 */
#include "tsv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "night.h"

int night_grow(void **array, size_t n, size_t bytes)
{
    if (n != 0 && (n & (n - 1)) != 0) {
        return NIGHT_EXIT_GOOD; /* the room is always a power of two */
    }
    void *more = realloc(*array, (n == 0 ? 1 : 2 * n) * bytes);
    if (more == NULL) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    *array = more;
    return NIGHT_EXIT_GOOD;
}

/* Read the whole file and its number of bytes; NULL after one line. */
static char *read_text(const char *path, size_t *bytes)
{
    FILE *in = fopen(path, "r");
    char *text = NULL;
    size_t n = 0, room = 0;

    if (in == NULL) {
        night_say("cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    do {
        if (n + 1 >= room) {
            char *more = realloc(text, room = 2 * room + 4096);
            if (more == NULL) {
                night_say("out of memory");
                break;
            }
            text = more;
        }
        n += fread(text + n, 1, room - 1 - n, in);
    } while (!feof(in) && !ferror(in));
    if (text != NULL) {
        text[n] = '\0';
    }
    (void)fclose(in);
    *bytes = n;
    return text;
}

static void split(struct night_row *row, char *line)
{
    row->columns = 0;
    while (row->columns < NIGHT_COLUMNS - 1) {
        row->column[row->columns++] = line;
        line = strchr(line, '\t');
        if (line == NULL) {
            break;
        }
        *line++ = '\0';
    }
    row->column[row->columns] = NULL;
}

static int parse(struct night_tsv *table)
{
    char *line = table->text, *last = NULL;

    for (int number = 1; *line != '\0'; number++) {
        char *end = line + strcspn(line, "\n");
        char *next = *end == '\n' ? end + 1 : end;
        *end = '\0';
        last = line;
        if (line[0] != '\0' && line[0] != '#') {
            if (night_grow((void **)&table->row, table->rows, sizeof(*table->row)) != 0) {
                return NIGHT_EXIT_ENVIRONMENT;
            }
            table->row[table->rows].line = number;
            split(&table->row[table->rows++], line);
        }
        line = next;
    }
    if (last == NULL || strcmp(last, "# end") != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "%s is cut off: its last line is not '# end'",
                          table->path);
    }
    return NIGHT_EXIT_GOOD;
}

/* Refuse bytes that no table has: some would be taken for its end. */
static int check_text(const struct night_tsv *table, size_t bytes)
{
    if (strlen(table->text) != bytes) {
        return night_fail(NIGHT_EXIT_USAGE, "%s holds NUL bytes: no table", table->path);
    }
    if (strchr(table->text, '\r') != NULL) {
        return night_fail(NIGHT_EXIT_USAGE,
                          "%s holds carriage returns: lines that end with a line feed alone are "
                          "needed",
                          table->path);
    }
    return NIGHT_EXIT_GOOD;
}

int night_tsv_read(struct night_tsv *table, const char *path)
{
    size_t bytes = 0;

    *table = (struct night_tsv){.path = path};
    table->text = read_text(path, &bytes);
    if (table->text == NULL) {
        return NIGHT_EXIT_USAGE;
    }
    int status = check_text(table, bytes);
    if (status == NIGHT_EXIT_GOOD) {
        status = parse(table);
    }
    if (status != NIGHT_EXIT_GOOD) {
        night_tsv_free(table);
    }
    return status;
}

void night_tsv_free(struct night_tsv *table)
{
    free(table->text);
    free(table->row);
    *table = (struct night_tsv){0};
}

const struct night_row *night_tsv_find(const struct night_tsv *table, const char *name)
{
    for (size_t i = 0; i < table->rows; i++) {
        if (strcmp(table->row[i].column[0], name) == 0) {
            return &table->row[i];
        }
    }
    return NULL;
}
