/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "bias.h"
#include "cli.h"
#include "options.h"
#include "spe/status.h"

#define NAME "bias"

static int check_arguments(const struct bias *b)
{
    if (b->path == NULL) {
        return spe_cli_misuse(NAME, "no log", "");
    }
    if (b->program != NULL && b->population == NULL) {
        return spe_cli_misuse(NAME, "--elf needs", "--population");
    }
    if (b->load != 0 && b->program == NULL) {
        return spe_cli_misuse(NAME, "--load needs", "--elf");
    }
    return SPE_EXIT_GOOD;
}

static int take_log(void *user, const char *word)
{
    struct bias *b = user;

    return cli_options_one(NAME, &b->path, "log", word);
}

static int take_arguments(struct bias *b, bool *more, int argc, char **argv)
{
    const struct cli_option option[] = {
        {.name = "--population", .text = &b->population}, {.name = "--elf", .text = &b->program},
        {.name = "--load", .number = &b->load},           {.name = "--more", .flag = more},
        {.name = "--salvage", .flag = &b->salvage},
    };
    const struct cli_options options = {NAME, option, sizeof(option) / sizeof(option[0]), take_log,
                                        b};
    int status = cli_options_take(&options, argc, argv);

    status = status == SPE_EXIT_GOOD ? check_arguments(b) : status;
    return status == SPE_EXIT_GOOD ? cli_log_inside(NAME, &b->path, b->inside) : status;
}

/* @return the exit status. */
static int print(const struct bias *b, bool more)
{
    const int found = bias_print(b, more);

    if (found < 0) {
        return spe_cli_fail(spe_status_exit(found), NAME, "%s", spe_status_text(found));
    }
    const int status = spe_cli_finish(NAME, found != 0 ? SPE_EXIT_FOUND : SPE_EXIT_GOOD);
    return spe_cli_part(NAME, b->path, &b->run, status);
}

static int run(int argc, char **argv)
{
    struct bias *b = calloc(1, sizeof(*b));
    bool more = false;

    if (b == NULL) {
        return spe_cli_fail(SPE_EXIT_ENVIRONMENT, NAME, "%s", spe_status_text(SPE_ENOMEM));
    }
    int status = take_arguments(b, &more, argc, argv);
    status = status == SPE_EXIT_GOOD ? bias_read(b) : status;
    if (status == SPE_EXIT_GOOD) {
        status = print(b, more);
    }
    bias_free(b);
    free(b);
    return status;
}

const struct spe_command spe_command_bias = {
    NAME, "compare what was sampled with the population: blocks, classes, beats",
    "usage: spe bias [--population FILE [--elf PROGRAM]] [--more] [--salvage] LOG\n"
    "Says whether the operations that were sampled are a fair share of those that ran: by "
    "Exception\n"
    "level, class of operation and basic block (chi-square), and whether the interval beats with "
    "a\n"
    "loop. What was selected counts, before collisions and filters. c_model/bias.md says how.\n"
    "  LOG          a transaction log, or the directory of the run that has left it\n"
    "  --population every operation that could have been sampled, as `spu_sim --population` "
    "writes\n"
    "               them; without it levels alone are compared\n"
    "  --elf        also by function of this program, as perf report has them; --load ADDRESS: "
    "where\n"
    "               one that is position-independent was loaded\n"
    "  --more       all rows, not the largest ones and those that stand out\n"
    "  --salvage    read what is whole of a log whose run was killed: status 4\n"
    "Status: 0 no bias is seen, 1 there is one (p below 0.001, or a beat), 2 bad usage, input "
    "that\n"
    "cannot be read or lacks what is needed, 4 output that cannot be written, or memory fails.\n",
    run};
