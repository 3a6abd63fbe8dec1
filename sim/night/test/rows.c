/* SPDX-License-Identifier: Apache-2.0 */
#include "rows.h"

void add_night(struct night_db *db)
{
    night_db_run(db,
                 "INSERT INTO night (id, uuid, begun, date, host, commit_id, dirty, seed, list,"
                 " list_hash, engine, jobs, budget_ms)"
                 " VALUES (1, 'u', 1, '2026-11-01', 'h', 'c', 0, 's', 'l', 'x', 'ninja', 2, 0)",
                 "");
}
