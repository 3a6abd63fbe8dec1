/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "play.h"

#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "file.h"
#include "night.h"
#include "rundir.h"
#include "signals.h"
#include "spe/status.h"

enum { RUN_CPU = 300 }; /* limit of a run, in seconds */

void closure_name(size_t i, char dst[16])
{
    (void)snprintf(dst, 16, "r%06zu", i);
}

/* Write OUT/FORMAT... into the caller's buffer. */
__attribute__((format(printf, 3, 4))) static const char *
path_of(char dst[PATH_MAX], const struct closure_play *play, const char *format, ...)
{
    va_list args;
    int n = snprintf(dst, PATH_MAX, "%s/", play->out);

    va_start(args, format);
    if (n < PATH_MAX) {
        (void)vsnprintf(dst + n, (size_t)(PATH_MAX - n), format, args);
    }
    va_end(args);
    return dst;
}

static int remove_one(const char *path, const struct stat *is, int type, struct FTW *where)
{
    (void)is, (void)type, (void)where;
    return remove(path);
}

static int make_folder(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ? NIGHT_EXIT_GOOD : night_file_cannot(path);
}

/* Empty the folder of the round. */
static int clear_round(const struct closure_play *play)
{
    char path[PATH_MAX];

    path_of(path, play, "round");
    if (nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0 && errno != ENOENT) {
        return night_file_cannot(path);
    }
    return make_folder(path);
}

static bool moved(const struct closure_corpus *corpus, const struct closure_run *run)
{
    for (size_t k = 0; run->weighted && k < corpus->knobs->n; k++) {
        if (closure_moved(corpus->knobs, run->vector, k) != 0) {
            return true;
        }
    }
    return false;
}

/* Write the weights outside the folder of the round: the command of a failed run names this file.
 */
static int write_weights(const struct closure_play *play, const struct closure_corpus *corpus,
                         const struct closure_run *run, const char *name)
{
    char path[PATH_MAX];

    if (make_folder(path_of(path, play, "weights")) != NIGHT_EXIT_GOOD) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    FILE *out = fopen(path_of(path, play, "weights/%s.tsv", name), "w");
    if (out != NULL) {
        closure_vector_write(out, corpus->knobs, run->vector);
    }
    return night_file_close(out, path);
}

/* Write the row of a run, after its name. */
static int write_row(const struct closure_play *play, const struct closure_corpus *corpus,
                     const struct closure_run *run, const char *name, FILE *out)
{
    fprintf(out, "%s\t%s/round/%s\t0\t-\t--config %s --test %s --seed %" PRIu64 "%s%s", name,
            play->out, name, play->config, run->test, run->seed, run->options[0] != '\0' ? " " : "",
            run->options);
    if (!moved(corpus, run)) {
        fputc('\n', out);
        return NIGHT_EXIT_GOOD;
    }
    fprintf(out, " --weights %s/weights/%s.tsv\n", play->out, name);
    return write_weights(play, corpus, run, name);
}

static int write_command(const struct closure_play *play, int64_t chunk)
{
    char path[PATH_MAX];
    FILE *out = fopen(path_of(path, play, "round/c%03" PRId64 ".cmd", chunk), "w");

    if (out != NULL) {
        fprintf(out,
                "%s --batch %s/round/c%03" PRId64 ".rows --results %s/round/c%03" PRId64
                ".results --cpu %d --prune --resume\n",
                play->simulator, play->out, chunk, play->out, chunk, RUN_CPU);
    }
    return night_file_close(out, path);
}

