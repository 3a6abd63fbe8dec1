/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "guard.h"
#include "options.h"
#include "save.h"
#include "shell_word.h"
#include "view.h"
#include "wave_help.h"
#include "write.h"

#define TOLERANCE 0u

struct arguments {
    const char *log, *fst, *map, *out;
    uint64_t from, to, tolerance, finding;
    bool has_finding, salvage, all, window, same_run;
    char inside[CLI_PATH_BYTES];
};

static int take_finding(void *user, const char *option, const char *value)
{
    struct arguments *a = user;

    (void)option;
    a->has_finding = true;
    if (!spe_cli_number(value, &a->finding) || a->finding == 0) {
        return spe_cli_misuse("wave", "--finding takes the number of a finding,", "from 1");
    }
    return SPE_EXIT_GOOD;
}

static int take_name(void *user, const char *word)
{
    struct arguments *a = user;

    if (a->log == NULL) {
        a->log = word;
    } else if (a->fst == NULL) {
        a->fst = word;
    } else {
        return spe_cli_misuse("wave", "more than a log and an FST:", word);
    }
    return SPE_EXIT_GOOD;
}

static int check_arguments(struct arguments *a)
{
    if (a->log == NULL) {
        return spe_cli_misuse("wave", "no log", "");
    }
    if (a->from > a->to) {
        return spe_cli_misuse("wave", "--from is behind", "--to");
    }
    if (a->tolerance > UINT32_MAX) {
        return spe_cli_misuse("wave", "--tolerance takes cycles,", "below 2^32");
    }
    if ((a->fst == NULL) != (a->map == NULL)) {
        return spe_cli_misuse("wave", a->fst != NULL ? "an FST needs" : "no FST for",
                              a->fst != NULL ? "--map FILE: which signal shows what" : "--map");
    }
    if ((a->all || a->same_run) && a->fst == NULL) {
        return spe_cli_misuse("wave", "no FST for", a->all ? "--all" : "--same-run");
    }
    return cli_log_inside("wave", &a->log, a->inside);
}

static int take_arguments(struct arguments *a, int argc, char **argv)
{
    const struct cli_option option[] = {
        {.name = "--map", .text = &a->map},
        {.name = "--out", .letter = 'o', .text = &a->out},
        {.name = "--from", .number = &a->from},
        {.name = "--to", .number = &a->to},
        {.name = "--tolerance", .number = &a->tolerance},
        {.name = "--finding", .take = take_finding},
        {.name = "--salvage", .flag = &a->salvage},
        {.name = "--all", .flag = &a->all},
        {.name = "--same-run", .flag = &a->same_run},
        {.name = "--window", .flag = &a->window},
    };
    const struct cli_options options = {"wave", option, sizeof(option) / sizeof(option[0]),
                                        take_name, a};
    const int status = cli_options_take(&options, argc, argv);

    return status == SPE_EXIT_GOOD ? check_arguments(a) : status;
}

/* Open the waves, and reduce the window to the cycles that the waves have. */
static int open_waves(struct view *v, const struct arguments *a)
{
    uint64_t from, to;
    int status = map_read(&v->map, a->map);

    if (status == SPE_EXIT_GOOD) {
        status = trace_open(&v->trace, a->fst);
    }
    if (status == SPE_EXIT_GOOD) {
        status = probes_resolve(&v->probes, &v->map, v->trace, &v->rows);
    }
    if (status == SPE_EXIT_GOOD) {
        status = compare_range(v->trace, &v->probes, &from, &to);
    }
    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    probes_name(&v->probes, &v->rows);
    v->rows.from = from > v->rows.from ? from : v->rows.from;
    v->rows.to = to < v->rows.to ? to : v->rows.to;
    if (v->rows.from > v->rows.to) {
        return spe_cli_fail(SPE_EXIT_USAGE, "wave",
                            "%s: it is of cycles %" PRIu64 " to %" PRIu64 ", none of those wanted",
                            a->fst, from, to);
    }
    return SPE_EXIT_GOOD;
}

