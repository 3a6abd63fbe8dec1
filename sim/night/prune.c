/* SPDX-License-Identifier: Apache-2.0
 *
 * `night prune`: removes the files of old nights, the oldest first; the database keeps its rows.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdbool.h>
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

/* Whether a log belongs to a kept failure that now names another log, or none. A log of no failure
 * here stays: it may belong to a deleted database. Only the name is compared, as the folder may
 * have been renamed. */
static bool is_stale(struct night_db *db, const char *log)
{
    return night_db_value(db, 0,
                          "SELECT count(*) FROM (SELECT log, config || '.' || test || '.' || seed"
                          " || '-' || id || '.' AS begin FROM kept)"
                          " WHERE substr(?1, 1, length(begin)) = begin"
                          " AND substr(log, -length(?1) - 1) <> '/' || ?1",
                          "t", log) != 0;
}

/* Remove logs of failures that are not played any more, and logs of earlier draws. The transaction
 * keeps other nights from opening or keeping a failure meanwhile. */
static void forget_logs(struct night_db *db, const char *root)
{
    char path[NIGHT_PATH];

    night_db_begin(db);
    night_db_run(db, "UPDATE kept SET log = '' WHERE state NOT IN ('open', 'changed')", "");
    (void)snprintf(path, sizeof(path), "%s/kept", root);
    DIR *dir = opendir(path);
    for (const struct dirent *at; dir != NULL && (at = readdir(dir)) != NULL;) {
        if (is_stale(db, at->d_name)) {
            (void)snprintf(path, sizeof(path), "%s/kept/%s", root, at->d_name);
            (void)remove(path);
        }
    }
    if (dir != NULL) {
        (void)closedir(dir);
    }
    night_db_commit(db);
}

static int64_t bytes_of(const char *root)
{
    char path[NIGHT_PATH];

    (void)snprintf(path, sizeof(path), "%s/runs", root);
    return night_store_bytes(path);
}

/* An ended night, and its place among the nights of its kind, the newest being 1. */
struct old {
    int64_t night, nth;
};

/* Go to the next ended night. Each list is a kind of its own, and so are the nights with FAILED=1:
 * those do not displace nights of the list. The read ends here, because the caller writes. */
static bool next(struct old *old, struct night_db *db)
{
    sqlite3_stmt *row = night_db_query(
        db,
        "SELECT id, nth FROM (SELECT id, row_number() OVER (PARTITION BY list, list_hash = ''"
        " ORDER BY begun DESC, id DESC) AS nth FROM night WHERE ended NOTNULL) WHERE id > ?"
        " ORDER BY id LIMIT 1",
        "i", old->night);
    bool found = false;

    while (night_db_row(db, row)) {
        found = true;
        old->night = sqlite3_column_int64(row, 0);
        old->nth = sqlite3_column_int64(row, 1);
    }
    return found;
}

/* The newest night of each kind stays, however large it is. */
static void prune_nights(struct night_db *db, const char *root, const struct retention *keep)
{
    int64_t bytes = bytes_of(root);
    struct old old = {0};

    while (next(&old, db)) {
        char path[NIGHT_PATH];
        night_store_path(path, root, old.night, "%s", "");
        int64_t own = night_store_bytes(path);
        if (own != 0 && old.nth > 1 && (old.nth > keep->nights || bytes > keep->bytes)) {
            forget(db, root, old.night);
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
        forget_logs(db, argv[0]);
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
