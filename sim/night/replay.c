/* SPDX-License-Identifier: Apache-2.0
 *
 * `night replay`: judges a kept failure by its log, if its seed gives another stimulus today.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands.h"
#include "store.h"

extern char **environ;

/* Replay a log. @return the exit status of `spe replay LOG`; -1: it could not be started. */
static int replay_log(const char *spe, char *log)
{
    char program[NIGHT_PATH], replay[] = "replay";
    char *const command[] = {program, replay, log, NULL};
    posix_spawn_file_actions_t quiet;
    pid_t child = 0;
    int status = -1;

    if (log[0] == '\0' ||
        (size_t)snprintf(program, sizeof(program), "%s", spe) >= sizeof(program) ||
        posix_spawn_file_actions_init(&quiet) != 0) {
        return -1;
    }
    (void)posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    (void)posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawn(&child, spe, &quiet, NULL, command, environ) != 0 ||
        waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
        status = -1;
    }
    (void)posix_spawn_file_actions_destroy(&quiet);
    return status == -1 ? -1 : WEXITSTATUS(status);
}

/* A kept failure to be judged. */
struct changed {
    int64_t id;
    char name[512], log[NIGHT_PATH];
};

/* Go to the next one. The read ends here, because the caller writes. */
static bool next(struct changed *kept, struct night_db *db)
{
    sqlite3_stmt *row =
        night_db_query(db,
                       "SELECT id, config || '.' || test || '.' || seed, log FROM kept"
                       " WHERE state = 'changed' AND id > ? ORDER BY id LIMIT 1",
                       "i", kept->id);
    bool found = false;

    while (night_db_row(db, row)) {
        found = true;
        kept->id = sqlite3_column_int64(row, 0);
        (void)snprintf(kept->name, sizeof(kept->name), "%s", night_db_text(row, 1));
        (void)snprintf(kept->log, sizeof(kept->log), "%s", night_db_text(row, 2));
    }
    return found;
}

/* What the column `why` says about a run with a changed stimulus, from the status of the replay;
 * empty: the log passes. */
static void say_why(char why[160], const struct changed *kept, int status)
{
    static const char begin[] = "the stimulus is another one today";

    why[0] = '\0';
    if (kept->log[0] == '\0') {
        (void)snprintf(why, 160, "%s, and there is no log to replay", begin);
    } else if (status == NIGHT_EXIT_FOUND) {
        (void)snprintf(why, 160, "%s; the kept log still fails", begin);
    } else if (status > 0) {
        (void)snprintf(why, 160, "%s; the kept log cannot be replayed (status %d)", begin, status);
    } else if (status < 0) {
        (void)snprintf(why, 160, "%s; the kept log cannot be replayed", begin);
    }
}

/* Store the result of the replay: the failure is gone if the log passes. */
static void settle(struct night_db *db, int64_t night, const struct changed *kept, int status)
{
    char why[160];

    say_why(why, kept, status);
    night_db_begin(db);
    if (status == 0) {
        night_db_run(db,
                     "UPDATE kept SET state = 'gone', closed = ? WHERE id = ?"
                     " AND state = 'changed'",
                     "ii", night, kept->id);
    }
    night_db_run(db,
                 "UPDATE run SET status = iif(?1 = 0, 'passed', run.status), why = ?2,"
                 " bucket = iif(?1 = 0, NULL, run.bucket) FROM kept k WHERE k.id = ?4"
                 " AND run.night = ?3 AND run.origin = 'kept' AND run.status = 'changed'"
                 " AND run.config = k.config AND run.test = k.test AND run.seed = k.seed"
                 " AND run.args = k.args",
                 "itii", (int64_t)status, why, night, kept->id);
    night_db_commit(db);
    if (!night_db_failed(db)) {
        printf("%s: %s\n", kept->name, status == 0 ? "gone" : why);
    }
}

static void replay_all(struct night_db *db, int64_t night, const char *spe)
{
    struct changed kept = {0};

    while (next(&kept, db)) {
        settle(db, night, &kept, replay_log(spe, kept.log));
    }
}

static int replay(int argc, char **argv)
{
    const char *night = NULL, *spe = NULL;
    int64_t id = 0;
    struct night_db *db = NULL;
    const struct night_option options[] = {{"--night", &night, NULL}, {"--spe", &spe, NULL}, {0}};

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if (night == NULL || spe == NULL || night_number(night, &id) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "replay: --night N and --spe FILE are needed");
    }
    int status = night_store_open(&db, argv[0], NIGHT_DB_WRITE);
    if (status == NIGHT_EXIT_GOOD) {
        replay_all(db, id, spe);
    }
    int closed = night_db_close(db);
    return night_finish(status != NIGHT_EXIT_GOOD ? status : closed);
}

const struct night_command night_command_replay = {
    "replay", "judge kept failures whose stimulus has changed by their logs",
    "usage: night replay ROOT --night N --spe FILE\n"
    "FILE is the program spe. A kept failure whose log passes is gone; the others stay open, also\n"
    "those whose log cannot be read, which is said.\n"
    "Status: 0; 2 bad usage; 4 the database cannot be written.\n",
    replay};
