/* SPDX-License-Identifier: Apache-2.0 */
#include "missed.h"

#include "bins.h"

bool night_by_chance(int64_t met, int64_t every, int64_t runs)
{
    const double least = 0.01;
    double missed = 1;

    if (runs == 0 || met >= every) {
        return false;
    }
    for (int64_t i = 0; i < runs && missed >= least; i++) {
        missed *= 1 - (double)met / (double)every;
    }
    return missed >= least;
}

static void find_missed(struct night_db *db)
{
    night_db_run(db,
                 "CREATE TEMP TABLE bin_runs AS SELECT r.night, r.config, count(*) AS runs"
                 " FROM run r, tonight t WHERE r.night IN (t.id, t.before)"
                 " AND r.status = 'passed' AND r.origin <> 'sample' GROUP BY r.night, r.config",
                 "");
    night_db_run(
        db,
        "CREATE TEMP TABLE bin_missed (config TEXT, point INTEGER, met, every, runs, state,"
        " PRIMARY KEY (config, point)) WITHOUT ROWID",
        "");
    night_db_run(db,
                 "INSERT INTO bin_missed SELECT b.config, b.point, b.runs, ifnull(o.runs, 0),"
                 " ifnull(n.runs, 0), 'lost' FROM tonight t"
                 " JOIN night_bins b ON b.night = t.before AND b.count > 0"
                 " LEFT JOIN bin_runs o ON o.night = t.before AND o.config = b.config"
                 " LEFT JOIN bin_runs n ON n.night = t.id AND n.config = b.config"
                 " WHERE t.before <> 0 AND NOT EXISTS (SELECT 1 FROM night_bins x"
                 "  WHERE (x.night, x.config, x.point) = (t.id, b.config, b.point)"
                 "  AND x.count > 0)",
                 "");
}

static void find_chance(struct night_db *db)
{
    sqlite3_stmt *row = night_db_query(db, "SELECT DISTINCT met, every, runs FROM bin_missed", "");

    while (night_db_row(db, row)) {
        const int64_t met = sqlite3_column_int64(row, 0), every = sqlite3_column_int64(row, 1),
                      runs = sqlite3_column_int64(row, 2);
        if (night_by_chance(met, every, runs)) {
            night_db_run(db,
                         "UPDATE bin_missed SET state = 'chance' WHERE met = ? AND every = ?"
                         " AND runs = ?",
                         "iii", met, every, runs);
        }
    }
}

/* Mark the bins that the run has met as lost. A damaged blob is skipped: `night end` has failed for
 * it. */
static void lose(struct night_db *db, const char *config, const unsigned char *bytes, size_t n)
{
    uint64_t point = 0, step = 0, count = 0;

    while (n > 0) {
        const size_t a = night_varint_get(bytes, n, &step);
        const size_t b = a != 0 ? night_varint_get(bytes + a, n - a, &count) : 0;
        if (b == 0) {
            return;
        }
        point += step;
        if (count != 0) {
            night_db_run(db, "UPDATE bin_missed SET state = 'lost' WHERE config = ? AND point = ?",
                         "ti", config, (int64_t)point);
        }
        bytes += a + b;
        n -= a + b;
    }
}

/* Mark the bins of runs of the list that have passed in both nights. */
static void lose_listed(struct night_db *db)
{
    sqlite3_stmt *row =
        night_db_query(db,
                       "SELECT r.config, b.bins FROM tonight t JOIN run r ON r.night = t.before"
                       " JOIN run_bins b ON b.run = r.id WHERE r.status = 'passed'"
                       " AND r.origin IN ('fixed', 'command', 'before')"
                       " AND r.config IN (SELECT config FROM bin_missed WHERE state = 'chance')"
                       " AND EXISTS (SELECT 1 FROM run n WHERE n.night = t.id AND n.name = r.name"
                       "  AND n.origin IN ('fixed', 'command', 'before') AND n.status = 'passed')",
                       "");

    while (night_db_row(db, row)) {
        lose(db, night_db_text(row, 0), sqlite3_column_blob(row, 1),
             (size_t)sqlite3_column_bytes(row, 1));
    }
}

void night_missed_make(struct night_db *db)
{
    find_missed(db);
    find_chance(db);
    lose_listed(db);
}
