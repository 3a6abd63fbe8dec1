/* SPDX-License-Identifier: Apache-2.0
 *
 * `spe config`: check, print, and generate from configurations.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "config_print.h"
#include "spe/bits.h"
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

    if (status < 0)
        return print_error(status, &err);
    print(stdout, &cfg);
    return spe_cli_finish(NAME, SPE_EXIT_GOOD);
}

/* What an ID register field says, and the key that takes it; NULL: a constant of SPEv1p0. */
struct id_field {
    const char *reg; /* argument it is read from */
    const char *field;
    unsigned hi, lo;
    const char *key;
    uint64_t constant;
};

static const struct id_field id_fields[] = {
    {"PMSIDR", "FE", 0, 0, NULL, 1},
    {"PMSIDR", "FT", 1, 1, NULL, 1},
    {"PMSIDR", "FL", 2, 2, NULL, 1},
    {"PMSIDR", "ArchInst", 3, 3, "arch_inst", 0},
    {"PMSIDR", "LDS", 4, 4, "lds", 0},
    {"PMSIDR", "ERnd", 5, 5, "ernd", 0},
    {"PMSIDR", "bits [7:6]", 7, 6, NULL, 0},
    {"PMSIDR", "Interval", 11, 8, "interval_code", 0},
    {"PMSIDR", "MaxSize", 15, 12, "max_size", 0},
    {"PMSIDR", "CountSize", 19, 16, NULL, 2},
    {"PMSIDR", "bits [63:20]", 63, 20, NULL, 0},
    {"PMBIDR", "Align", 3, 0, "align", 0},
    {"PMBIDR", "F", 5, 5, "flag_updates", 0},
    {"PMBIDR", "bits [63:6]", 63, 6, NULL, 0},
};

static int take_field(struct spe_config *cfg, const struct id_field *f, uint64_t reg,
                      struct spe_config_error *err)
{
    unsigned long long value = SPE_FIELD(reg, f->hi, f->lo);
    struct spe_config_error why;
    char text[24];

    snprintf(text, sizeof text, "%llu", value);
    if (!f->key && value != f->constant)
        snprintf(err->text, sizeof err->text, "%s %s = 0x%llx: allowed: 0x%llx in SPEv1p0", f->reg,
                 f->field, value, (unsigned long long)f->constant);
    else if (f->key && spe_config_set(cfg, f->key, text, &why) < 0)
        snprintf(err->text, sizeof err->text, "%s %s: %.200s", f->reg, f->field, why.text);
    else
        return 0;
    return SPE_ECONFIG;
}

/* One argument REGISTER=NUMBER; each register once. */
static int take_id(const char *arg, uint64_t id[2], bool seen[2])
{
    static const char *const names[2] = {"PMSIDR=", "PMBIDR="};

    for (int i = 0; i < 2; i++) {
        if (strncmp(arg, names[i], strlen(names[i])) != 0)
            continue;
        if (!spe_cli_number(arg + strlen(names[i]), &id[i]))
            return spe_cli_fail(SPE_EXIT_USAGE, NAME, "'%s': not a number from 0 to 2^64 - 1", arg);
        if (seen[i])
            return spe_cli_fail(SPE_EXIT_USAGE, NAME, "'%s': given twice", arg);
        seen[i] = true;
        return SPE_EXIT_GOOD;
    }
    return spe_cli_misuse(NAME, "--from-ids does not know", arg);
}

static int from_fields(const uint64_t id[2])
{
    struct spe_config cfg;
    struct spe_config_error err = {.line = 0};

    spe_config_init(&cfg);
    for (size_t i = 0; i < sizeof id_fields / sizeof id_fields[0]; i++) {
        const struct id_field *f = &id_fields[i];

        if (take_field(&cfg, f, id[strcmp(f->reg, "PMSIDR") != 0], &err) < 0)
            return print_error(SPE_ECONFIG, &err);
    }
    if (spe_config_check(&cfg, &err) < 0)
        return print_error(SPE_ECONFIG, &err);
    puts("# From the ID registers: arch_inst, lds, ernd, interval_code, max_size, align, "
         "flag_updates.\n"
         "# They do not say the other keys, which have their defaults: compare each with the "
         "design.");
    config_print_keys(stdout, &cfg);
    return spe_cli_finish(NAME, SPE_EXIT_GOOD);
}

static int from_ids(int argc, char **argv)
{
    uint64_t id[2];
    bool seen[2] = {false, false};

    for (int i = 0; i < argc; i++) {
        int status = take_id(argv[i], id, seen);

        if (status != SPE_EXIT_GOOD)
            return status;
    }
    if (!seen[0] || !seen[1])
        return spe_cli_misuse(NAME, "--from-ids needs PMSIDR=NUMBER PMBIDR=NUMBER", "");
    return from_fields(id);
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

    if (argc <= at)
        return spe_cli_misuse(NAME, "no file", "");
    if (argv[at][0] == '-')
        return spe_cli_misuse(NAME, "unknown option", argv[at]);
    if (argc > at + 1)
        return spe_cli_misuse(NAME, "more than one file:", argv[at + 1]);
    return with_file(argv[at], sv ? config_print_sv : config_print_keys);
}

static int run(int argc, char **argv)
{
    if (argc < 2)
        return spe_cli_misuse(NAME, "no file", "");
    if (strcmp(argv[1], "--from-ids") == 0)
        return from_ids(argc - 2, argv + 2);
    if (strcmp(argv[1], "--doc") == 0)
        return argc == 2 ? print_doc() : spe_cli_misuse(NAME, "--doc takes no", argv[2]);
    return on_file(argc, argv);
}

const struct spe_command spe_command_config = {
    NAME, "validate and print a configuration",
    "usage: spe config FILE        check, print all keys\n"
    "       spe config --sv FILE   check, print the package spe_cfg_pkg\n"
    "       spe config --doc       print the table of keys\n"
    "       spe config --from-ids PMSIDR=NUMBER PMBIDR=NUMBER\n"
    "                              print a configuration to start from for somebody's own SPU\n"
    "Status: 0 good, 2 bad usage or configuration, 4 cannot write,\n"
    "or memory or a read fails.\n",
    run};
