/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "ingest.h"
#include "planned.h"
#include "progress.h"
#include "store.h"

enum {
    LOOK_MS = 300 /* between two looks at the results */
};

struct collect {
    struct night_db *db;
    struct night_ingest *in;
    const char *folder;
    int64_t night;
    int64_t planned; /* runs of the round */
    bool limit;      /* the engine is ended when the budget is spent */
    pid_t engine;
    int stopped; /* the signal that ended this, 0: none */
    bool spent;
    sigset_t signals;
};

static pid_t start(const struct collect *c, char **command)
{
    pid_t parent = getpid();
    pid_t child = fork();

    if (child != 0) {
        return child;
    }
    (void)sigprocmask(SIG_UNBLOCK, &c->signals, NULL);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() == parent) {
        (void)execvp(command[0], command);
        fprintf(stderr, "night: %s: %s\n", command[0], strerror(errno));
    }
    _exit(127);
}

static bool is_spent(const struct collect *c)
{
    return c->limit && night_db_value(c->db, 0,
                                      "SELECT budget_ms > 0 AND cpu_ms > budget_ms FROM night"
                                      " WHERE id = ?",
                                      "i", c->night) != 0;
}

static void end_engine(const struct collect *c)
{
    (void)kill(c->engine, SIGTERM);
}

/* A look at the results, then a pause. */
static void look(struct collect *c, struct night_progress *progress)
{
    const struct timespec pause = {0, LOOK_MS * 1000000L};

    if (night_ingest_folder(c->in, c->folder) != 0) {
        night_progress_show(progress);
    }
    if (!c->spent && is_spent(c)) {
        c->spent = true;
        end_engine(c);
    }
    int number = sigtimedwait(&c->signals, NULL, &pause);
    if (number > 0 && number != SIGCHLD) {
        c->stopped = number;
        end_engine(c);
    }
}

/* @return the exit status of the engine. */
static int follow(struct collect *c, struct night_progress *progress)
{
    int status = 0;

    while (waitpid(c->engine, &status, WNOHANG) == 0) {
        look(c, progress);
        if (night_db_failed(c->db)) {
            end_engine(c);
            (void)waitpid(c->engine, &status, 0);
            break;
        }
    }
    (void)night_ingest_folder(c->in, c->folder);
    night_progress_end(progress);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The signals that end this, and the end of the engine, are waited for. One that was ignored from
 * the start (nohup) stays so. */
static void hold_signals(struct collect *c)
{
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP, SIGCHLD};
    struct sigaction before;

    (void)signal(SIGCHLD, SIG_DFL);
    (void)sigemptyset(&c->signals);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            (void)sigaddset(&c->signals, numbers[i]);
        }
    }
    (void)sigprocmask(SIG_BLOCK, &c->signals, NULL);
}

/* What was lost has taken time that nobody has measured: what its test has taken in this night. */
static void charge_rest(const struct collect *c)
{
    night_db_run(c->db,
                 "UPDATE run SET cpu_ms = max(1, o.ms) FROM (SELECT config, test,"
                 "  cast(avg(cpu_ms) AS INTEGER) AS ms FROM run WHERE night = ?1"
                 "  AND cpu_ms NOTNULL GROUP BY config, test) o WHERE run.night = ?1"
                 " AND run.status = 'planned' AND o.config = run.config AND o.test = run.test",
                 "i", c->night);
    night_db_run(c->db,
                 "UPDATE run SET cpu_ms = ? WHERE night = ? AND status = 'planned'"
                 " AND cpu_ms IS NULL",
                 "ii", (int64_t)NIGHT_PLAN_COST_MS, c->night);
    night_db_run(c->db,
                 "UPDATE night SET cpu_ms = (SELECT ifnull(sum(cpu_ms), 0) FROM run"
                 " WHERE night = ?1) WHERE id = ?1",
                 "i", c->night);
}

/* The engine has ended by itself: what it has no result of will have none. @return how many. */
static int64_t lose_rest(const struct collect *c)
{
    night_db_begin(c->db);
    charge_rest(c);
    int64_t n = night_db_run(c->db,
                             "UPDATE run SET status = 'lost',"
                             " why = 'its chunk did not come to its end'"
                             " WHERE night = ? AND status = 'planned'",
                             "i", c->night);
    night_db_commit(c->db);
    return n;
}

static int judge(const struct collect *c, int engine)
{
    if (night_db_failed(c->db)) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    if (c->stopped != 0) {
        return NIGHT_EXIT_SPENT; /* rounds.sh says by which: what comes here is TERM always */
    }
    if (c->spent) {
        return NIGHT_EXIT_SPENT;
    }
    if (engine > 1) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    int64_t lost = lose_rest(c); /* a chunk that broke off: the others go on */
    if (night_db_failed(c->db)) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    if (lost != 0 && lost == c->planned) { /* another round would be lost, too */
        return night_fail(NIGHT_EXIT_ENVIRONMENT,
                          "no chunk of the round came to its end: %lld run%s lost", (long long)lost,
                          night_plural(lost));
    }
    return NIGHT_EXIT_GOOD;
}

static int collect_round(struct collect *c, const char *root, char **command)
{
    struct night_progress progress;
    int status = night_ingest_open(&c->in, c->db, root, c->night);

    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    hold_signals(c);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM); /* nobody would judge what is played */
    c->planned = night_db_value(
        c->db, 0, "SELECT count(*) FROM run WHERE night = ? AND status = 'planned'", "i", c->night);
    night_progress_begin(&progress, c->db, c->night);
    c->engine = start(c, command);
    status = c->engine > 0 ? judge(c, follow(c, &progress))
                           : night_fail(NIGHT_EXIT_ENVIRONMENT, "no process: %s", strerror(errno));
    night_ingest_close(c->in);
    return status;
}

static int collect(int argc, char **argv)
{
    struct collect c = {0};
    const char *night = NULL;
    int limit = 0;
    const struct night_option options[] = {
        {"--night", &night, NULL}, {"--folder", &c.folder, NULL}, {"--limit", NULL, &limit}, {0}};
    int n = night_options(argc, argv, options, 2, argc);

    if (n < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if (night == NULL || c.folder == NULL || night_number(night, &c.night) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "collect: --night and --folder are needed");
    }
    argv[n] = NULL;
    c.limit = limit != 0;
    int status = night_store_open(&c.db, argv[0], NIGHT_DB_WRITE);
    if (status == NIGHT_EXIT_GOOD) {
        status = collect_round(&c, argv[0], argv + 1);
    }
    int closed = night_db_close(c.db);
    return status != NIGHT_EXIT_GOOD ? status : closed;
}

const struct night_command night_command_collect = {
    "collect", "start the engine and take in what its runs leave",
    "usage: night collect ROOT --night N --folder CHUNKS [--limit] -- COMMAND...\n"
    "  --limit  end COMMAND when the budget of the night is spent\n"
    "Shows how far it is on stderr. Status: 0; 2 bad usage; 3 the budget was spent, or a signal\n"
    "came, which COMMAND has got, too; 4 COMMAND failed (with more than 1: some chunks are lost), "
    "all runs of the round were lost, or the database cannot be written.\n",
    collect};
