/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "out.h"

#include <inttypes.h>
#include <limits.h>

#include "choose.h"
#include "file.h"
#include "near.h"
#include "night.h"

static const char *const kinds[CLOSURE_KINDS] = {"start", "plain", "explore",
                                                 "same",  "fresh", "test"};

static const char *bin_name(const struct closure_corpus *corpus, size_t bin)
{
    return bin != CLOSURE_NONE ? corpus->axes->bin[bin].name : "-";
}

static FILE *create(char path[PATH_MAX], const struct closure_play *play, const char *name,
                    const char *mode)
{
    (void)snprintf(path, PATH_MAX, "%s/%s", play->out, name);
    return fopen(path, mode);
}

static void print_run(FILE *out, const struct closure_corpus *corpus, size_t i, int64_t cycles,
                      size_t met)
{
    const struct closure_run *run = &corpus->run[i];
    char name[16], parent[16] = "-";

    closure_name(i, name);
    if (run->parent != CLOSURE_NONE) {
        closure_name(run->parent, parent);
    }
    fprintf(out, "%s\t%s\t%s\t%" PRIu64 "\t%s\t%s\t%s\t%s\t%" PRId64 "\t%" PRId64 "\t%zu\t%zu\n",
            name, kinds[run->kind], run->test, run->seed, run->own ? run->hash : "-",
            bin_name(corpus, run->target), parent, run->passed ? "passed" : "failed", run->cycles,
            cycles, run->won, met);
}

int closure_out_runs(const struct closure_play *play, const struct closure_corpus *corpus,
                     size_t first)
{
    char path[PATH_MAX];
    FILE *out = create(path, play, "runs.tsv", first == 0 ? "w" : "a");
    int64_t cycles = 0;
    size_t met = 0;

    if (out != NULL && first == 0) {
        fputs("# run, kind, test, seed, weights, the hole that it was played for, the run that it"
              " was made of, how it ended,\n# cycles, cycles of all runs so far, holes that it"
              " met, bins met so far\n",
              out);
    }
    for (size_t i = 0; i < corpus->runs && out != NULL; i++) {
        cycles += corpus->run[i].given ? 0 : corpus->run[i].cycles;
        met += corpus->run[i].won;
        if (i >= first) {
            print_run(out, corpus, i, cycles, met);
        }
    }
    return night_file_close(out, path);
}

static int print_found(const struct closure_play *play, const struct closure_corpus *corpus)
{
    char path[PATH_MAX], command[1024];
    FILE *out = create(path, play, "found.tsv", "w");

    if (out != NULL) {
        fputs("# bin, run that met it first, test, seed, weights, the hole that it was played for,"
              " command\n",
              out);
    }
    for (size_t b = 0; b < corpus->axes->n && out != NULL; b++) {
        const size_t i = corpus->first[b];
        if (i == CLOSURE_NONE || !corpus->possible[b] || corpus->run[i].kind == CLOSURE_START) {
            continue;
        }
        const struct closure_run *run = &corpus->run[i];
        char name[16];
        closure_name(i, name);
        closure_command(play, run, command, sizeof(command));
        fprintf(out, "%s\t%s\t%s\t%" PRIu64 "\t%s\t%s\t%s\n", bin_name(corpus, b), name, run->test,
                run->seed, run->own ? run->hash : "-", bin_name(corpus, run->target), command);
    }
    if (out != NULL) {
        fputs("# end\n", out);
    }
    return night_file_close(out, path);
}

