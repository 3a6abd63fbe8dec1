/* SPDX-License-Identifier: Apache-2.0 */
#include "kept.h"

#include <stdio.h>
#include <string.h>

#include "night.h"
#include "store.h"

/* Kept failures that are the run: what follows binds config, test, seed and args. */
#define IS_OPEN "state IN ('open', 'changed')"
#define IS_RUN  "config = ? AND test = ? AND seed = ? AND args = ? AND " IS_OPEN

/* Copy the log of the run to where no retention takes it; the kept failure has none if it has none.
 */
static void keep_log(struct night_db *db, const char *root, const struct night_run *run, int64_t id)
{
    char from[NIGHT_PATH + 16], to[NIGHT_PATH];

    (void)snprintf(to, sizeof(to), "%s/kept", root);
    bool made = night_store_folder(to) == 0;
    (void)snprintf(from, sizeof(from), run->spu == 0 ? "%s/txnlog" : "%s/spu%d/txnlog", run->dir,
                   run->spu);
    (void)snprintf(to, sizeof(to), "%s/kept/%s.%s.%s-%lld.txnlog", root, run->config, run->test,
                   run->seed, (long long)id);
    if (!made || night_store_copy(from, to) != 0) {
        to[0] = '\0';
    }
    night_db_run(db, "UPDATE kept SET log = ? WHERE id = ?", "ti", to, id);
}

/* The index kept_open stands for these. */
static void drop_most(struct night_db *db, int64_t night, int64_t bucket)
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
        return; /* a night that draws the seeds of another one */
    }
    night_db_run(
        db,
        "INSERT OR IGNORE INTO kept (config, test, seed, weights, args, stim, bucket,"
        " opened, state, bench, cycles) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, nullif(?, 0))",
        "ttttttiiti", run->config, run->test, run->seed, run->result.weights, run->args,
        run->result.stim, bucket, run->night, run->result.bench, run->result.cycles);
    int64_t id = night_db_last(db);
    drop_most(db, run->night, bucket);
    if (is_kept(db, run)) {
        keep_log(db, root, run, id);
    }
}

/* It has failed again: as it was kept, or by other draws in the same bucket. Then that is what a
 * run must do from now on to show that the failure is gone. */
static void keep_again(struct night_db *db, const char *root, const struct night_run *run,
                       int64_t bucket)
{
    int64_t id = night_db_value(db, 0,
                                "SELECT id FROM kept WHERE " IS_RUN " AND bucket = ?"
                                " AND (stim <> ? OR bench <> ?)",
                                "ttttitt", run->config, run->test, run->seed, run->args, bucket,
                                run->result.stim, run->result.bench);

    if (id != 0) {
        night_db_run(db, "UPDATE kept SET stim = ?, bench = ?, cycles = nullif(?, 0) WHERE id = ?",
                     "ttii", run->result.stim, run->result.bench, run->result.cycles, id);
        keep_log(db, root, run, id);
    }
    night_db_run(db, "UPDATE kept SET state = 'open' WHERE " IS_RUN, "tttt", run->config, run->test,
                 run->seed, run->args);
}

/* Of several that are the run those whose draws or stimulus it has are gone. What says neither is
 * the same as nothing. */
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
    /* Those that have failed by another stimulus and other draws are not shown to be gone. */
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
        return bucket; /* it has shown nothing */
    }
    if (strcmp(run->origin, "fresh") == 0 && !run->ended.passed) {
        keep(db, root, run, bucket);
    } else if (strcmp(run->origin, "kept") == 0) {
        bucket = play_again(db, root, run, bucket);
    }
    return bucket;
}
