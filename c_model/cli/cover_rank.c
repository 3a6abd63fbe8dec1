/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cover_report.h"
#include "spe/status.h"

/* `spe cover --rank`: a small set of runs with the coverage of all runs. The search is greedy: the
 * next run is the one with the most bins that no run of the set has met. At the end, a run is left
 * out if the others of the set have met all its bins. The same bin in two configurations counts
 * twice. */

struct rank {
    const struct cover_merge *merge;
    unsigned *met;    /* by configuration and bin: how many runs of the set have met it */
    uint64_t *cycles; /* of each run, UINT64_MAX: not known */
    size_t *most; /* of each run: upper bound of the bins it would add; 0: the run is in the set */
    size_t *set;  /* numbers of runs, in the order in which they were taken */
    size_t n;
};

/* Cycles of the run, from the verdict beside its file. */
static uint64_t cycles_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const int folder = slash != NULL ? (int)(slash - path) + 1 : 0;
    uint64_t cycles = UINT64_MAX;
    char name[4096], line[1024];

    (void)snprintf(name, sizeof(name), "%.*sverdict", folder, path);
    FILE *in = fopen(name, "r");
    while (in != NULL && fgets(line, sizeof(line), in) != NULL) {
        const char *at = strncmp(line, "RESULT ", 7) == 0 ? strstr(line, " cycles=") : NULL;
        if (at != NULL) {
            cycles = strtoull(at + strlen(" cycles="), NULL, 10);
        }
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    return cycles;
}

static unsigned *met_of(const struct rank *r, const struct cover_run *run, size_t i)
{
    return &r->met[run->config * spe_cover_bins() + run->met[i].bin];
}

static size_t gain_of(const struct rank *r, const struct cover_run *run)
{
    size_t gain = 0;

    for (size_t i = 0; i < run->n_met; i++) {
        gain += *met_of(r, run, i) == 0;
    }
    return gain;
}

static void count_met(struct rank *r, const struct cover_run *run, unsigned n)
{
    for (size_t i = 0; i < run->n_met; i++) {
        *met_of(r, run, i) += n;
    }
}

/* The run that adds the most bins. What a run adds never grows, so most runs need not be counted
 * anew. */
static size_t best_run(struct rank *r)
{
    size_t best = 0, gain = 0;

    for (size_t i = 0; i < r->merge->n_runs; i++) {
        if (r->most[i] == 0 || r->most[i] < gain ||
            (r->most[i] == gain && r->cycles[i] >= r->cycles[best])) {
            continue;
        }
        r->most[i] = gain_of(r, &r->merge->run[i]);
        if (r->most[i] > gain ||
            (gain != 0 && r->most[i] == gain && r->cycles[i] < r->cycles[best])) {
            best = i;
            gain = r->most[i];
        }
    }
    return gain != 0 ? best : r->merge->n_runs;
}

/* Remove runs whose bins the others of the set have met, the run taken last first. */
static void prune(struct rank *r)
{
    for (size_t k = r->n; k-- > 0;) {
        const struct cover_run *run = &r->merge->run[r->set[k]];
        bool needed = false;
        for (size_t i = 0; i < run->n_met; i++) {
            needed |= *met_of(r, run, i) == 1;
        }
        if (!needed) {
            count_met(r, run, -1u);
            memmove(&r->set[k], &r->set[k + 1], (r->n - k - 1) * sizeof(*r->set));
            r->n--;
        }
    }
}

static void choose_runs(struct rank *r)
{
    for (size_t i = 0; i < r->merge->n_runs; i++) {
        r->cycles[i] = cycles_of(r->merge->run[i].path);
        r->most[i] = r->merge->run[i].n_met;
    }
    for (size_t run = best_run(r); run < r->merge->n_runs; run = best_run(r)) {
        r->set[r->n++] = run;
        r->most[run] = 0;
        count_met(r, &r->merge->run[run], 1);
    }
    prune(r);
}

static void print_set(struct rank *r)
{
    size_t sum = 0;

    memset(r->met, 0, r->merge->n * spe_cover_bins() * sizeof(*r->met));
    printf("%8s %8s %12s  %s\n", "new", "bins", "cycles", "run");
    for (size_t k = 0; k < r->n; k++) {
        const struct cover_run *run = &r->merge->run[r->set[k]];
        const size_t gain = gain_of(r, run);
        char cycles[24] = "-";
        if (r->cycles[r->set[k]] != UINT64_MAX) {
            (void)snprintf(cycles, sizeof(cycles), "%" PRIu64, r->cycles[r->set[k]]);
        }
        sum += gain;
        count_met(r, run, 1);
        printf("%8zu %8zu %12s  %s %s seed %" PRIu64 "  %s\n", gain, sum, cycles,
               r->merge->config[run->config].cfg.name, run->test, run->seed, run->path);
    }
    printf("%zu of %zu run%s met the %zu bin%s of all\n", r->n, r->merge->n_runs,
           r->merge->n_runs == 1 ? " has" : "s have", sum, sum == 1 ? "" : "s");
}

int cover_print_rank(const struct cover_merge *merge)
{
    struct rank r = {.merge = merge,
                     .met = calloc(merge->n * spe_cover_bins(), sizeof(*r.met)),
                     .cycles = calloc(merge->n_runs, sizeof(*r.cycles)),
                     .most = calloc(merge->n_runs, sizeof(*r.most)),
                     .set = calloc(merge->n_runs, sizeof(*r.set))};
    int status = SPE_EXIT_GOOD;

    if (r.met == NULL || r.cycles == NULL || r.most == NULL || r.set == NULL) {
        status = spe_cli_fail(SPE_EXIT_ENVIRONMENT, "cover", "%s", spe_status_text(SPE_ENOMEM));
    } else {
        choose_runs(&r);
        print_set(&r);
    }
    free(r.met);
    free(r.cycles);
    free(r.most);
    free(r.set);
    return status;
}