/* Write every `chunks`th of the runs, from run `chunk` on. */
static int write_chunk(const struct closure_play *play, const struct closure_corpus *corpus,
                       const struct closure_run *run, size_t n, int64_t chunk, int64_t chunks)
{
    char path[PATH_MAX], name[16];
    FILE *out = fopen(path_of(path, play, "round/c%03" PRId64 ".rows", chunk), "w");
    int status = NIGHT_EXIT_GOOD;

    for (size_t i = (size_t)chunk; out != NULL && i < n && status == NIGHT_EXIT_GOOD;
         i += (size_t)chunks) {
        closure_name(corpus->runs + i, name);
        status = write_row(play, corpus, &run[i], name, out);
    }
    const int closed = night_file_close(out, path);
    status = status == NIGHT_EXIT_GOOD ? closed : status;
    return status == NIGHT_EXIT_GOOD ? write_command(play, chunk) : status;
}

static int write_round(const struct closure_play *play, const struct closure_corpus *corpus,
                       const struct closure_run *run, size_t n)
{
    int64_t chunks = 1;
    int status = clear_round(play);

    (void)night_number(play->jobs, &chunks);
    for (int64_t c = 0; c < chunks && c < (int64_t)n && status == NIGHT_EXIT_GOOD; c++) {
        status = write_chunk(play, corpus, run, n, c, chunks);
    }
    return status;
}

/* Wait for the engine. A signal that would end this process asks the engine to end, and the wait
 * goes on. @return the engine's exit status, or -1: a signal came. */
static int follow(pid_t engine, const sigset_t *signals)
{
    int status = 0, stopped = 0;

    while (waitpid(engine, &status, WNOHANG) == 0) {
        const struct timespec pause = {0, 50000000};
        const int number = sigtimedwait(signals, NULL, &pause);
        if (number > 0 && number != SIGCHLD) {
            stopped = number;
            (void)kill(engine, SIGTERM);
        }
    }
    if (stopped != 0) {
        night_say("stopped by SIG%s", sigabbrev_np(stopped));
        return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int engine(const struct closure_play *play, int *status)
{
    char folder[PATH_MAX];
    sigset_t signals, before;

    night_signals_hold(&signals, &before);
    path_of(folder, play, "round");
    const pid_t child = fork();
    if (child == 0) {
        (void)sigprocmask(SIG_SETMASK, &before, NULL);
        (void)execl("sim/chunks.sh", "sim/chunks.sh", play->engine, folder, play->jobs,
                    (char *)NULL);
        fprintf(stderr, "closure: sim/chunks.sh: %s\n", strerror(errno));
        _exit(127);
    }
    *status = child > 0 ? follow(child, &signals) : 127;
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return *status == -1 ? NIGHT_EXIT_SPENT : NIGHT_EXIT_GOOD;
}

/* Read the processor times of the runs, by their number, from the lines `WORD p f s NAME CPU WALL`
 * of the results. */
static void read_times(const struct closure_play *play, size_t first, struct closure_run *run,
                       size_t n)
{
    char path[PATH_MAX], line[512];

    for (int64_t chunk = 0; chunk < (int64_t)n; chunk++) {
        FILE *in = fopen(path_of(path, play, "round/c%03" PRId64 ".results", chunk), "r");
        while (in != NULL && fgets(line, sizeof(line), in) != NULL) {
            char *word[6];
            int64_t number = 0, cpu_ms = 0;
            if (night_words(line, word, 6) == 6 && word[4][0] == 'r' &&
                night_number(word[4] + 1, &number) == 0 && night_number(word[5], &cpu_ms) == 0 &&
                (size_t)number >= first && (size_t)number < first + n) {
                run[(size_t)number - first].cpu_ms = cpu_ms;
            }
        }
        if (in == NULL) {
            return;
        }
        (void)fclose(in);
    }
}

/* Whether the run compared less than the test's minimum: then its weights are to blame, and it is
 * no finding. */
static bool starved(const struct night_result *result)
{
    return strstr(result->why, "the test needs at least") != NULL;
}

static int keep_failed(struct closure_play *play, const char *name)
{
    char from[PATH_MAX], to[PATH_MAX];

    play->failed++;
    if (make_folder(path_of(to, play, "failed")) != NIGHT_EXIT_GOOD) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    return rename(path_of(from, play, "round/%s", name), path_of(to, play, "failed/%s", name)) == 0
               ? NIGHT_EXIT_GOOD
               : night_file_cannot(to);
}

/* Keep the weights of a passed run under their hash if the run has met a hole first; otherwise
 * remove them. */
static int keep_weights(const struct closure_play *play, const struct closure_run *run,
                        const char *name)
{
    char from[PATH_MAX], to[PATH_MAX];

    path_of(from, play, "weights/%s.tsv", name);
    path_of(to, play, "weights/%s.tsv", run->hash);
    if ((run->won != 0 ? rename(from, to) : unlink(from)) == 0) {
        return NIGHT_EXIT_GOOD;
    }
    return night_file_cannot(run->won != 0 ? to : from);
}

static int read_bins(const struct closure_play *play, const char *name, struct spe_cover_run *bins)
{
    char path[PATH_MAX];
    struct spe_log_error err;

    path_of(path, play, "round/%s/bins", name);
    if (spe_cover_read(play->reader, path, bins, &err) != SPE_OK) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "%s: %s", path, err.text);
    }
    if (bins->config_hash != play->config_hash) {
        return night_fail(NIGHT_EXIT_USAGE,
                          "%s is of another configuration than %s: it must be"
                          " built anew",
                          play->simulator, play->config);
    }
    return NIGHT_EXIT_GOOD;
}

