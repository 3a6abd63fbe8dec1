/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch [OPTION...] COMMAND [ARGUMENT...]: run a job with limits, and leave nothing of it behind.
 *
 *   --cpu SECONDS    end the job when all its processes together, ended ones included, have used
 *                    more processor time (JOB_CPU in the environment has precedence)
 *   --budget SECONDS the same, whatever the environment says; the caller reports that it is spent
 *   --stall SECONDS  end the job when its processes have used no processor time for so long
 *                    (JOB_STALL has precedence)
 *   --grace SECONDS  time from TERM to KILL (5)
 *   --log FILE       stdout and stderr of the job, which then reads /dev/null
 *   --usage FILE     write "CPU WALL" in milliseconds when the job has ended
 *
 * 0 is no limit. The environment does not change --cpu 0 and --stall 0: they are for a command that
 * starts others, which have limits of their own.
 *
 * Limits count processor time: on a busy machine a job takes longer, and is not at fault. Status:
 * that of the job; 128 + N when signal N ended the job, even if it then ends with 0; 124 when a
 * limit did, which one line reports (except for --budget); 4 without a readable /proc, which the
 * limits need. A signal (TERM, INT, HUP) is passed on to all processes of the job, unless it was
 * ignored from the start (nohup). Whoever kills the launcher also kills the command.
 */
#define _GNU_SOURCE
#include "util/proctree.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
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
    ENDING_MS = 50, /**< the same, while the job is being ended */
    SAME_MS = 1000, /**< within this time, signals count as one interrupt */
    KILL_MS = 10000 /**< after KILL: then left to the kernel */
};

struct options {
    uint64_t cpu_ms, stall_ms, grace_ms;
    bool budget; /**< cpu_ms is a budget */
    const char *log, *usage;
    char **command;
};

