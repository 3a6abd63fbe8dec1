/* SPDX-License-Identifier: Apache-2.0
 *
 * shrink RUN OUT LAUNCH SECONDS [OPTION VALUE]: the smallest part of the run in the directory RUN
 * that fails as it does, or as it does with OPTION: by delta debugging over episodes, the actions
 * of each and its settings, then, of any test, over its steps and their operations. What was found
 * is left in OUT, as a run leaves it (sim/shrink.sh, tb/README.md). LAUNCH holds each run to its
 * limits; after SECONDS of processor time behind the whole run, or with a signal, no further part
 * is tried. Status: as of the nights; 128 and the number of the signal that ended the search.
 */
#define _POSIX_C_SOURCE 200809L

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "ddmin.h"
#include "night.h"
#include "run.h"

enum {
    RUNS = 200,
    SECONDS = 30,
    RUNS_OF_END = 2,
    STEPS_SHOWN = 40,
    LIMIT_OF_WHOLE = 600,
    STOPPED = 128
};

struct shrink {
    struct shrink_command command;
    struct shrink_part best, trial;
    struct shrink_shown whole, shown;
    struct shrink_streams streams;
    unsigned all_steps; /* number of steps before any was left out */
    char out[4000];
    double start, begin; /* of the program; of the search */
    unsigned seconds;    /* budget of the search */
    unsigned most_runs;  /* limit of runs: RUNS, scaled with `seconds` / SECONDS */
    unsigned runs, run_seconds;
    const char *given; /* added option with its value, NULL: none */
    bool spent;        /* the budget or a signal has ended the search */
    int64_t cycle;     /* first finding of the best part, 0: no finding */
    bool ending;       /* the end of the test is searched for, with the runs reserved */
    int failure;       /* errno of a run that could not be started */
};

/* The signal that asks for the end of the search, or 0. The part found so far is then the result,
 * as after a spent budget. A second signal ends the program. */
static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    stopped = signal;
}

static void await_stop(void)
{
    struct sigaction action = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND};

    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
}

