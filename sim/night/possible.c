/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "possible.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "night.h"
#include "spe/config_file.h"
#include "spe/cover.h"

/* Load the configuration from the tree, if its hash shows that it is the one that was played. */
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

/* Insert the bins that can be met as "GROUP BIN", the form of the table `point`. */
static void insert(struct night_db *db, const char *config, const bool *can)
{
    for (size_t i = 0; i < spe_cover_bins(); i++) {
        char name[96];
        if (can[i] && spe_cover_name(i, name, sizeof(name)) > 0) {
            night_db_run(db, "INSERT OR IGNORE INTO possible_in VALUES (?, ?)", "tt", config, name);
        }
    }
}

static void collect(struct night_db *db, const char *tree, struct spe_config *cfg, bool *can)
{
    sqlite3_stmt *stmt = night_db_query(
        db,
        "SELECT DISTINCT m.config, m.config_hash FROM tonight JOIN run r ON r.night = tonight.id"
        " JOIN model m ON m.id = r.model WHERE r.status NOT IN (" NIGHT_NOTHING ")",
        "");

    while (night_db_row(db, stmt)) {
        if (load(cfg, tree, night_db_text(stmt, 0), night_db_text(stmt, 1))) {
            spe_cover_possible(cfg, can);
            insert(db, night_db_text(stmt, 0), can);
        }
    }
}

void night_possible_load(struct night_db *db, const char *tree)
{
    bool *can = calloc(spe_cover_bins(), sizeof(*can));
    struct spe_config *cfg = NULL;

    night_db_run(db,
                 "CREATE TEMP TABLE possible_in (config TEXT, name TEXT,"
                 " PRIMARY KEY (config, name)) WITHOUT ROWID",
                 "");
    if (can == NULL || spe_config_create(&cfg) != 0) {
        night_db_fail(db, "out of memory");
    } else {
        collect(db, tree, cfg, can);
    }
    spe_config_destroy(cfg);
    free(can);
    night_db_run(db,
                 "CREATE TEMP TABLE possible AS SELECT DISTINCT"
                 " substr(name, 1, instr(name, ' ') - 1) || '.' ||"
                 " substr(name, instr(name, ' ') + 1) AS name FROM possible_in",
                 "");
}
