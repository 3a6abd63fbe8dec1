/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
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
#include "lost.h"
#include "progress.h"
#include "signals.h"
#include "spent.h"
#include "store.h"

enum {
    LOOK_MS = 300, /* pause between two looks at the results */
    OVER_MOST = 1000000,
    OVER = 60,           /* seconds of processor time beyond the budget for runs in progress */
    ARGUMENTS = 32,      /* room for the words of the launcher and of the engine */
    LAUNCHER = 7,        /* words of the launcher */
    LAUNCHED_LIMIT = 124 /* the launcher has ended the command at its limit */
};

struct collect {
    struct night_db *db;
    struct night_ingest *in;
    const char *folder;
    int64_t night;
    int64_t planned;    /* runs in the round */
    bool limit;         /* after the budget no further run begins */
    int64_t over_ms;    /* ... and runs in progress end so much later */
    const char *launch; /* program that counts their time; NULL: none */
    pid_t engine;
    int stopped; /* signal that ended this process, 0: none */
    bool spent, over;
    sigset_t signals;
};

/* The command of the engine, put under the launcher. The launcher counts the time of runs in
 * progress; here only ended runs are counted. If an engine plays its runs on other machines, the
 * launcher cannot see them. */
static void limit_command(const struct collect *c, char *argv[ARGUMENTS], char seconds[32],
                          char **command)
{
    static char launcher[NIGHT_PATH], budget[] = "--budget", stall[] = "--stall", never[] = "0",
                                      grace[] = "--grace", minute[] = "60";
    char *const launch[LAUNCHER] = {launcher, budget, seconds, stall, never, grace, minute};
    const int64_t ms = night_spent_left(c->db, c->night) + c->over_ms;
    size_t n = 0;

    (void)snprintf(launcher, sizeof(launcher), "%s", c->launch != NULL ? c->launch : "");
    (void)snprintf(seconds, 32, "%lld", (long long)(ms > 1000 ? ms / 1000 : 1));
    for (; c->limit && c->launch != NULL && n < LAUNCHER; n++) {
        argv[n] = launch[n];
    }
    for (size_t i = 0; command[i] != NULL && n + 1 < ARGUMENTS; i++) {
        argv[n++] = command[i];
    }
    argv[n] = NULL;
}

static pid_t start(const struct collect *c, char **command)
{
    char *argv[ARGUMENTS], seconds[32];

    limit_command(c, argv, seconds, command);
    pid_t parent = getpid();
    pid_t child = fork();
    if (child != 0) {
        return child;
    }
    (void)sigprocmask(SIG_UNBLOCK, &c->signals, NULL);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() == parent) {
        (void)execvp(argv[0], argv);
        fprintf(stderr, "night: %s: %s\n", argv[0], strerror(errno));
    }
    _exit(127);
}

static void end_engine(const struct collect *c)
{
    (void)kill(c->engine, SIGTERM);
}

/* After the budget runs in progress may go on, but not longer than over_ms. */
static void watch_budget(struct collect *c)
{
    const int64_t left = c->limit ? night_spent_left(c->db, c->night) : 0;

    if (left < 0 && !c->spent) {
        c->spent = true;
        c->over = night_spent_stop(c->folder) != NIGHT_EXIT_GOOD;
        if (c->over) {
            end_engine(c);
        }
    }
    if (left < -c->over_ms && !c->over) {
        c->over = true;
        end_engine(c);
    }
}

/* Look at the results, then pause. */
static void look(struct collect *c, struct night_progress *progress)
{
    const struct timespec pause = {0, LOOK_MS * 1000000L};

    if (night_ingest_folder(c->in, c->folder) != 0) {
        night_progress_show(progress);
    }
    watch_budget(c);
    int number = sigtimedwait(&c->signals, NULL, &pause);
    if (number > 0 && number != SIGCHLD) {
        c->stopped = number;
        end_engine(c);
    }
}

/* Follow the engine to its end. @return its exit status. */
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

/* Decide what happens to planned runs when the budget is spent. Fresh seeds are forgotten: nobody
 * asked for this number of them. Runs of the list are still to be played. */
