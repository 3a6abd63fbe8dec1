/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cover_merge.h"
#include "spe/status.h"

/* `spe cover`: merge files of functional coverage, print what is covered and what is not. */

struct request {
    bool holes, counts;
    const char *need, *table, *from;
};

static int merge_one(struct cover_merge *merge, const char *path)
{
    struct spe_log_error err;
    int status = cover_merge_file(merge, path, &err);

    if (status == SPE_OK) {
        return SPE_EXIT_GOOD;
    }
    return spe_cli_fail(spe_status_exit(status), "cover", "%s: %s", path, err.text);
}

/* errno says why. */
static int failed_list(const char *path)
{
    return spe_cli_fail(spe_status_exit(spe_status_of_errno(errno)), "cover", "%s: %s", path,
                        strerror(errno));
}

/* The file that a line of the list `path` names; a line without end may be a part of a name. */
static int merge_line(struct cover_merge *merge, const char *path, int number, char *line,
                      size_t room)
{
    size_t n = strcspn(line, "\n");

    if (line[n] == '\0') {
        return spe_cli_fail(SPE_EXIT_USAGE, "cover", "%s:%d: %s", path, number,
                            n + 1 == room ? "the line is too long"
                                          : "the line has no end: the list is cut");
    }
    line[n] = '\0';
    return n > 0 ? merge_one(merge, line) : SPE_EXIT_GOOD;
}

/* Names of files, one per line. */
static int merge_list(struct cover_merge *merge, const char *path)
{
    bool named = strcmp(path, "-") != 0;
    FILE *in = named ? fopen(path, "r") : stdin;
    char line[4096];
    int status = SPE_EXIT_GOOD, number = 0;
    bool any = false;

    if (in == NULL) {
        return failed_list(path);
    }
    while (status == SPE_EXIT_GOOD && fgets(line, sizeof(line), in) != NULL) {
        any |= line[0] != '\n';
        status = merge_line(merge, path, ++number, line, sizeof(line));
    }
    if (status == SPE_EXIT_GOOD && ferror(in)) {
        status = failed_list(path);
    }
    if (status == SPE_EXIT_GOOD && !any) {
        status = spe_cli_fail(SPE_EXIT_USAGE, "cover", "%s: the list names no file", path);
    }
    if (named) {
        (void)fclose(in);
    }
    return status;
}

/* "57.1%", or "-" of nothing. */
static void percent(size_t hit, size_t possible, char dst[16])
{
    if (possible == 0) {
        (void)snprintf(dst, 16, "-");
    } else {
        (void)snprintf(dst, 16, "%.1f%%", 100.0 * (double)hit / (double)possible);
    }
}

/* Bins first .. first + n - 1 of one configuration, or of all together (NULL). What a configuration
 * cannot meet is no bin of it, whatever its files say. */
static void count(const struct cover_merge *merge, const struct cover_config *config, size_t first,
                  size_t n, size_t *possible, size_t *hit)
{
    *possible = *hit = 0;
    for (size_t bin = first; bin < first + n; bin++) {
        bool can = false, met = false;
        for (size_t i = 0; i < merge->n; i++) {
            const struct cover_config *c = &merge->config[i];
            if ((config == NULL || config == c) && c->possible[bin]) {
                can = true;
                met |= c->count[bin] != 0;
            }
        }
        *possible += can;
        *hit += met;
    }
}

static void print_groups(const struct cover_merge *merge)
{
    struct spe_cover_group g;
    size_t possible, hit;
    char share[16];

    printf("%-12s %6s %6s %7s  %s\n", "group", "bins", "met", "", "what");
    for (size_t i = 0; spe_cover_group(i, &g) == SPE_OK; i++) {
        count(merge, NULL, g.first, g.bins, &possible, &hit);
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
        count(merge, c, 0, spe_cover_bins(), &possible, &hit);
        percent(hit, possible, share);
        printf("%-16s %6" PRIu64 " %6" PRIu64 " %6zu %6zu %7s\n", c->cfg.name, c->runs, c->failed,
               possible, hit, share);
    }
}

/* Bins that are possible and were not met (holes), or those that were, with their counts. */
static void print_bins(const struct cover_merge *merge, bool holes)
{
    char name[96];

    for (size_t i = 0; i < merge->n; i++) {
        const struct cover_config *c = &merge->config[i];
        for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
            bool shown = holes ? c->possible[bin] && c->count[bin] == 0 : c->count[bin] != 0;
            if (shown && spe_cover_name(bin, name, sizeof(name)) > 0) {
                printf("%s %s", c->cfg.name, name);
                holes ? (void)putchar('\n') : (void)printf(" %" PRIu64 "\n", c->count[bin]);
            }
        }
    }
}

/* @return bins of the group that a configuration can meet and did not; the first is printed. */
static size_t holes_of(const struct cover_merge *merge, const struct spe_cover_group *g)
{
    size_t holes = 0;
    char name[96];

    for (size_t k = 0; k < merge->n; k++) {
        const struct cover_config *c = &merge->config[k];
        for (size_t bin = g->first; bin < g->first + g->bins; bin++) {
            if (c->possible[bin] && c->count[bin] == 0 && holes++ == 0) {
                (void)spe_cover_name(bin, name, sizeof(name));
                fprintf(stderr, "spe cover: %s never met %s", c->cfg.name, name);
            }
        }
    }
    if (holes > 0) {
        fprintf(stderr, ", in all %zu holes in group %s (--holes names them)\n", holes, g->name);
    }
    return holes;
}

