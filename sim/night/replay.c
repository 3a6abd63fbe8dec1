/* SPDX-License-Identifier: Apache-2.0
 *
 * `night replay`: a kept failure whose seed gives another stimulus today is judged by its log.
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

/* @return the exit status of `spe replay LOG`, -1: it could not be played. */
static int replay_log(const char *spe, const char *log)
{
    char *const command[] = {(char *)spe, "replay", (char *)log, NULL};
    posix_spawn_file_actions_t quiet;
    pid_t child = 0;
    int status = -1;

    if (log[0] == '\0' || posix_spawn_file_actions_init(&quiet) != 0) {
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

/* What the replay shows: the failure is gone when the log passes. */
static void settle(struct night_db *db, int64_t night, sqlite3_stmt *kept, int status)
{
    static const char *const why[] = {
        "the stimulus is another one today, and there is no log to replay",
        "the stimulus is another one today; the kept log still fails"};
    const char *config = night_db_text(kept, 1), *test = night_db_text(kept, 2);
    const char *seed = night_db_text(kept, 3), *args = night_db_text(kept, 4);

    if (status == 0) {
        night_db_run(db, "UPDATE kept SET state = 'gone', closed = ? WHERE id = ?", "ii", night,
                     sqlite3_column_int64(kept, 0));
    }
    night_db_run(db,
                 "UPDATE run SET status = iif(?1 = 0, 'passed', status), why = ?2,"
                 " bucket = iif(?1 = 0, NULL, bucket) WHERE night = ?3 AND origin = 'kept'"
                 " AND status = 'changed' AND config = ?4 AND test = ?5 AND seed = ?6"
                 " AND args = ?7",
                 "ititttt", (int64_t)status, status == 0 ? "" : why[status > 0], night, config,
                 test, seed, args);
    printf("%s.%s.%s: %s\n", config, test, seed, status == 0 ? "gone" : why[status > 0]);
}

static void replay_all(struct night_db *db, int64_t night, const char *spe)
{
    sqlite3_stmt *kept = night_db_query(
        db, "SELECT id, config, test, seed, args, log FROM kept WHERE state = 'changed'", "");

    while (night_db_row(db, kept)) {
        settle(db, night, kept, replay_log(spe, night_db_text(kept, 5)));
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
    "FILE is the program spe. A kept failure whose log passes is gone; the others stay open.\n"
    "Status: 0; 2 bad usage; 4 the database cannot be written.\n",
    replay};
