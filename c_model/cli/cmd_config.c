/* SPDX-License-Identifier: Apache-2.0
 *
 * `spe config`: check, print, and generate from configurations.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "config_ids.h"
#include "config_members.h"
#include "config_print.h"
#include "options.h"
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

static void print_remark(void *user, const char *text)
{
    fprintf((FILE *)user, "# %s\n", text);
}

static void print_config(FILE *out, const struct spe_config *cfg)
{
    spe_config_remarks(cfg, print_remark, out);
    spe_config_print(out, cfg);
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

static int from_ids(const char **word, int words)
{
    struct config_ids ids = {{0}, {false}};
    const char *name = NULL;
    struct spe_config cfg;
    struct spe_config_error err;

    for (int i = 0; i < words; i++) {
        bool is_name = strncmp(word[i], "NAME=", 5) == 0;
        int status = is_name ? SPE_EXIT_GOOD : take_id(word[i], &ids);

        if (is_name) {
            name = word[i] + 5;
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
    print_config(stdout, &cfg);
    return spe_cli_finish(NAME, SPE_EXIT_GOOD);
}

static int print_doc(void)
{
    config_print_doc(stdout);
    return spe_cli_finish(NAME, SPE_EXIT_GOOD);
}

/* What is asked for: at most one of the options, and the words that belong to it. */
struct wanted {
    bool sv, doc, from_ids;
    const char **word;
    int words;
};

static int take_word(void *user, const char *word)
{
    struct wanted *w = user;

    w->word[w->words++] = word;
    return SPE_EXIT_GOOD;
}

static int take_arguments(struct wanted *w, int argc, char **argv)
{
    const struct cli_option option[] = {{.name = "--sv", .flag = &w->sv},
                                        {.name = "--doc", .flag = &w->doc},
                                        {.name = "--from-ids", .flag = &w->from_ids}};
    const struct cli_options options = {NAME, option, sizeof(option) / sizeof(option[0]), take_word,
                                        w};
    const int status = cli_options_take(&options, argc, argv);

    if (status == SPE_EXIT_GOOD && w->sv + w->doc + w->from_ids > 1) {
        return spe_cli_misuse(NAME, "one of --sv, --doc and --from-ids,", "not two");
    }
    return status;
}

static int answer(const struct wanted *w)
{
    if (w->from_ids) {
        return from_ids(w->word, w->words);
    }
    if (w->doc) {
        return w->words == 0 ? print_doc() : spe_cli_misuse(NAME, "--doc takes no", w->word[0]);
    }
    if (w->words != 1) {
        return w->words == 0 ? spe_cli_misuse(NAME, "no file", "")
                             : spe_cli_misuse(NAME, "more than one file:", w->word[1]);
    }
    return with_file(w->word[0], w->sv ? config_print_sv : print_config);
}

static int run(int argc, char **argv)
{
    struct wanted w = {.word = calloc((size_t)argc, sizeof(*w.word))};

    if (w.word == NULL) {
        return spe_cli_no_memory(NAME);
    }
    int status = take_arguments(&w, argc, argv);
    status = status == SPE_EXIT_GOOD ? answer(&w) : status;
    free(w.word);
    return status;
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
    "A line '# no PE has ...' before the keys names two that are accepted, and that no PE has\n"
    "together.\n"
    "A file has lines KEY = VALUE, one of them the name, which is the file's own without .cfg;\n"
    "`include = FILE` inserts a base; `others = default` leaves keys that are not given at their\n"
    "defaults, without it all are given; the last line is `end`.\n"
    "Status: 0 good, 2 bad usage or configuration, 4 cannot write,\n"
    "or memory or a read fails.\n",
    run};
