/* SPDX-License-Identifier: Apache-2.0
 *
 * `spe config`: check, print, and generate from configurations.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "config_ids.h"
#include "config_print.h"
#include "spe/config_file.h"
#include "spe/status.h"

#define NAME "config"

static int print_error(int status, const struct spe_config_error *err)
{
    char line[sizeof *err + 16];

    spe_config_error_format(err, line, sizeof line);
    return spe_cli_fail(spe_status_exit(status), NAME, "%s", line);
}

static int with_file(const char *path, void (*print)(FILE *, const struct spe_config *))
{
    struct spe_config cfg;
    struct spe_config_error err;
    int status = spe_config_load(&cfg, path, &err);

    if (status < 0) {
        return print_error(status, &err);
    }
    print(stdout, &cfg);
    return spe_cli_finish(NAME, SPE_EXIT_GOOD);
}

/* One argument REGISTER=NUMBER; each register once. */
static int take_id(const char *arg, struct config_ids *ids)
{
    for (int i = 0; i < CONFIG_IDS; i++) {
        const char *name = config_ids_name((enum config_id)i);
        size_t n = strlen(name);

        if (strncmp(arg, name, n) != 0 || arg[n] != '=') {
            continue;
        }
        if (!spe_cli_number(arg + n + 1, &ids->value[i])) {
            return spe_cli_fail(SPE_EXIT_USAGE, NAME, "'%s': not a number from 0 to 2^64 - 1", arg);
        }
        if (ids->seen[i]) {
            return spe_cli_fail(SPE_EXIT_USAGE, NAME, "'%s': given twice", arg);
        }
        ids->seen[i] = true;
        return SPE_EXIT_GOOD;
    }
    return spe_cli_misuse(NAME, "--from-ids does not know", arg);
}

/* NULL: no name was given. */
static int set_name(struct spe_config *cfg, const char *name, struct spe_config_error *err)
{
    if (name != NULL && strchr(name, '+') != NULL) {
        snprintf(err->text, sizeof err->text, "NAME=%.64s: no file can have it: it has a '+'",
                 name);
        return SPE_ECONFIG;
    }
    if (name != NULL && spe_config_set(cfg, "name", name, err) < 0) {
        return SPE_ECONFIG;
    }
    return spe_config_check(cfg, err);
}

static int from_ids(int argc, char **argv)
{
    struct config_ids ids = {{0}, {false}};
    const char *name = NULL;
    struct spe_config cfg;
    struct spe_config_error err;

    for (int i = 0; i < argc; i++) {
        bool is_name = strncmp(argv[i], "NAME=", 5) == 0;
        int status = is_name ? SPE_EXIT_GOOD : take_id(argv[i], &ids);

        if (is_name) {
            name = argv[i] + 5;
        }
        if (status != SPE_EXIT_GOOD) {
            return status;
        }
    }
    if (!ids.seen[CONFIG_ID_PMSIDR] || !ids.seen[CONFIG_ID_PMBIDR]) {
        return spe_cli_misuse(NAME, "--from-ids needs PMSIDR=NUMBER PMBIDR=NUMBER", "");
    }
    if (config_ids_read(&cfg, &ids, &err) < 0 || set_name(&cfg, name, &err) < 0) {
        return print_error(SPE_ECONFIG, &err);
    }
    config_ids_remark(stdout, &cfg, &ids);
    spe_config_print(stdout, &cfg);
    return spe_cli_finish(NAME, SPE_EXIT_GOOD);
}

static int print_doc(void)
{
    config_print_doc(stdout);
    return spe_cli_finish(NAME, SPE_EXIT_GOOD);
}

static int on_file(int argc, char **argv)
{
    bool sv = strcmp(argv[1], "--sv") == 0;
    int at = sv ? 2 : 1;

    if (argc <= at) {
        return spe_cli_misuse(NAME, "no file", "");
    }
    if (argv[at][0] == '-') {
        return spe_cli_misuse(NAME, "unknown option", argv[at]);
    }
    if (argc > at + 1) {
        return spe_cli_misuse(NAME, "more than one file:", argv[at + 1]);
    }
    return with_file(argv[at], sv ? config_print_sv : spe_config_print);
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        return spe_cli_misuse(NAME, "no file", "");
    }
    if (strcmp(argv[1], "--from-ids") == 0) {
        return from_ids(argc - 2, argv + 2);
    }
    if (strcmp(argv[1], "--doc") == 0) {
        return argc == 2 ? print_doc() : spe_cli_misuse(NAME, "--doc takes no", argv[2]);
    }
    return on_file(argc, argv);
}

const struct spe_command spe_command_config = {
    NAME, "validate and print a configuration",
    "usage: spe config FILE        check, print all keys: a whole configuration again\n"
    "       spe config --sv FILE   check, print the package spe_cfg_pkg\n"
    "       spe config --doc       print the table of keys\n"
    "       spe config --from-ids PMSIDR=NUMBER PMBIDR=NUMBER [DFR0=NUMBER] [DFR2=NUMBER]\n"
    "                             [NAME=NAME]\n"
    "                              print a configuration to start from for somebody's own SPU;\n"
    "                              DFR0 is ID_AA64DFR0_EL1 (without it: the least version that\n"
    "                              permits the fields), DFR2 is ID_AA64DFR2_EL1, NAME the file's\n"
    "                              name without .cfg\n"
    "A file has lines KEY = VALUE, one of them the name, which is the file's own without .cfg;\n"
    "`include = FILE` inserts a base; `others = default` leaves keys that are not given at their\n"
    "defaults, without it all are given; the last line is `end`.\n"
    "Status: 0 good, 2 bad usage or configuration, 4 cannot write,\n"
    "or memory or a read fails.\n",
    run};
