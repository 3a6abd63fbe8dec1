/* SPDX-License-Identifier: Apache-2.0 */
#include "round.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "file.h"
#include "night.h"
#include "tsv.h"

enum {
    UNKNOWN_MS = 300, /* assumed time of a run that was never played */
    RUN_CPU = 120,    /* limit of a run, in seconds */
    SLACK = 300000,   /* cycles: more than the bench waits for anything */
    MODELS = 32
};

/* Runs of a mutant in one round, by stage: a mutant in a late stage has survived long, and plays
 * more. */
static const unsigned width[QUALIFY_STAGES] = {1, 1, 2, 4, 4, 8, 16, 4, 16, 16};

/* The same; for random alone, by the number of runs so far. */
static unsigned width_of(const struct qualify_book *b, size_t mutant, size_t row)
{
    const size_t runs = qualify_runs_of(b, mutant), more = runs / 2 + 1;

    if (b->most == 0) {
        return width[b->row[row].stage];
    }
    const size_t most = more < 16 ? more : 16;
    return (unsigned)(b->most - runs < most ? b->most - runs : most);
}

struct chosen {
    size_t mutant, play;
};

struct rounds {
    const struct qualify_book *book;
    struct chosen *chosen;
    size_t n;
    int64_t ms;      /* time that the chosen runs take */
    int upto;        /* last stage */
    bool *requested; /* by play: its clean run is in this round */
};

static int64_t cost(const struct qualify_book *b, size_t play)
{
    const struct qualify_run *clean = qualify_run_of(b, 0, play);

    return clean == NULL ? UNKNOWN_MS : clean->cpu_ms + 1;
}

static int choose(struct rounds *r, size_t mutant, size_t play)
{
    if (night_grow((void **)&r->chosen, r->n, sizeof(*r->chosen)) != 0) {
        return NIGHT_EXIT_ENVIRONMENT;
    }
    r->chosen[r->n++] = (struct chosen){mutant, play};
    r->ms += cost(r->book, play);
    return 0;
}

/* Whether the play is chosen already: two rows of the plan may have the same play. Clean runs can
 * come between the runs of a mutant. */
static bool is_chosen(const struct rounds *r, size_t mutant, size_t play)
{
    for (size_t i = r->n; i > 0; i--) {
        const struct chosen *c = &r->chosen[i - 1];
        if (c->mutant == mutant && c->play == play) {
            return true;
        }
        if (c->mutant != mutant && c->mutant != 0) {
            break;
        }
    }
    return false;
}

/* Choose the clean run: a mutant is compared with it, so it comes one round earlier. */
static int choose_clean(struct rounds *r, size_t play)
{
    if (r->requested[play]) {
        return 0;
    }
    r->requested[play] = true;
    return choose(r, 0, play);
}

/* Choose a run of the mutant, or first the clean run that it is compared with. */
static int choose_run(struct rounds *r, size_t mutant, size_t play)
{
    return qualify_run_of(r->book, 0, play) == NULL ? choose_clean(r, play)
                                                    : choose(r, mutant, play);
}

/* Choose the next runs of a mutant. */
static int choose_for(struct rounds *r, size_t mutant, int reach)
{
    const struct qualify_book *b = r->book;
    unsigned n = 0, most = 1;
    int status = 0;
    const int first = b->mutant[mutant].first - 1;

    if (first >= 0 && qualify_run_of(b, mutant, (size_t)first) == NULL) {
        return choose_run(r, mutant, (size_t)first);
    }

    for (size_t row = 0; row < b->rows && n < most && status == 0; row++) {
        const size_t play = (size_t)b->row[row].play;
        if (!qualify_applies(b, mutant, row) || qualify_run_of(b, mutant, play) != NULL ||
            is_chosen(r, mutant, play)) {
            continue;
        }
        if (b->row[row].stage > reach) {
            break;
        }
        most = n == 0 ? width_of(b, mutant, row) : most;
        n++;
        status = choose_run(r, mutant, play);
    }
    return status;
}

static int choose_all(struct rounds *r, int64_t ms)
{
    const struct qualify_book *b = r->book;
    int status = 0;

    for (size_t i = 1; i < b->mutants && r->ms < ms && status == 0; i++) {
        const int reach = qualify_reach(b, i, r->upto);
        status = reach != 0 ? choose_for(r, i, reach) : 0;
    }
    return status;
}

static void write_row(FILE *out, const struct qualify_book *b, const struct chosen *c)
{
    const struct qualify_play *play = &b->play[c->play];
    const struct qualify_run *clean = qualify_run_of(b, 0, c->play);

    (void)fprintf(out,
                  "m%zu.p%zu\t%s/round/runs/m%zu.p%zu\t0\t-\t--config rtl/configs/%s.cfg %s "
                  "--plusarg +mutant=%zu",
                  c->mutant, c->play, b->dir, c->mutant, c->play, b->model[play->model].config,
                  play->options, c->mutant);
    if (c->mutant != 0 && clean != NULL) {
        (void)fprintf(out, " --first-finding --max-cycles %" PRId64, 3 * clean->cycles + SLACK);
    }
    (void)fputc('\n', out);
}

static int write_command(const struct qualify_book *b, int model, int chunk)
{
    char path[4096];

    (void)snprintf(path, sizeof(path), "%s/round/m%02d.%02d.cmd", b->dir, model, chunk);
    FILE *out = fopen(path, "w");
    if (out != NULL) {
        (void)fprintf(out,
                      "%s --batch %s/round/m%02d.%02d.rows --results %s/round/m%02d.%02d.results "
                      "--cpu %d --resume\n",
                      b->model[model].simulator, b->dir, model, chunk, b->dir, model, chunk,
                      RUN_CPU);
    }
    return night_file_close(out, path);
}

/* Write the runs of one model as `chunks` lists. */
static int write_model(const struct rounds *r, int model, int chunks)
{
    const struct qualify_book *b = r->book;
    int status = 0;

    for (int chunk = 0; chunk < chunks && status == 0; chunk++) {
        char path[4096];
        size_t at = 0, written = 0;
        (void)snprintf(path, sizeof(path), "%s/round/m%02d.%02d.rows", b->dir, model, chunk);
        FILE *out = fopen(path, "w");
        for (size_t i = 0; i < r->n && out != NULL; i++) {
            if (b->play[r->chosen[i].play].model == model &&
                (int)(at++ % (size_t)chunks) == chunk) {
                write_row(out, b, &r->chosen[i]);
                written++;
            }
        }
        status = night_file_close(out, path);
        if (status == 0 && written == 0) {
            (void)remove(path);
        } else if (status == 0) {
            status = write_command(b, model, chunk);
        }
    }
    return status;
}

int qualify_round(const struct qualify_book *b, int64_t ms, int jobs, int upto, size_t *runs)
{
    struct rounds r = {
        .book = b, .upto = upto, .requested = calloc(b->plays + 1, sizeof(*r.requested))};
    int status = r.requested == NULL ? night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory")
                                     : choose_all(&r, ms);

    for (int model = 0; model < (int)b->models && model < MODELS && status == 0; model++) {
        status = write_model(&r, model, jobs);
    }
    *runs = r.n;
    free(r.chosen);
    free(r.requested);
    return status;
}