/* The moves that were tried for the hole, the most helpful one first. */
static void moves_text(const struct closure_corpus *corpus, size_t hole, char *dst,
                       size_t dst_bytes)
{
    const uint8_t *moved = corpus->hunt[hole].moved;
    uint16_t moves[CLOSURE_MOVES];
    size_t n = closure_helpful(corpus, hole, moves, CLOSURE_MOVES), said = 0, all = 0, used = 0;

    dst[0] = '\0';
    for (size_t m = 0; m < CLOSURE_MOVES; m++) {
        all += moved[m / 8] >> m % 8 & 1;
    }
    for (size_t i = 0; i < n && said < 5; i++) {
        if ((moved[moves[i] / 8] >> moves[i] % 8 & 1) != 0 && used < dst_bytes) {
            used += (size_t)snprintf(dst + used, dst_bytes - used, "%s%s %s", said > 0 ? ", " : "",
                                     corpus->knobs->knob[moves[i] / 2].name,
                                     (moves[i] & 1) != 0 ? "up" : "down");
            said++;
        }
    }
    if (all > said && used < dst_bytes) {
        (void)snprintf(dst + used, dst_bytes - used, "%s%zu other%s", said > 0 ? " and " : "",
                       all - said, all - said > 1 ? "s" : "");
    }
}

static const char *const classes[CLOSURE_CLASSES] = {"near", "partly", "unseen"};

static int print_holes(const struct closure_play *play, const struct closure_corpus *corpus)
{
    char path[PATH_MAX], lacks[1024], moves[512];
    FILE *out = create(path, play, "holes.tsv", "w");

    if (out != NULL) {
        fputs("# bin, class, runs for it, cycles of these, weights that were moved, what it"
              " lacks\n",
              out);
    }
    for (size_t b = 0; b < corpus->axes->n && out != NULL; b++) {
        if (closure_is_hole(corpus, b)) {
            const struct closure_near near = closure_near(corpus, b);
            closure_lacks(corpus, b, lacks, sizeof(lacks));
            moves_text(corpus, b, moves, sizeof(moves));
            fprintf(out, "%s\t%s\t%zu\t%" PRId64 "\t%s\t%s\n", bin_name(corpus, b),
                    classes[near.class], corpus->hunt[b].runs, corpus->hunt[b].cycles,
                    moves[0] != '\0' ? moves : "-", lacks);
        }
    }
    if (out != NULL) {
        fputs("# end\n", out);
    }
    return night_file_close(out, path);
}

/* Print the cost and the gain of each kind of run. */
static void page_kinds(FILE *out, const struct closure_corpus *corpus)
{
    size_t runs[CLOSURE_KINDS] = {0}, won[CLOSURE_KINDS] = {0};
    int64_t cycles[CLOSURE_KINDS] = {0};

    for (size_t i = 0; i < corpus->runs; i++) {
        const struct closure_run *run = &corpus->run[i];
        runs[run->kind]++;
        won[run->kind] += run->won;
        cycles[run->kind] += run->given ? 0 : run->cycles;
    }
    fprintf(out, "%-9s %7s %10s %9s\n", "kind", "runs", "Mcycles", "bins met");
    for (unsigned k = 0; k < CLOSURE_KINDS; k++) {
        if (runs[k] != 0) {
            fprintf(out, "%-9s %7zu %10.2f %9zu\n", kinds[k], runs[k], (double)cycles[k] / 1e6,
                    won[k]);
        }
    }
}

/* Print the number of bins met after each tenth of the cycles. */
static void page_curve(FILE *out, const struct closure_corpus *corpus)
{
    int64_t cycles = 0, tenth = 1;
    size_t met = 0;

    fputs("Mcycles: bins met", out);
    for (size_t i = 0; i < corpus->runs; i++) {
        const struct closure_run *run = &corpus->run[i];
        cycles += run->given ? 0 : run->cycles;
        met += run->won;
        if (i + 1 == corpus->runs || cycles >= corpus->cycles / 10 * tenth + 1) {
            fprintf(out, "%s %.1f: %zu", tenth > 1 ? "," : "", (double)cycles / 1e6, met);
            tenth++;
        }
    }
    fputc('\n', out);
}

