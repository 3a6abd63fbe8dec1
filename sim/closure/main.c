/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "choose.h"
#include "import.h"
#include "night.h"
#include "out.h"
#include "spe/config_file.h"

/* `closure`: rounds of random sessions until a budget is spent (sim/closure.sh). */

static const char usage[] =
    "usage: closure --config NAME --sim FILE --weights FILE --fixed FILE --out DIR [--start FILE]\n"
    "               [--given FILE] [--seed TEXT] [--engine NAME] [--jobs N] [--cpu SECONDS]\n"
    "               [--cycles N] [--runs N] [--options TEXT] [--plain]\n"
    "Random sessions whose weights follow the bins that are not met. sim/closure.sh gives these\n"
    "options, `make closure` starts it (sim/coverage.md).\n";

enum {
    ROUND = 32,   /* runs; independent of the number of jobs, as the choice depends on it */
    ON_SCREEN = 5 /* holes of each class, and bins */
};

struct request {
    const char *config, *simulator, *weights, *fixed, *start, *given, *out, *seed, *engine, *jobs;
    const char *cpu, *cycles, *runs;
    const char *options;
    int plain;
};

/* Everything that lives as long as the program. */
struct closure {
    struct closure_axes axes;
    struct closure_knobs knobs;
    struct closure_corpus corpus;
    struct closure_play play;
    struct closure_choice choice;
    int64_t cpu_ms, cycles, runs; /* the budgets; 0: no limit */
};

static bool spent(const struct closure *c)
{
    return (c->cpu_ms != 0 && c->play.cpu_ms >= c->cpu_ms) ||
           (c->cycles != 0 && c->corpus.cycles >= c->cycles) ||
           (c->runs != 0 && (int64_t)c->corpus.played >= c->runs) ||
           c->corpus.met == closure_possible(&c->corpus);
}

static int read_budget(const char *option, const char *text, int64_t unit, int64_t *value)
{
    if (text == NULL) {
        return NIGHT_EXIT_GOOD;
    }
    if (night_number(text, value) != 0 || *value == 0 || *value > INT64_MAX / unit) {
        return night_fail(NIGHT_EXIT_USAGE, "%s %s: a positive integer is needed", option, text);
    }
    *value *= unit;
    return NIGHT_EXIT_GOOD;
}

static int read_numbers(struct closure *c, const struct request *request)
{
    int64_t seed = 1, jobs = 0;
    int status = read_budget("--cpu", request->cpu, 1000, &c->cpu_ms);

    if (status == NIGHT_EXIT_GOOD) {
        status = read_budget("--cycles", request->cycles, 1, &c->cycles);
    }
    if (status == NIGHT_EXIT_GOOD) {
        status = read_budget("--runs", request->runs, 1, &c->runs);
    }
    if (status == NIGHT_EXIT_GOOD && request->seed != NULL &&
        night_number(request->seed, &seed) != 0) {
        status = night_fail(NIGHT_EXIT_USAGE, "--seed %s: an integer is needed", request->seed);
    }
    if (status == NIGHT_EXIT_GOOD) {
        status = read_budget("--jobs", c->play.jobs, 1, &jobs);
    }
    if (status == NIGHT_EXIT_GOOD && c->cpu_ms == 0 && c->cycles == 0 && c->runs == 0) {
        status = night_fail(NIGHT_EXIT_USAGE, "a budget is needed: --cpu, --cycles or --runs");
    }
    c->choice.seed = (uint64_t)seed;
    return status;
}

/* Open the corpus; `cfg` is the configuration of the sessions. */
static int read_corpus(struct closure *c, struct spe_config *cfg)
{
    struct spe_config_error err;

    if (spe_config_load(cfg, c->play.config, &err) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "%s: %s", c->play.config, err.text);
    }
    c->play.config_hash = spe_config_hash(cfg);
    c->play.reader = spe_cover_reader_create();
    if (c->play.reader == NULL) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    return closure_corpus_open(&c->corpus, cfg, &c->axes, &c->knobs);
}

