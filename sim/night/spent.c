/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a budget within a round.
 */
#include "spent.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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
    FILE *out = fopen(path, "w");
    return out != NULL && fclose(out) == 0
               ? NIGHT_EXIT_GOOD
               : night_fail(NIGHT_EXIT_ENVIRONMENT, "cannot write %s: %s", path, strerror(errno));
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
