/* SPDX-License-Identifier: Apache-2.0 */
#include "soak.h"

#include "night.h"
#include "tsv.h"

enum { UUID, DATE, COMMIT, CONFIG, RUNS, OPS, RECORDS, FAILED, CELLS };

static int take(struct night_db *db, const char *path, const struct night_row *row)
{
    char *const *cell = row->column;
    int64_t n[CELLS];

    if (row->columns != CELLS) {
        return night_fail(NIGHT_EXIT_USAGE,
                          "%s:%d: eight cells are needed: uuid, date, commit, configuration, runs,"
                          " operations, records, failed",
                          path, row->line);
    }
    for (int i = RUNS; i < CELLS; i++) {
        if (night_number(cell[i], &n[i]) != 0) {
            return night_fail(NIGHT_EXIT_USAGE, "%s:%d: '%s' is no number", path, row->line,
                              cell[i]);
        }
    }
    if (night_db_run(db, "INSERT OR IGNORE INTO soak VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)",
                     "ttttiiii", cell[UUID], cell[DATE], cell[COMMIT], cell[CONFIG], n[RUNS],
                     n[OPS], n[RECORDS], n[FAILED]) != 1 &&
        !night_db_failed(db)) {
        return night_fail(NIGHT_EXIT_USAGE, "%s:%d: the night has two rows of configuration %s",
                          path, row->line, cell[CONFIG]);
    }
    return NIGHT_EXIT_GOOD;
}

/* SQL: an earlier night had the same seed (DRAW). Only the first such night counts, as they play
 * the same fresh seeds. */
#define DRAWN_BEFORE                                                                               \
    "EXISTS (SELECT 1 FROM night o WHERE o.seed = n.seed AND (o.begun, o.id) < (n.begun, n.id)"    \
    " AND (o.uuid IN (SELECT uuid FROM soak) OR (o.ended NOTNULL AND o.dirty = 0)))"

/* Add the nights of the database. A command (`!NAME`) plays its own design and does not count. A
 * fault of the environment is no failure. */
static void add_nights(struct night_db *db)
{
    night_db_run(db,
                 "INSERT INTO soak SELECT n.uuid, n.date, n.commit_id, r.config,"
                 " sum(r.status = 'passed'), sum(iif(r.status = 'passed', r.ops, 0)),"
                 " sum(iif(r.status = 'passed', r.records, 0)), "
                 " sum(r." NIGHT_FAILED " AND r.status <> '" NIGHT_BROKEN_RUN "'), 0"
                 " FROM night n JOIN run r ON r.night = n.id WHERE n.ended NOTNULL AND n.dirty = 0"
                 " AND r.origin = 'fresh' AND r.args NOT GLOB '!*'"
                 " AND n.uuid NOT IN (SELECT uuid FROM soak) AND NOT " DRAWN_BEFORE
                 " GROUP BY n.uuid, r.config",
                 "");
}

int night_soak_load(struct night_db *db, const char *path)
{
    struct night_tsv table;

    night_db_run(db,
                 "CREATE TEMP TABLE soak (uuid, date, commit_id, config, runs, ops, records,"
                 " failed, known, PRIMARY KEY (uuid, config))",
                 "");
    int status = night_tsv_read(&table, path);
    for (size_t i = 0; status == NIGHT_EXIT_GOOD && i < table.rows; i++) {
        status = take(db, path, &table.row[i]);
    }
    night_tsv_free(&table);
    if (status == NIGHT_EXIT_GOOD) {
        add_nights(db);
    }
    return status == NIGHT_EXIT_GOOD && night_db_failed(db) ? NIGHT_EXIT_ENVIRONMENT : status;
}