static int open_corpus(struct closure *c)
{
    struct spe_config *cfg;

    if (spe_config_create(&cfg) != 0) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    const int status = read_corpus(c, cfg);
    spe_config_destroy(cfg);
    return status;
}

static int open_all(struct closure *c, const struct request *request)
{
    int status = read_numbers(c, request);

    if (status == NIGHT_EXIT_GOOD) {
        status = closure_knobs_read(&c->knobs, request->weights, request->fixed);
    }
    if (status == NIGHT_EXIT_GOOD) {
        status = closure_axes_open(&c->axes);
    }
    return status == NIGHT_EXIT_GOOD ? open_corpus(c) : status;
}

static void close_all(struct closure *c)
{
    closure_corpus_close(&c->corpus);
    spe_cover_reader_destroy(c->play.reader);
    closure_axes_close(&c->axes);
    closure_knobs_free(&c->knobs);
}

/* Make a run from a row of the start: test, seed, options. */
static int start_run(const struct closure *c, const struct night_tsv *rows, size_t i,
                     struct closure_run *run)
{
    const struct night_row *row = &rows->row[i];
    int64_t seed = 0;

    if (row->columns != 3 || night_number(row->column[1], &seed) != 0) {
        return night_fail(NIGHT_EXIT_USAGE, "%s:%d: test, seed and options are needed", rows->path,
                          row->line);
    }
    *run = (struct closure_run){.kind = CLOSURE_START,
                                .target = CLOSURE_NONE,
                                .parent = CLOSURE_NONE,
                                .seed = (uint64_t)seed};
    if (snprintf(run->test, sizeof(run->test), "%s", row->column[0]) >= (int)sizeof(run->test) ||
        snprintf(run->options, sizeof(run->options), "%s",
                 strcmp(row->column[2], "-") == 0 ? "" : row->column[2]) >=
            (int)sizeof(run->options)) {
        return night_fail(NIGHT_EXIT_USAGE, "%s:%d: test or options are too long", rows->path,
                          row->line);
    }
    run->weighted = strcmp(run->test, c->choice.test) == 0 && run->options[0] == '\0';
    if (run->weighted) {
        run->vector = malloc(sizeof(*run->vector));
        if (run->vector == NULL) {
            return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
        }
        *run->vector = closure_usual(&c->knobs);
    }
    return NIGHT_EXIT_GOOD;
}

static int play_round(struct closure *c, struct closure_run *run, size_t n)
{
    const size_t first = c->corpus.runs;
    int status = closure_play(&c->play, &c->corpus, run, n);

    if (status == NIGHT_EXIT_GOOD) {
        status = closure_out_runs(&c->play, &c->corpus, first);
    }
    if (status == NIGHT_EXIT_GOOD) {
        status = closure_out_tables(&c->play, &c->corpus);
        fprintf(stderr, "%zu run%s, %.1f Mcycles, %zu of %zu bins\n", c->corpus.played,
                night_plural((int64_t)c->corpus.played), (double)c->corpus.cycles / 1e6,
                c->corpus.met, closure_possible(&c->corpus));
    }
    return status;
}

/* Play all rows of the start in one round. */
static int play_start(struct closure *c, const char *path)
{
    struct night_tsv rows;
    int status = night_tsv_read(&rows, path);

    if (status != NIGHT_EXIT_GOOD) {
        return status;
    }
    struct closure_run *run = calloc(rows.rows + 1, sizeof(*run));
    if (run == NULL) {
        status = night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    } else if (rows.rows == 0) {
        status = night_fail(NIGHT_EXIT_USAGE, "%s names no run", path);
    }
    for (size_t i = 0; i < rows.rows && status == NIGHT_EXIT_GOOD; i++) {
        status = start_run(c, &rows, i, &run[i]);
    }
    if (status == NIGHT_EXIT_GOOD) {
        status = play_round(c, run, rows.rows);
    }
    free(run);
    night_tsv_free(&rows);
    return status;
}

