/* SPDX-License-Identifier: Apache-2.0 */
#include "cover_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "spe/status.h"

/* Sums, lists and tables of functional coverage. */

/* "57.1%", or "-" where nothing is possible. */
static void percent(size_t hit, size_t possible, char dst[16])
{
    if (possible == 0) {
        (void)snprintf(dst, 16, "-");
    } else {
        (void)snprintf(dst, 16, "%.1f%%", 100.0 * (double)hit / (double)possible);
    }
}

static void print_groups(const struct cover_merge *merge)
{
    struct spe_cover_group g;
    size_t possible, hit;
    char share[16];

    printf("%-12s %6s %6s %7s  %s\n", "group", "bins", "met", "", "what");
    for (size_t i = 0; spe_cover_group(i, &g) == SPE_OK; i++) {
        cover_merge_count(merge, NULL, g.first, g.bins, &possible, &hit);
        percent(hit, possible, share);
        printf("%-12s %6zu %6zu %7s  %s (%s)\n", g.name, possible, hit, share, g.title, g.section);
    }
}

static void print_configs(const struct cover_merge *merge)
{
    size_t possible, hit;
    char share[16];

    printf("\n%-16s %6s %6s %6s %6s\n", "configuration", "runs", "failed", "bins", "met");
    for (size_t i = 0; i < merge->n; i++) {
        const struct cover_config *c = &merge->config[i];
        cover_merge_count(merge, c, 0, spe_cover_bins(), &possible, &hit);
        percent(hit, possible, share);
        printf("%-16s %6" PRIu64 " %6" PRIu64 " %6zu %6zu %7s\n", c->cfg.name, c->runs, c->failed,
               possible, hit, share);
    }
}

void cover_print_sum(const struct cover_merge *merge)
{
    print_groups(merge);
    print_configs(merge);
}

void cover_print_counts(const struct cover_merge *merge)
{
    char name[96];

    for (size_t i = 0; i < merge->n; i++) {
        const struct cover_config *c = &merge->config[i];
        for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
            if (c->count[bin] != 0 && spe_cover_name(bin, name, sizeof(name)) > 0) {
                printf("%s %s %" PRIu64 "\n", c->cfg.name, name, c->count[bin]);
            }
        }
    }
}

static void print_hole(const struct cover_config *c, size_t bin)
{
    char name[96], meaning[256];

    (void)spe_cover_name(bin, name, sizeof(name));
    (void)spe_cover_meaning(bin, meaning, sizeof(meaning));
    printf("%s %s: %s\n", c->cfg.name, name, meaning);
}

void cover_print_holes(const struct cover_merge *merge)
{
    size_t holes = 0;

    for (size_t i = 0; i < merge->n; i++) {
        for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
            if (cover_is_hole(&merge->config[i], bin)) {
                print_hole(&merge->config[i], bin);
                holes++;
            }
        }
    }
    printf("# %zu hole%s\n", holes, holes == 1 ? "" : "s");
}

size_t cover_print_impossible(const struct cover_merge *merge)
{
    char name[96], meaning[256];
    size_t met = 0;

    for (size_t i = 0; i < merge->n; i++) {
        const struct cover_config *c = &merge->config[i];
        for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
            if (c->count[bin] == 0 || c->possible[bin]) {
                continue;
            }
            (void)spe_cover_name(bin, name, sizeof(name));
            (void)spe_cover_meaning(bin, meaning, sizeof(meaning));
            fprintf(stderr, "spe cover: %s has met %s, which it cannot meet: %s\n", c->cfg.name,
                    name, meaning);
            met++;
        }
    }
    return met;
}

/* @return bins of the group that a configuration can meet and has not met; the first is printed. */
static size_t holes_of(const struct cover_merge *merge, const struct spe_cover_group *g)
{
    size_t holes = 0;
    char name[96];

    for (size_t k = 0; k < merge->n; k++) {
        const struct cover_config *c = &merge->config[k];
        for (size_t bin = g->first; bin < g->first + g->bins; bin++) {
            if (cover_is_hole(c, bin) && holes++ == 0) {
                (void)spe_cover_name(bin, name, sizeof(name));
                fprintf(stderr, "spe cover: %s never met %s", c->cfg.name, name);
            }
        }
    }
    if (holes > 0) {
        fprintf(stderr, ", in all %zu hole%s in group %s (--holes says which)\n", holes,
                holes == 1 ? "" : "s", g->name);
    }
    return holes;
}

/* Take the next group of *list, a list separated by commas. @return whether there was one. */
static bool next_group(const char **list, struct spe_cover_group *g)
{
    size_t n = strcspn(*list, ","), i = 0;

    while (spe_cover_group(i, g) == SPE_OK &&
           (strlen(g->name) != n || strncmp(g->name, *list, n) != 0)) {
        i++;
    }
    if (i == spe_cover_groups()) {
        return false;
    }
    *list += n + ((*list)[n] == ',');
    return true;
}

/* The first name of `list` is no group: say which groups there are. */
static int unknown_group(const char *option, const char *list)
{
    char all[512] = "";
    struct spe_cover_group g;

    for (size_t i = 0; spe_cover_group(i, &g) == SPE_OK; i++) {
        const size_t used = strlen(all);
        (void)snprintf(all + used, sizeof(all) - used, " %s", g.name);
    }
    return spe_cli_fail(SPE_EXIT_USAGE, "cover", "%s: no group '%.*s': allowed:%s", option,
                        (int)strcspn(list, ","), list, all);
}

int cover_check_groups(const char *option, const char *list)
{
    struct spe_cover_group g;

    do {
        if (list != NULL && !next_group(&list, &g)) {
            return unknown_group(option, list);
        }
    } while (list != NULL && *list != '\0');
    return SPE_EXIT_GOOD;
}

int cover_check_need(const struct cover_merge *merge, const char *need)
{
    int status = SPE_EXIT_GOOD;
    struct spe_cover_group g;

    while (*need != '\0' && next_group(&need, &g)) {
        status = holes_of(merge, &g) > 0 ? SPE_EXIT_FOUND : status;
    }
    return status;
}

/* Print how often each configuration met the bin, if one of them can meet it. */
static void print_row(const struct cover_merge *merge, const struct spe_cover_group *g, size_t bin)
{
    bool can = false;
    char name[96];

    for (size_t k = 0; k < merge->n; k++) {
        can |= merge->config[k].possible[bin] || merge->config[k].count[bin] != 0;
    }
    if (!can || spe_cover_name(bin, name, sizeof(name)) <= 0) {
        return;
    }
    printf("  %-34s", name + strlen(g->name) + 1);
    for (size_t k = 0; k < merge->n; k++) {
        const struct cover_config *c = &merge->config[k];
        if (c->possible[bin] || c->count[bin] != 0) {
            printf(" %12" PRIu64, c->count[bin]);
        } else {
            printf(" %12s", "-");
        }
    }
    (void)putchar('\n');
}

void cover_print_table(const struct cover_merge *merge, const char *table)
{
    struct spe_cover_group g;

    printf("%-36s", "");
    for (size_t k = 0; k < merge->n; k++) {
        printf(" %12s", merge->config[k].cfg.name);
    }
    (void)putchar('\n');
    while (*table != '\0' && next_group(&table, &g)) {
        printf("%s: %s (%s)\n", g.name, g.title, g.section);
        for (size_t bin = g.first; bin < g.first + g.bins; bin++) {
            print_row(merge, &g, bin);
        }
    }
}
