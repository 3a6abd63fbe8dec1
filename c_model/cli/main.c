/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

static const struct spe_command *const commands[] = {
    &spe_command_decode, &spe_command_config, &spe_command_replay,
    &spe_command_log,    &spe_command_checks,
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static bool is_help(const char *text)
{
    return strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0;
}

static int list_commands(void)
{
    puts("usage: spe COMMAND ...; spe COMMAND --help");
    for (size_t i = 0; i < COMMANDS; i++) {
        printf("  %-8s %s\n", commands[i]->name, commands[i]->title);
    }
    return spe_cli_finish("help", SPE_EXIT_GOOD);
}

static int run(const struct spe_command *command, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (is_help(argv[i])) {
            fputs(command->help, stdout);
            return spe_cli_finish(command->name, SPE_EXIT_GOOD);
        }
    }
    return command->run(argc, argv);
}

int main(int argc, char **argv)
{
    /* A reader that goes away and a file that may not grow are write errors with a message. */
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN);
    if (argc < 2) {
        fputs("spe: no command; 'spe help' lists them\n", stderr);
        return SPE_EXIT_USAGE;
    }
    if (is_help(argv[1]) || strcmp(argv[1], "help") == 0) {
        return list_commands();
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i]->name) == 0) {
            return run(commands[i], argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "spe: unknown command '%s'; 'spe help' lists them\n", argv[1]);
    return SPE_EXIT_USAGE;
}
