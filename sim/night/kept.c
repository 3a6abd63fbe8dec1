/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "kept.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "night.h"
#include "store.h"

/* SQL: the open kept failures of a run; the caller binds config, test, seed and args. */
#define IS_OPEN "state IN ('open', 'changed')"
#define IS_RUN  "config = ? AND test = ? AND seed = ? AND args = ? AND " IS_OPEN

void night_kept_log(char path[NIGHT_PATH], const char *root, const char *name, int64_t id,
                    int64_t night)
{
    (void)snprintf(path, NIGHT_PATH, "%s/kept/%s-%lld.%lld.txnlog", root, name, (long long)id,
                   (long long)night);
}

/* Copy the run's log to ROOT/kept, where it is not pruned. The copy has a name of its own, because
 * until the commit the row still names the log of an earlier night. `to` is empty if the run has
 * left no log. @return false: the log could not be copied. */
static bool copy_log(char to[NIGHT_PATH], const char *root, const struct night_run *run, int64_t id)
{
    char from[NIGHT_PATH + 16], name[256];

    to[0] = '\0';
    (void)snprintf(from, sizeof(from), run->spu == 0 ? "%s/txnlog" : "%s/spu%d/txnlog", run->dir,
                   run->spu);
    if (access(from, F_OK) != 0) {
        return true;
    }
    (void)snprintf(to, NIGHT_PATH, "%s/kept", root);
    const bool made = night_store_folder(to) == 0;
    (void)snprintf(name, sizeof(name), "%s.%s.%s", run->config, run->test, run->seed);
    night_kept_log(to, root, name, id, run->night);
    if (!made || night_store_copy(from, to) != 0) {
        to[0] = '\0';
    }
    return to[0] != '\0';
}

/* The index kept_open is made for these states. */
void night_kept_drop(struct night_db *db, int64_t night, int64_t bucket)
{
    night_db_run(db,
                 "UPDATE kept SET state = 'dropped', closed = ? WHERE id IN (SELECT id FROM kept"
                 " WHERE bucket = ? AND " IS_OPEN
                 " ORDER BY state = 'changed', cycles IS NULL, cycles, id LIMIT -1 OFFSET ?)",
                 "iii", night, bucket, (int64_t)NIGHT_KEPT_EACH);
}

static bool is_kept(struct night_db *db, const struct night_run *run)
{
    return night_db_value(db, 0, "SELECT count(*) FROM kept WHERE " IS_RUN, "tttt", run->config,
                          run->test, run->seed, run->args) != 0;
}

static void keep(struct night_db *db, const char *root, const struct night_run *run, int64_t bucket)
{
    if (is_kept(db, run)) {
        return; /* kept already: the night repeats another night's seeds */
    }
    night_db_run(
        db,
        "INSERT OR IGNORE INTO kept (config, test, seed, weights, args, stim, bucket,"
        " opened, state, bench, cycles) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, nullif(?, 0))",
        "ttttttiiti", run->config, run->test, run->seed, run->result.weights, run->args,
        run->result.stim, bucket, run->night, run->result.bench, run->result.cycles);
    int64_t id = night_db_last(db);
    night_kept_drop(db, run->night, bucket);
    if (is_kept(db, run)) {
        char log[NIGHT_PATH];
        (void)copy_log(log, root, run, id);
        night_db_run(db, "UPDATE kept SET log = ? WHERE id = ?", "ti", log, id);
    }
}

/* The kept failure has failed again: as before, or in the same bucket with other draws. From now on
 * these draws must pass to show that the failure is gone. If the new log cannot be copied, the old
 * draws and their log stay. */
static void keep_again(struct night_db *db, const char *root, const struct night_run *run,
                       int64_t bucket)
{
    int64_t id = night_db_value(db, 0,
                                "SELECT id FROM kept WHERE " IS_RUN " AND bucket = ?"
                                " AND (stim <> ? OR bench <> ?)",
                                "ttttitt", run->config, run->test, run->seed, run->args, bucket,
                                run->result.stim, run->result.bench);

    char log[NIGHT_PATH];
    if (id != 0 && copy_log(log, root, run, id)) {
        night_db_run(db,
                     "UPDATE kept SET stim = ?, bench = ?, cycles = nullif(?, 0), log = ?"
                     " WHERE id = ?",
                     "ttiti", run->result.stim, run->result.bench, run->result.cycles, log, id);
    }
    night_db_run(db, "UPDATE kept SET state = 'open' WHERE " IS_RUN, "tttt", run->config, run->test,
                 run->seed, run->args);
}

/* Close the kept failures of this run that had the same stimulus or draws. An empty hash matches
 * nothing. */
static void close_gone(struct night_db *db, const struct night_run *run)
{
    night_db_run(db,
                 "UPDATE kept SET state = 'gone', closed = ? WHERE " IS_RUN
                 " AND ((stim <> '' AND stim = ?) OR (bench <> '' AND bench = ?))",
                 "itttttt", run->night, run->config, run->test, run->seed, run->args,
                 run->result.stim, run->result.bench);
}

static int64_t play_again(struct night_db *db, const char *root, struct night_run *run,
                          int64_t bucket)
{
    if (!run->ended.passed) {
        keep_again(db, root, run, bucket);
        return bucket;
    }
    close_gone(db, run);
    /* Failures with another stimulus and other draws are not shown to be gone. */
    if (night_db_run(db, "UPDATE kept SET state = 'changed' WHERE " IS_RUN, "tttt", run->config,
                     run->test, run->seed, run->args) == 0) {
        return bucket;
    }
    run->status = "changed";
    return night_db_value(db, 0, "SELECT bucket FROM kept WHERE " IS_RUN, "tttt", run->config,
                          run->test, run->seed, run->args);
}

int64_t night_kept_settle(struct night_db *db, const char *root, struct night_run *run,
                          int64_t bucket)
{
    if (strcmp(run->status, "lost") == 0 || strcmp(run->status, NIGHT_BROKEN_RUN) == 0) {
        return bucket; /* the run has shown nothing */
    }
    if (strcmp(run->origin, "fresh") == 0 && !run->ended.passed) {
        keep(db, root, run, bucket);
    } else if (strcmp(run->origin, "kept") == 0) {
        bucket = play_again(db, root, run, bucket);
    }
    return bucket;
}
