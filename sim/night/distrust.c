/* SPDX-License-Identifier: Apache-2.0
 *
 * `night distrust`: handles runs of a night whose executable was replaced meanwhile. Nobody knows
 * which of the two files has played them, so they show nothing, not even that a kept failure is
 * gone.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "bucket.h"
#include "commands.h"
#include "kept.h"
#include "store.h"

#define WHY NIGHT_CHANGED_WHY

/* SQL: the runs to distrust; the caller binds the night and the hash of the executable. */
#define IS_RUN                                                                                     \
    "night = ?1 AND status NOT IN (" NIGHT_NOTHING ")"                                             \
    " AND model IN (SELECT id FROM model WHERE executable = ?2)"

static int64_t bucket(struct night_db *db)
{
    struct night_meaning m;

    night_meaning_of_run(&m, NIGHT_BROKEN_RUN, WHY);
    return night_bucket(db, &m);
}

/* SQL: a run `r` to distrust has played this kept failure. */
#define IS_KEPT                                                                                    \
    "EXISTS (SELECT 1 FROM run r WHERE r.config = kept.config AND r.test = kept.test"              \
    " AND r.seed = kept.seed AND r.args = kept.args AND " IS_RUN

/* Delete the failures that these runs have opened tonight. Failures that those had displaced are
 * open again. */
static void forget_kept(struct night_db *db, int64_t night, const char *executable)
{
    static const char *const which =
        " FROM kept WHERE opened = ?1 AND " IS_KEPT " AND r.origin = 'fresh')";
    char sql[1024];

    (void)snprintf(sql, sizeof(sql), "CREATE TEMP TABLE undone AS SELECT id, bucket, log%s", which);
    night_db_run(db, sql, "it", night, executable);
    night_db_run(db, "DELETE FROM kept WHERE id IN (SELECT id FROM undone)", "");
    night_db_run(db,
                 "UPDATE kept SET state = 'open', closed = NULL WHERE closed = ? AND"
                 " state = 'dropped' AND bucket IN (SELECT bucket FROM undone)",
                 "i", night);
    sqlite3_stmt *row = night_db_query(db, "SELECT DISTINCT bucket FROM undone", "");
    while (night_db_row(db, row)) {
        night_kept_drop(db, night, sqlite3_column_int64(row, 0));
    }
}

/* Remove the logs of deleted failures: no row names them any more. */
static void remove_logs(struct night_db *db)
{
    sqlite3_stmt *row = night_db_query(db, "SELECT log FROM undone WHERE log <> ''", "");

    while (night_db_row(db, row)) {
        (void)remove(night_db_text(row, 0));
    }
}

/* A kept failure to which one of these runs has given other draws, and the last run before that,
 * with the draws that the failure had then. */
struct before {
    int64_t id, night;
    char name[256], stim[24], bench[24], log[NIGHT_PATH];
    int64_t cycles;
};

static bool next(struct before *b, struct night_db *db, int64_t night, const char *executable)
{
    sqlite3_stmt *row = night_db_query(
        db,
        "SELECT kept.id, p.night, p.config || '.' || p.test || '.' || p.seed, p.stim, p.bench,"
        " ifnull(p.cycles, 0) FROM kept JOIN run p ON p.config = kept.config"
        " AND p.test = kept.test AND p.seed = kept.seed AND p.args = kept.args"
        " AND p.bucket = kept.bucket AND p.night <> ?1 AND p.origin IN ('fresh', 'kept')"
        " AND p.status <> 'changed' JOIN night n ON n.id = p.night WHERE kept.id > ?3"
        " AND (p.stim <> kept.stim OR p.bench <> kept.bench) AND " IS_KEPT
        " AND r.origin = 'kept' AND r.stim = kept.stim AND r.bench = kept.bench)"
        " ORDER BY kept.id, n.begun DESC, n.id DESC LIMIT 1",
        "iti", night, executable, b->id);
    bool found = false;

    while (night_db_row(db, row)) {
        found = true;
        b->id = sqlite3_column_int64(row, 0);
        b->night = sqlite3_column_int64(row, 1);
        (void)snprintf(b->name, sizeof(b->name), "%s", night_db_text(row, 2));
        (void)snprintf(b->stim, sizeof(b->stim), "%s", night_db_text(row, 3));
        (void)snprintf(b->bench, sizeof(b->bench), "%s", night_db_text(row, 4));
        b->cycles = sqlite3_column_int64(row, 5);
    }
    return found;
}

