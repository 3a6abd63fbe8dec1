/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "bias.h"
#include "cli.h"
#include "spe/status.h"

#define NAME "bias"

static int take_arguments(struct bias *b, bool *more, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--more") == 0) {
            *more = true;
        } else if (strcmp(argv[i], "--salvage") == 0) {
            b->salvage = true;
        } else if (strcmp(argv[i], "--population") == 0) {
            b->population = argv[++i];
            if (b->population == NULL) {
                return spe_cli_misuse(NAME, "--population", "needs a value");
            }
        } else if (argv[i][0] == '-') {
            return spe_cli_misuse(NAME, "unknown option", argv[i]);
        } else if (b->path != NULL) {
            return spe_cli_misuse(NAME, "more than one log:", argv[i]);
        } else {
            b->path = argv[i];
        }
    }
    return b->path != NULL ? SPE_EXIT_GOOD : spe_cli_misuse(NAME, "no log", "");
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
        const bool found = bias_print(b, more);
        status = spe_cli_finish(NAME, found ? SPE_EXIT_FOUND : SPE_EXIT_GOOD);
        if (b->run.part && status != SPE_EXIT_ENVIRONMENT) {
            status = spe_cli_fail(SPE_EXIT_ENVIRONMENT, NAME, "%s: %s", b->path, b->run.why);
        }
    }
    bias_free(b);
    free(b);
    return status;
}

const struct spe_command spe_command_bias = {
    NAME, "compare what was sampled with the population: blocks, classes, beats",
    "usage: spe bias [--population FILE] [--more] [--salvage] LOG\n"
    "Says whether the operations that were sampled are a fair share of those that ran: by "
    "Exception\n"
    "level, class of operation and basic block (chi-square), and whether the interval beats with "
    "a\n"
    "loop. What was selected counts, before collisions and filters. c_model/bias.md says how.\n"
    "  --population every operation that could have been sampled, as `spu_sim --population` "
    "writes\n"
    "               them; without it levels alone are compared\n"
    "  --more       all rows, not the largest ones and those that stand out\n"
    "  --salvage    read what is whole of a log whose run was killed: status 4\n"
    "Status: 0 no bias is seen, 1 there is one (p below 0.001, or a beat), 2 bad usage, input "
    "that\n"
    "cannot be read or lacks what is needed, 4 output that cannot be written, or memory fails.\n",
    run};
