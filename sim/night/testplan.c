/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "testplan.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cells.h"
#include "night.h"
#include "possible.h"
#include "units.h"

/* A file of the plan, and the number of each cell; bins 0: the file names no bins. */
struct source {
    const char *path, *kind;
    enum night_cells_form form;
    size_t cells, section, title, checks, bins, tests;
};

static const struct source sources[] = {
    {"sim/testplan.csv", "testpoint", NIGHT_CSV, 6, 1, 2, 3, 0, 5},
    {"sim/rules.tsv", "rule", NIGHT_TABS, 7, 1, 2, 3, 4, 5},
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

    if (line == 1 && s->form == NIGHT_CSV) { /* the names of the columns */
        return NIGHT_EXIT_GOOD;
    }
    if (n != s->cells) { /* more: a comma without quotes has moved the cells behind it */
        return night_fail(NIGHT_EXIT_USAGE, "%s:%d: %d cells, %d are needed", s->path, line, (int)n,
                          (int)s->cells);
    }
    r->rows++;
    if (strcmp(cells[s->tests], "-") == 0) {
        return NIGHT_EXIT_GOOD;
    }
    const int inserted = night_db_run(
        r->db,
        "INSERT OR IGNORE INTO plan (id, kind, section, title, tests, bins, checks) VALUES"
        " (?, ?, ?, ?, ?, ?, ?)",
        "ttttttt", cells[0], s->kind, cells[s->section], cells[s->title], cells[s->tests],
        s->bins == 0 ? "-" : cells[s->bins], cells[s->checks]);
    return inserted != 0 || night_db_failed(r->db)
               ? NIGHT_EXIT_GOOD
               : night_fail(NIGHT_EXIT_USAGE, "%s:%d: the row %s is there twice", s->path, line,
                            cells[0]);
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

/* Split tests and bins into words, one per row. The columns have types, because otherwise a rowid
 * would not be found by the index. */
static void split_words(struct night_db *db)
{
    night_db_run(db,
                 "CREATE TEMP TABLE plan_word (plan INTEGER, what TEXT, word TEXT,"
                 " PRIMARY KEY (plan, what, word)) WITHOUT ROWID",
                 "");
    night_db_run(db,
                 "INSERT OR IGNORE INTO plan_word"
                 " WITH RECURSIVE split (plan, what, word, rest) AS"
                 "  (SELECT rowid, 'test', '', tests || ' ' FROM plan"
                 "   UNION ALL SELECT rowid, 'bin', '', bins || ' ' FROM plan WHERE bins <> '-'"
                 "   UNION ALL SELECT plan, what, substr(rest, 1, instr(rest, ' ') - 1),"
                 "    ltrim(substr(rest, instr(rest, ' ') + 1)) FROM split WHERE rest <> '')"
                 " SELECT plan, what, word FROM split WHERE word <> ''",
                 "");
}

/* Find the bins of each row that the night has missed. A row names GROUP.BIN, maybe with *; a point
 * is named "GROUP BIN". For a pattern, each bin that a configuration of the night can meet must be
 * met, and at least one. */
static void find_missed(struct night_db *db)
{
    night_db_run(db,
                 "CREATE TEMP TABLE met AS SELECT DISTINCT"
                 " substr(name, 1, instr(name, ' ') - 1) || '.' ||"
                 " substr(name, instr(name, ' ') + 1) AS name FROM tonight"
                 " JOIN night_bins b ON b.night = tonight.id JOIN point p ON p.id = b.point",
                 "");
    night_db_run(db,
                 "CREATE TEMP TABLE short AS SELECT name FROM possible"
                 " WHERE name NOT IN (SELECT name FROM met)",
                 "");
    night_db_run(db,
                 "CREATE TEMP TABLE missed AS SELECT word,"
                 " CASE WHEN n = 0 OR instr(word, '*') = 0 THEN word"
                 "  ELSE word || ' (' || n || ' of ' || (SELECT count(*) FROM possible"
                 "   WHERE possible.name GLOB word) || ', as ' || least || ')' END AS said FROM"
                 " (SELECT word, (SELECT count(*) FROM short WHERE short.name GLOB word) AS n,"
                 "  (SELECT min(name) FROM short WHERE short.name GLOB word) AS least"
                 "  FROM (SELECT DISTINCT word FROM plan_word WHERE what = 'bin'))"
                 " WHERE n > 0 OR NOT EXISTS (SELECT 1 FROM met WHERE met.name GLOB word)",
                 "");
    night_db_run(db,
                 "UPDATE plan SET missed = ifnull((SELECT group_concat(said, ' ') FROM plan_word w"
                 " JOIN missed USING (word) WHERE w.plan = plan.rowid AND what = 'bin'), '')",
                 "");
}

/* Count the results of each word: the runs of the night, or tests of other kinds. */
static void make_played(struct night_db *db)
{
    night_db_run(db,
                 "CREATE TEMP TABLE played AS SELECT r.test, sum(r.status NOT IN (" NIGHT_NOTHING
                 ", '" NIGHT_BROKEN_RUN "')) AS runs, count(f.run) AS failed FROM tonight"
                 " JOIN run r ON r.night = tonight.id LEFT JOIN failure f ON f.run = r.id"
                 " AND r.status <> '" NIGHT_BROKEN_RUN "' GROUP BY r.test",
                 "");
    night_db_run(db,
                 "INSERT INTO played SELECT word, sum(u.runs), sum(u.failed) FROM"
                 " (SELECT DISTINCT word FROM plan_word WHERE what = 'test')"
                 " JOIN unit_word USING (word) JOIN unit u USING (name)"
                 " WHERE word NOT IN (SELECT test FROM played) GROUP BY word",
                 "");
}

/* SQL: the row's text names the check, and not a longer name: neither a letter nor a dot and a
 * letter follows. */
#define NAMES_CHECK                                                                                \
    "(' ' || p.checks || ' ') GLOB ('*[^a-z0-9_.]' || b.\"check\" || '[^a-z0-9_.]*')"              \
    " OR (' ' || p.checks || ' ') GLOB ('*[^a-z0-9_.]' || b.\"check\" || '.[^a-z0-9_]*')"

/* Find the rows that a failure concerns. A failed directed test concerns each row that names it. A
 * random session belongs to all rows, so a row is concerned only if it names the check or the bin.
 * Faults of the environment show nothing. */
static void find_blamed(struct night_db *db)
{
    night_db_run(db,
                 "CREATE TEMP TABLE blamed AS SELECT DISTINCT w.plan FROM"
                 " (SELECT DISTINCT r.test, r.bucket FROM failure f JOIN run r ON r.id = f.run"
                 "  WHERE r.status <> '" NIGHT_BROKEN_RUN "') r"
                 " JOIN plan_word w ON w.what = 'test' AND w.word = r.test"
                 " JOIN plan p ON p.rowid = w.plan LEFT JOIN bucket b ON b.id = r.bucket"
                 " WHERE r.test NOT GLOB '*random*'"
                 " OR b.id IS NULL OR " NAMES_CHECK
                 " OR EXISTS (SELECT 1 FROM plan_word n WHERE n.plan = w.plan AND n.what = 'bin'"
                 "  AND replace(b.field, ' ', '.') GLOB n.word)",
                 "");
    night_db_run(db,
                 "INSERT INTO blamed SELECT w.plan FROM plan_word w JOIN unit_word USING (word)"
                 " JOIN unit u USING (name) WHERE w.what = 'test' AND u.failed > 0 AND word NOT IN"
                 " (SELECT r.test FROM tonight t JOIN run r ON r.night = t.id)",
                 "");
}

/* Give a reason to rows that did not pass, and to passed rows with failed runs. */
static void give_reasons(struct night_db *db)
{
    night_db_run(db,
                 "UPDATE plan SET reason = CASE WHEN status = 'failed' THEN ''"
                 " WHEN status = 'passed' AND failed = 0 THEN ''"
                 " WHEN status = 'passed' THEN failed || ' of ' || runs ||"
                 "  ' runs failed, by nothing that this row is about'"
                 " WHEN missed <> '' THEN 'bins missed'"
                 " WHEN runs > 0 THEN 'each run failed, by nothing that this row is about'"
                 " WHEN EXISTS (SELECT 1 FROM unit) THEN"
                 "  'not in this night, nor in the results of make test'"
                 " ELSE 'not in this night, and no results of make test' || (SELECT"
                 "  iif(other = '', ': ' || build || '/test/junit.xml',"
                 "   ' of this commit, but of ' || other) FROM place, unit_commit) END",
                 "");
}

static void judge(struct night_db *db)
{
    make_played(db);
    find_blamed(db);
    night_db_run(db,
                 "UPDATE plan SET (runs, failed) = (SELECT ifnull(sum(p.runs), 0),"
                 " ifnull(sum(p.failed), 0) FROM plan_word t JOIN played p ON p.test = t.word"
                 " WHERE t.plan = plan.rowid AND t.what = 'test')",
                 "");
    night_db_run(db,
                 "UPDATE plan SET status = CASE WHEN rowid IN (SELECT plan FROM blamed)"
                 " THEN 'failed' WHEN runs > failed AND missed = '' THEN 'passed'"
                 " ELSE 'not run' END",
                 "");
    give_reasons(db);
}

int night_testplan_load(struct night_db *db, const char *tree, const char *build)
{
    int status = NIGHT_EXIT_GOOD;

    night_db_run(db,
                 "CREATE TEMP TABLE plan"
                 " (id PRIMARY KEY, kind, title, section, tests, bins, checks, runs, failed,"
                 " missed, status, reason)",
                 "");
    for (size_t i = 0; status == NIGHT_EXIT_GOOD && i < sizeof(sources) / sizeof(sources[0]); i++) {
        status = read_source(db, tree, &sources[i]);
    }
    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    night_units_load(db, build);
    night_possible_load(db, tree);
    split_words(db);
    find_missed(db);
    judge(db);
    return NIGHT_EXIT_GOOD;
}

void night_testplan_store(struct night_db *db, int64_t night)
{
    night_db_run(db, "DELETE FROM testpoint WHERE night = ?", "i", night);
    night_db_run(db,
                 "INSERT INTO testpoint (night, id, status, runs)"
                 " SELECT ?, id, replace(status, ' ', '-'), runs FROM plan",
                 "i", night);
}
