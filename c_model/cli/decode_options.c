/* SPDX-License-Identifier: Apache-2.0 */
#include "decode_options.h"

#include <string.h>

#include "cli.h"
#include "options.h"
#include "spe/config_file.h"
#include "spe/status.h"

static int take_number(void *user, const char *option, const char *text)
{
    struct decode_request *r = user;
    uint64_t value = 0;
    const bool record = strcmp(option, "--max-record") == 0;
    const uint64_t least = strcmp(option, "--base") != 0; /* as a limit 0 is none (spe/decode.h) */
    if (!spe_cli_number(text, &value) || value < least || (record && value > UINT32_MAX)) {
        return spe_cli_fail(SPE_EXIT_USAGE, DECODE_COMMAND,
                            "%s '%s': not a number from %d to 2^%d - 1", option, text, (int)least,
                            record ? 32 : 64);
    }
    if (record) {
        r->options.record_limit = (uint32_t)value;
    } else if (strcmp(option, "--base") == 0) {
        r->options.base = value;
    } else {
        r->options.limit = value;
    }
    return SPE_EXIT_GOOD;
}

static struct decode_range *range_of(struct decode_filter *filter, const char *option)
{
    if (strcmp(option, "--pc") == 0) {
        return &filter->pc;
    }
    if (strcmp(option, "--va") == 0) {
        return &filter->va;
    }
    if (strcmp(option, "--latency") == 0) {
        return &filter->latency;
    }
    return &filter->number;
}

static int take_range(void *user, const char *option, const char *text)
{
    struct decode_request *r = user;
    struct decode_range *range = range_of(&r->filter, option);
    const uint64_t least = range == &r->filter.number; /* records are counted from 1 */

    if (!decode_range_parse(range, text) || range->first < least) {
        return spe_cli_fail(SPE_EXIT_USAGE, DECODE_COMMAND,
                            "%s '%s': not N, N-M or N-, of numbers from %d to 2^64 - 1", option,
                            text, (int)least);
    }
    return SPE_EXIT_GOOD;
}

/* Choose how records are printed; a second choice is refused. */
static int take_printer(void *user, const char *option, const char *value)
{
    struct decode_request *r = user;

    (void)value;
    if (r->printer) {
        return spe_cli_misuse(DECODE_COMMAND, "one of --json, --table, --summary", "");
    }
    r->printer = strcmp(option, "--json") == 0    ? &decode_json
                 : strcmp(option, "--table") == 0 ? &decode_table
                                                  : &decode_summary;
    return SPE_EXIT_GOOD;
}

static int take_file(void *user, const char *word)
{
    struct decode_request *r = user;

    return cli_options_one(DECODE_COMMAND, &r->file, "input", word);
}

static int take_arguments(struct decode_request *r, int argc, char **argv)
{
    const struct cli_option option[] = {
        {.name = "--config", .text = &r->config},
        {.name = "--base", .take = take_number},
        {.name = "--limit", .take = take_number},
        {.name = "--max-record", .take = take_number},
        {.name = "--pc", .take = take_range},
        {.name = "--va", .take = take_range},
        {.name = "--latency", .take = take_range},
        {.name = "--record", .take = take_range},
        {.name = "--event", .text = &r->filter.events},
        {.name = "--errors", .flag = &r->filter.errors},
        {.name = "--alignment", .flag = &r->options.alignment},
        {.name = "--resync", .flag = &r->resync},
        {.name = "--json", .take = take_printer, .bare = true},
        {.name = "--table", .take = take_printer, .bare = true},
        {.name = "--summary", .take = take_printer, .bare = true},
    };
    const struct cli_options options = {DECODE_COMMAND, option, sizeof(option) / sizeof(option[0]),
                                        take_file, r};

    return cli_options_take(&options, argc, argv);
}

/* Read the configuration and its names, and look up the events to filter by. */
static int look_up(struct decode_request *r)
{
    struct spe_config_error err;
    const char *unknown = NULL;
    char text[512];
    int status = SPE_EXIT_GOOD;
    const int loaded = r->config ? spe_config_load(&r->cfg, r->config, &err) : SPE_OK;
    if (loaded != SPE_OK) {
        (void)spe_config_error_format(&err, text, sizeof(text));
        return spe_cli_fail(spe_status_exit(loaded), DECODE_COMMAND, "%s", text);
    }
    if (r->config) {
        status = decode_names_read(&r->names, DECODE_COMMAND, r->config);
    }
    if (status == SPE_EXIT_GOOD && r->filter.events &&
        !decode_filter_events(&r->filter, &r->names, &unknown)) {
        return spe_cli_fail(SPE_EXIT_USAGE, DECODE_COMMAND, "--event: no event has the name '%.*s'",
                            (int)strcspn(unknown, ","), unknown);
    }
    if (r->config && r->options.record_limit == 0) {
        r->options.record_limit = 1u << r->cfg.max_size;
    }
    return status;
}

int decode_options_parse(int argc, char **argv, struct decode_request *request)
{
    const int status = take_arguments(request, argc, argv);

    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    if (!request->file) {
        return spe_cli_misuse(DECODE_COMMAND, "no input", "");
    }
    if (!request->printer) {
        request->printer = &decode_text;
    }
    return look_up(request);
}
