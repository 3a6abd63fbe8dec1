/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "spe/model.h"
#include "spe/replay.h"

/* `--name VALUE`. @return 0, or the exit status after one line. */
static int take_value(struct spe_replay_options *options, const char *command, const char *name,
                      const char *value)
{
    uint64_t taps = 0;

    if (value == NULL) {
        return spe_cli_misuse(command, name,
                              strcmp(name, "--taps") == 0 ? "needs a number" : "needs a file");
    }
    if (strcmp(name, "--bins") == 0) {
        options->bins = value;
    } else if (strcmp(name, "--log") == 0) {
        options->log = value;
    } else if (!spe_cli_number(value, &taps) || taps == 0 || taps > SPE_TAP_ALL) {
        return spe_cli_misuse(command, "--taps takes a sum of tap groups, 1 to 127, not", value);
    } else {
        options->taps = (unsigned)taps;
    }
    return SPE_EXIT_GOOD;
}

static bool has_value(const char *name)
{
    return strcmp(name, "--bins") == 0 || strcmp(name, "--log") == 0 || strcmp(name, "--taps") == 0;
}

static int replay(int argc, char **argv)
{
    struct spe_replay_options options = {.out = stdout};

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--checks") == 0) {
            options.checks = true;
        } else if (strcmp(argv[i], "--salvage") == 0) {
            options.salvage = true;
        } else if (has_value(argv[i])) {
            int status = take_value(&options, argv[0], argv[i], argv[i + 1]);
            if (status != SPE_EXIT_GOOD) {
                return status;
            }
            i++;
        } else if (argv[i][0] == '-') {
            return spe_cli_misuse(argv[0], "unknown option", argv[i]);
        } else if (options.path != NULL) {
            return spe_cli_misuse(argv[0], "more than one log:", argv[i]);
        } else {
            options.path = argv[i];
        }
    }
    if (options.path == NULL) {
        return spe_cli_misuse(argv[0], "no log", "");
    }
    int status = spe_replay(&options);
    return spe_cli_finish(argv[0], status);
}

static int checks(int argc, char **argv)
{
#define SPE_CHECK(id, name, oracle, taps, title) {name, oracle, title},
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
    "usage: spe replay [--checks] [--salvage] [--bins FILE] [--taps MASK] [--log FILE] LOG\n"
    "  --checks  print how often each check was evaluated and fired, on stderr\n"
    "  --bins    write the functional coverage of the run, for spe cover\n"
    "  --taps    judge as if only these groups of taps were connected, a sum of SPE_TAP_*\n"
    "            (spe/model.h), some of those of the log\n"
    "  --log     write the log of what is judged, with --taps another one\n"
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
