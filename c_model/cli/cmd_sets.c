/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "options.h"
#include "spe/model.h"
#include "spe/replay.h"

#define NAME "sets"
#define SETS (SPE_TAP_ALL + 1)

/* What the logs have shown of each set of taps and each check. */
struct sums {
    bool all, table, counts; /* options */
    const char *log;
    char inside[CLI_PATH_BYTES];
    unsigned logs, found;
    bool legal[SETS];
    bool off[SETS][SPE_CHECKS];
    bool part[SETS][SPE_CHECKS]; /* judged in part, or less often than with all taps */
    uint64_t evals[SETS][SPE_CHECKS];
    uint64_t of_log[SETS][SPE_CHECKS];
    bool seen[SETS]; /* the set was judged on this log */
};

static void count(struct sums *s, unsigned taps, const struct spe_model *model)
{
    s->legal[taps] = s->seen[taps] = true;
    for (int i = 0; i < SPE_CHECKS; i++) {
        uint64_t evaluated, fired;
        (void)spe_model_check_counts(model, i, &evaluated, &fired);
        s->off[taps][i] |= spe_model_check_off(model, i);
        s->part[taps][i] |= spe_model_check_part(model, i);
        s->evals[taps][i] += evaluated;
        s->of_log[taps][i] = evaluated;
    }
}

/* "reg.read:3 sel.draw:1", or "pending" where no check has fired. */
static void print_found(const struct spe_model *model)
{
    bool any = false;

    for (int i = 0; i < SPE_CHECKS; i++) {
        uint64_t evaluated, fired;
        (void)spe_model_check_counts(model, i, &evaluated, &fired);
        if (fired != 0) {
            printf(" %s:%" PRIu64, spe_check_name(i), fired);
            any = true;
        }
    }
    puts(any ? "" : " pending");
}

static void on_set(void *user, unsigned taps, const struct spe_model *model)
{
    struct sums *s = user;
    struct spe_totals totals;

    count(s, taps, model);
    spe_model_totals(model, &totals);
    s->found += !totals.pass;
    if (s->table) {
        return;
    }
    if (!totals.pass) {
        printf("%s %u", s->log, taps);
        print_found(model);
    } else if (s->all) {
        printf("%s %u pass\n", s->log, taps);
    }
}

/* With all taps of the log, each check is evaluated as often as possible: compare the sets with it.
 */
static void compare_with_all(struct sums *s)
{
    unsigned most = 0;

    for (unsigned taps = 0; taps < SETS; taps++) {
        most |= s->seen[taps] ? taps : 0;
    }
    for (unsigned taps = 0; taps < SETS; taps++) {
        for (int i = 0; s->seen[taps] && i < SPE_CHECKS; i++) {
            s->part[taps][i] |= i != SPE_CHECK_CONTRACT && s->of_log[taps][i] < s->of_log[most][i];
        }
    }
    memset(s->seen, 0, sizeof(s->seen));
}

static void print_names(unsigned taps)
{
    static const char *const name[] = {"BYTES", "REGS", "LIFE", "POP", "RND", "OUT", "SYNC"};

    for (unsigned i = 0; i < sizeof(name) / sizeof(name[0]); i++) {
        if ((taps >> i & 1) != 0) {
            printf("%s%s", i == 0 ? "" : " ", name[i]);
        }
    }
}

/* Print the checks that are off in a set, and those that are made in part. */
static void print_row(const struct sums *s, unsigned taps)
{
    printf("| %u | ", taps);
    print_names(taps);
    for (int off = 1; off >= 0; off--) {
        const char *between = " | ";
        for (int i = 0; i < SPE_CHECKS; i++) {
            bool part = !s->off[taps][i] && s->part[taps][i];
            if (off ? s->off[taps][i] : part) {
                printf("%s%s", between, spe_check_name(i));
                between = " ";
            }
        }
        fputs(between[1] == '|' ? " | -" : "", stdout);
    }
    puts(" |");
}

static void print_table(const struct sums *s)
{
    puts("| set | groups | off | in part |\n|---|---|---|---|");
    for (unsigned taps = 0; taps < SETS; taps++) {
        if (s->legal[taps]) {
            print_row(s, taps);
        }
    }
}

