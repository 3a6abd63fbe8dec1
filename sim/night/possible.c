/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "possible.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spe/config_file.h"
#include "spe/cover.h"

/* The configuration as the tree has it, if that is the one that was played. */
static bool load(struct spe_config *cfg, const char *tree, const char *name, const char *hash)
{
    struct spe_config_error unused;
    char path[PATH_MAX], is[24];

    (void)snprintf(path, sizeof(path), "%s/rtl/configs/%s.cfg", tree, name);
    if (spe_config_load(cfg, path, &unused) != 0) {
        return false;
    }
    (void)snprintf(is, sizeof(is), "%016" PRIx64, spe_config_hash(cfg));
    return strcmp(is, hash) == 0;
}

/* @return whether a configuration is known. */
static bool collect(struct night_db *db, const char *tree, bool *any, bool *one)
{
    sqlite3_stmt *stmt = night_db_query(
        db,
        "SELECT DISTINCT m.config, m.config_hash FROM tonight JOIN run r ON r.night = tonight.id"
        " JOIN model m ON m.id = r.model WHERE r.status NOT IN ('planned', 'lost')",
        "");
    bool known = false;

    while (night_db_row(db, stmt)) {
        struct spe_config cfg;
        if (!load(&cfg, tree, night_db_text(stmt, 0), night_db_text(stmt, 1))) {
            continue;
        }
        spe_cover_possible(&cfg, one);
        for (size_t i = 0; i < spe_cover_bins(); i++) {
            any[i] |= one[i];
        }
        known = true;
    }
    return known;
}

/* "GROUP BIN" is GROUP.BIN in the rules. */
static void insert(struct night_db *db, const bool *any)
{
    for (size_t i = 0; i < spe_cover_bins(); i++) {
        char name[96];
        if (any[i] && spe_cover_name(i, name, sizeof(name)) > 0) {
            *strchr(name, ' ') = '.';
            night_db_run(db, "INSERT INTO possible VALUES (?)", "t", name);
        }
    }
}

void night_possible_load(struct night_db *db, const char *tree)
{
    bool *any = calloc(2 * spe_cover_bins(), sizeof(*any));

    night_db_run(db, "CREATE TEMP TABLE possible (name TEXT PRIMARY KEY) WITHOUT ROWID", "");
    if (any == NULL) {
        night_db_fail(db, "out of memory");
    } else if (collect(db, tree, any, any + spe_cover_bins())) {
        insert(db, any);
    }
    free(any);
}
