/* SPDX-License-Identifier: Apache-2.0 */
#include "decode_options.h"

#include <string.h>

#include "cli.h"
#include "spe/config_file.h"
#include "spe/status.h"

static int take_number(const char *option, const char *text, struct decode_request *r)
{
    uint64_t value = 0;
    const bool record = strcmp(option, "--max-record") == 0;
    if (!spe_cli_number(text, &value) || (record && value > UINT32_MAX)) {
        return spe_cli_fail(SPE_EXIT_USAGE, DECODE_COMMAND,
                            "%s '%s': not a number from 0 to 2^%d - 1", option, text,
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
    return strcmp(option, "--record") == 0 ? &filter->number : NULL;
}

static bool takes_value(const char *option)
{
    static const char *const with[] = {"--base", "--limit",   "--max-record", "--config", "--pc",
                                       "--va",   "--latency", "--record",     "--event"};
    for (size_t i = 0; i < sizeof(with) / sizeof(*with); i++) {
        if (strcmp(option, with[i]) == 0) {
            return true;
        }
    }
    return false;
}

static int take_value(const char *option, const char *text, struct decode_request *r)
{
    struct decode_range *range = range_of(&r->filter, option);
    if (!text) {
        return spe_cli_misuse(DECODE_COMMAND, option, "needs a value");
    }
    if (strcmp(option, "--config") == 0) {
        r->config = text;
    } else if (strcmp(option, "--event") == 0) {
        r->filter.events = text;
    } else if (!range) {
        return take_number(option, text, r);
    } else if (!decode_range_parse(range, text)) {
        return spe_cli_fail(SPE_EXIT_USAGE, DECODE_COMMAND,
                            "%s '%s': not N, N-M or N-, of numbers from 0 to 2^64 - 1", option,
                            text);
    }
    return SPE_EXIT_GOOD;
}

/* The way to print; a second one is refused. */
static int take_printer(struct decode_request *r, const struct decode_printer *printer)
{
    if (r->printer) {
        return spe_cli_misuse(DECODE_COMMAND, "one of --json, --table, --summary", "");
    }
    r->printer = printer;
    return SPE_EXIT_GOOD;
}

static int take_flag(const char *option, struct decode_request *r)
{
    if (strcmp(option, "--json") == 0) {
        return take_printer(r, &decode_json);
    }
    if (strcmp(option, "--table") == 0) {
        return take_printer(r, &decode_table);
    }
    if (strcmp(option, "--summary") == 0) {
        return take_printer(r, &decode_summary);
    }
    if (strcmp(option, "--alignment") == 0) {
        r->options.alignment = true;
    } else if (strcmp(option, "--resync") == 0) {
        r->resync = true;
    } else if (strcmp(option, "--errors") == 0) {
        r->filter.errors = true;
    } else {
        return spe_cli_misuse(DECODE_COMMAND, "unknown option", option);
    }
    return SPE_EXIT_GOOD;
}

static int take_file(const char *file, struct decode_request *r)
{
    if (r->file) {
        return spe_cli_misuse(DECODE_COMMAND, "more than one input:", file);
    }
    r->file = file;
    return SPE_EXIT_GOOD;
}

/* The configuration, its names, and the names of events. */
static int look_up(struct decode_request *r)
{
    struct spe_config_error err;
    const char *unknown = NULL;
    char text[512];
    int status = SPE_EXIT_GOOD;
    if (r->config && spe_config_load(&r->cfg, r->config, &err) != SPE_OK) {
        (void)spe_config_error_format(&err, text, sizeof(text));
        return spe_cli_fail(SPE_EXIT_USAGE, DECODE_COMMAND, "%s", text);
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
    int status = SPE_EXIT_GOOD;
    bool options = true;
    for (int i = 1; i < argc && status == SPE_EXIT_GOOD; i++) {
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (options && takes_value(argv[i])) {
            status = take_value(argv[i], argv[i + 1], request);
            i++;
        } else if (options && argv[i][0] == '-' && argv[i][1] != '\0') {
            status = take_flag(argv[i], request);
        } else {
            status = take_file(argv[i], request);
        }
    }
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
