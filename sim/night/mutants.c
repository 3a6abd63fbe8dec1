/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "mutants.h"

#include <limits.h>
#include <stdio.h>

#include "night.h"
#include "tsv.h"

/* Read key, kind, invariant and reason, for some rows also tests. `make qualify` checks whether a
 * waiver holds. */
static int load_waivers(struct night_db *db, const char *tree)
{
    struct night_tsv table;
    char path[PATH_MAX];

    (void)snprintf(path, sizeof(path), "%s/sim/qualify/waivers.tsv", tree);
    int status = night_tsv_read(&table, path);
    night_db_run(db, "CREATE TEMP TABLE waived (key PRIMARY KEY, kind)", "");
    for (size_t i = 0; status == NIGHT_EXIT_GOOD && i < table.rows; i++) {
        if (table.row[i].columns != 4 && table.row[i].columns != 5) {
            status = night_fail(NIGHT_EXIT_USAGE,
                                "%s:%d: key, kind, invariant and reason are needed, or tests, too",
                                path, table.row[i].line);
        } else {
            night_db_run(db, "INSERT OR IGNORE INTO waived VALUES (?, ?)", "tt",
                         table.row[i].column[0], table.row[i].column[1]);
        }
    }
    night_tsv_free(&table);
    return status;
}

/* SQL: the state of a row of `mutant` with that alias, from its outcome. The waiver may be younger
 * than the night; a waiver that the outcome refutes does not count. */
#define STATE(m)                                                                                   \
    "CASE WHEN " m ".outcome = 'killed by a check' THEN 'killed'"                                  \
    " WHEN " m ".outcome = 'waived' OR EXISTS (SELECT 1 FROM waived w WHERE w.key = " m ".key"     \
    " AND (" m ".outcome = 'never differed' OR"                                                    \
    " (" m ".outcome = 'differed unseen' AND w.kind = 'permitted'))) THEN 'waived'"                \
    " WHEN " m ".outcome = 'not judged to the end' THEN 'open' ELSE 'survivor' END"

static void make_qualified(struct night_db *db)
{
    night_db_run(
        db,
        "CREATE TEMP TABLE mutant_played AS SELECT m.*, s.config, n.begun, " STATE(
            "m") " AS state FROM mutant m JOIN slice s USING (night) JOIN night n ON n.id = m.night"
                 " JOIN tonight t JOIN night until ON until.id = t.id"
                 " WHERE (n.begun, n.id) <= (until.begun, until.id)",
        "");
    night_db_run(db, "CREATE INDEX temp.mutant_played_key ON mutant_played (key, begun, night)",
                 "");
    night_db_run(
        db,
        "CREATE TEMP TABLE qualified AS SELECT p.*, iif(state = 'survivor',"
        " (SELECT night FROM mutant_played e WHERE e.key = p.key AND e.state = 'survivor'"
        "  ORDER BY begun, night LIMIT 1), NULL) AS since FROM mutant_played p WHERE NOT EXISTS"
        " (SELECT 1 FROM mutant_played l WHERE l.key = p.key AND"
        "  (l.begun, l.night) > (p.begun, p.night))",
        "");
}

int night_mutants_load(struct night_db *db, const char *tree)
{
    const int status = load_waivers(db, tree);

    if (status == NIGHT_EXIT_GOOD) {
        make_qualified(db);
    }
    return status == NIGHT_EXIT_GOOD && night_db_failed(db) ? NIGHT_EXIT_ENVIRONMENT : status;
}
