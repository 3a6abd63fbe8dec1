/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"

/* The fate of a mutant, in the order of the columns of the summary. */
#define FATES(X)                                                                                   \
    X(CHECK, "check", "killed by a check")                                                         \
    X(ASSERTION, "sva", "killed by an assertion alone")                                            \
    X(EXPECTATION, "expect", "killed by the test's expectation")                                   \
    X(HANG, "hang", "hang")                                                                        \
    X(ERROR, "error", "simulator error or limit")                                                  \
    X(WAIVED, "waived", "waived")                                                                  \
    X(SAME, "never", "never differed")                                                             \
    X(DIFFERS, "unseen", "differed unseen")                                                        \
    X(UNFINISHED, "open", "not judged to the end")                                                 \
    X(ABSENT, "absent", "in no configuration")                                                     \
    X(UNBUILT, "unbuilt", "not built")

enum fate {
#define X(name, column, text) FATE_##name,
    FATES(X)
#undef X
        FATES_N
};

static const char *const fate_text[] = {
#define X(name, column, text) text,
    FATES(X)
#undef X
};

static const char *const fate_column[] = {
#define X(name, column, text) column,
    FATES(X)
#undef X
};

static enum fate fate_of(const struct qualify_book *b, const struct qualify_waivers *w,
                         size_t mutant, int *row)
{
    static const enum fate fate[] = {[QUALIFY_CHECK] = FATE_CHECK,
                                     [QUALIFY_ASSERTION] = FATE_ASSERTION,
                                     [QUALIFY_EXPECTATION] = FATE_EXPECTATION,
                                     [QUALIFY_HANG] = FATE_HANG,
                                     [QUALIFY_ERROR] = FATE_ERROR,
                                     [QUALIFY_TIMEOUT] = FATE_ERROR};
    const struct qualify_mutant *m = &b->mutant[mutant];
    const enum qualify_kind kind = qualify_outcome(b, mutant, row);

    if (!m->built || m->home < 0) {
        return m->built ? FATE_ABSENT : FATE_UNBUILT;
    }
    if (w->waived[mutant] != QUALIFY_UNWAIVED) {
        return FATE_WAIVED;
    }
    if (kind > QUALIFY_DIFFERS) {
        return fate[kind];
    }
    if (qualify_is_open(b, mutant)) {
        return FATE_UNFINISHED;
    }
    return kind == QUALIFY_DIFFERS ? FATE_DIFFERS : FATE_SAME;
}

/* Sessions that random alone has needed: a number, `never`, or `-` (not known). */
static void alone_text(char *text, size_t room, int alone)
{
    (void)snprintf(text, room, "%d", alone);
    if (alone <= 0) {
        (void)snprintf(text, room, "%s", alone == QUALIFY_NEVER ? "never" : "-");
    }
}

int qualify_table(const struct qualify_book *b, const struct qualify_waivers *w)
{
    char path[4096];

    (void)snprintf(path, sizeof(path), "%s/table.tsv", b->dir);
    FILE *out = fopen(path, "w");
    for (size_t i = 1; i < b->mutants && out != NULL; i++) {
        const struct qualify_mutant *m = &b->mutant[i];
        int row;
        if (!m->drawn) {
            continue;
        }
        const enum fate fate = fate_of(b, w, i, &row);
        const struct qualify_play *play = row < 0 ? NULL : &b->play[b->row[row].play];
        const struct qualify_run *run =
            row < 0 ? NULL : qualify_run_of(b, i, (size_t)b->row[row].play);
        char alone[16];
        alone_text(alone, sizeof(alone), m->alone);
        (void)fprintf(
            out, "%zu\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%" PRId64 "\t%zu\t%s\n", i,
            m->key, m->module, m->file, m->line, m->operator, m->original, m->mutated,
            fate_text[fate],
            fate == FATE_WAIVED ? qualify_waived_text(w->waived[i])
            : run != NULL       ? run->check
                                : "-",
            play != NULL ? b->model[play->model].name : "-", play != NULL ? play->options : "-",
            run != NULL ? run->cycle : 0, qualify_runs_of(b, i), alone);
    }
    if (out != NULL) {
        (void)fputs("# end\n", out);
    }
    return night_file_close(out, path);
}

