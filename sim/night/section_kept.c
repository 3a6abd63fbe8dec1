/* SPDX-License-Identifier: Apache-2.0
 *
 * Sections about the kept failures: those that were open when the night began or that it has
 * opened, what became of them, and how many were not kept.
 */
#include "section.h"

/* SQL: the state at this night; a failure that another night has closed since then was open. */
#define STATE "iif(k.closed IS NULL OR k.closed = t.id, k.state, 'open')"

const struct night_section night_section_kept = {
    .key = "kept",
    .group = "Kept failures",
    .title = "Failures of fresh seeds that every night plays again",
    .none = "None.",
    .sql =
        "SELECT k.id, " STATE " AS state, k.config || '.' || k.test || '.' || k.seed AS run,"
        " ifnull(b.\"check\" || ': ' || b.field, '') AS bucket, o.date AS since, k.cycles, k.stim,"
        " k.bench, k.log, CASE WHEN " STATE " IN ('open', 'changed') THEN place.build ||"
        "  '/bin/night kept ' || place.root || ' --close ' || k.id ELSE '' END AS close"
        " FROM tonight t JOIN place JOIN night n ON n.id = t.id JOIN kept k"
        " JOIN night o ON o.id = k.opened LEFT JOIN night c ON c.id = k.closed"
        " LEFT JOIN bucket b ON b.id = k.bucket WHERE (o.begun, o.id) <= (n.begun, n.id)"
        " AND (c.id IS NULL OR (c.begun, c.id) >= (n.begun, n.id)) AND " STATE " <> 'dropped'"
        " ORDER BY k.bucket, k.id",
    .most = 200,
    .columns = {{"Number", NIGHT_NUMBER},
                {"State", NIGHT_TEXT},
                {"Run", NIGHT_CODE},
                {"Bucket", NIGHT_TEXT},
                {"Since", NIGHT_TEXT},
                {"Cycles", NIGHT_NUMBER},
                {"Stimulus", NIGHT_CODE},
                {"Draws", NIGHT_CODE},
                {"Log", NIGHT_CODE},
                {"If it is none", NIGHT_COMMAND}}};

const struct night_section night_section_dropped = {
    .key = "dropped",
    .title = "Not kept (any more), for smaller ones of their bucket are",
    .sql = "SELECT b.\"check\" || ': ' || b.field AS bucket, count(*) AS failures,"
           " (SELECT count(*) FROM kept o WHERE o.bucket = k.bucket"
           "  AND o.state IN ('open', 'changed')) AS kept FROM kept k JOIN tonight t"
           " ON t.id = k.closed JOIN bucket b ON b.id = k.bucket WHERE k.state = 'dropped'"
           " GROUP BY k.bucket ORDER BY k.bucket",
    .most = 100,
    .columns = {{"Bucket", NIGHT_TEXT}, {"Dropped", NIGHT_NUMBER}, {"Kept", NIGHT_NUMBER}}};
