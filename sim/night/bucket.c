/* SPDX-License-Identifier: Apache-2.0 */
#include "bucket.h"

int64_t night_bucket(struct night_db *db, const struct night_meaning *m)
{
    night_db_run(db, "INSERT OR IGNORE INTO bucket (\"check\", field, stage) VALUES (?, ?, ?)",
                 "ttt", m->check, m->field, m->stage);
    return night_db_value(db, 0,
                          "SELECT id FROM bucket WHERE \"check\" = ? AND field = ? AND stage = ?",
                          "ttt", m->check, m->field, m->stage);
}
