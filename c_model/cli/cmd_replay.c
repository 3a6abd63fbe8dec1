/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "spe/model.h"
#include "spe/replay.h"

static int replay(int argc, char **argv)
{
    struct spe_replay_options options = {.out = stdout};

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--checks") == 0) {
            options.checks = true;
        } else if (strcmp(argv[i], "--salvage") == 0) {
            options.salvage = true;
        } else if (strcmp(argv[i], "--bins") == 0) {
            if (++i == argc) {
                return spe_cli_misuse(argv[0], "--bins", "needs a file");
            }
            options.bins = argv[i];
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
    "usage: spe replay [--checks] [--salvage] [--bins FILE] LOG\n"
    "  --checks  print how often each check was evaluated and fired, on stderr\n"
    "  --bins    write the functional coverage of the run, for spe cover\n"
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
