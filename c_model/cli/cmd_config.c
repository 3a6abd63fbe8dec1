/* SPDX-License-Identifier: Apache-2.0
 *
 * `spe config`: check, print, and generate from configurations.
 *
 *   spe config FILE        check, print all keys
 *   spe config --sv FILE   print package spe_cfg_pkg
 *   spe config --doc       print the table of keys
 *   spe config --from-ids PMSIDR=0x.. PMBIDR=0x..
 *                          print a configuration to start from for somebody's own SPU
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "config_print.h"
#include "spe/bits.h"
#include "spe/config_file.h"
#include "spe/status.h"

#define EXIT_USAGE       2
#define EXIT_ENVIRONMENT 4

static int usage(void)
{
    fputs("usage: spe config [--sv] FILE | --doc | --from-ids PMSIDR=0x.. PMBIDR=0x..\n", stderr);
    return EXIT_USAGE;
}

/* Results are worth nothing if they did not arrive. */
static int finish(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    fprintf(stderr, "spe config: cannot write: %s\n", strerror(errno));
    return EXIT_ENVIRONMENT;
}

static int print_error(const struct spe_config_error *err)
{
    char line[sizeof *err + 16];

    spe_config_error_format(err, line, sizeof line);
    fprintf(stderr, "spe config: %s\n", line);
    return EXIT_USAGE;
}

static int with_file(const char *path, void (*print)(FILE *, const struct spe_config *))
{
    struct spe_config cfg;
    struct spe_config_error err;

    if (spe_config_load(&cfg, path, &err) < 0)
        return print_error(&err);
    print(stdout, &cfg);
    return finish();
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
    char text[24];

    snprintf(text, sizeof text, "%llu", value);
    if (f->key)
        return spe_config_set(cfg, f->key, text, err);
    if (value == f->constant)
        return 0;
    snprintf(err->text, sizeof err->text, "%s %s = 0x%llx: allowed: 0x%llx in SPEv1p0", f->reg,
             f->field, value, (unsigned long long)f->constant);
    return SPE_ECONFIG;
}

static bool parse_id(const char *arg, const char *reg, uint64_t *value)
{
    size_t length = strlen(reg);
    char *end;

    if (strncmp(arg, reg, length) != 0 || arg[length] != '=')
        return false;
    arg += length + 1;
    errno = 0;
    *value = strtoull(arg, &end, 0);
    return isdigit((unsigned char)*arg) && *end == '\0' && errno == 0;
}

/* Both registers, in any order. */
static bool parse_ids(char **argv, uint64_t *pmsidr, uint64_t *pmbidr)
{
    return (parse_id(argv[0], "PMSIDR", pmsidr) && parse_id(argv[1], "PMBIDR", pmbidr)) ||
           (parse_id(argv[1], "PMSIDR", pmsidr) && parse_id(argv[0], "PMBIDR", pmbidr));
}

static int from_ids(char **argv)
{
    struct spe_config cfg;
    struct spe_config_error err = {.line = 0};
    uint64_t pmsidr, pmbidr;

    if (!parse_ids(argv, &pmsidr, &pmbidr))
        return usage();
    spe_config_init(&cfg);
    for (size_t i = 0; i < sizeof id_fields / sizeof id_fields[0]; i++) {
        const struct id_field *f = &id_fields[i];

        if (take_field(&cfg, f, strcmp(f->reg, "PMSIDR") == 0 ? pmsidr : pmbidr, &err) < 0)
            return print_error(&err);
    }
    if (spe_config_check(&cfg, &err) < 0)
        return print_error(&err);
    puts("# From the ID registers: arch_inst, lds, ernd, interval_code, max_size, align, "
         "flag_updates.\n"
         "# They do not say the other keys, which have their defaults: compare each with the "
         "design.");
    config_print_keys(stdout, &cfg);
    return finish();
}

int spe_cmd_config(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--doc") == 0) {
        config_print_doc(stdout);
        return finish();
    }
    if (argc == 2 && argv[1][0] != '-')
        return with_file(argv[1], config_print_keys);
    if (argc == 3 && strcmp(argv[1], "--sv") == 0)
        return with_file(argv[2], config_print_sv);
    if (argc == 4 && strcmp(argv[1], "--from-ids") == 0)
        return from_ids(argv + 2);
    return usage();
}