/* Find the log for these draws: of the nights that played them, the first one has copied it. */
static void find_log(struct before *b, struct night_db *db, const char *root)
{
    sqlite3_stmt *row =
        night_db_query(db,
                       "SELECT p.night FROM kept k JOIN run p USING (config, test, seed, args)"
                       " WHERE k.id = ? AND p.stim = ? AND p.bench = ?",
                       "itt", b->id, b->stim, b->bench);
    char path[NIGHT_PATH];

    b->log[0] = '\0';
    while (night_db_row(db, row)) {
        night_kept_log(path, root, b->name, b->id, sqlite3_column_int64(row, 0));
        if (access(path, R_OK) == 0) {
            (void)snprintf(b->log, sizeof(b->log), "%s", path);
        }
    }
}

/* Restore the failures that were kept before this night and that these runs have played. */
static void restore_kept(struct night_db *db, const char *root, int64_t night,
                         const char *executable)
{
    struct before b = {0};

    night_db_run(db,
                 "UPDATE kept SET state = 'open', closed = NULL WHERE (closed = ?1 AND"
                 " state = 'gone' OR state = 'changed') AND " IS_KEPT " AND r.origin = 'kept')",
                 "it", night, executable);
    while (next(&b, db, night, executable)) {
        find_log(&b, db, root);
        night_db_run(db,
                     "UPDATE kept SET stim = ?, bench = ?, cycles = nullif(?, 0), log = ?"
                     " WHERE id = ?",
                     "ttiti", b.stim, b.bench, b.cycles, b.log, b.id);
    }
}

static int64_t distrust_runs(struct night_db *db, const char *root, int64_t night,
                             const char *executable)
{
    night_db_begin(db);
    forget_kept(db, night, executable);
    restore_kept(db, root, night, executable);
    int64_t n = night_db_run(db,
                             "UPDATE run SET status = '" NIGHT_BROKEN_RUN "', why = '" WHY
                             "', bucket = ?3 WHERE " IS_RUN,
                             "iti", night, executable, bucket(db));
    night_db_commit(db);
    remove_logs(db);
    return n;
}

static int distrust(int argc, char **argv)
{
    const char *night = NULL, *executable = NULL;
    int64_t id = 0, n = 0;
    struct night_db *db = NULL;
    const struct night_option options[] = {
        {"--night", &night, NULL}, {"--executable", &executable, NULL}, {0}};

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if (night == NULL || executable == NULL || night_number(night, &id) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "distrust: --night N and --executable HASH are needed");
    }
    int status = night_store_open(&db, argv[0], NIGHT_DB_WRITE);
    if (status == NIGHT_EXIT_GOOD) {
        n = distrust_runs(db, argv[0], id, executable);
    }
    int closed = night_db_close(db);
    if (status == NIGHT_EXIT_GOOD && closed == NIGHT_EXIT_GOOD) {
        printf("%lld run%s of nobody knows which executable\n", (long long)n,
               n == 1 ? " is" : "s are");
    }
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_distrust = {
    "distrust", "runs on an executable that has changed show nothing",
    "usage: night distrust ROOT --night N --executable SHA256\n"
    "SHA256: what the night began with (models.tsv). Its runs get the status environment; what "
    "was\n"
    "kept by them is not, and a kept failure that one of them has closed, pushed out or given\n"
    "other draws is what it was.\n"
    "Status: 0; 2 bad usage; 4 the database cannot be written.\n",
    distrust};
