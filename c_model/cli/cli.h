/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_H
#define SPE_CLI_H

/**
 * The subcommands of `spe`. argv[0] is the subcommand's name. Each prints its output to stdout, one
 * clear line per failure to stderr, and returns the exit status of the process: 0 good, 1 mismatch
 * or malformed content found, 2 bad usage or input, 3 timeout, 4 internal or environment fault.
 */
int spe_cmd_decode(int argc, char **argv);
int spe_cmd_config(int argc, char **argv);
int spe_cmd_replay(int argc, char **argv);
int spe_cmd_log(int argc, char **argv);

/** `spe checks`: the list of checks with oracle and title. */
int spe_cmd_checks(int argc, char **argv);

#endif