/* The next of the groups at *list, which are joined by commas. @return whether there is such a one.
 */
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

/* The first name of `list` is no group: which are? */
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

/* Whether each name of an option's list, or NULL, is a group: before anything is printed. */
static int check_groups(const char *option, const char *list)
{
    struct spe_cover_group g;

    do {
        if (list != NULL && !next_group(&list, &g)) {
            return unknown_group(option, list);
        }
    } while (list != NULL && *list != '\0');
    return SPE_EXIT_GOOD;
}

/* Groups that must not have a hole. */
static int check_need(const struct cover_merge *merge, const char *need)
{
    int status = SPE_EXIT_GOOD;
    struct spe_cover_group g;

    while (*need != '\0' && next_group(&need, &g)) {
        status = holes_of(merge, &g) > 0 ? SPE_EXIT_FOUND : status;
    }
    return status;
}

/* How often each configuration met a bin; a line for each that one of them can meet. */
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

static void print_table(const struct cover_merge *merge, const char *table)
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

/* Why bins that a run has met are 0: one that did not pass shows nothing. */
static void print_failed(FILE *out, const struct cover_merge *merge)
{
    uint64_t runs = 0, failed = 0;

    for (size_t i = 0; i < merge->n; i++) {
        runs += merge->config[i].runs;
        failed += merge->config[i].failed;
    }
    if (failed != 0) {
        fprintf(out,
                "%" PRIu64 " of %" PRIu64 " run%s did not pass, and add%s no bin: what a failing "
                "run meets shows nothing; verdict and findings beside its bins say why it failed\n",
                failed, runs, runs == 1 ? "" : "s", failed == 1 ? "s" : "");
    }
}

static int report(const struct cover_merge *merge, const struct request *request)
{
    if (merge->n == 0) {
        return spe_cli_misuse("cover", "no file", "");
    }
    int status = check_groups("--table", request->table);

    if (status == SPE_EXIT_GOOD) {
        status = check_groups("--need", request->need);
    }
    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    const bool listed = request->table != NULL || request->holes || request->counts;
    if (request->table != NULL) {
        print_table(merge, request->table);
    } else if (listed) {
        print_bins(merge, request->holes);
    } else {
        print_groups(merge);
        print_configs(merge);
    }
    print_failed(listed ? stderr : stdout, merge);
    if (request->need != NULL) {
        status = check_need(merge, request->need);
    }
    return spe_cli_finish("cover", status);
}

/* Where the value of an option goes; NULL: it has none. */
static const char **value_of(struct request *request, const char *option)
{
    if (strcmp(option, "--need") == 0) {
        return &request->need;
    }
    if (strcmp(option, "--table") == 0) {
        return &request->table;
    }
    return strcmp(option, "--from") == 0 ? &request->from : NULL;
}

/* One argument, and its value `next` if it has one; NULL: none is left. */
static int take_argument(struct request *request, struct cover_merge *merge, const char *arg,
                         const char *next)
{
    const char **value = value_of(request, arg);

    if (value != NULL && next == NULL) {
        return spe_cli_misuse("cover", arg, "needs a value");
    }
    if (value != NULL) {
        *value = next;
    } else if (strcmp(arg, "--holes") == 0) {
        request->holes = true;
    } else if (strcmp(arg, "--counts") == 0) {
        request->counts = true;
    } else if (arg[0] == '-') {
        return spe_cli_misuse("cover", "unknown option", arg);
    } else {
        return merge_one(merge, arg);
    }
    return SPE_EXIT_GOOD;
}

static int cover(int argc, char **argv)
{
    struct request request = {.holes = false};
    struct cover_merge merge = {.n = 0};
    int status = SPE_EXIT_GOOD;

    for (int i = 1; i < argc && status == SPE_EXIT_GOOD; i++) {
        const char *arg = argv[i];
        status = take_argument(&request, &merge, arg, argv[i + 1]);
        i += value_of(&request, arg) != NULL;
    }
    if (status == SPE_EXIT_GOOD && request.holes + request.counts + (request.table != NULL) > 1) {
        status = spe_cli_misuse(argv[0], "--holes, --counts and --table", "exclude each other");
    }
    if (status == SPE_EXIT_GOOD && request.from != NULL) {
        status = merge_list(&merge, request.from);
    }
    if (status == SPE_EXIT_GOOD) {
        status = report(&merge, &request);
    }
    cover_merge_free(&merge);
    return status;
}

const struct spe_command spe_command_cover = {
    "cover", "functional coverage of runs: merge, sum up, name the holes",
    "usage: spe cover [--holes | --counts | --table GROUP,...] [--need GROUP,...] [--from LIST] "
    "[FILE...]\n"
    "  FILE         bins of one run (spu_sim --bins, spe replay --bins); runs that did not pass\n"
    "               are counted and add no bin, which is said; no file is given twice\n"
    "  --from LIST  names of files, one per line, each with its end; - is standard input\n"
    "  --holes      CONFIGURATION BIN for every bin that it can meet and no run has met\n"
    "  --counts     CONFIGURATION BIN COUNT for every bin that was met\n"
    "  --table      for each bin of these groups how often each configuration met it; - if it\n"
    "               cannot\n"
    "  --need       status 1 if a configuration has a hole in one of these groups\n",
    cover};
