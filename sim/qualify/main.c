/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "alone.h"
#include "night.h"
#include "report.h"
#include "round.h"

/* `qualify next|take|report DIR`: the judge of sim/qualify.sh. */

static const char usage[] =
    "usage: qualify next DIR [--draw N] [--seed TEXT] [--modules LIST] [--ms N] [--jobs N]\n"
    "                  [--upto STAGE] [--most N] [--waivers FILE]\n"
    "       qualify left DIR [--draw N] [--seed TEXT] [--modules LIST] [--upto STAGE]\n"
    "                  [--most N] [--waivers FILE]\n"
    "       qualify take DIR\n"
    "       qualify report DIR [--draw N] [--seed TEXT] [--modules LIST] [--most N]\n"
    "                  [--waivers FILE]\n"
    "next: write the next runs into DIR/round, and print how many; take: append what they have\n"
    "shown to DIR/runs.tsv; left: print the keys of those that play on up to STAGE; report: write\n"
    "DIR/table.tsv and print the summary by module. What a waiver has proven is played up to "
    "stage\n"
    "4. With --most the plan is that of random alone, of which a mutant gets N runs; what a "
    "waiver\n"
    "names gets none. Status of report: 0 every mutant is killed by a check or waived, 1 some are "
    "not. "
    "(sim/qualify.md)\n";

struct request {
    const char *draw, *seed, *modules, *ms, *jobs, *waivers, *upto, *most;
    int64_t n, round_ms, chunks, stages, most_runs;
};

static int parse(struct request *r, int argc, char **argv)
{
    const struct night_option options[] = {
        {"--draw", &r->draw, NULL}, {"--seed", &r->seed, NULL}, {"--modules", &r->modules, NULL},
        {"--ms", &r->ms, NULL},     {"--jobs", &r->jobs, NULL}, {"--waivers", &r->waivers, NULL},
        {"--upto", &r->upto, NULL}, {"--most", &r->most, NULL}, {NULL, NULL, NULL},
    };

    if (night_options(argc, argv, options, 1, 1) < 0) {
        return NIGHT_EXIT_USAGE;
    }
    if ((r->draw != NULL && night_number(r->draw, &r->n) != 0) ||
        (r->ms != NULL && night_number(r->ms, &r->round_ms) != 0) ||
        (r->jobs != NULL && night_number(r->jobs, &r->chunks) != 0) ||
        (r->upto != NULL && night_number(r->upto, &r->stages) != 0) ||
        (r->most != NULL && night_number(r->most, &r->most_runs) != 0)) {
        return night_fail(NIGHT_EXIT_USAGE, "--draw, --ms, --jobs, --upto and --most are integers");
    }
    return 0;
}

/* Mark the waived mutants in the book. */
static int waive(struct qualify_book *b, struct qualify_waivers *waivers, const char *path)
{
    const int status = qualify_waivers_read(waivers, b, path);

    for (size_t i = 1; i < b->mutants && status == 0; i++) {
        b->mutant[i].waived = waivers->waived[i] != QUALIFY_UNWAIVED;
        b->mutant[i].proven =
            waivers->waived[i] == QUALIFY_PROVEN || waivers->waived[i] == QUALIFY_PROVEN_SMALLER;
    }
    return status;
}

static int next(struct qualify_book *b, const struct request *r)
{
    size_t runs = 0;
    struct qualify_waivers waivers;
    int status = waive(b, &waivers, r->waivers);

    qualify_waivers_free(&waivers);
    if (status == 0) {
        status = qualify_round(b, r->round_ms, (int)r->chunks, (int)r->stages, &runs);
    }
    (void)printf("%zu\n", runs);
    return status;
}

/* Print the keys of mutants that are still to be played, because no check has killed them. */
static int left(struct qualify_book *b, const struct request *r)
{
    struct qualify_waivers waivers;
    const int status = waive(b, &waivers, r->waivers), upto = (int)r->stages;

    qualify_waivers_free(&waivers);
    for (size_t i = 1; i < b->mutants && status == 0; i++) {
        if (upto != 0 && qualify_reach(b, i, upto) == upto) {
            (void)printf("%s\n", b->mutant[i].key);
        }
    }
    return status;
}

static int report(struct qualify_book *b, const struct request *r)
{
    struct qualify_waivers waivers;
    int status = waive(b, &waivers, r->waivers);

    if (status == 0 && b->most != 0) {
        qualify_alone_judge(b);
    } else if (status == 0) {
        status = qualify_alone_read(b);
    }
    if (status == 0) {
        status = qualify_table(b, &waivers);
    }
    if (status == 0) {
        const bool clean = b->most != 0 ? qualify_alone_summary(b) : qualify_summary(b, &waivers);
        status = clean && waivers.faults == 0 ? 0 : NIGHT_EXIT_FOUND;
    }
    qualify_waivers_free(&waivers);
    return status;
}

/* Run the command with the remaining options. @return the exit status. */
static int judge(const struct request *r, const char *command, const char *dir)
{
    struct qualify_book b = {.mutants = 0};
    int status = qualify_read(&b, dir);

    if (status == 0) {
        b.most = (size_t)r->most_runs;
        qualify_draw(&b, (size_t)r->n, r->seed != NULL ? r->seed : "", r->modules);
        if (strcmp(command, "next") == 0) {
            status = next(&b, r);
        } else if (strcmp(command, "take") == 0) {
            status = qualify_take(&b);
        } else if (strcmp(command, "left") == 0) {
            status = left(&b, r);
        } else {
            status = report(&b, r);
        }
    }
    qualify_free(&b);
    return night_finish(status);
}

static bool is_command(const char *text)
{
    static const char *const commands[] = {"next", "take", "left", "report"};

    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        if (strcmp(text, commands[i]) == 0) {
            return true;
        }
    }
    return false;
}

int main(int argc, char **argv)
{
    struct request r = {.round_ms = 60000, .chunks = 1, .stages = 9};

    if (argc < 2) {
        return night_fail(NIGHT_EXIT_USAGE, "no command; qualify --help lists them");
    }
    const char *command = argv[1];
    if (strcmp(argv[argc - 1], "--help") == 0) {
        (void)fputs(usage, stdout);
        return night_finish(NIGHT_EXIT_GOOD);
    }
    if (!is_command(command)) {
        return night_fail(NIGHT_EXIT_USAGE, "unknown command '%s'; qualify --help lists them",
                          command);
    }
    const int status = parse(&r, argc - 1, argv + 1);
    return status != 0 ? status : judge(&r, command, argv[1]);
}
