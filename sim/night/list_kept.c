/* SPDX-License-Identifier: Apache-2.0
 *
 * `night kept`: lists the failures that every night plays again.
 */
#include <stdio.h>

#include "commands.h"
#include "store.h"

static void print_kept(struct night_db *db)
{
    sqlite3_stmt *row = night_db_query(
        db,
        "SELECT k.id, k.state, n.date, k.config, k.test, k.seed, b.\"check\", b.field, k.log,"
        " k.cycles, k.stim, k.bench"
        " FROM kept k JOIN night n ON n.id = k.opened LEFT JOIN bucket b ON b.id = k.bucket"
        " WHERE k.state IN ('open', 'changed') ORDER BY k.id",
        "");

    while (night_db_row(db, row)) {
        for (int i = 0; i < sqlite3_column_count(row); i++) {
            printf("%s%s", i != 0 ? "\t" : "", night_db_text(row, i));
        }
        putchar('\n');
    }
}

static int close_kept(struct night_db *db, const char *text)
{
    int64_t id = 0;

    if (night_number(text, &id) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "kept: --close takes a number, not %s", text);
    }
    int n = night_db_run(
        db,
        "UPDATE kept SET state = 'gone', closed = (SELECT id FROM night" NIGHT_LATEST ")"
        " WHERE id = ? AND state IN ('open', 'changed')",
        "i", id);
    return n != 0 || night_db_failed(db)
               ? NIGHT_EXIT_GOOD
               : night_fail(NIGHT_EXIT_USAGE, "kept: no open failure %s", text);
}

static int kept(int argc, char **argv)
{
    const char *closed_id = NULL;
    struct night_db *db = NULL;
    const struct night_option options[] = {{"--close", &closed_id, NULL}, {0}};

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    int status = night_store_open(&db, argv[0], closed_id != NULL ? NIGHT_DB_WRITE : NIGHT_DB_READ);
    if (status == NIGHT_EXIT_GOOD && closed_id != NULL) {
        status = close_kept(db, closed_id);
    } else if (status == NIGHT_EXIT_GOOD) {
        print_kept(db);
    }
    int closed = night_db_close(db);
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_kept = {
    "kept", "the failures that every night plays again",
    "usage: night kept ROOT [--close ID]\n"
    "One line each, with tabs: id, open or changed, date, configuration, test, seed, check, "
    "field,\n"
    "log, cycles, and what a run of it must have to show that it is gone: stim or bench.\n"
    "  --close  somebody has decided that it is none: it is played no more\n"
    "Status: 0; 2 bad usage, or no such failure; 4 the database cannot be written.\n",
    kept};