static int take(struct closure_play *play, struct closure_corpus *corpus, struct closure_run *run)
{
    char name[16], path[PATH_MAX];
    struct night_result result;
    struct spe_cover_run bins = {.n_met = 0};

    closure_name(corpus->runs, name);
    night_result_read(&result, path_of(path, play, "round/%s", name));
    run->passed = result.passed;
    run->cycles = result.cycles;
    run->own = moved(corpus, run);
    run->stim = strtoull(result.stim, NULL, 0);
    (void)snprintf(run->hash, sizeof(run->hash), "%.23s", result.weights);
    play->cpu_ms += run->cpu_ms;
    int status = run->passed ? read_bins(play, name, &bins) : NIGHT_EXIT_GOOD;
    if (status == NIGHT_EXIT_GOOD) {
        status = closure_corpus_add(corpus, run, bins.met, bins.n_met);
    }
    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    const struct closure_run *taken = &corpus->run[corpus->runs - 1];
    if (!taken->passed && !starved(&result)) {
        return keep_failed(play, name);
    }
    return taken->own ? keep_weights(play, taken, name) : NIGHT_EXIT_GOOD;
}

int closure_play(struct closure_play *play, struct closure_corpus *corpus, struct closure_run *run,
                 size_t n)
{
    int ended = 0;
    int status = write_round(play, corpus, run, n);

    if (status == NIGHT_EXIT_GOOD) {
        status = engine(play, &ended);
    }
    if (status == NIGHT_EXIT_GOOD && ended != 0) {
        status = night_fail(NIGHT_EXIT_ENVIRONMENT, "a round did not come to its end (status %d)",
                            ended);
    }
    if (status == NIGHT_EXIT_GOOD) {
        read_times(play, corpus->runs, run, n);
    }
    for (size_t i = 0; i < n; i++) {
        if (status == NIGHT_EXIT_GOOD) {
            status = take(play, corpus, &run[i]);
        } else {
            free(run[i].vector);
        }
    }
    return status;
}

void closure_command(const struct closure_play *play, const struct closure_run *run, char *dst,
                     size_t dst_bytes)
{
    int n = snprintf(dst, dst_bytes, "%s --config %s --test %s --seed %" PRIu64 "%s%s",
                     play->simulator, play->config, run->test, run->seed,
                     run->options[0] != '\0' ? " " : "", run->options);

    if (run->own && n > 0 && (size_t)n < dst_bytes) {
        (void)snprintf(dst + n, dst_bytes - (size_t)n,
                       " --weights %s/weights/%s.tsv"
                       " --weights-hash %s",
                       play->out, run->hash, run->hash);
    }
}