struct job {
    const struct options *opt;
    FILE *out; /**< where the message goes: the log, or stderr */
    pid_t pid;
    bool ended;       /**< the command itself; its children may still run */
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

/* Processor time of the job until now: of the processes that were waited for, and of those that
 * live. Returns false when it is not known of all of them. */
static bool read_clock(uint64_t *ms)
{
    struct rusage done;
    struct tb_tree tree;
    getrusage(RUSAGE_CHILDREN, &done);
    bool all = tb_tree_read(&tree, getpid()) == 0;
    *ms = ms_of(done.ru_utime) + ms_of(done.ru_stime) + tb_tree_clock_ms(&tree);
    tb_tree_free(&tree);
    return all;
}

static int status_of(int wait_status)
{
    return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

/* Take the status of every process that has ended. Returns whether a process is left. */
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

/* Sleep until a signal comes, at most `ms`. Returns its number; 0 for none, or for SIGCHLD. */
static int wait_signal(const struct job *job, unsigned ms)
{
    struct timespec t = {ms / 1000, (long)(ms % 1000) * 1000000};
    int signal = sigtimedwait(&job->signals, NULL, &t);
    return signal == SIGCHLD || signal < 0 ? 0 : signal;
}

/* Send to the whole tree; if it cannot be read, to the process group in which the job began. */
static void send(const struct job *job, const struct tb_tree *tree, int signal)
{
    if (tree != NULL) {
        tb_tree_signal(tree, signal);
    } else if (!job->ended) {
        (void)kill(-job->pid, signal);
    }
}

static void signal_all(const struct job *job, int signal)
{
    struct tb_tree tree;
    bool all = tb_tree_read(&tree, getpid()) == 0;
    send(job, all ? &tree : NULL, signal);
    if (signal != SIGKILL) { /* a stopped process could not end */
        send(job, all ? &tree : NULL, SIGCONT);
    }
    tb_tree_free(&tree);
}

/* Wait until no process is left, at most `ms`, or until a further signal comes. */
static bool gone_within(struct job *job, uint64_t ms)
{
    uint64_t start = now_ms();
    while (reap(job)) {
        bool again = wait_signal(job, ENDING_MS) != 0;
        uint64_t passed = now_ms() - start;
        if (passed >= ms || (again && passed >= SAME_MS)) {
            return !reap(job);
        }
    }
    return true;
}

/* End all processes: send `signal`, then KILL to those that ignore it. */
static void end_all(struct job *job, int signal)
{
    signal_all(job, signal);
    bool gone = gone_within(job, job->opt->grace_ms);
    for (uint64_t start = now_ms(); !gone && now_ms() - start < KILL_MS;) {
        signal_all(job, SIGKILL); /* again: there may be new ones */
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

/* Report which limit the job has reached. Returns whether it has reached one. */
static bool over_limit(struct job *job)
{
    const struct options *opt = job->opt;
    uint64_t used, now = now_ms(), passed = now - job->seen_ms;
    job->seen_ms = now;
    if (!read_clock(&used)) { /* without a look it is not known to be idle */
        return false;
    }
    /* Do not count time in which this program could not look either (a machine asleep). */
    job->idle_ms = used > job->used_ms ? 0 : job->idle_ms + (passed < TICK_MS ? passed : TICK_MS);
    job->used_ms = used > job->used_ms ? used : job->used_ms;
    if (opt->cpu_ms != 0 && used > opt->cpu_ms) {
        if (!opt->budget) {
            fprintf(job->out,
                    "launch: ended: %" PRIu64 " s of processor time used, the limit is %" PRIu64
                    " s (JOB_CPU=seconds sets another)\n",
                    used / 1000, opt->cpu_ms / 1000);
        }
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

/* Deal with processes that an ended job left running: wait, as they may be about to end; then name
 * and end them. */
static void end_orphans(struct job *job)
{
    if (gone_within(job, job->opt->grace_ms)) {
        return;
    }
    fprintf(job->out, "launch: the job has ended and left these running, which are ended:\n");
    print_tree(job->out);
    end_all(job, SIGTERM);
}

/* Wait until the command has ended, or a limit or a signal ends it. Returns the status. */
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
            /* A status other than 0 stays; a job that was cut off never ends as a success. */
            return job->ended && job->status != 0 ? job->status : 128 + signal;
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

/* Close other descriptors in the job: a lock must not outlive its owner. */
static void close_others(void)
{
    if (close_range(3, ~0U, 0) == 0) {
        return;
    }
    DIR *dir = opendir("/proc/self/fd");
    const struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        int fd = (int)strtol(entry->d_name, NULL, 10);
        if (fd >= 3 && fd != dirfd(dir)) {
            close(fd);
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
}

/* Runs in the child: begin a session, open the files, start the command. Whatever kills the
 * launcher ends the child too. Does not return. */
static void become(const struct options *opt, const sigset_t *mask, pid_t parent)
{
    setsid();
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) {
        _exit(STATUS_FAULT);
    }
    signal(SIGCHLD, SIG_DFL); /* if ignored, nobody would count its children's time */
    sigprocmask(SIG_SETMASK, mask, NULL);
    if (opt->log != NULL) {
        int in = open("/dev/null", O_RDONLY);
        int out = open(opt->log, O_WRONLY | O_CREAT | O_APPEND, 0666);
        if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) {
            fprintf(stderr, "launch: %s: %s\n", opt->log, strerror(errno));
            _exit(STATUS_FAULT);
        }
        close_others();
    }
    execvp(opt->command[0], opt->command);
    int why = errno;
    fprintf(stderr, "launch: %s: %s\n", opt->command[0], strerror(why));
    _exit(why == ENOENT ? 127 : 126);
}

/* Fill closed descriptors 0 to 2, so that no other file takes their number here; the job gets them
 * closed. */
static void fill_closed(void)
{
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            (void)!open("/dev/null", O_RDWR);
        }
    }
}

/* Write the file of --usage. Returns 0 or errno. */
static int write_usage(const char *file, const struct job *job)
{
    uint64_t used;
    FILE *f = fopen(file, "w");
    if (f == NULL) {
        return errno;
    }
    (void)read_clock(&used); /* of those that were waited for: all, at the end */
    int n = fprintf(f, "%" PRIu64 " %" PRIu64 "\n", used, now_ms() - job->start_ms);
    int why = n > 0 ? 0 : EIO;
    return fclose(f) == 0 ? why : errno;
}

/* The signals that end a job, except those that were ignored when this program started (nohup). */
static void choose_signals(sigset_t *signals)
{
    sigemptyset(signals);
    sigaddset(signals, SIGCHLD);
    for (size_t i = 0; i < 3; i++) {
        int number = (const int[]){SIGTERM, SIGINT, SIGHUP}[i];
        struct sigaction old = {.sa_flags = 0};
        if (sigaction(number, NULL, &old) != 0 || old.sa_handler != SIG_IGN) {
            sigaddset(signals, number);
        }
    }
}

static bool can_look(void)
{
    uint64_t used;
    bool all = read_clock(&used);
    if (!all) {
        fprintf(stderr, "launch: /proc cannot be read: no limit would hold\n");
    }
    return all;
}

/* Start the command. Returns whether it has a process. */
static bool begin(struct job *job)
{
    const pid_t parent = getpid();
    sigset_t before;
    choose_signals(&job->signals);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, &job->signals, &before);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    job->pid = fork();
    if (job->pid == 0) {
        become(job->opt, &before, parent);
    }
    if (job->pid < 0) {
        perror("launch: cannot start a process");
    }
    return job->pid > 0;
}

static int run(const struct options *opt)
{
    struct job job = {.opt = opt, .out = stderr, .start_ms = now_ms()};
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* nobody would wait for the job any more */
    if (!can_look() || !begin(&job)) {
        return STATUS_FAULT;
    }
    fill_closed();
    if (opt->log != NULL && (job.out = fopen(opt->log, "a")) == NULL) {
        job.out = stderr;
    }
    job.seen_ms = job.start_ms;
    int status = watch(&job);
    int why = opt->usage != NULL ? write_usage(opt->usage, &job) : 0;
    if (why != 0) {
        fprintf(stderr, "launch: %s: %s\n", opt->usage, strerror(why));
        status = STATUS_FAULT;
    }
    return status;
}

/* Read a number of seconds, which may have a fraction. Less than a millisecond would be 0, no
 * limit: it counts as one. */
static void seconds(uint64_t *ms, const char *name, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= 0 && value <= 1e9)) {
        fprintf(stderr, "launch: %s=%s: a number of seconds is needed\n", name, text);
        exit(STATUS_USAGE);
    }
    *ms = value > 0 && value < 0.001 ? 1 : (uint64_t)(value * 1000);
}