struct counts {
    const char *module;
    unsigned n[FATES_N], alone, alone_of; /* found by random alone, of those that it has played */
};

static void print_counts(const struct counts *c)
{
    unsigned sum = 0;

    for (int f = 0; f < FATES_N; f++) {
        sum += c->n[f];
    }
    (void)printf("%-14s %7u", c->module, sum);
    for (int f = 0; f < FATES_N; f++) {
        (void)printf(" %7u", c->n[f]);
    }
    if (c->alone_of == 0) {
        (void)printf(" %9s\n", "-");
    } else {
        (void)printf(" %4u/%u\n", c->alone, c->alone_of);
    }
}

static void print_head(void)
{
    (void)printf("%-14s %7s", "module", "mutants");
    for (int f = 0; f < FATES_N; f++) {
        (void)printf(" %7s", fate_column[f]);
    }
    (void)printf(" %9s\n", "alone");
}

static int by_value(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

/* Print the cycles from the start of a run to the finding that killed the mutant. */
static void print_cycles(const struct qualify_book *b)
{
    int64_t *cycle = calloc(b->mutants, sizeof(*cycle));
    size_t n = 0;
    int row;

    for (size_t i = 1; i < b->mutants && cycle != NULL; i++) {
        if (b->mutant[i].drawn && qualify_outcome(b, i, &row) == QUALIFY_CHECK) {
            cycle[n++] = qualify_run_of(b, i, (size_t)b->row[row].play)->cycle;
        }
    }
    if (n != 0) {
        qsort(cycle, n, sizeof(*cycle), by_value);
        (void)printf("cycles to the finding: median %" PRId64 ", 90th percentile %" PRId64 "\n",
                     cycle[n / 2], cycle[n * 9 / 10]);
    }
    free(cycle);
}

/* Print the figures. @return whether all mutants are answered. For a chosen list the share of
 * arguments is not judged. */
static bool print_figures(const struct counts *sum, const struct qualify_waivers *w)
{
    const unsigned *n = sum->n;
    unsigned argued = 0, smaller = 0, live = 0;

    for (int f = 0; f < FATE_ABSENT; f++) {
        live += n[f];
    }
    for (size_t i = 1; i < w->book->mutants; i++) {
        argued += w->book->mutant[i].drawn && w->waived[i] >= QUALIFY_ARGUED;
        smaller += w->book->mutant[i].drawn && w->waived[i] == QUALIFY_PROVEN_SMALLER;
    }
    const unsigned judged = live - n[FATE_WAIVED];
    (void)printf("%u of %u mutants that are not equivalent are killed by a check: %.2f %%\n",
                 n[FATE_CHECK], judged, judged == 0 ? 0.0 : 100.0 * n[FATE_CHECK] / judged);
    (void)printf("%u are waived, %u of them argued or permitted; of %u the proof is of a smaller "
                 "design in some configuration\n",
                 n[FATE_WAIVED], argued, smaller);
    if (!w->book->chosen && argued * 100 > live * 3) {
        (void)printf("FAIL more than 3 %% are argued or permitted\n");
        return false;
    }
    return judged == n[FATE_CHECK] && live != 0;
}

static void count(struct counts *c, enum fate fate, const struct qualify_mutant *m)
{
    c->n[fate]++;
    c->alone += m->alone > 0;
    c->alone_of += m->alone != 0;
}

/* Mutants of one module follow each other, in the order of the sources. */
bool qualify_summary(const struct qualify_book *b, const struct qualify_waivers *w)
{
    struct counts sum = {.module = "sum"}, one = {.module = NULL};

    print_head();
    for (size_t i = 1; i < b->mutants; i++) {
        const struct qualify_mutant *m = &b->mutant[i];
        int row;
        if (!m->drawn) {
            continue;
        }
        if (one.module != NULL && strcmp(one.module, m->module) != 0) {
            print_counts(&one);
            one = (struct counts){.module = NULL};
        }
        one.module = m->module;
        const enum fate fate = fate_of(b, w, i, &row);
        count(&one, fate, m);
        count(&sum, fate, m);
    }
    if (one.module != NULL) {
        print_counts(&one);
    }
    print_counts(&sum);
    print_cycles(b);
    return print_figures(&sum, w);
}
