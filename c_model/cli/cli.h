/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_H
#define SPE_CLI_H

#include <stdbool.h>
#include <stdint.h>

/* Exit statuses of the process. */
enum spe_cli_status {
    SPE_EXIT_GOOD = 0,
    SPE_EXIT_FOUND = 1,      /* a mismatch, or malformed content */
    SPE_EXIT_USAGE = 2,      /* bad usage, or input that cannot be read */
    SPE_EXIT_ENVIRONMENT = 4 /* output that cannot be written, internal fault */
};

/**
 * A subcommand of `spe`. `run` gets the arguments with argv[0] = the subcommand's name, prints its
 * output to stdout, one clear line per failure to stderr, and returns the exit status, or CLI_HELP:
 * main() then prints `help`.
 */
struct spe_command {
    const char *name;
    const char *title; /* one line for `spe help` */
    const char *help;
    int (*run)(int argc, char **argv);
};

extern const struct spe_command spe_command_decode;
extern const struct spe_command spe_command_config;
extern const struct spe_command spe_command_replay;
extern const struct spe_command spe_command_log;
extern const struct spe_command spe_command_checks;
extern const struct spe_command spe_command_cover;
extern const struct spe_command spe_command_sets;
extern const struct spe_command spe_command_perf;
extern const struct spe_command spe_command_explain;
extern const struct spe_command spe_command_bias;
extern const struct spe_command spe_command_wave;

/** Print "spe COMMAND: TEXT" as one line on stderr. @return status */
__attribute__((format(printf, 3, 4))) int spe_cli_fail(int status, const char *command,
                                                       const char *format, ...);

/** The same for a file: "PATH: WHY"; and for memory that ran out. @return status;
 * SPE_EXIT_ENVIRONMENT @{ */
int spe_cli_fail_file(int status, const char *command, const char *path, const char *why);
int spe_cli_no_memory(const char *command);
/** @} */

/** The same for bad usage, with a hint at --help. @return SPE_EXIT_USAGE */
int spe_cli_misuse(const char *command, const char *what, const char *which);

/**
 * Flush stdout: output is worth nothing if it did not arrive. To be called directly after the last
 * print, so that errno still tells why that one failed.
 *
 * @return status, or as spe_cli_lost().
 */
int spe_cli_finish(const char *command, int status);

/**
 * Tell that output did not arrive; `why` is the errno. With EPIPE this does not return: the program
 * ends silently by SIGPIPE.
 * @return SPE_EXIT_ENVIRONMENT after one line on stderr.
 */
int spe_cli_lost(const char *command, int why);

struct spe_log_run;

/** To be called after a log was read to its end. @return status; but if only a part of the log was
 * salvaged and nothing is worse, SPE_EXIT_ENVIRONMENT after one line on stderr. */
int spe_cli_part(const char *command, const char *path, const struct spe_log_run *run, int status);

/** Read a decimal or 0x number of at most 64 bits: the whole text, without sign. @return whether it
 * is one. */
bool spe_cli_number(const char *text, uint64_t *value);

/** Whether both names are the same file: writing `out` would then destroy `in` before it is read.
 * `in` NULL: no input; "-": standard input. */
bool spe_cli_same_file(const char *out, const char *in);

#endif