static void page_found(FILE *out, const struct closure_corpus *corpus, size_t most)
{
    size_t n = 0;

    for (size_t b = 0; b < corpus->axes->n; b++) {
        const size_t i = corpus->first[b];
        if (i == CLOSURE_NONE || !corpus->possible[b] || corpus->run[i].kind == CLOSURE_START) {
            continue;
        }
        const struct closure_run *run = &corpus->run[i];
        if (n++ >= most) {
            continue;
        }
        fprintf(out, "  %s: %s seed %" PRIu64 " (%s%s)\n", bin_name(corpus, b), run->test,
                run->seed, kinds[run->kind],
                run->target == b              ? ", for it"
                : run->target != CLOSURE_NONE ? ", for another"
                                              : "");
    }
    if (n > most) {
        fprintf(out, "  and %zu more\n", n - most);
    }
}

static void page_hole(FILE *out, const struct closure_corpus *corpus, size_t hole)
{
    const struct closure_hunt *hunt = &corpus->hunt[hole];
    char text[1024];

    (void)spe_cover_meaning(hole, text, sizeof(text));
    fprintf(out, "  %s: %s\n", bin_name(corpus, hole), text);
    closure_lacks(corpus, hole, text, sizeof(text));
    fprintf(out, "    %s\n", text);
    moves_text(corpus, hole, text, sizeof(text));
    fprintf(out, "    %zu run%s for it, %.2f Mcycles%s%s\n", hunt->runs, hunt->runs == 1 ? "" : "s",
            (double)hunt->cycles / 1e6, text[0] != '\0' ? "; moved: " : "", text);
}

static size_t page_class(FILE *out, const struct closure_corpus *corpus, enum closure_class class,
                         size_t most)
{
    static const char *const means[CLOSURE_CLASSES] = {
        "near: along each axis a bin beside it was met",
        "partly: each of its values was met, but not beside the others",
        "unseen: one of its values was met nowhere: stimulus is needed, or a reason why not",
    };
    size_t n = 0;

    for (size_t b = 0; b < corpus->axes->n; b++) {
        if (closure_is_hole(corpus, b) && closure_near(corpus, b).class == class) {
            if (n == 0) {
                fprintf(out, "%s\n", means[class]);
            }
            if (n++ < most) {
                page_hole(out, corpus, b);
            }
        }
    }
    if (n > most) {
        fprintf(out, "  and %zu more\n", n - most);
    }
    return n;
}

void closure_out_page(FILE *out, const struct closure_play *play,
                      const struct closure_corpus *corpus, size_t most)
{
    size_t left = 0;

    fprintf(out, "%zu run%s, %.2f Mcycles, %.1f s of processor time: %zu of %zu bins met\n",
            corpus->played, night_plural((int64_t)corpus->played), (double)corpus->cycles / 1e6,
            (double)play->cpu_ms / 1000, corpus->met, closure_possible(corpus));
    page_kinds(out, corpus);
    page_curve(out, corpus);
    if (play->failed != 0) {
        fprintf(out, "%zu run%s FAILED: %s/failed\n", play->failed,
                night_plural((int64_t)play->failed), play->out);
    }
    fputs("met since the start:\n", out);
    page_found(out, corpus, most);
    fputs("left:\n", out);
    for (unsigned c = 0; c < CLOSURE_CLASSES; c++) {
        left += page_class(out, corpus, (enum closure_class)c, most);
    }
    fprintf(out, "%zu hole%s left\n", left, night_plural((int64_t)left));
}

int closure_out_tables(const struct closure_play *play, const struct closure_corpus *corpus)
{
    char path[PATH_MAX];
    int status = print_found(play, corpus);

    if (status == NIGHT_EXIT_GOOD) {
        status = print_holes(play, corpus);
    }
    if (status == NIGHT_EXIT_GOOD) {
        FILE *out = create(path, play, "closure.txt", "w");
        if (out != NULL) {
            closure_out_page(out, play, corpus, SIZE_MAX);
        }
        status = night_file_close(out, path);
    }
    return status;
}
