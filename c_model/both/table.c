/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "both.h"
#include "grow.h"

enum { LOG, FIELD, OLD, NEW, HOLDS, REASON, COLUMNS };

struct row {
    char *line; /* the columns point into it */
    char *column[COLUMNS];
    unsigned number; /* of the line */
    bool forbids;
    bool used;
};

struct both_table {
    const char *path;
    struct row *row;
    size_t n, room;
};

void both_table_free(struct both_table *table)
{
    for (size_t i = 0; table != NULL && i < table->n; i++) {
        free(table->row[i].line);
    }
    if (table != NULL) {
        free(table->row);
    }
    free(table);
}

/* Cut row->line at its tabs. @return whether there are as many columns as needed, none empty. */
static bool split(struct row *row)
{
    char *rest = row->line;
    int n = 0;

    while (n < COLUMNS && rest != NULL) {
        row->column[n++] = rest;
        rest = strchr(rest, '\t');
        if (rest != NULL) {
            *rest++ = '\0';
        }
        if (row->column[n - 1][0] == '\0') {
            return false;
        }
    }
    return n == COLUMNS && rest == NULL;
}

static int complain(const struct both_table *table, unsigned number, const char *why)
{
    fprintf(stderr, "spe-both: %s:%u: %s\n", table->path, number, why);
    return 2;
}

static int add(struct both_table *table, const char *line, unsigned number)
{
    struct row *grown = grow(table->row, table->n, &table->room, sizeof(*grown));
    struct row row = {.line = strdup(line), .number = number};

    table->row = grown != NULL ? grown : table->row;
    if (grown == NULL || row.line == NULL) {
        free(row.line);
        fprintf(stderr, "spe-both: out of memory\n");
        return 4;
    }
    const bool whole = split(&row);
    row.forbids = whole && row.column[LOG][0] == '!';
    row.column[LOG] += row.forbids;
    table->row[table->n++] = row;
    if (!whole) {
        return complain(table, number, "not 'log, field, old, new, relations, reason'");
    }
    return both_holds_known(row.column[HOLDS]) ? 0 : complain(table, number, "no such relation");
}

/* Read the rows up to `# end`. */
static int read_rows(struct both_table *table, FILE *in)
{
    char *line = NULL;
    size_t room = 0;
    unsigned number = 0;
    bool ended = false;
    int status = 0;

    while (status == 0 && !ended && getline(&line, &room, in) > 0) {
        line[strcspn(line, "\n")] = '\0';
        number++;
        ended = strcmp(line, BOTH_END) == 0;
        if (line[0] != '#') {
            status = add(table, line, number);
        }
    }
    free(line);
    return status != 0 || ended
               ? status
               : complain(table, number, "cut off: its last line is not '" BOTH_END "'");
}

int both_table_read(struct both_table **out, const char *path)
{
    struct both_table *table = calloc(1, sizeof(*table));
    FILE *in = fopen(path, "r");
    int status = 2;

    if (table == NULL || in == NULL) {
        fprintf(stderr, "spe-both: %s: %s\n", path, strerror(errno));
    } else {
        table->path = path;
        status = read_rows(table, in);
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    if (status != 0) {
        both_table_free(table);
        return status;
    }
    *out = table;
    return 0;
}

static bool matches(const struct row *row, const struct both_log *log,
                    const struct both_difference *d)
{
    return fnmatch(row->column[LOG], d->log, 0) == 0 &&
           fnmatch(row->column[FIELD], d->field, 0) == 0 &&
           fnmatch(row->column[OLD], d->old_value, 0) == 0 &&
           fnmatch(row->column[NEW], d->new_value, 0) == 0 &&
           both_holds(row->column[HOLDS], log, d);
}

bool both_table_explains(struct both_table *table, const struct both_log *log,
                         const struct both_difference *d)
{
    for (size_t i = 0; i < table->n; i++) {
        struct row *row = &table->row[i];

        if (matches(row, log, d)) {
            row->used = true;
            return !row->forbids;
        }
    }
    return false;
}

size_t both_table_unused(const struct both_table *table)
{
    size_t unused = 0;

    for (size_t i = 0; i < table->n; i++) {
        if (!table->row[i].used && !table->row[i].forbids) {
            printf("%s:%u: explains no difference: %s: %s\n", table->path, table->row[i].number,
                   table->row[i].column[LOG], table->row[i].column[FIELD]);
            unused++;
        }
    }
    return unused;
}
