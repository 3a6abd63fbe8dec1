/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "spe/model.h"
#include "spe/replay.h"
#include "spe/status.h"
#include "until.h"

/* What is wanted: a verdict, or the predicted state at the end of a cycle. */
struct wanted {
    struct spe_replay_options options;
    bool until;
    uint64_t cycle;
};

/* `--name VALUE`; `set` has room for each argument. @return 0, or the exit status after one line.
 */
static int take_value(struct wanted *wanted, const char **set, const char *command,
                      const char *name, const char *value)
{
    struct spe_replay_options *options = &wanted->options;
    uint64_t taps = 0;

    if (value == NULL) {
        return spe_cli_misuse(command, name, "needs a value");
    }
    if (strcmp(name, "--set") == 0) {
        set[options->n_set++] = value;
    } else if (strcmp(name, "--bins") == 0) {
        options->bins = value;
    } else if (strcmp(name, "--log") == 0) {
        options->log = value;
    } else if (strcmp(name, "--until") == 0) {
        wanted->until = true;
        return spe_cli_number(value, &wanted->cycle)
                   ? SPE_EXIT_GOOD
                   : spe_cli_misuse(command, "--until takes a cycle, not", value);
    } else if (!spe_cli_number(value, &taps) || taps == 0 || taps > SPE_TAP_ALL) {
        return spe_cli_misuse(command, "--taps takes a sum of tap groups, 1 to 127, not", value);
    } else {
        options->taps = (unsigned)taps;
    }
    return SPE_EXIT_GOOD;
}

static bool has_value(const char *name)
{
    static const char *const names[] = {"--bins", "--log", "--set", "--taps", "--until"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* @return 0, or the exit status after one line. */
static int take_arguments(struct wanted *wanted, const char **set, int argc, char **argv)
{
    struct spe_replay_options *options = &wanted->options;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--checks") == 0) {
            options->checks = true;
        } else if (strcmp(argv[i], "--primary") == 0) {
            options->primary = true;
        } else if (strcmp(argv[i], "--salvage") == 0) {
            options->salvage = true;
        } else if (has_value(argv[i])) {
            int status = take_value(wanted, set, argv[0], argv[i], argv[i + 1]);
            if (status != SPE_EXIT_GOOD) {
                return status;
            }
            i++;
        } else if (argv[i][0] == '-') {
            return spe_cli_misuse(argv[0], "unknown option", argv[i]);
        } else if (options->path != NULL) {
            return spe_cli_misuse(argv[0], "more than one log:", argv[i]);
        } else {
            options->path = argv[i];
        }
    }
    return options->path != NULL ? SPE_EXIT_GOOD : spe_cli_misuse(argv[0], "no log", "");
}

/* @return the exit status. */
static int answer(const struct wanted *wanted, const char *command)
{
    const struct spe_replay_options *o = &wanted->options;

    if (!wanted->until) {
        return spe_replay(o);
    }
    if (o->checks || o->primary || o->bins != NULL || o->log != NULL || o->n_set != 0 ||
        o->taps != 0) {
        return spe_cli_misuse(command, "--until takes no other option than", "--salvage");
    }
    return until_print(o->path, wanted->cycle, o->salvage);
}

static int replay(int argc, char **argv)
{
    const char **set = calloc((size_t)argc, sizeof(*set));
    struct wanted wanted = {.options = {.out = stdout, .set = set}};

    if (set == NULL) {
        return spe_cli_fail(SPE_EXIT_ENVIRONMENT, argv[0], "%s", spe_status_text(SPE_ENOMEM));
    }
    int status = take_arguments(&wanted, set, argc, argv);
    if (status == SPE_EXIT_GOOD) {
        status = spe_cli_finish(argv[0], answer(&wanted, argv[0]));
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
    if (argc != 1) {
        return spe_cli_misuse(argv[0], "unknown argument", argv[1]);
    }
    for (int i = 0; i < SPE_CHECKS; i++) {
        printf("%-18s %s %s\n", check[i].name, check[i].oracle, check[i].title);
    }
    return spe_cli_finish(argv[0], SPE_EXIT_GOOD);
}

const struct spe_command spe_command_replay = {
    "replay", "apply a transaction log again: same findings, same verdict",
    "usage: spe replay [--primary] [--checks] [--salvage] [--bins FILE] [--taps MASK]\n"
    "                  [--log FILE] [--set KEY=VALUE]... LOG\n"
    "       spe replay [--salvage] --until CYCLE LOG\n"
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