/* Print "SET CHECK EVALUATIONS", or "off"; then " in part", or " not at all" in these logs. */
static void print_counts(const struct sums *s)
{
    for (unsigned taps = 0; taps < SETS; taps++) {
        for (int i = 0; s->legal[taps] && i < SPE_CHECKS; i++) {
            if (s->off[taps][i]) {
                printf("%u %s off\n", taps, spe_check_name(i));
            } else {
                printf("%u %s %" PRIu64 "%s\n", taps, spe_check_name(i), s->evals[taps][i],
                       !s->part[taps][i]       ? ""
                       : s->evals[taps][i] > 0 ? " in part"
                                               : " not at all");
            }
        }
    }
}

static int judge_log(struct sums *s, const char *path)
{
    int status = cli_log_inside(NAME, &path, s->inside);
    const struct spe_replay_sets sets = {.path = path, .on_set = on_set, .user = s};

    s->log = path;
    if (status == SPE_EXIT_GOOD) {
        status = spe_replay_all_sets(&sets);
    }
    if (status == SPE_EXIT_GOOD) {
        compare_with_all(s);
        s->logs++;
    }
    return status;
}

/* What the command line asks for, before the first log is judged. */
struct asked {
    struct sums *sums;
    const char **path;
    int paths;
};

static int take_path(void *user, const char *word)
{
    struct asked *asked = user;

    asked->path[asked->paths++] = word;
    return SPE_EXIT_GOOD;
}

static int take_arguments(struct asked *asked, int argc, char **argv)
{
    struct sums *s = asked->sums;
    const struct cli_option option[] = {{.name = "--all", .flag = &s->all},
                                        {.name = "--table", .flag = &s->table},
                                        {.name = "--counts", .flag = &s->counts}};
    const struct cli_options options = {NAME, option, sizeof(option) / sizeof(option[0]), take_path,
                                        asked};
    const int status = cli_options_take(&options, argc, argv);

    s->table |= s->counts;
    if (status == SPE_EXIT_GOOD && asked->paths == 0) {
        return spe_cli_misuse(NAME, "no log", "");
    }
    return status;
}

static int conclude(const struct sums *s)
{
    if (s->counts) {
        print_counts(s);
    } else if (s->table) {
        print_table(s);
    }
    fprintf(stderr, "%u log%s: %u sets with findings\n", s->logs, s->logs == 1 ? "" : "s",
            s->found);
    return spe_cli_finish(NAME, s->found != 0 && !s->table ? SPE_EXIT_FOUND : SPE_EXIT_GOOD);
}

static int run(int argc, char **argv)
{
    static struct sums s;
    struct asked asked = {.sums = &s, .path = calloc((size_t)argc, sizeof(*asked.path))};

    if (asked.path == NULL) {
        return spe_cli_no_memory(NAME);
    }
    int status = take_arguments(&asked, argc, argv);
    for (int i = 0; i < asked.paths && status == SPE_EXIT_GOOD; i++) {
        status = judge_log(&s, asked.path[i]);
    }
    free(asked.path);
    return status == SPE_EXIT_GOOD ? conclude(&s) : status;
}

const struct spe_command spe_command_sets = {
    NAME, "judge logs under every legal set of groups of taps",
    "usage: spe sets [--all] LOG...\n"
    "       spe sets --table | --counts LOG...\n"
    "Judges each log as if only some of its groups of taps were connected, for each set that "
    "makes\n"
    "sense, as spe replay --taps does. Prints \"LOG SET CHECK:FINDINGS ...\" for each that does "
    "not\n"
    "pass, SET as a sum of SPE_TAP_* (spe/model.h).\n"
    "  LOG       a transaction log, or the directory of the run that has left it\n"
    "  --all     also those that pass: \"LOG SET pass\"\n"
    "  --table   print, for each set, which checks are off, and which are made in part: less "
    "often\n"
    "            than with all taps, or with more that they permit\n"
    "  --counts  print \"SET CHECK EVALUATIONS\" over all logs, or \"SET CHECK off\";\n"
    "            behind the number \"in part\", or \"not at all\": not once in these logs\n"
    "Status: 0 all pass, or a table was printed, 1 something was found, 2 bad usage or a log that\n"
    "cannot be read or shows nothing: only its close, or a run that broke off and passes, 4 no\n"
    "memory or output that cannot be written.\n",
    run};