/* The environment replaces a limit that is set. */
static void from_environment(struct options *opt)
{
    const char *cpu = getenv("JOB_CPU"), *stall = getenv("JOB_STALL");
    if (opt->cpu_ms != 0 && !opt->budget && cpu != NULL && *cpu != '\0') {
        seconds(&opt->cpu_ms, "JOB_CPU", cpu);
    }
    if (opt->stall_ms != 0 && stall != NULL && *stall != '\0') {
        seconds(&opt->stall_ms, "JOB_STALL", stall);
    }
}

static void usage(void)
{
    fprintf(stderr,
            "usage: launch [--cpu SECONDS | --budget SECONDS] [--stall SECONDS] [--grace SECONDS] "
            "[--log FILE] [--usage FILE] COMMAND [ARGUMENT...]\n");
    exit(STATUS_USAGE);
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"cpu", required_argument, NULL, 'c'},
                                          {"stall", required_argument, NULL, 's'},
                                          {"grace", required_argument, NULL, 'g'},
                                          {"log", required_argument, NULL, 'l'},
                                          {"usage", required_argument, NULL, 'u'},
                                          {"budget", required_argument, NULL, 'b'},
                                          {0}};
    struct options opt = {.cpu_ms = 600000, .stall_ms = 300000, .grace_ms = 5000};
    int c;
    while ((c = getopt_long(argc, argv, "+", names, NULL)) != -1) {
        switch (c) {
        case 'c':
            seconds(&opt.cpu_ms, "--cpu", optarg);
            break;
        case 'b':
            seconds(&opt.cpu_ms, "--budget", optarg);
            opt.budget = true;
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
