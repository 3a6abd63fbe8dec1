/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "explain_print.h"
#include "options.h"
#include "spe/status.h"

#define NAME "explain"

struct arguments {
    const char *path;
    bool salvage, more, json, html, numbered;
    const char *beside; /* file, NULL: none */
    uint64_t number;
    char inside[CLI_PATH_BYTES];
};

/* Take an operand: the log comes first, then the number of the finding. */
static int take_word(void *user, const char *word)
{
    struct arguments *a = user;

    if (a->path == NULL) {
        a->path = word;
    } else if (a->numbered) {
        return spe_cli_misuse(NAME, "more than a log and a number:", word);
    } else if (!spe_cli_number(word, &a->number) || a->number == 0) {
        return spe_cli_misuse(NAME, "the number of a finding, from 1, is not", word);
    } else {
        a->numbered = true;
    }
    return SPE_EXIT_GOOD;
}

/* @return 0, or the exit status after one line. */
static int take_arguments(struct arguments *a, int argc, char **argv)
{
    const struct cli_option option[] = {{.name = "--salvage", .flag = &a->salvage},
                                        {.name = "--more", .flag = &a->more},
                                        {.name = "--json", .flag = &a->json},
                                        {.name = "--html", .flag = &a->html},
                                        {.name = "--beside", .text = &a->beside}};
    const struct cli_options options = {NAME, option, sizeof(option) / sizeof(option[0]), take_word,
                                        a};
    const int status = cli_options_take(&options, argc, argv);

    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    if (a->more + a->json + a->html > 1) {
        return spe_cli_misuse(NAME, "one of --more, --json and --html,", "not two");
    }
    if (a->beside != NULL && !a->html) {
        return spe_cli_misuse(NAME, "for --html alone is", "--beside");
    }
    return a->path != NULL ? cli_log_inside(NAME, &a->path, a->inside)
                           : spe_cli_misuse(NAME, "no log", "");
}

/* @return 0, or the exit status after one line. */
static int collect_views(struct explanation *x, const struct explain *e, bool more)
{
    x->e = e;
    x->more = more;
    record_view(e, explain_record(e), &x->record);
    story_read(e, explain_sample(e), &x->story);
    for (unsigned i = 0; i < x->record.n_rows; i++) {
        (void)earlier_read(e, &x->story, &x->record.row[i], &x->earlier[i]);
    }
    bits_view(e, &x->bits);
    oracles_read(e, &x->oracles);
    x->n_suspects = suspects_rank(e, &x->record, &x->oracles, x->suspect);
    const int status = run_count_read(e, NAME, &x->record, &x->run);
    return status != SPE_EXIT_GOOD ? status : xl_view_read(e, NAME, &x->translations);
}

/* @return 0, or the exit status after one line. */
static int open_beside(struct explanation *x, const char *file)
{
    x->beside = file != NULL ? fopen(file, "r") : NULL;
    if (file == NULL || x->beside != NULL) {
        return SPE_EXIT_GOOD;
    }
    const int why = errno;
    return spe_cli_fail(spe_status_exit(spe_status_of_errno(why)), NAME, "cannot read %s: %s", file,
                        strerror(why));
}

/* The log has no finding: the run passed, or an assertion ended it. The user made no mistake. */
static int nothing_found(const struct explain *e, bool json)
{
    const int status = e->run.part ? SPE_EXIT_ENVIRONMENT : SPE_EXIT_FOUND;

    if (json) {
        explain_print_json_none(e);
        return spe_cli_finish(NAME, status);
    }
    return status;
}

static bool print(const struct arguments *a, const struct explanation *x)
{
    return a->json   ? explain_print_json(x)
           : a->html ? explain_print_html(x)
                     : explain_print_text(x, a->more);
}

static int explain(int argc, char **argv)
{
    struct arguments a = {.number = 1};

    int status = take_arguments(&a, argc, argv);
    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    struct explain *e = calloc(1, sizeof(*e));
    struct explanation *x = calloc(1, sizeof(*x));
    if (e == NULL || x == NULL) {
        status = spe_cli_no_memory(NAME);
    } else {
        e->path = a.path;
        e->salvage = a.salvage;
        status = explain_read(e, NAME, a.number);
        if (status == SPE_EXIT_USAGE && e->counted && e->n_findings == 0) {
            status = nothing_found(e, a.json);
        }
    }
    if (status == SPE_EXIT_GOOD) {
        status = open_beside(x, a.beside);
    }
    if (status == SPE_EXIT_GOOD) {
        status = collect_views(x, e, a.more || a.html);
    }
    if (status == SPE_EXIT_GOOD) {
        if (!print(&a, x)) {
            status = spe_cli_no_memory(NAME);
        }
        status = spe_cli_part(NAME, a.path, &e->run, spe_cli_finish(NAME, status));
    }
    if (x != NULL && x->beside != NULL) {
        (void)fclose(x->beside);
    }
    if (e != NULL) {
        explain_free(e);
    }
    free(e);
    free(x);
    return status;
}

const struct spe_command spe_command_explain = {
    NAME, "say what led to a finding, and whom to suspect",
    "usage: spe explain [--more | --json | --html [--beside FILE]] [--salvage] LOG [N]\n"
    "Replays a transaction log and explains finding N (1, the first one) on at most 40 lines:\n"
    "record decoded both ways, story of the operation, bits of a register and who set them,\n"
    "filters, counter, events, translations of the pages of an address, what the other oracles\n"
    "say, and whom to suspect.\n"
    "  LOG       a transaction log, or the directory of the run that has left it\n"
    "  --more    all lines, and the last 32 transactions\n"
    "  --json    one object of JSON (c_model/explain.md)\n"
    "  --html    a page that needs no other file: the record's bytes as a picture, differences\n"
    "            red, the operation on a line of cycles\n"
    "  --beside  lines of FILE on that page, say of the waves beside it\n"
    "  --salvage read what is whole of a log whose run was killed\n"
    "Status: 0; 1 if a replay has no finding at all (an assertion has ended the run, say; --json\n"
    "then prints what the run says); 2 also for bad usage, a log that cannot be read or that has\n"
    "no finding N; 4 also of a part of a log that was salvaged, or if the output cannot be written "
    "or memory\n"
    "fails.\n",
    explain};
