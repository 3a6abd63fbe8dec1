/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch [OPTION...] COMMAND [ARGUMENT...]: run a job with limits, and leave nothing of it behind.
 *
 *   --cpu SECONDS    end it when its processes together, those that have ended too, have used more
 *                    processor time (JOB_CPU in the environment comes first; 0: no limit)
 *   --stall SECONDS  end it when they have used none for so long (JOB_STALL; 0: no limit)
 *   --grace SECONDS  from TERM to KILL (5)
 *   --log FILE       stdout and stderr of the job, which then reads /dev/null
 *   --usage FILE     write "CPU WALL" in milliseconds when it has ended
 *
 * Limits count processor time: on a busy machine a job takes longer, and is not at fault. Status:
 * that of the job; 128 + N when signal N ended it; 124 when a limit did, which is then said in one
 * line. A signal (TERM, INT, HUP) goes on to all of its processes.
 */
#define _GNU_SOURCE
#include "util/proctree.h"
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    STATUS_USAGE = 2,
    STATUS_FAULT = 4,
    STATUS_LIMIT = 124,
    TICK_MS = 500,  /**< between two looks at the clock */
    ENDING_MS = 50, /**< the same while it is being ended */
    KILL_MS = 10000 /**< after KILL: what the kernel does not let go by then is left to it */
};

struct options {
    uint64_t cpu_ms, stall_ms, grace_ms;
    const char *log, *usage;
    char **command;
};

struct job {
    const struct options *opt;
    FILE *out; /**< where the one line goes: the log, or stderr */
    pid_t pid;
    bool ended;       /**< the command itself; what it started may go on */
    int status;       /**< exit status of the command */
    sigset_t signals; /**< blocked, and waited for */
    uint64_t start_ms, used_ms, idle_ms, seen_ms;
};

static uint64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static uint64_t ms_of(struct timeval t)
{
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_usec / 1000;
}

/* Processor time of the job until now: of those that are waited for, and of those that live. */
static uint64_t clock_ms(void)
{
    struct rusage done;
    struct tb_tree tree;
    getrusage(RUSAGE_CHILDREN, &done);
    uint64_t sum = ms_of(done.ru_utime) + ms_of(done.ru_stime);
    if (tb_tree_read(&tree, getpid()) == 0) {
        sum += tb_tree_clock_ms(&tree);
    }
    tb_tree_free(&tree);
    return sum;
}

static int status_of(int wait_status)
{
    return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

/* Take the status of every process that has ended. Returns whether one is left. */
static bool reap(struct job *job)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        if (pid == job->pid) {
            job->ended = true;
            job->status = status_of(status);
        }
    }
    return pid == 0;
}

/* Sleep until a signal comes, at most `ms`. Returns its number; 0 for none, or one that only says
   that a process has ended. */
static int wait_signal(const struct job *job, unsigned ms)
{
    struct timespec t = {ms / 1000, (long)(ms % 1000) * 1000000};
    int signal = sigtimedwait(&job->signals, NULL, &t);
    return signal == SIGCHLD || signal < 0 ? 0 : signal;
}

static void signal_all(int signal)
{
    struct tb_tree tree;
    if (tb_tree_read(&tree, getpid()) == 0) {
        tb_tree_signal(&tree, signal);
        if (signal != SIGKILL) { /* one that is stopped could not end */
            tb_tree_signal(&tree, SIGCONT);
        }
    }
    tb_tree_free(&tree);
}

/* Wait until nothing is left, at most `ms`, or until somebody is impatient. */
static bool gone_within(struct job *job, uint64_t ms)
{
    uint64_t start = now_ms();
    while (reap(job)) {
        if (now_ms() - start >= ms || wait_signal(job, ENDING_MS) != 0) {
            return !reap(job);
        }
    }
    return true;
}