static int judge_spent(const struct collect *c, bool over)
{
    if (!c->spent && night_spent_stop(c->folder) != NIGHT_EXIT_GOOD) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    (void)night_lose_broken(c->db, c->night, c->folder);
    if (over) {
        (void)night_spent_cut(c->db, c->night, c->over_ms);
    }
    int64_t n = night_spent_forget(c->db, c->night);
    if (n != 0) {
        night_say("the budget is spent: %lld fresh seed%s of the round %s not played", (long long)n,
                  night_plural(n), n == 1 ? "is" : "are");
    }
    if (night_db_failed(c->db)) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    return night_db_value(c->db, 0,
                          "SELECT count(*) FROM run WHERE night = ? AND status = 'planned'", "i",
                          c->night) != 0
               ? NIGHT_EXIT_SPENT
               : NIGHT_EXIT_GOOD;
}

static int judge(const struct collect *c, int engine)
{
    if (night_db_failed(c->db)) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    if (c->stopped != 0) {
        return NIGHT_EXIT_SPENT; /* rounds.sh knows the signal: here it always is TERM */
    }
    const bool limited = c->limit && c->launch != NULL && engine == LAUNCHED_LIMIT;
    if (c->spent || limited) {
        return judge_spent(c, c->over || limited);
    }
    if (engine > 1) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    int64_t lost = night_lose_rest(c->db, c->night); /* of chunks that broke off; others went on */
    if (night_db_failed(c->db)) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    if (lost != 0 && lost == c->planned) { /* the next round would lose its runs, too */
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
    night_signals_hold(&c->signals, NULL);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM); /* without this process nobody would judge the runs */
    c->planned = night_db_value(
        c->db, 0, "SELECT count(*) FROM run WHERE night = ? AND status = 'planned'", "i", c->night);
    night_progress_begin(&progress, c->db, root, c->night);
    c->engine = start(c, command);
    status = c->engine > 0 ? judge(c, follow(c, &progress))
                           : night_fail(NIGHT_EXIT_ENVIRONMENT, "no process: %s", strerror(errno));
    night_ingest_close(c->in);
    return status;
}

static int collect(int argc, char **argv)
{
    struct collect c = {0};
    const char *night = NULL, *over = NULL;
    int64_t seconds = OVER;
    int limit = 0;
    const struct night_option options[] = {
        {"--night", &night, NULL}, {"--folder", &c.folder, NULL}, {"--limit", NULL, &limit},
        {"--over", &over, NULL},   {"--launch", &c.launch, NULL}, {0}};
    int n = night_options(argc, argv, options, 2, INT_MAX);

    if (n < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if (night == NULL || c.folder == NULL || night_number(night, &c.night) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "collect: --night and --folder are needed");
    }
    if (over != NULL && (night_number(over, &seconds) != 0 || seconds > OVER_MOST)) {
        return night_fail(NIGHT_EXIT_USAGE, "collect: --over takes seconds, not %s", over);
    }
    if (n - 1 >= ARGUMENTS - LAUNCHER) {
        return night_fail(NIGHT_EXIT_USAGE, "collect: the command has %d words, %d are possible",
                          n - 1, ARGUMENTS - LAUNCHER - 1);
    }
    argv[n] = NULL;
    c.limit = limit != 0;
    c.over_ms = seconds * 1000;
    int status = night_store_open(&c.db, argv[0], NIGHT_DB_WRITE);
    if (status == NIGHT_EXIT_GOOD) {
        status = collect_round(&c, argv[0], argv + 1);
    }
    int closed = night_db_close(c.db);
    return status != NIGHT_EXIT_GOOD ? status : closed;
}

const struct night_command night_command_collect = {
    "collect", "start the engine and take in what its runs leave",
    "usage: night collect ROOT --night N --folder CHUNKS [--limit [--over SECONDS]\n"
    "                     [--launch FILE]] -- COMMAND...\n"
    "  --limit  when the budget of the night is spent no further run begins (CHUNKS/stop); fresh\n"
    "           seeds that were planned are none\n"
    "  --over   COMMAND is ended when runs have used so much more processor time (60)\n"
    "  --launch the program launch, by which those count that have not ended yet\n"
    "Shows how far it is on stderr. Status: 0; 2 bad usage; 3 the budget was spent before the end\n"
    "of the list, or a signal came, which COMMAND has got, too; 4 COMMAND failed (with more than "
    "1: some chunks are lost), "
    "all runs of the round were lost, or the database cannot be written.\n",
    collect};
