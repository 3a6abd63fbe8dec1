/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "night.h"

static const struct night_command *const commands[] = {
    &night_command_begin,  &night_command_plan,  &night_command_collect, &night_command_replay,
    &night_command_code,   &night_command_end,   &night_command_check,   &night_command_page,
    &night_command_show,   &night_command_good,  &night_command_meaning, &night_command_kept,
    &night_command_merge,  &night_command_prune, &night_command_migrate, &night_command_distrust,
    &night_command_failed, &night_command_who,   &night_command_soak,    &night_command_mutants,
    &night_command_list,
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static int list_commands(void)
{
    puts("usage: night COMMAND ...; night COMMAND --help. What they do together: sim/nightly.md");
    for (size_t i = 0; i < COMMANDS; i++) {
        printf("  %-8s %s\n", commands[i]->name, commands[i]->title);
    }
    return night_finish(NIGHT_EXIT_GOOD);
}

static int run(const struct night_command *command, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(command->help, stdout);
            return night_finish(NIGHT_EXIT_GOOD);
        }
    }
    return command->run(argc, argv);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        return night_fail(NIGHT_EXIT_USAGE, "no command; night --help lists them");
    }
    if (strcmp(argv[1], "--help") == 0) {
        return list_commands();
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i]->name) == 0) {
            return run(commands[i], argc - 1, argv + 1);
        }
    }
    return night_fail(NIGHT_EXIT_USAGE, "unknown command '%s'; night --help lists them", argv[1]);
}