/* Processor time of the runs, not wall time: a busy machine must not reduce the number of runs. */
static double now(void)
{
    struct rusage used;

    (void)getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

static enum shrink_trial play(struct shrink *s)
{
    s->spent |=
        !s->ending && (s->runs >= s->most_runs - 2 * RUNS_OF_END || now() - s->begin > s->seconds);
    if (s->failure || stopped || (s->spent && !s->ending)) {
        return SHRINK_STOP;
    }
    s->runs++;
    s->failure = shrink_run(&s->command, &s->trial, s->out, s->run_seconds, &s->shown);
    s->spent |= stopped != 0;
    if (s->failure || stopped) { /* a stopped run shows nothing */
        return SHRINK_STOP;
    }
    if (!s->shown.failed || !shrink_same(&s->shown.meaning, &s->whole.meaning)) {
        return SHRINK_OTHER;
    }
    s->cycle = s->shown.cycle;
    return SHRINK_SAME;
}

/* Try the best part so far, with its list `list` (in s->trial) replaced by `part`. */
static enum shrink_trial try_list(struct shrink *s, struct shrink_list *list, const unsigned *part,
                                  size_t n)
{
    s->trial = s->best;
    memcpy(list->number, part, n * sizeof(*part));
    list->n = n;
    return play(s);
}

static enum shrink_trial try_episodes(void *user, const unsigned *part, size_t n)
{
    struct shrink *s = user;

    return try_list(s, &s->trial.episodes, part, n);
}

static enum shrink_trial try_actions(void *user, const unsigned *part, size_t n)
{
    struct shrink *s = user;

    return try_list(s, &s->trial.actions, part, n);
}

static enum shrink_trial try_settings(void *user, const unsigned *part, size_t n)
{
    struct shrink *s = user;

    return try_list(s, &s->trial.drawn, part, n);
}

static enum shrink_trial try_steps(void *user, const unsigned *part, size_t n)
{
    struct shrink *s = user;

    return try_list(s, &s->trial.steps, part, n);
}

static enum shrink_trial try_ops(void *user, const unsigned *part, size_t n)
{
    struct shrink *s = user;

    return try_list(s, &s->trial.ops, part, n);
}

/* Failures often come from the end: try only the last number, then the last two, four, and so on.
 */
static void take_last(struct shrink *s, struct shrink_list *all, shrink_try_fn try)
{
    for (size_t n = 1; n < all->n; n *= 2) {
        unsigned *last = all->number + all->n - n;
        const enum shrink_trial trial = try(s, last, n);
        if (trial == SHRINK_OTHER) {
            continue;
        }
        if (trial == SHRINK_SAME) {
            memmove(all->number, last, n * sizeof(*last));
            all->n = n;
        }
        return;
    }
}

static void fill(struct shrink_list *list, unsigned n)
{
    list->n = n < SHRINK_PARTS ? n : SHRINK_PARTS;
    for (unsigned i = 0; i < list->n; i++) {
        list->number[i] = i;
    }
}

static void shrink_list(struct shrink *s, struct shrink_list *list, shrink_try_fn try)
{
    static unsigned trial[SHRINK_PARTS];

    list->n = shrink_ddmin(list->number, trial, list->n, try, s);
}

/* Shrink a long list of which little is needed: take its last part, then leave out what is not
 * needed. */
static void shrink_long_list(struct shrink *s, struct shrink_list *list, shrink_try_fn try)
{
    static unsigned trial[SHRINK_PARTS];

    take_last(s, list, try);
    list->n = shrink_leave_out(list->number, trial, list->n, try, s);
}

/* A setting that is not drawn has its plain value. Mostly none is needed: that is tried first. */
static void shrink_settings(struct shrink *s)
{
    if (try_settings(s, s->best.drawn.number, 0) == SHRINK_SAME) {
        s->best.drawn.n = 0;
        return;
    }
    shrink_list(s, &s->best.drawn, try_settings);
}

/* Shrink a random session. It names all settings: then spu_sim need not count the episodes. */
static void shrink_session(struct shrink *s)
{
    const bool chosen = s->best.chosen;

    if (s->best.episodes.n == 0) {
        fill(&s->best.episodes, s->streams.episodes);
    }
    if (s->best.actions.n == 0) {
        fill(&s->best.actions, s->streams.actions);
    }
    if (!chosen) {
        s->best.chosen = true;
        fill(&s->best.drawn, (unsigned)s->command.settings.n);
    }
    take_last(s, &s->best.episodes, try_episodes);
    shrink_list(s, &s->best.episodes, try_episodes);
    shrink_list(s, &s->best.actions, try_actions);
    shrink_settings(s);
    if (s->best.drawn.n == s->command.settings.n) {
        s->best.chosen = chosen;
    }
}

/* Play a part with one more word in the command. @return as shrink_run(). */
static int play_with(struct shrink *s, const struct shrink_part *part, char *word, unsigned seconds,
                     struct shrink_shown *shown)
{
    s->command.word[s->command.words++] = word;
    const int failure = shrink_run(&s->command, part, s->out, seconds, shown);
    s->command.words--;
    return failure;
}

/* Play the best part with --print-steps. @return whether the run has told its steps. */
static bool tell_steps(struct shrink *s)
{
    static char print_steps[] = "--print-steps";

    s->runs++;
    s->failure = play_with(s, &s->best, print_steps, s->run_seconds, &s->shown);
    if (s->failure || !s->shown.failed) {
        return false;
    }
    shrink_steps_read(&s->streams, s->out, s->shown.cycle);
    return s->streams.steps > 0;
}

/* Shrink the steps. The search starts with the steps that begin before the first finding, or with
 * all. A step that is left out still shows the test what it did before, so later steps stay the
 * same. */
static void shrink_steps(struct shrink *s)
{
    struct shrink_list *steps = &s->best.steps;
    const size_t given = steps->n;

    if (s->spent || !tell_steps(s) || s->streams.steps > SHRINK_PARTS) {
        return;
    }
    s->all_steps = s->streams.steps;
    if (given == 0) {
        fill(steps, s->streams.steps);
    }
    size_t n = steps->n;
    while (n > 1 && steps->number[n - 1] >= s->streams.found) {
        n--;
    }
    if (try_steps(s, steps->number, n) == SHRINK_SAME) {
        steps->n = n;
    } else if (try_steps(s, steps->number, steps->n) != SHRINK_SAME) {
        steps->n = given;
        return;
    }
    shrink_long_list(s, steps, try_steps);
    if (steps->n == s->all_steps) {
        steps->n = given;
    }
}

/* Shrink the operations that the SPU sees; of very many operations only the last ones are tried. */
static void shrink_ops(struct shrink *s)
{
    struct shrink_list *ops = &s->best.ops;
    const size_t given = ops->n;

    if (s->spent || !tell_steps(s) || s->streams.ops < 2) {
        return;
    }
    const unsigned all = s->streams.ops, first = all > SHRINK_PARTS ? all - SHRINK_PARTS : 0;
    if (given == 0) {
        fill(ops, all - first);
        for (size_t i = 0; i < ops->n; i++) {
            ops->number[i] += first;
        }
    }
    if (first > 0 && try_ops(s, ops->number, ops->n) != SHRINK_SAME) {
        ops->n = given;
        return;
    }
    shrink_long_list(s, ops, try_ops);
    if (ops->n == all) {
        ops->n = given;
    }
}

/* Try to end the test at the first finding, or a little later if the finding needs that to be
 * reported. */
static void shrink_end(struct shrink *s)
{
    static const unsigned more[RUNS_OF_END] = {0, 64};
    const int64_t cycle = s->cycle;

    s->ending = true;
    for (size_t i = 0; cycle > 0 && i < RUNS_OF_END; i++) {
        const int64_t until = cycle + more[i];
        if (until > UINT_MAX || (s->best.until > 0 && until >= s->best.until)) {
            break;
        }
        s->trial = s->best;
        s->trial.until = (unsigned)until;
        if (play(s) == SHRINK_SAME) {
            s->best.until = s->trial.until;
            break;
        }
    }
    s->ending = false;
}

/* Play the whole run, with its streams printed if the test has streams. */
static int play_whole(struct shrink *s)
{
    static char print_streams[] = "--print-streams";

    s->runs++;
    int failure = play_with(s, &s->trial, print_streams, LIMIT_OF_WHOLE, &s->whole);
    shrink_streams_read(&s->streams, &s->command.settings, s->out);
    if (failure == 0 && !s->whole.failed) { /* a test without streams refuses the option */
        s->runs++;
        failure = shrink_run(&s->command, &s->trial, s->out, LIMIT_OF_WHOLE, &s->whole);
    }
    return failure;
}

static void print_part(const struct shrink *s)
{
    static struct shrink_option options[SHRINK_OPTIONS];

    fputs("part:", stdout);
    (void)shrink_part_options(options, &s->best, &s->command.settings); /* it has been played */
    for (size_t i = 0; i < SHRINK_OPTIONS; i++) {
        if (options[i].given) {
            printf(" %s %s", options[i].name, options[i].value);
        }
    }
    putchar('\n');
}

/* Print how much of a session's parts is left. */
static void print_session(const struct shrink *s)
{
    if (s->streams.episodes == 0) {
        return;
    }
    printf(", %zu of %u episodes, %zu of %u actions", s->best.episodes.n, s->streams.episodes,
           s->best.actions.n, s->streams.actions);
    if (s->best.chosen) {
        printf(", %zu of %zu settings", s->best.drawn.n, s->command.settings.n);
    }
}

static void print_steps(const struct shrink *s)
{
    if (s->best.steps.n > 0) {
        printf(", %zu of %u steps", s->best.steps.n, s->all_steps);
    }
}

static int report(struct shrink *s)
{
    const bool shown = s->best.steps.n > 0 && s->best.steps.n <= STEPS_SHOWN;

    if (shown && tell_steps(s)) {
        shrink_steps_print(s->out);
    }
    s->trial = s->best;
    s->failure = shrink_run(&s->command, &s->trial, s->out, LIMIT_OF_WHOLE, &s->shown);
    if (s->failure || !s->shown.failed || !shrink_same(&s->shown.meaning, &s->whole.meaning)) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "%s: the smallest part does not fail again",
                          s->out);
    }
    printf("%s %s: %lld of %lld operations, %lld of %lld cycles", s->whole.meaning.check,
           s->whole.meaning.field, (long long)s->shown.result.ops, (long long)s->whole.result.ops,
           (long long)s->shown.result.cycles, (long long)s->whole.result.cycles);
    print_session(s);
    print_steps(s);
    printf("; %u run%s, %.1f s\n", s->runs, night_plural(s->runs), now() - s->start);
    if (stopped) {
        printf("stopped by a signal: a smaller part may fail, too\n");
    } else if (s->spent) {
        printf("the budget of %u runs and %u s ended the search: a smaller part may fail, too\n",
               s->most_runs, s->seconds);
    }
    print_part(s);
    const int status = night_finish(NIGHT_EXIT_GOOD);
    return status == NIGHT_EXIT_GOOD && stopped ? STOPPED + stopped : status;
}

