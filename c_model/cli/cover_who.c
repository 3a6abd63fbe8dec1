/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "cover_report.h"

/* `spe cover --who`: which runs have met a bin. */

size_t cover_match(const char *pattern, bool *keep)
{
    size_t n = 0;
    char name[96];

    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        (void)spe_cover_name(bin, name, sizeof(name));
        keep[bin] = strcmp(pattern, name) == 0 || fnmatch(pattern, name, 0) == 0;
        n += keep[bin];
    }
    return n;
}

/* How often the run has met the bin. */
static uint64_t times(const struct cover_run *run, size_t bin)
{
    for (size_t i = 0; i < run->n_met; i++) {
        if (run->met[i].bin == bin) {
            return run->met[i].count;
        }
    }
    return 0;
}

static void print_bin(const struct cover_merge *merge, size_t config, size_t bin)
{
    const struct cover_config *c = &merge->config[config];
    char name[96], meaning[256];

    (void)spe_cover_name(bin, name, sizeof(name));
    (void)spe_cover_meaning(bin, meaning, sizeof(meaning));
    printf("%s %s: %s\n", c->cfg.name, name, meaning);
    for (size_t i = 0; i < merge->n_runs; i++) {
        const struct cover_run *run = &merge->run[i];
        const uint64_t n = run->config == config ? times(run, bin) : 0;
        if (n != 0) {
            printf("%12" PRIu64 "  %s seed %" PRIu64 "  %s\n", n, run->test, run->seed, run->path);
        }
    }
    if (c->count[bin] == 0) {
        printf("%12s  no run\n", "-");
    }
}

int cover_print_who(const struct cover_merge *merge, const char *pattern)
{
    size_t shown = 0, holes = 0;

    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        for (size_t k = 0; k < merge->n && merge->keep[bin]; k++) {
            const struct cover_config *c = &merge->config[k];
            if (c->possible[bin] || c->count[bin] != 0) {
                print_bin(merge, k, bin);
                holes += c->count[bin] == 0;
                shown++;
            }
        }
    }
    if (shown == 0) {
        return spe_cli_fail(SPE_EXIT_FOUND, "cover",
                            "--who: none of these configurations can meet '%s'", pattern);
    }
    return holes > 0 ? SPE_EXIT_FOUND : SPE_EXIT_GOOD;
}
