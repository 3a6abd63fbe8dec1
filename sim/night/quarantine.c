/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "quarantine.h"

#include <ctype.h>
#include <dirent.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "guess.h"
#include "night.h"
#include "spe/model.h"
#include "tsv.h"

enum { CHECK, FIELD, STAGE, CONFIG, REASON, UNTIL, CELLS };

/* Whether the text is YYYY-MM-DD with a valid month and day: such texts sort like their days. */
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
    if (strpbrk(cells[CONFIG], "!\\") != NULL) { /* fnmatch() and GLOB read these in two ways */
        return "a pattern of configurations has *, ? and [...], and no ! or \\";
    }
    return is_date(cells[UNTIL]) ? NULL : "the last cell is no date YYYY-MM-DD";
}

/* The search for a name that a row uses, and similar names. */
struct names {
    const char *wanted;
    bool pattern, found;
    struct night_guess guess;
};

static void begin_names(struct names *n, const char *wanted, bool pattern)
{
    *n = (struct names){.wanted = wanted, .pattern = pattern};
    night_guess_begin(&n->guess, wanted);
}

static void take_name(struct names *n, const char *name)
{
    n->found |= n->pattern ? fnmatch(n->wanted, name, 0) == 0 : strcmp(n->wanted, name) == 0;
    night_guess_take(&n->guess, name);
}

static void take_names(struct names *n, struct night_db *db, const char *sql)
{
    sqlite3_stmt *row = night_db_query(db, sql, "");

    while (night_db_row(db, row)) {
        take_name(n, night_db_text(row, 0));
    }
}

/* Take the checks of the scoreboard, the statuses of runs, and the checks of earlier nights. */
static void take_checks(struct names *n, struct night_db *db)
{
    static const char *const statuses[] = {"failed",  "crashed",     "cpu",           "memory",
                                           "stalled", "code.waiver", NIGHT_BROKEN_RUN};

    for (int i = 0; spe_check_name(i) != NULL; i++) {
        take_name(n, spe_check_name(i));
    }
    for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++) {
        take_name(n, statuses[i]);
    }
    if (!n->found) {
        take_names(n, db, "SELECT DISTINCT \"check\" FROM bucket");
    }
}

/* Take the configurations of the tree, and those of earlier nights, for instance of commands. */
static void take_configs(struct names *n, struct night_db *db, const char *tree)
{
    char path[PATH_MAX];

    (void)snprintf(path, sizeof(path), "%s/rtl/configs", tree);
    DIR *dir = opendir(path);
    for (const struct dirent *at; dir != NULL && (at = readdir(dir)) != NULL;) {
        const char *dot = strrchr(at->d_name, '.');
        if (dot != NULL && strcmp(dot, ".cfg") == 0) {
            (void)snprintf(path, sizeof(path), "%.*s", (int)(dot - at->d_name), at->d_name);
            take_name(n, path);
        }
    }
    if (dir != NULL) {
        (void)closedir(dir);
    }
    if (!n->found) {
        take_names(n, db, "SELECT DISTINCT config FROM run");
    }
}

/* Refuse misspelt names: such a row would hold back nothing, without any message. */
static int check_names(struct night_db *db, const char *tree, const char *path,
                       const struct night_row *row)
{
    struct names names;
    char near[512];

    begin_names(&names, row->column[CHECK], false);
    take_checks(&names, db);
    if (!names.found) {
        return night_fail(NIGHT_EXIT_USAGE, "%s:%d: there is no check '%s'%s", path, row->line,
                          names.wanted, night_guess_text(near, sizeof(near), &names.guess));
    }
    begin_names(&names, row->column[CONFIG], true);
    take_configs(&names, db, tree);
    if (!names.found) {
        return night_fail(NIGHT_EXIT_USAGE, "%s:%d: no configuration matches '%s'%s", path,
                          row->line, names.wanted,
                          night_guess_text(near, sizeof(near), &names.guess));
    }
    return NIGHT_EXIT_GOOD;
}

static int take(struct night_db *db, const char *tree, const char *path,
                const struct night_row *row)
{
    char *const *cells = row->column;
    const char *fault = fault_of(cells, row->columns);

    if (fault != NULL) {
        return night_fail(NIGHT_EXIT_USAGE, "%s:%d: %s", path, row->line, fault);
    }
    if (check_names(db, tree, path, row) != NIGHT_EXIT_GOOD) {
        return NIGHT_EXIT_USAGE;
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
        status = take(db, tree, path, &table.row[i]);
    }
    night_tsv_free(&table);
    return status;
}