/* @return 0, or the exit status after one line. */
static int take_arguments(struct shrink *s, char **argv)
{
    int64_t seconds;
    const char *why = shrink_command_read(&s->command, argv[1]);

    if (why) {
        return night_fail(NIGHT_EXIT_USAGE, "%s: %s", argv[1], why);
    }
    if ((size_t)snprintf(s->out, sizeof(s->out), "%s", argv[2]) >= sizeof(s->out)) {
        return night_fail(NIGHT_EXIT_USAGE, "%s: the name is too long", argv[2]);
    }
    s->command.launch = argv[3];
    if (night_number(argv[4], &seconds) != 0 || seconds > UINT32_MAX) {
        return night_fail(NIGHT_EXIT_USAGE, "%s: no number of seconds", argv[4]);
    }
    s->seconds = (unsigned)seconds;
    s->given = argv[5] ? argv[6] : NULL;
    for (char **word = argv + 5; *word != NULL; word++) { /* there is room for eight more */
        s->command.word[s->command.words++] = *word;
    }
    s->most_runs = RUNS * (s->seconds > SECONDS ? s->seconds / SECONDS : 1);
    s->best = s->trial = s->command.part;
    return NIGHT_EXIT_GOOD;
}

static int cannot_play(const struct shrink *s)
{
    return night_fail(NIGHT_EXIT_ENVIRONMENT, "%s: %s", s->command.word[0], strerror(s->failure));
}