/* End everything: `signal`, and KILL for what does not heed it. */
static void end_all(struct job *job, int signal)
{
    signal_all(signal);
    bool gone = gone_within(job, job->opt->grace_ms);
    for (uint64_t start = now_ms(); !gone && now_ms() - start < KILL_MS;) {
        signal_all(SIGKILL); /* again: it may have started others meanwhile */
        gone = gone_within(job, ENDING_MS);
    }
    if (!gone) {
        fprintf(job->out, "launch: KILL does not end what this job has started\n");
    }
}

static void print_tree(FILE *out)
{
    struct tb_tree tree;
    if (tb_tree_read(&tree, getpid()) == 0) {
        tb_tree_print(out, &tree);
    }
    tb_tree_free(&tree);
}

/* Say which limit the job has reached. Returns whether it has reached one. */
static bool over_limit(struct job *job)
{
    const struct options *opt = job->opt;
    uint64_t used = clock_ms(), now = now_ms(), passed = now - job->seen_ms;
    job->seen_ms = now;
    /* Time in which this program could not look either (a machine asleep) does not count. */
    job->idle_ms = used > job->used_ms ? 0 : job->idle_ms + (passed < TICK_MS ? passed : TICK_MS);
    job->used_ms = used > job->used_ms ? used : job->used_ms;
    if (opt->cpu_ms != 0 && used > opt->cpu_ms) {
        fprintf(job->out,
                "launch: ended: %" PRIu64 " s of processor time used, the limit is %" PRIu64
                " s (JOB_CPU=seconds sets another)\n",
                used / 1000, opt->cpu_ms / 1000);
        return true;
    }
    if (opt->stall_ms != 0 && job->idle_ms >= opt->stall_ms) {
        fprintf(job->out,
                "launch: ended: stalled, no processor time used for %" PRIu64
                " s (JOB_STALL=seconds sets another); its processes:\n",
                opt->stall_ms / 1000);
        print_tree(job->out);
        return true;
    }
    return false;
}

/* What a job that has ended left running: it may be about to end; otherwise it is ended and named.
 */
static void end_orphans(struct job *job)
{
    if (gone_within(job, job->opt->grace_ms)) {
        return;
    }
    fprintf(job->out, "launch: the job has ended and left these running, which are ended:\n");
    print_tree(job->out);
    end_all(job, SIGTERM);
}

/* Until the command has ended, or a limit or a signal ends it. Returns the status. */
static int watch(struct job *job)
{
    uint64_t look = job->start_ms + TICK_MS;
    for (;;) {
        reap(job);
        if (job->ended) {
            end_orphans(job);
            return job->status;
        }
        uint64_t now = now_ms();
        int signal = wait_signal(job, now < look ? (unsigned)(look - now) : 0);
        if (signal != 0) {
            if (job->opt->log != NULL) {
                fprintf(job->out, "launch: ended by signal %d (%s)\n", signal, strsignal(signal));
            }
            end_all(job, signal);
            return job->ended ? job->status : 128 + signal;
        }
        if (now_ms() >= look) {
            look = now_ms() + TICK_MS;
            if (over_limit(job)) {
                end_all(job, SIGTERM);
                return STATUS_LIMIT;
            }
        }
    }
}

/* In the child: a session of its own, and its files. Does not return. */
static void become(const struct options *opt, const sigset_t *mask)
{
    setsid();
    signal(SIGCHLD, SIG_DFL); /* ignored, the time of its children would be counted nowhere */
    sigprocmask(SIG_SETMASK, mask, NULL);
    if (opt->log != NULL) {
        int in = open("/dev/null", O_RDONLY);
        int out = open(opt->log, O_WRONLY | O_CREAT | O_APPEND, 0666);
        if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) {
            fprintf(stderr, "launch: %s: %s\n", opt->log, strerror(errno));
            _exit(STATUS_FAULT);
        }
    }
    for (int fd = 3; fd < 64 && opt->log != NULL; fd++) { /* a lock must not outlive its owner */
        close(fd);
    }
    execvp(opt->command[0], opt->command);
    fprintf(stderr, "launch: %s: %s\n", opt->command[0], strerror(errno));
    _exit(errno == ENOENT ? 127 : 126);
}

