/* SPDX-License-Identifier: Apache-2.0 */
#include "trend.h"

#include <stdio.h>

#include "night.h"

/* SQL: counts runs as the tiles of the page do: a repeat that fails as its run did is not counted.
 */
#define ONCE "NOT " NIGHT_AGAIN("r")

/* Nights with FAILED=1 are left out: they play only a few runs, which would look like a drop.
 * The rows of runs are in the order of the nights, so all runs from the oldest night on are read in
 * one scan: that is much faster than the index. */
void night_trend_make(struct night_db *db)
{
    night_db_run(db,
                 "CREATE TEMP TABLE recent AS SELECT c.id, c.nth FROM calendar c"
                 " JOIN night n USING (id), tonight t WHERE n.list_hash <> '' OR c.id = t.id"
                 " ORDER BY c.nth DESC LIMIT ?",
                 "i", (int64_t)NIGHT_TREND_NIGHTS);
    night_db_run(db,
                 "CREATE TEMP TABLE played_in AS SELECT r.night,"
                 " count(*) FILTER (WHERE r.status NOT IN ('planned', 'cut') AND " ONCE ") AS runs,"
                 " count(*) FILTER (WHERE r." NIGHT_FAILED " AND " ONCE ") AS failed,"
                 " count(r.cpu_ms) AS timed,"
                 " sum(r.cpu_ms) AS cpu_ms FROM run r NOT INDEXED WHERE r.id >="
                 "  (SELECT min(f.id) FROM recent c JOIN run f ON f.night = c.id)"
                 " AND r.night IN (SELECT id FROM recent) GROUP BY r.night",
                 "");
    night_db_run(
        db,
        "CREATE TEMP TABLE trend AS SELECT n.date, ifnull(p.runs, 0) AS runs,"
        " ifnull(p.failed, 0) AS failed,"
        " (SELECT count(*) FROM told d WHERE d.nth = c.nth) AS buckets,"
        " (SELECT count(*) FROM night_bins b WHERE b.night = n.id AND b.count > 0) AS bins,"
        " ifnull(cast(p.timed * 3600000.0 / nullif(p.cpu_ms, 0) AS INTEGER), 0)"
        "  AS runs_per_hour, n.commit_id AS \"commit\","
        " CASE WHEN n.status IS NULL THEN 'no end' WHEN n.whole THEN 'whole'"
        "  ELSE 'in part' END AS night FROM recent c JOIN night n ON n.id = c.id"
        " LEFT JOIN played_in p ON p.night = n.id ORDER BY c.nth",
        "");
}

/* Failed runs in quarantine are counted here. Buckets that today's quarantine held back in that
 * night are not counted. */
const struct night_section night_section_trend = {.key = "trend",
                                                  .title =
                                                      "Numbers of the plots, oldest night first",
                                                  .sql = "SELECT * FROM trend ORDER BY rowid",
                                                  .most = NIGHT_TREND_NIGHTS,
                                                  .fold = true,
                                                  .columns = {{"Night", NIGHT_TEXT},
                                                              {"Runs", NIGHT_NUMBER},
                                                              {"Failed", NIGHT_NUMBER},
                                                              {"Buckets", NIGHT_NUMBER},
                                                              {"Bins met", NIGHT_NUMBER},
                                                              {"Runs per hour", NIGHT_NUMBER},
                                                              {"Commit", NIGHT_CODE},
                                                              {"Played", NIGHT_TEXT}}};

int night_trend(struct night_sum sums[NIGHT_TREND_NIGHTS], struct night_db *db)
{
    sqlite3_stmt *row = night_db_query(db, night_section_trend.sql, "");
    int n = 0;

    while (night_db_row(db, row)) {
        if (n < NIGHT_TREND_NIGHTS) {
            struct night_sum *s = &sums[n++];
            (void)snprintf(s->date, sizeof(s->date), "%s", night_db_text(row, 0));
            s->runs = sqlite3_column_int64(row, 1);
            s->failed = sqlite3_column_int64(row, 2);
            s->buckets = sqlite3_column_int64(row, 3);
            s->bins = sqlite3_column_int64(row, 4);
            s->runs_per_hour = sqlite3_column_int64(row, 5);
        }
    }
    return n;
}
