/* SPDX-License-Identifier: Apache-2.0
 *
 * `night prune`: what runs have left goes, oldest first; what is known of them stays.
 */
#include <stdio.h>

#include "commands.h"
#include "store.h"

struct retention {
    int64_t nights, bytes;
};

static void forget(struct night_db *db, const char *root, int64_t night)
{
    char path[NIGHT_PATH];

    night_db_begin(db);
    night_db_run(db, "UPDATE run SET dir = '' WHERE night = ?", "i", night);
    night_db_commit(db);
    if (night_db_failed(db)) {
        return;
    }
    night_store_path(path, root, night, "%s", "");
    night_store_remove(path);
    (void)snprintf(path, sizeof(path), "%s/page/%lld", root, (long long)night);
    night_store_remove(path);
    printf("night %lld: directories, logs and page removed\n", (long long)night);
}

/* Logs of failures that nobody plays again show nothing any more. */
static void forget_logs(struct night_db *db)
{
    sqlite3_stmt *stmt = night_db_query(
        db, "SELECT log FROM kept WHERE state NOT IN ('open', 'changed') AND log <> ''", "");

    while (night_db_row(db, stmt)) {
        (void)remove(night_db_text(stmt, 0));
    }
    night_db_run(db, "UPDATE kept SET log = '' WHERE state NOT IN ('open', 'changed')", "");
}

static int64_t bytes_of(const char *root)
{
    char path[NIGHT_PATH];

    (void)snprintf(path, sizeof(path), "%s/runs", root);
    return night_store_bytes(path);
}

/* Nights that have ended, each list for itself and what was only played again apart: such nights
 * at noon do not take the place of those of the list. The newest of each stays, however large. */
static void prune_nights(struct night_db *db, const char *root, const struct retention *keep)
{
    int64_t bytes = bytes_of(root), nth = 0;
    sqlite3_stmt *stmt = night_db_query(
        db,
        "SELECT id, row_number() OVER (PARTITION BY list, list_hash = '' ORDER BY id DESC) AS nth"
        " FROM night WHERE ended NOTNULL ORDER BY id",
        "");

    while (night_db_row(db, stmt)) {
        char path[NIGHT_PATH];
        int64_t night = sqlite3_column_int64(stmt, 0);
        nth = sqlite3_column_int64(stmt, 1);
        night_store_path(path, root, night, "%s", "");
        int64_t own = night_store_bytes(path);
        if (own != 0 && nth > 1 && (nth > keep->nights || bytes > keep->bytes)) {
            forget(db, root, night);
            bytes -= own;
        }
    }
}

static int prune(int argc, char **argv)
{
    const char *nights = NULL, *mib = NULL;
    struct retention keep = {0};
    struct night_db *db = NULL;
    const struct night_option options[] = {{"--nights", &nights, NULL}, {"--mib", &mib, NULL}, {0}};

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if (nights == NULL || mib == NULL || night_number(nights, &keep.nights) != 0 ||
        night_number(mib, &keep.bytes) != 0 || keep.nights == 0) {
        return night_fail(NIGHT_EXIT_USAGE, "prune: --nights N and --mib N are needed, N from 1");
    }
    if (keep.bytes > INT64_MAX >> 20) {
        return night_fail(NIGHT_EXIT_USAGE, "prune: --mib %s is more than can be counted", mib);
    }
    keep.bytes <<= 20;
    int status = night_store_open(&db, argv[0], NIGHT_DB_WRITE);
    if (status == NIGHT_EXIT_GOOD) {
        prune_nights(db, argv[0], &keep);
        forget_logs(db);
    }
    int closed = night_db_close(db);
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_prune = {
    "prune", "remove directories of old nights; rows stay",
    "usage: night prune ROOT --nights N --mib N\n"
    "What runs have left, and the page, of nights before the last N of their list (those of\n"
    "FAILED=1 apart), and of the oldest ones while all of it takes more than so many MiB; logs of\n"
    "failures that are not kept any more. The last night of each list stays.\n"
    "Status: 0; 2 bad usage; 4 the database cannot be written.\n",
    prune};
