/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "options.h"
#include "spe/model.h"
#include "spe/replay.h"
#include "spe/status.h"
#include "until.h"

#define REPLAY "replay"

/* What is asked for: a verdict, or the predicted state at the end of a cycle. */
struct wanted {
    struct spe_replay_options options;
    const char **set; /* values of --set, with room for one per argument */
    bool until;
    uint64_t cycle;
    char inside[CLI_PATH_BYTES];
};

static int take_set(void *user, const char *option, const char *value)
{
    struct wanted *wanted = user;

    (void)option;
    wanted->set[wanted->options.n_set++] = value;
    return SPE_EXIT_GOOD;
}

static int take_until(void *user, const char *option, const char *value)
{
    struct wanted *wanted = user;

    (void)option;
    wanted->until = true;
    return spe_cli_number(value, &wanted->cycle)
               ? SPE_EXIT_GOOD
               : spe_cli_misuse(REPLAY, "--until takes a cycle, not", value);
}

static int take_taps(void *user, const char *option, const char *value)
{
    struct wanted *wanted = user;
    uint64_t taps = 0;

    (void)option;
    if (!spe_cli_number(value, &taps) || taps == 0 || taps > SPE_TAP_ALL) {
        return spe_cli_misuse(REPLAY, "--taps takes a sum of tap groups, 1 to 127, not", value);
    }
    wanted->options.taps = (unsigned)taps;
    return SPE_EXIT_GOOD;
}

static int take_log(void *user, const char *word)
{
    struct wanted *wanted = user;

    return cli_options_one(REPLAY, &wanted->options.path, "log", word);
}

/* @return 0, or the exit status after one line. */
static int take_arguments(struct wanted *wanted, int argc, char **argv)
{
    struct spe_replay_options *o = &wanted->options;
    const struct cli_option option[] = {
        {.name = "--checks", .flag = &o->checks},
        {.name = "--primary", .flag = &o->primary},
        {.name = "--salvage", .flag = &o->salvage},
        {.name = "--bins", .text = &o->bins},
        {.name = "--log", .text = &o->log},
        {.name = "--until", .take = take_until},
        {.name = "--taps", .take = take_taps},
        {.name = "--set", .take = take_set, .many = true},
    };
    const struct cli_options options = {REPLAY, option, sizeof(option) / sizeof(option[0]),
                                        take_log, wanted};
    const int status = cli_options_take(&options, argc, argv);

    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    if (o->path != NULL) {
        return cli_log_inside(REPLAY, &o->path, wanted->inside);
    }
    const char *last = o->n_set != 0 ? wanted->set[o->n_set - 1] : "=";
    return strchr(last, '=') == NULL /* --set has taken the log as its value */
               ? spe_cli_misuse(REPLAY, "--set needs KEY=VALUE, not", last)
               : spe_cli_misuse(REPLAY, "no log", "");
}

/* @return the exit status. */
static int answer(const struct wanted *wanted)
{
    const struct spe_replay_options *o = &wanted->options;

    if (!wanted->until) {
        return spe_replay(o);
    }
    if (o->checks || o->primary || o->bins != NULL || o->log != NULL || o->n_set != 0 ||
        o->taps != 0) {
        return spe_cli_misuse(REPLAY, "--until takes no other option than", "--salvage");
    }
    return until_print(o->path, wanted->cycle, o->salvage);
}

static int replay(int argc, char **argv)
{
    const char **set = calloc((size_t)argc, sizeof(*set));
    struct wanted wanted = {.options = {.out = stdout, .set = set}, .set = set};

    if (set == NULL) {
        return spe_cli_no_memory(REPLAY);
    }
    int status = take_arguments(&wanted, argc, argv);
    if (status == SPE_EXIT_GOOD) {
        status = spe_cli_finish(REPLAY, answer(&wanted));
    }
    free(set);
    return status;
}

static int checks(int argc, char **argv)
{
#define SPE_CHECK(id, name, oracle, taps, whole, title) {name, oracle, title},
    static const struct {
        const char *name, *oracle, *title;
    } check[SPE_CHECKS] = {
#include "spe/checks.def"
    };
#undef SPE_CHECK
    const struct cli_options none = {.command = argv[0]};
    const int status = cli_options_take(&none, argc, argv);

    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    for (int i = 0; i < SPE_CHECKS; i++) {
        printf("%-18s %s %s\n", check[i].name, check[i].oracle, check[i].title);
    }
    return spe_cli_finish(argv[0], SPE_EXIT_GOOD);
}

const struct spe_command spe_command_replay = {
    REPLAY, "apply a transaction log again: same findings, same verdict",
    "usage: spe replay [--primary] [--checks] [--salvage] [--bins FILE] [--taps MASK]\n"
    "                  [--log FILE] [--set KEY=VALUE]... LOG\n"
    "       spe replay [--salvage] --until CYCLE LOG\n"
    "  LOG       a transaction log, or the directory of the run that has left it\n"
    "  --primary print only the findings that are not shown to follow from another, and how many\n"
    "            are: those that vanish when the value of an earlier one is corrected; without\n"
    "            --checks, --set and --taps\n"
    "  --checks  print how often each check was evaluated and fired, on stderr\n"
    "  --bins    write the functional coverage of the run, for spe cover\n"
    "  --taps    judge as if only these groups of taps were connected, a sum of SPE_TAP_*\n"
    "            (spe/model.h), some of those of the log\n"
    "  --log     write the log of what is judged, with --taps another one\n"
    "  --set     judge under this value of a key of the configuration (spe config --doc): what\n"
    "            would it have changed? The verdict is that of these keys, `config=` has +KEY\n"
    "            behind its name; on stderr the keys that differ, and both numbers of findings\n"
    "  --until   print the predicted state at the end of a cycle: registers, counter, samples,\n"
    "            queue, records, outputs, events to come, each with the cycle, transaction and\n"
    "            rule of its last change; status 0\n"
    "  --salvage read what is whole of a log whose run was killed: FAIL and status 4; a log that\n"
    "            is whole has its own verdict\n"
    "Status: that of the run that wrote the log; 2 also for bad usage or a log that cannot be\n"
    "read, 4 also for a part of a log that was salvaged, or if the verdict cannot be written or\n"
    "memory or a read fails.\n",
    replay};

const struct spe_command spe_command_checks = {"checks", "list the checks of the scoreboard",
                                               "usage: spe checks\n"
                                               "Prints name, oracle and title of each check.\n",
                                               checks};
