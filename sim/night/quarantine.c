/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "quarantine.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cells.h"
#include "night.h"

enum { CHECK, FIELD, STAGE, CONFIG, REASON, UNTIL, CELLS };

struct reader {
    struct night_db *db;
    const char *path;
};

/* YYYY-MM-DD with a month and a day that there may be: such texts are in order as their days are.
 */
static bool is_date(const char *text)
{
    static const char form[] = "0000-00-00";

    for (size_t i = 0; i < sizeof(form); i++) {
        if (form[i] == '0' ? isdigit((unsigned char)text[i]) == 0 : text[i] != form[i]) {
            return false;
        }
    }
    return memcmp(text + 5, "01", 2) >= 0 && memcmp(text + 5, "12", 2) <= 0 &&
           memcmp(text + 8, "01", 2) >= 0 && memcmp(text + 8, "31", 2) <= 0;
}

static const char *fault_of(char *const *cells, size_t n)
{
    if (n != CELLS) {
        return "six cells are needed: check, field, stage, configurations, reason, until";
    }
    for (size_t i = 0; i < CELLS; i++) {
        if (cells[i][0] == '\0') {
            return "a cell is empty; * stands for any field, stage or configuration";
        }
    }
    if (strcmp(cells[CHECK], "*") == 0) {
        return "a check must be named: * would hold back what nobody has seen yet";
    }
    return is_date(cells[UNTIL]) ? NULL : "the last cell is no date YYYY-MM-DD";
}

static int take(void *ctx, int line, char *const *cells, size_t n)
{
    struct reader *r = ctx;
    const char *fault = fault_of(cells, n);

    if (fault != NULL) {
        return night_fail(NIGHT_EXIT_USAGE, "%s:%d: %s", r->path, line, fault);
    }
    night_db_run(r->db,
                 "INSERT INTO quarantine SELECT ?, ?, ?, ?, ?, ?6, n.date < ?6"
                 " FROM night n, tonight USING (id)",
                 "tttttt", cells[CHECK], cells[FIELD], cells[STAGE], cells[CONFIG], cells[REASON],
                 cells[UNTIL]);
    return NIGHT_EXIT_GOOD;
}

/* A table that was cut off looks like a shorter one: its last line must be "# end". */
static bool is_whole(const char *path)
{
    static const char mark[] = "# end\n";
    char tail[sizeof(mark)] = "";
    FILE *in = fopen(path, "r");

    if (in == NULL) {
        return false;
    }
    if (fseek(in, -(long)(sizeof(mark) - 1), SEEK_END) == 0) {
        tail[fread(tail, 1, sizeof(mark) - 1, in)] = '\0';
    }
    (void)fclose(in);
    return strcmp(tail, mark) == 0;
}

int night_quarantine_load(struct night_db *db, const char *tree, const char *path)
{
    char own[PATH_MAX];

    (void)snprintf(own, sizeof(own), "%s/sim/quarantine.tsv", tree);
    struct reader r = {db, path != NULL ? path : own};
    night_db_run(db,
                 "CREATE TEMP TABLE quarantine"
                 " (\"check\", field, stage, config, reason, until, holds)",
                 "");
    int status = night_cells_read(r.path, NIGHT_TABS, take, &r);
    if (status < 0) {
        return night_fail(NIGHT_EXIT_USAGE, "%s: %s", r.path, strerror(errno));
    }
    if (status == NIGHT_EXIT_GOOD && !is_whole(r.path)) {
        return night_fail(NIGHT_EXIT_USAGE, "%s is cut off: its last line is not '# end'", r.path);
    }
    return status;
}