/* Take runs that were played before: a folder of their directories, or a database of nights. */
static int take_given(struct closure *c, const char *path)
{
    struct stat is;
    const bool folder = stat(path, &is) == 0 && S_ISDIR(is.st_mode);
    const int status = (folder ? closure_import_folder
                               : closure_import_night)(&c->play, &c->corpus, path, c->choice.test);

    return status == NIGHT_EXIT_GOOD ? closure_out_runs(&c->play, &c->corpus, 0) : status;
}

static int play_all(struct closure *c, const struct request *r)
{
    struct closure_run run[ROUND];
    int status = r->given != NULL ? take_given(c, r->given) : NIGHT_EXIT_GOOD;

    if (status == NIGHT_EXIT_GOOD && r->start != NULL) {
        status = play_start(c, r->start);
    }
    while (status == NIGHT_EXIT_GOOD && !spent(c)) {
        status = closure_choose(&c->choice, &c->corpus, run, ROUND);
        if (status == NIGHT_EXIT_GOOD) {
            status = play_round(c, run, ROUND);
        }
    }
    return status;
}

/* Write the results, also after a signal. */
static int close_up(struct closure *c, int status)
{
    if (status != NIGHT_EXIT_GOOD && status != NIGHT_EXIT_SPENT) {
        return status;
    }
    closure_out_page(stdout, &c->play, &c->corpus, ON_SCREEN);
    printf("all of it: %s/closure.txt, found.tsv, holes.tsv, runs.tsv\n", c->play.out);
    const bool all = c->corpus.met == closure_possible(&c->corpus);
    return night_finish(all && c->play.failed == 0 ? NIGHT_EXIT_GOOD : NIGHT_EXIT_FOUND);
}

static int misuse(const struct request *r)
{
    if (r->config == NULL || r->simulator == NULL || r->weights == NULL || r->fixed == NULL ||
        r->out == NULL) {
        return night_fail(NIGHT_EXIT_USAGE, "--config, --sim, --weights, --fixed and --out are"
                                            " needed: sim/closure.sh gives them");
    }
    if (r->options != NULL && strlen(r->options) >= CLOSURE_OPTIONS) {
        return night_fail(NIGHT_EXIT_USAGE, "--options takes %d characters at most",
                          CLOSURE_OPTIONS - 1);
    }
    return NIGHT_EXIT_GOOD;
}

int main(int argc, char **argv)
{
    struct request r = {.engine = NULL};
    const struct night_option options[] = {
        {"--config", &r.config, NULL},   {"--sim", &r.simulator, NULL},
        {"--weights", &r.weights, NULL}, {"--fixed", &r.fixed, NULL},
        {"--start", &r.start, NULL},     {"--given", &r.given, NULL},
        {"--out", &r.out, NULL},         {"--seed", &r.seed, NULL},
        {"--engine", &r.engine, NULL},   {"--jobs", &r.jobs, NULL},
        {"--cpu", &r.cpu, NULL},         {"--cycles", &r.cycles, NULL},
        {"--runs", &r.runs, NULL},       {"--options", &r.options, NULL},
        {"--plain", NULL, &r.plain},     {0}};
    static struct closure c;

    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        (void)fputs(usage, stdout);
        return night_finish(NIGHT_EXIT_GOOD);
    }
    if (night_options(argc, argv, options, 0, 0) < 0 || misuse(&r) != NIGHT_EXIT_GOOD) {
        return NIGHT_EXIT_USAGE;
    }
    c.play = (struct closure_play){.simulator = r.simulator,
                                   .config = r.config,
                                   .out = r.out,
                                   .engine = r.engine != NULL ? r.engine : "ninja",
                                   .jobs = r.jobs != NULL ? r.jobs : "1"};
    c.choice = (struct closure_choice){
        .plain = r.plain != 0, .test = "random", .options = r.options != NULL ? r.options : ""};
    int status = open_all(&c, &r);
    if (status == NIGHT_EXIT_GOOD) {
        status = close_up(&c, play_all(&c, &r));
    }
    close_all(&c);
    return status;
}