/* @return 0, or an exit status. */
static int read_all(struct view *v, const struct arguments *a)
{
    int status = a->fst != NULL ? open_waves(v, a) : SPE_EXIT_GOOD;

    if (status == SPE_EXIT_GOOD) {
        status = view_read(v);
    }
    if (status == SPE_EXIT_GOOD && (v->findings != 0 || a->has_finding)) {
        status = about_read(&v->about, a->log, a->salvage, a->finding);
    }
    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    rows_sort(&v->rows);
    if (v->trace != NULL) {
        v->comparison.tolerance = a->tolerance;
        v->comparison.same_run = a->same_run;
        status = compare_run(&v->comparison, v->trace, &v->probes, &v->units, &v->seen, &v->told,
                             &v->rows);
    }
    if (status == SPE_EXIT_GOOD) {
        view_mark_divergence(v);
        rows_sort(&v->rows);
    }
    return status;
}

static const char *plural(unsigned n)
{
    return n == 1 ? "" : "s";
}

/* Print the line of the first divergence. @return whether there is one. */
static bool say_first(const struct view *v)
{
    const struct comparison *c = &v->comparison;
    char text[512];
    uint64_t cycle;
    bool told;

    if (!view_first(v, &cycle, text, sizeof(text), &told)) {
        return false;
    }
    printf("first divergence: cycle %" PRIu64 "%s: %s; tolerance ", cycle,
           !told && c->from > 0 && cycle == c->from ? " or before, where no waves are" : "", text);
    if (told) {
        printf("that of the configuration\n");
    } else {
        printf("%" PRIu64 "\n", c->tolerance);
    }
    return true;
}

/* Print what the finding itself has compared, if nothing differs before it. */
static void say_finding(const struct view *v)
{
    const struct told_first *in =
        v->about.any ? told_in(&v->told, v->about.mark[MARK_FINDING]) : NULL;

    if (in != NULL) {
        printf("the finding: cycle %" PRIu64 ": %s\n", in->cycle, in->text);
    }
}

/* Say that there is no divergence. A difference after the finding does not count as one. */
static void say_none(const struct view *v)
{
    const struct comparison *c = &v->comparison;
    char text[512];
    uint64_t cycle;

    if (view_later(v, &cycle, text, sizeof(text))) {
        printf("no divergence before the finding: %u register%s, tolerance %" PRIu64
               "; behind it: cycle %" PRIu64 ": %s\n",
               c->registers, plural(c->registers), c->tolerance, cycle, text);
    } else {
        printf("no divergence: %u register%s, %" PRIu64 " cycles, tolerance %" PRIu64 "\n",
               c->registers, plural(c->registers), c->cycles, c->tolerance);
    }
}

static void say_divergence(const struct view *v)
{
    const struct comparison *c = &v->comparison;

    if (v->trace == NULL) {
        printf("the prediction alone: no FST of the run was given\n");
        if (!say_first(v)) {
            say_finding(v);
        }
        return;
    }
    if (v->probes.n_missing != 0) {
        printf("not in the FST: %u signal%s of the map, %s\n", v->probes.n_missing,
               plural(v->probes.n_missing), v->probes.missing[0]);
    }
    if (c->checked == 0 && !c->same_run) {
        printf("nothing shows that the FST is of this run: no write of a register or of data in"
               " it, or no monitor\n");
    }
    if (c->strange) {
        printf("no divergence is said: --from and --to need a cycle with one of them\n");
        return;
    }
    if (!say_first(v)) {
        say_none(v);
        say_finding(v);
    }
}

/* Say where to look, if nothing differs before the finding. */
static void say_look(const struct view *v)
{
    const struct about *a = &v->about;
    char text[512];
    uint64_t cycle;
    bool told;

    const bool first = view_first(v, &cycle, text, sizeof(text), &told);
    if (a->any && a->look != MARKS && (!first || (told && cycle == a->mark[MARK_FINDING]))) {
        printf("look at: %s, cycle %" PRIu64 ", as %s is suspected\n", about_mark(a->look),
               a->mark[a->look], concern_name(a->suspect[0].concern));
    }
}

