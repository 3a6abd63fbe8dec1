/* SPDX-License-Identifier: Apache-2.0 */
#include "log_request.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "options.h"
#include "spe/txn.h"

#define NAME "log"

/* Largest number of transactions that --lines takes for each side. */
#define LINES_MAX 1000000u

static int take_kind(void *user, const char *option, const char *text)
{
    struct log_request *r = user;

    (void)option;
    for (int kind = 0; kind < SPE_TXN_KINDS; kind++) {
        if (strcmp(spe_txn_name(kind), text) == 0) {
            r->kind = kind;
            r->part = true;
            return SPE_EXIT_GOOD;
        }
    }
    fprintf(stderr, "spe " NAME ": unknown kind '%s': allowed:", text);
    for (int kind = 0; kind < SPE_TXN_KINDS; kind++) {
        fprintf(stderr, " %s", spe_txn_name(kind));
    }
    fputc('\n', stderr);
    return SPE_EXIT_USAGE;
}

static int take_cycle(void *user, const char *option, const char *text)
{
    struct log_request *r = user;
    uint64_t *cycle = strcmp(option, "--from") == 0 ? &r->from : &r->to;

    r->span = true;
    r->part = true;
    if (spe_cli_number(text, cycle)) {
        return SPE_EXIT_GOOD;
    }
    return spe_cli_fail(SPE_EXIT_USAGE, NAME, "%s '%s': not a number from 0 to 2^64 - 1", option,
                        text);
}

/* Take pc=0x400100, op=258 or record=7; a number alone is a member. */
static int take_op(void *user, const char *option, const char *text)
{
    struct log_request *r = user;
    static const struct {
        const char *name;
        enum log_by by;
    } names[] = {{"pc=", LOG_BY_PC}, {"op=", LOG_BY_MEMBER}, {"record=", LOG_BY_RECORD}};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const size_t n = strlen(names[i].name);
        if (strncmp(text, names[i].name, n) == 0 && spe_cli_number(text + n, &r->op) &&
            (names[i].by != LOG_BY_RECORD || r->op != 0)) {
            r->by = names[i].by;
            return SPE_EXIT_GOOD;
        }
    }
    return spe_cli_fail(SPE_EXIT_USAGE, NAME,
                        "%s '%s': allowed: pc=ADDRESS, op=MEMBER or record=NUMBER, from 1", option,
                        text);
}

static int take_count(void *user, const char *option, const char *text)
{
    struct log_request *r = user;
    const bool lines = strcmp(option, "--lines") == 0;
    uint64_t n;

    if (!spe_cli_number(text, &n) || n == 0 || (lines && n > LINES_MAX)) {
        return spe_cli_fail(SPE_EXIT_USAGE, NAME, "%s '%s': not a number from 1 to %s", option,
                            text, lines ? "1000000" : "2^64 - 1");
    }
    if (lines) {
        r->lines = true;
        r->before = n;
        r->after = n;
    } else {
        r->around = n;
    }
    return SPE_EXIT_GOOD;
}

static int take_log(void *user, const char *word)
{
    struct log_request *r = user;

    return cli_options_one(NAME, &r->path, "log", word);
}

/* Refuse options that contradict each other. @return the exit status. */
static int check_options(const struct log_request *r)
{
    const bool around = r->around != 0, op = r->by != LOG_BY_NONE;
    const struct {
        bool bad;
        const char *text;
    } rules[] = {
        {r->pack != NULL && (r->salvage || r->header || r->part || r->bytes),
         "--pack takes no --from, --to, --kind, --header, --bytes or --salvage"},
        {r->bytes && (r->header || r->part), "--bytes takes no --from, --to, --kind or --header"},
        {(r->pack != NULL) + r->bytes + r->sql + around + op > 1,
         "one of --pack, --bytes, --sql, --op and --around, not two"},
        {r->decode && (r->pack != NULL || r->bytes || r->sql),
         "--decode takes no --pack, --bytes or --sql"},
        {r->sql && (r->header || r->part), "--sql takes no --from, --to, --kind or --header"},
        {around && r->span, "--around takes no --from or --to"},
        {r->lines && !around, "--lines needs --around"},
    };

    if (r->path == NULL) {
        return spe_cli_misuse(NAME, "no log", "");
    }
    if (r->from > r->to) {
        return spe_cli_misuse(NAME, "--from", "is after --to");
    }
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        if (rules[i].bad) {
            return spe_cli_misuse(NAME, rules[i].text, "");
        }
    }
    return SPE_EXIT_GOOD;
}

int log_request_take(struct log_request *r, int argc, char **argv)
{
    const struct cli_option option[] = {
        {.name = "--from", .take = take_cycle},   {.name = "--to", .take = take_cycle},
        {.name = "--kind", .take = take_kind},    {.name = "--pack", .text = &r->pack},
        {.name = "--op", .take = take_op},        {.name = "--around", .take = take_count},
        {.name = "--lines", .take = take_count},  {.name = "--salvage", .flag = &r->salvage},
        {.name = "--header", .flag = &r->header}, {.name = "--bytes", .flag = &r->bytes},
        {.name = "--decode", .flag = &r->decode}, {.name = "--sql", .flag = &r->sql},
    };
    const struct cli_options options = {NAME, option, sizeof(option) / sizeof(option[0]), take_log,
                                        r};

    *r = (struct log_request){.to = UINT64_MAX, .kind = -1, .before = 32, .after = 8};
    const int status = cli_options_take(&options, argc, argv);
    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    const int fault = check_options(r);
    return fault == SPE_EXIT_GOOD && r->pack == NULL ? cli_log_inside(NAME, &r->path, r->inside)
                                                     : fault;
}

void log_remark_end(const struct log_request *r, uint64_t last)
{
    if (r->from > last) {
        fprintf(stderr, "spe " NAME ": %s: the last transaction is of cycle %" PRIu64 "\n", r->path,
                last);
    }
}
