/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "testplan.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cells.h"
#include "night.h"

/* A file of the plan. The column of the tests is counted from the last one of a row. */
struct source {
    const char *path, *kind;
    enum night_cells_form form;
    size_t cells, section, title, tests;
};

static const struct source sources[] = {
    {"sim/testplan.csv", "testpoint", NIGHT_CSV, 6, 1, 2, 1},
    {"sim/rules.tsv", "rule", NIGHT_TABS, 7, 1, 2, 2},
};

struct reader {
    struct night_db *db;
    const struct source *source;
    int rows;
};

static int take(void *ctx, int line, char *const *cells, size_t n)
{
    struct reader *r = ctx;
    const struct source *s = r->source;

    if (line == 1 && s->form == NIGHT_CSV) { /* names of the columns */
        return NIGHT_EXIT_GOOD;
    }
    if (n < s->cells) {
        return night_fail(NIGHT_EXIT_USAGE, "%s:%d: %d cells, %d are needed", s->path, line, (int)n,
                          (int)s->cells);
    }
    r->rows++;
    night_db_run(r->db,
                 "INSERT INTO plan (id, kind, section, title, tests)"
                 " SELECT ?1, ?2, ?3, ?4, ?5 WHERE ?5 <> '-'",
                 "ttttt", cells[0], s->kind, cells[s->section], cells[s->title],
                 cells[n - s->tests]);
    return NIGHT_EXIT_GOOD;
}

static int read_source(struct night_db *db, const char *tree, const struct source *source)
{
    struct reader r = {db, source, 0};
    char path[PATH_MAX];

    (void)snprintf(path, sizeof(path), "%s/%s", tree, source->path);
    int status = night_cells_read(path, source->form, take, &r);
    if (status < 0) {
        return night_fail(NIGHT_EXIT_USAGE, "%s: %s", path, strerror(errno));
    }
    if (status == NIGHT_EXIT_GOOD && r.rows == 0) {
        return night_fail(NIGHT_EXIT_USAGE, "%s: no row", path);
    }
    return status;
}

/* The words of `tests`, one a row. */
static void split_tests(struct night_db *db)
{
    night_db_run(db, "CREATE TEMP TABLE plan_test (plan, test, PRIMARY KEY (plan, test))", "");
    night_db_run(db,
                 "INSERT OR IGNORE INTO plan_test"
                 " WITH RECURSIVE split (plan, test, rest) AS (SELECT rowid, '', tests || ' '"
                 "  FROM plan UNION ALL SELECT plan, substr(rest, 1, instr(rest, ' ') - 1),"
                 "  ltrim(substr(rest, instr(rest, ' ') + 1)) FROM split WHERE rest <> '')"
                 " SELECT plan, test FROM split WHERE test <> ''",
                 "");
}

static void judge(struct night_db *db)
{
    night_db_run(db,
                 "CREATE TEMP TABLE played AS SELECT r.test, sum(r.status <> 'planned') AS runs,"
                 " count(f.run) AS failed FROM tonight JOIN run r ON r.night = tonight.id"
                 " LEFT JOIN failure f ON f.run = r.id GROUP BY r.test",
                 "");
    night_db_run(db,
                 "UPDATE plan SET (runs, failed) = (SELECT ifnull(sum(p.runs), 0),"
                 " ifnull(sum(p.failed), 0) FROM plan_test t JOIN played p ON p.test = t.test"
                 " WHERE t.plan = plan.rowid)",
                 "");
    night_db_run(db,
                 "UPDATE plan SET status = CASE WHEN failed > 0 THEN 'failed'"
                 " WHEN runs > 0 THEN 'passed' ELSE 'not run' END",
                 "");
}

int night_testplan_load(struct night_db *db, const char *tree)
{
    int status = NIGHT_EXIT_GOOD;

    night_db_run(
        db, "CREATE TEMP TABLE plan (id, kind, title, section, tests, runs, failed, status)", "");
    for (size_t i = 0; status == NIGHT_EXIT_GOOD && i < sizeof(sources) / sizeof(sources[0]); i++) {
        status = read_source(db, tree, &sources[i]);
    }
    split_tests(db);
    judge(db);
    return status;
}