static void say_summary(const struct view *v, const char *base)
{
    const struct about *a = &v->about;
    const uint64_t last = v->units.last_cycle < v->rows.to ? v->units.last_cycle : v->rows.to;
    unsigned n = v->trace != NULL ? v->probes.n_shows : 0;

    for (unsigned row = 0; row < ROWS; row++) {
        n += v->rows.info[row].used;
    }
    printf("%s.fst: cycles %" PRIu64 " to %" PRIu64 ", %u rows\n", base, v->rows.from, last, n);
    if (a->any) {
        printf("finding %" PRIu64 " of %" PRIu64 ": %s:", a->number, a->of, a->name);
        for (int i = 0; i < MARKS; i++) {
            if (a->marked[i]) {
                printf(" %s %" PRIu64, about_mark((enum mark)i), a->mark[i]);
            }
        }
        printf("\n");
    }
    say_divergence(v);
    say_look(v);
    fputs("gtkwave ", stdout);
    shell_word(stdout, base);
    puts(".gtkw");
}

/* Base of the names of the files: without an option, `view` beside the log. */
static int make_base(const struct arguments *a, char *base, size_t bytes)
{
    int n;

    if (a->out == NULL) {
        assert(a->log != NULL);
        const char *slash = strrchr(a->log, '/');
        n = snprintf(base, bytes, "%.*sview", slash != NULL ? (int)(slash - a->log) + 1 : 0,
                     a->log);
    } else {
        const size_t used = strlen(a->out);
        const bool named = used > 4 && strcmp(a->out + used - 4, ".fst") == 0;
        n = snprintf(base, bytes, "%.*s", (int)(named ? used - 4 : used), a->out);
    }
    return n > 0 && (size_t)n < bytes - 64
               ? SPE_EXIT_GOOD
               : spe_cli_misuse("wave", "--out:", "no name, or too long");
}

static int write_all(struct view *v, const struct arguments *a)
{
    char base[4096], fst[4200];

    int status = make_base(a, base, sizeof(base));
    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    (void)snprintf(fst, sizeof(fst), "%s.fst", base);
    if (spe_cli_same_file(fst, a->fst)) {
        return spe_cli_misuse("wave", "the FST of the run would be overwritten:", fst);
    }
    struct save_files files = {.first = NULL};
    status = save_write(v, base, fst, &files) ? write_fst(v, fst, a->all) : SPE_EXIT_GOOD;
    if (status == SPE_EXIT_GOOD) {
        status = save_files_place(&files);
    }
    save_files_free(&files);
    if (status == SPE_EXIT_GOOD) {
        say_summary(v, base);
        status = spe_cli_part("wave", a->log, &v->run, spe_cli_finish("wave", SPE_EXIT_GOOD));
    }
    return status;
}

static int print_window(const struct arguments *a)
{
    struct about about;
    const int status = about_read(&about, a->log, a->salvage, a->finding);

    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    printf("%" PRIu64 " %" PRIu64 "\n", about.from, about.to);
    return spe_cli_part("wave", a->log, &about.run, spe_cli_finish("wave", SPE_EXIT_GOOD));
}

int main(int argc, char **argv)
{
    struct arguments a = {.to = UINT64_MAX, .tolerance = TOLERANCE, .finding = 1};
    struct view *view;

    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN);
    int status = take_arguments(&a, argc, argv);
    if (status == CLI_HELP) {
        fputs(wave_help, stdout);
        return spe_cli_finish("wave", SPE_EXIT_GOOD);
    }
    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    if (a.window) {
        return print_window(&a);
    }
    if (a.fst != NULL) {
        guard_begin(a.fst);
    }
    view = calloc(1, sizeof(*view));
    if (view == NULL) {
        return spe_cli_fail(SPE_EXIT_ENVIRONMENT, "wave", "out of memory");
    }
    view_init(view, a.log, a.salvage);
    view->rows.from = a.from;
    view->rows.to = a.to;
    status = read_all(view, &a);
    if (status == SPE_EXIT_GOOD) {
        status = write_all(view, &a);
    }
    view_free(view);
    free(view);
    return status;
}
