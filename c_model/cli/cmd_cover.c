/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "cover_report.h"
#include "options.h"
#include "spe/status.h"

/* `spe cover`: merge files of functional coverage; tell what is covered, by which runs, and what is
 * not covered. */

/* What is printed; --need can be added to each. */
enum what { SUM, HOLES, COUNTS, RANK, JSON, TABLE, WHO, SINCE };

struct request {
    enum what what;
    unsigned asked;   /* number of options that say what to print */
    const char *list; /* value of --table, --who or --since */
    const char *need, *from;
    const char **file;
    int n_files;
};

/* Merge a file of bins, or the directory of a run. The directory holds such a file once the run has
 * ended. */
static int merge_one(struct cover_merge *merge, const char *path)
{
    char inside[PATH_MAX];
    struct spe_log_error err;
    struct stat st;

    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        const int n = snprintf(inside, sizeof(inside), "%s/bins", path);
        if (n >= (int)sizeof(inside) || (stat(inside, &st) != 0 && errno == ENOENT)) {
            return spe_cli_fail(SPE_EXIT_USAGE, "cover",
                                "%s: no bins in it: it is of no run, or of one without an end",
                                path);
        }
        path = inside;
    }
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

/* Merge the file that a line of the list `path` names. A line without a newline may be cut: it is
 * refused. */
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

/* Merge all files of the request. */
static int merge_all(struct cover_merge *merge, const struct request *request)
{
    int status = SPE_EXIT_GOOD;

    for (int i = 0; i < request->n_files && status == SPE_EXIT_GOOD; i++) {
        status = merge_one(merge, request->file[i]);
    }
    if (status == SPE_EXIT_GOOD && request->from != NULL) {
        status = merge_list(merge, request->from);
    }
    return status == SPE_EXIT_GOOD && merge->n == 0 ? spe_cli_misuse("cover", "no file", "")
                                                    : status;
}

/* Tell of runs without bins: a run that did not pass covers nothing. */
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
    for (size_t i = 0; i < merge->n_failed; i++) {
        const struct cover_failed *run = &merge->failed[i];
        if (run->status >= 0) {
            fprintf(out, "  %s: status %d\n", run->path, run->status);
        } else {
            fprintf(out, "  %s: status not known\n", run->path);
        }
    }
    if (failed > merge->n_failed) {
        fprintf(out, "  and %" PRIu64 " more\n", failed - merge->n_failed);
    }
}

static int print_what(const struct cover_merge *merge, const struct request *request)
{
    switch (request->what) {
    case HOLES:
        cover_print_holes(merge);
        break;
    case COUNTS:
        cover_print_counts(merge);
        break;
    case RANK:
        return cover_print_rank(merge);
    case JSON:
        cover_print_json(merge);
        break;
    case TABLE:
        cover_print_table(merge, request->list);
        break;
    case WHO:
        return cover_print_who(merge, request->list);
    case SINCE:
        return cover_print_since(merge, request->list);
    default:
        cover_print_sum(merge);
        break;
    }
    return SPE_EXIT_GOOD;
}

static int report(const struct cover_merge *merge, const struct request *request)
{
    int status = print_what(merge, request);

    print_failed(request->what == SUM ? stdout : stderr, merge);
    if (request->need != NULL && cover_check_need(merge, request->need) != SPE_EXIT_GOOD &&
        status == SPE_EXIT_GOOD) {
        status = SPE_EXIT_FOUND;
    }
    if (cover_print_impossible(merge) > 0 && status == SPE_EXIT_GOOD) {
        status = SPE_EXIT_FOUND;
    }
    return spe_cli_finish("cover", status);
}

/* Choose the bins for which each run is remembered, as --who and --rank need it. */
static int mark_bins(const struct request *request, bool *keep)
{
    const bool all = request->what == RANK;

    if (cover_match(all ? "*" : request->list, keep) == 0) {
        return spe_cli_fail(SPE_EXIT_USAGE, "cover",
                            "--who: no bin '%s': a name, or a pattern as"
                            " 'event full.*'",
                            request->list);
    }
    return SPE_EXIT_GOOD;
}

static int merge_and_report(const struct request *request)
{
    struct cover_merge merge = {.n = 0};
    bool *keep = calloc(spe_cover_bins(), sizeof(*keep));
    int status = SPE_EXIT_GOOD;

    if (keep == NULL) {
        return spe_cli_fail(SPE_EXIT_ENVIRONMENT, "cover", "%s", spe_status_text(SPE_ENOMEM));
    }
    if (request->what == RANK || request->what == WHO) {
        merge.keep = keep;
        status = mark_bins(request, keep);
    }
    if (status == SPE_EXIT_GOOD) {
        status = merge_all(&merge, request);
    }
    if (status == SPE_EXIT_GOOD) {
        status = report(&merge, request);
    }
    cover_merge_free(&merge);
    free(keep);
    return status;
}

