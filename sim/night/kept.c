/* SPDX-License-Identifier: Apache-2.0 */
#include "kept.h"

#include <stdio.h>
#include <string.h>

#include "store.h"

/* The log of the run, copied to where no retention takes it; empty if it has none. */
static void keep_log(char path[NIGHT_PATH], const char *root, const struct night_run *run)
{
    char from[NIGHT_PATH + 8];

    (void)snprintf(path, NIGHT_PATH, "%s/kept", root);
    bool made = night_store_folder(path) == 0;
    (void)snprintf(from, sizeof(from), "%s/txnlog", run->dir);
    (void)snprintf(path, NIGHT_PATH, "%s/kept/%s.%s.%s-%lld.txnlog", root, run->config, run->test,
                   run->seed, (long long)run->night);
    if (!made || night_store_copy(from, path) != 0) {
        path[0] = '\0';
    }
}

static void keep(struct night_db *db, const char *root, const struct night_run *run, int64_t bucket)
{
    char log[NIGHT_PATH];

    keep_log(log, root, run);
    night_db_run(db,
                 "INSERT OR IGNORE INTO kept (config, test, seed, weights, args, stim, bucket,"
                 " opened, log, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'open')",
                 "ttttttiit", run->config, run->test, run->seed, run->result.weights, run->args,
                 run->result.stim, bucket, run->night, log);
}

static int64_t play_again(struct night_db *db, struct night_run *run, bool same, int64_t bucket)
{
    const char *state = !run->ended.passed ? "open" : same ? "gone" : "changed";

    night_db_run(db,
                 "UPDATE kept SET state = ?, closed = iif(?1 = 'gone', ?, NULL)"
                 " WHERE config = ? AND test = ? AND seed = ? AND args = ? AND state <> 'gone'",
                 "titttt", state, run->night, run->config, run->test, run->seed, run->args);
    if (strcmp(state, "changed") != 0) {
        return bucket;
    }
    run->status = "changed";
    return night_db_value(db, 0,
                          "SELECT bucket FROM kept WHERE config = ? AND test = ? AND seed = ?"
                          " AND args = ? AND state = 'changed'",
                          "tttt", run->config, run->test, run->seed, run->args);
}

int64_t night_kept_settle(struct night_db *db, const char *root, struct night_run *run,
                          int64_t bucket)
{
    if (strcmp(run->origin, "fresh") == 0 && !run->ended.passed &&
        strcmp(run->status, "lost") != 0) {
        keep(db, root, run, bucket);
        return bucket;
    }
    if (strcmp(run->origin, "kept") != 0) {
        return bucket;
    }
    bool same = night_db_value(db, 0,
                               "SELECT count(*) FROM kept WHERE config = ? AND test = ?"
                               " AND seed = ? AND args = ? AND state <> 'gone' AND stim = ?",
                               "ttttt", run->config, run->test, run->seed, run->args,
                               run->result.stim) != 0;
    return play_again(db, run, same, bucket);
}