/* Say why the run has shown no failure. @return the exit status after one line. */
static int no_failure(const struct shrink *s, const char *run)
{
    const int status = s->whole.status;

    if (status == 0) {
        return night_fail(NIGHT_EXIT_FOUND, "%s: %s%s%sthe run does not fail today", run,
                          s->given ? "with " : "", s->given ? s->given : "", s->given ? " " : "");
    }
    if (status == NIGHT_EXIT_USAGE) {
        return night_fail(NIGHT_EXIT_USAGE, "%s: the run is refused today, see %s.out", run,
                          s->out);
    }
    if (status == SHRINK_LIMIT) {
        return night_fail(NIGHT_EXIT_SPENT, "%s: the run has met a limit, see %s.out", run, s->out);
    }
    return night_fail(NIGHT_EXIT_ENVIRONMENT, "%s: the run cannot be played: status %d, see %s.out",
                      run, status, s->out);
}

/* Play the whole run and begin the search. @return 0, or the exit status after one line. */
static int begin(struct shrink *s, const char *run)
{
    s->start = now();
    s->failure = play_whole(s);
    if (s->failure) {
        return cannot_play(s);
    }
    if (!s->whole.failed) {
        return no_failure(s, run);
    }
    const char *why = shrink_command_settings(&s->command);
    if (why) {
        return night_fail(NIGHT_EXIT_USAGE, "%s: %s", run, why);
    }
    s->best = s->command.part;
    s->cycle = s->whole.cycle;
    s->begin = now();
    s->run_seconds = (unsigned)(2 * (s->begin - s->start)) + 2;
    return NIGHT_EXIT_GOOD;
}

int main(int argc, char **argv)
{
    static struct shrink s;

    if (argc != 5 && argc != 7) {
        return night_fail(NIGHT_EXIT_USAGE, "usage: shrink RUN OUT LAUNCH SECONDS [OPTION VALUE]");
    }
    int status = take_arguments(&s, argv);
    status = status == NIGHT_EXIT_GOOD ? begin(&s, argv[1]) : status;
    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    await_stop();
    if (s.streams.episodes > 0) {
        shrink_session(&s);
    }
    shrink_steps(&s);
    shrink_end(&s);
    shrink_ops(&s);
    shrink_end(&s);
    return s.failure ? cannot_play(&s) : report(&s);
}
