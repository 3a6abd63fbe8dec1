/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "cli.h"

struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
};

static const struct command commands[] = {
    {"decode", spe_cmd_decode, "decode a stream of sample records"},
    {"config", spe_cmd_config, "validate and print a configuration"},
    {"replay", spe_cmd_replay, "apply a transaction log again: same findings, same verdict"},
    {"log", spe_cmd_log, "print a transaction log, or pack one from text"},
    {"checks", spe_cmd_checks, "list the checks of the scoreboard"},
};

static int usage(FILE *out, int status)
{
    fprintf(out, "usage: spe COMMAND ...\n");
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].help);
    }
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        return usage(stderr, 2);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        return usage(stdout, 0);
    }
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            int status = commands[i].run(argc - 1, argv + 1);
            if (fflush(stdout) != 0 && status == 0) {
                fprintf(stderr, "spe: cannot write standard output\n");
                return 4;
            }
            return status;
        }
    }
    fprintf(stderr, "spe: unknown command '%s'; 'spe help' lists them\n", argv[1]);
    return 2;
}