/* Descriptors 0 to 2 that are closed stay so in the job; here others must not take their place. */
static void fill_closed(void)
{
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            (void)!open("/dev/null", O_RDWR);
        }
    }
}

static bool write_usage(const char *file, const struct job *job)
{
    FILE *f = fopen(file, "w");
    if (f == NULL) {
        return false;
    }
    int n = fprintf(f, "%" PRIu64 " %" PRIu64 "\n", clock_ms(), now_ms() - job->start_ms);
    return fclose(f) == 0 && n > 0;
}

static int run(const struct options *opt)
{
    struct job job = {.opt = opt, .out = stderr, .start_ms = now_ms()};
    sigset_t before;
    sigemptyset(&job.signals);
    for (size_t i = 0; i < 4; i++) {
        sigaddset(&job.signals, (const int[]){SIGTERM, SIGINT, SIGHUP, SIGCHLD}[i]);
    }
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, &job.signals, &before);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* nobody would wait for the job any more */
    job.pid = fork();
    if (job.pid == 0) {
        become(opt, &before);
    }
    fill_closed();
    if (job.pid < 0) {
        fprintf(stderr, "launch: cannot start a process: %s\n", strerror(errno));
        return STATUS_FAULT;
    }
    if (opt->log != NULL && (job.out = fopen(opt->log, "a")) == NULL) {
        job.out = stderr;
    }
    job.seen_ms = job.start_ms;
    int status = watch(&job);
    if (opt->usage != NULL && !write_usage(opt->usage, &job)) {
        fprintf(stderr, "launch: %s: %s\n", opt->usage, strerror(errno));
        status = STATUS_FAULT;
    }
    return status;
}

/* Seconds, with a fraction if need be; of the environment first. */
static void seconds(uint64_t *ms, const char *name, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= 0 && value <= 1e9)) {
        fprintf(stderr, "launch: %s=%s: a number of seconds is needed\n", name, text);
        exit(STATUS_USAGE);
    }
    *ms = (uint64_t)(value * 1000);
}

static void from_environment(struct options *opt)
{
    const char *cpu = getenv("JOB_CPU"), *stall = getenv("JOB_STALL");
    if (cpu != NULL && *cpu != '\0') {
        seconds(&opt->cpu_ms, "JOB_CPU", cpu);
    }
    if (stall != NULL && *stall != '\0') {
        seconds(&opt->stall_ms, "JOB_STALL", stall);
    }
}

static void usage(void)
{
    fprintf(stderr, "usage: launch [--cpu SECONDS] [--stall SECONDS] [--grace SECONDS] "
                    "[--log FILE] [--usage FILE] COMMAND [ARGUMENT...]\n");
    exit(STATUS_USAGE);
}

int main(int argc, char **argv)
{
    static const struct option names[] = {
        {"cpu", required_argument, NULL, 'c'},   {"stall", required_argument, NULL, 's'},
        {"grace", required_argument, NULL, 'g'}, {"log", required_argument, NULL, 'l'},
        {"usage", required_argument, NULL, 'u'}, {0}};
    struct options opt = {.cpu_ms = 600000, .stall_ms = 300000, .grace_ms = 5000};
    int c;
    while ((c = getopt_long(argc, argv, "+", names, NULL)) != -1) {
        switch (c) {
        case 'c':
            seconds(&opt.cpu_ms, "--cpu", optarg);
            break;
        case 's':
            seconds(&opt.stall_ms, "--stall", optarg);
            break;
        case 'g':
            seconds(&opt.grace_ms, "--grace", optarg);
            break;
        case 'l':
            opt.log = optarg;
            break;
        case 'u':
            opt.usage = optarg;
            break;
        default:
            usage();
        }
    }
    if (optind == argc) {
        usage();
    }
    opt.command = argv + optind;
    from_environment(&opt);
    return run(&opt);
}
