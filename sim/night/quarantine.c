/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "quarantine.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "night.h"
#include "tsv.h"

enum { CHECK, FIELD, STAGE, CONFIG, REASON, UNTIL, CELLS };

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

static const char *fault_of(char *const *cells, int n)
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

static int take(struct night_db *db, const char *path, const struct night_row *row)
{
    char *const *cells = row->column;
    const char *fault = fault_of(cells, row->columns);

    if (fault != NULL) {
        return night_fail(NIGHT_EXIT_USAGE, "%s:%d: %s", path, row->line, fault);
    }
    night_db_run(db,
                 "INSERT INTO quarantine SELECT ?, ?, ?, ?, ?, ?6, n.date < ?6"
                 " FROM night n, tonight USING (id)",
                 "tttttt", cells[CHECK], cells[FIELD], cells[STAGE], cells[CONFIG], cells[REASON],
                 cells[UNTIL]);
    return NIGHT_EXIT_GOOD;
}

int night_quarantine_load(struct night_db *db, const char *tree, const char *path)
{
    struct night_tsv table;
    char own[PATH_MAX];

    (void)snprintf(own, sizeof(own), "%s/sim/quarantine.tsv", tree);
    path = path != NULL ? path : own;
    night_db_run(db,
                 "CREATE TEMP TABLE quarantine"
                 " (\"check\", field, stage, config, reason, until, holds)",
                 "");
    int status = night_tsv_read(&table, path);
    for (size_t i = 0; status == NIGHT_EXIT_GOOD && i < table.rows; i++) {
        status = take(db, path, &table.row[i]);
    }
    night_tsv_free(&table);
    return status;
}
