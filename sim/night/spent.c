/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of the budget during a round.
 */
#include "spent.h"

#include <stdio.h>

#include "file.h"
#include "night.h"
#include "store.h"

int64_t night_spent_left(struct night_db *db, int64_t night)
{
    return night_db_value(db, 0, "SELECT budget_ms - cpu_ms FROM night WHERE id = ?", "i", night);
}

int night_spent_stop(const char *folder)
{
    char path[NIGHT_PATH + 8];

    (void)snprintf(path, sizeof(path), "%s/stop", folder);
    return night_file_close(fopen(path, "w"), path);
}

/* Charge each cut run an equal part of the time that other runs have not used up to the end. */
static void charge(struct night_db *db, int64_t night, int64_t over_ms, int64_t runs)
{
    night_db_run(db,
                 "UPDATE run SET cpu_ms = max(0, (SELECT n.budget_ms + ?2 - (SELECT sum(r.cpu_ms)"
                 "  FROM run r WHERE r.night = n.id) FROM night n WHERE n.id = ?1) / ?3)"
                 " WHERE night = ?1 AND status IN ('cut', 'planned') AND cpu_ms = 0",
                 "iii", night, over_ms, runs);
    night_db_run(db,
                 "UPDATE night SET cpu_ms = (SELECT ifnull(sum(cpu_ms), 0) FROM run"
                 " WHERE night = ?1) WHERE id = ?1",
                 "i", night);
}

/* Cut a run that had begun: for a fresh seed this is the end; a run of the list stays planned. */
static void cut(struct night_db *db, int64_t id, const char *name)
{
    night_say("the end of the budget has cut off %s", name);
    night_db_run(db,
                 "UPDATE run SET cpu_ms = 0, status = iif(origin = 'fresh', 'cut', status),"
                 " why = 'it was on its way when the budget had been spent' WHERE id = ?",
                 "i", id);
}

int64_t night_spent_cut(struct night_db *db, int64_t night, int64_t over_ms)
{
    int64_t n = 0;

    night_db_begin(db);
    sqlite3_stmt *row = night_db_query(
        db, "SELECT id, name, dir FROM run WHERE night = ? AND status = 'planned' ORDER BY id", "i",
        night);
    while (night_db_row(db, row)) {
        if (night_store_begun(night_db_text(row, 2))) {
            cut(db, sqlite3_column_int64(row, 0), night_db_text(row, 1));
            n++;
        }
    }
    if (n != 0) {
        charge(db, night, over_ms, n);
    }
    night_db_commit(db);
    return n;
}

int64_t night_spent_forget(struct night_db *db, int64_t night)
{
    sqlite3_stmt *row = night_db_query(
        db, "SELECT dir FROM run WHERE night = ? AND origin = 'fresh' AND status = 'planned'", "i",
        night);

    while (night_db_row(db, row)) {
        night_store_remove(night_db_text(row, 0));
    }
    return night_db_run(
        db, "DELETE FROM run WHERE night = ? AND origin = 'fresh' AND status = 'planned'", "i",
        night);
}