/* What each option prints; `list`: the option takes a value. */
static const struct {
    const char *option;
    enum what what;
    bool list;
} asks[] = {
    {"--holes", HOLES, false}, {"--counts", COUNTS, false}, {"--rank", RANK, false},
    {"--json", JSON, false},   {"--table", TABLE, true},    {"--who", WHO, true},
    {"--since", SINCE, true},
};

#define ASKS (sizeof(asks) / sizeof(asks[0]))

/* Take --holes and the like; `value` is NULL for an option without one. */
static int take_what(void *user, const char *option, const char *value)
{
    struct request *request = user;
    size_t i = 0;

    while (strcmp(option, asks[i].option) != 0) {
        i++;
        assert(i < ASKS);
    }
    request->what = asks[i].what;
    request->asked |= 1u << i;
    request->list = value;
    return SPE_EXIT_GOOD;
}

static int take_file(void *user, const char *word)
{
    struct request *request = user;

    request->file[request->n_files++] = word;
    return SPE_EXIT_GOOD;
}

static int take_arguments(struct request *request, int argc, char **argv)
{
    struct cli_option option[ASKS + 2] = {{.name = "--need", .text = &request->need},
                                          {.name = "--from", .text = &request->from}};
    const struct cli_options options = {"cover", option, ASKS + 2, take_file, request};

    for (size_t i = 0; i < ASKS; i++) {
        option[i + 2] =
            (struct cli_option){.name = asks[i].option, .take = take_what, .bare = !asks[i].list};
    }
    return cli_options_take(&options, argc, argv);
}

static int check_request(const struct request *request)
{
    int status = SPE_EXIT_GOOD;

    if ((request->asked & (request->asked - 1)) != 0) {
        return spe_cli_misuse("cover",
                              "--holes, --counts, --table, --who, --rank, --since and --json",
                              "exclude each other");
    }
    if (request->what == TABLE) {
        status = cover_check_groups("--table", request->list);
    }
    return status == SPE_EXIT_GOOD ? cover_check_groups("--need", request->need) : status;
}

static int cover(int argc, char **argv)
{
    struct request request = {.file = calloc((size_t)argc, sizeof(*request.file))};
    int status;

    if (request.file == NULL) {
        return spe_cli_fail(SPE_EXIT_ENVIRONMENT, "cover", "%s", spe_status_text(SPE_ENOMEM));
    }
    status = take_arguments(&request, argc, argv);
    if (status == SPE_EXIT_GOOD) {
        status = check_request(&request);
    }
    if (status == SPE_EXIT_GOOD) {
        status = merge_and_report(&request);
    }
    free(request.file);
    return status;
}

const struct spe_command spe_command_cover = {
    "cover", "functional coverage of runs: merge, sum up, name the holes and who met what",
    "usage: spe cover [--holes | --counts | --table GROUP,... | --who BIN | --rank | --since LIST "
    "|\n"
    "                 --json] [--need GROUP,...] [--from LIST] [FILE...]\n"
    "  FILE         bins of one run (spu_sim --bins, spe replay --bins), or the directory that it\n"
    "               has left; runs that did not pass are counted and add no bin: the first three\n"
    "               are named; no file is given twice\n"
    "  --from LIST  names of files, one per line, each with its end; - is standard input\n"
    "  --holes      CONFIGURATION BIN: MEANING for every bin that it can meet and no run has met,\n"
    "               by group; last `# N holes`\n"
    "  --counts     CONFIGURATION BIN COUNT for every bin that was met\n"
    "  --table      for each bin of these groups how often each configuration met it; - if it\n"
    "               cannot\n"
    "  --who BIN    which runs have met the bin, or those of a pattern ('event *.PMBSR_EL2'), and\n"
    "               how often; status 1 if one that can be met was not\n"
    "  --rank       a small set of runs that have met all that these have: the most new bins "
    "first,\n"
    "               fewer cycles (`verdict` beside the file) first among equals\n"
    "  --since LIST holes that the output of an earlier --holes has not; status 1 if there are "
    "some\n"
    "  --json       groups, configurations and holes for a program\n"
    "  --need       status 1 if a configuration has a hole in one of these groups\n"
    "A bin that was met although its configuration cannot meet it is named, and gives status 1.\n",
    cover};
