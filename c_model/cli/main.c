/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "options.h"
#include "spe/log.h"

static const struct spe_command *const commands[] = {
    &spe_command_decode,  &spe_command_config, &spe_command_replay, &spe_command_log,
    &spe_command_checks,  &spe_command_cover,  &spe_command_sets,   &spe_command_perf,
    &spe_command_explain, &spe_command_bias,   &spe_command_wave,
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static bool is_help(const char *text)
{
    return strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0;
}

static int list_commands(void)
{
    puts("usage: spe COMMAND ...; spe COMMAND --help, or spe help COMMAND; spe --version");
    for (size_t i = 0; i < COMMANDS; i++) {
        printf("  %-8s %s\n", commands[i]->name, commands[i]->title);
    }
    return spe_cli_finish("help", SPE_EXIT_GOOD);
}

static int print_version(void)
{
    printf("spe: SPEv1p0 (DDI 0586A) to SPEv1p5 (Arm ARM D17.8, D17.9, D18), "
           "transaction log %u.%u, no release yet\n",
           SPE_LOG_VERSION_MAJOR, SPE_LOG_VERSION_MINOR);
    return spe_cli_finish("--version", SPE_EXIT_GOOD);
}

static const struct spe_command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(name, commands[i]->name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

static int unknown(const char *name)
{
    fprintf(stderr, "spe: unknown command '%s'; 'spe help' lists them\n", name);
    return SPE_EXIT_USAGE;
}

static int help_of(const struct spe_command *command)
{
    fputs(command->help, stdout);
    return spe_cli_finish(command->name, SPE_EXIT_GOOD);
}

static int run(const struct spe_command *command, int argc, char **argv)
{
    const int status = command->run(argc, argv);

    return status == CLI_HELP ? help_of(command) : status;
}

/* `spe help` lists the commands; `spe help COMMAND` prints that command's help. */
static int help(int argc, char **argv)
{
    if (argc < 3 || is_help(argv[2])) {
        return list_commands();
    }
    if (argc > 3) {
        return spe_cli_misuse("help", "unknown argument", argv[3]);
    }
    const struct spe_command *command = find_command(argv[2]);
    char option[] = "--help", *words[] = {argv[2], option, NULL};
    return command != NULL ? run(command, 2, words) : unknown(argv[2]);
}

/* Open a closed standard descriptor on /dev/null, in the mode in which its use still fails.
 * Otherwise the next open() would get its number. */
static void hold_standard_descriptors(void)
{
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
        }
    }
}

int main(int argc, char **argv)
{
    hold_standard_descriptors();
    /* With SIGPIPE and SIGXFSZ ignored, a closed pipe and a file at its size limit are write
     * errors, reported at the end. */
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN);
    if (argc < 2) {
        fputs("spe: no command; 'spe help' lists them\n", stderr);
        return SPE_EXIT_USAGE;
    }
    if (is_help(argv[1]) || strcmp(argv[1], "help") == 0) {
        return help(argc, argv);
    }
    if (strcmp(argv[1], "--version") == 0) {
        return argc == 2 ? print_version() : spe_cli_misuse("help", "--version takes no", argv[2]);
    }
    const struct spe_command *command = find_command(argv[1]);
    return command != NULL ? run(command, argc - 1, argv + 1) : unknown(argv[1]);
}
