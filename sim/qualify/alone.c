/* SPDX-License-Identifier: Apache-2.0 */
#include "alone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "night.h"

/* Number of runs, in the order of the plan, up to the first one in which a check has found the
 * mutant; 0: no run has. */
static size_t needed(const struct qualify_book *b, size_t mutant)
{
    size_t n = 0;

    for (size_t r = 0; r < b->rows; r++) {
        const struct qualify_run *run = qualify_run_of(b, mutant, (size_t)b->row[r].play);
        n += qualify_applies(b, mutant, r);
        if (run != NULL && run->kind == QUALIFY_CHECK) {
            return n;
        }
    }
    return 0;
}

void qualify_alone_judge(struct qualify_book *b)
{
    for (size_t i = 1; i < b->mutants; i++) {
        struct qualify_mutant *m = &b->mutant[i];
        if (!m->drawn || m->home < 0 || m->waived) {
            continue;
        }
        const size_t n = needed(b, i);
        const bool late = n > b->most || (n == 0 && !qualify_is_open(b, i));
        m->alone = late ? QUALIFY_NEVER : (int)n;
    }
}

/* Columns of table.tsv (report.h). */
enum { KEY = 1, ALONE = 14, COLUMNS };

static int take(void *user, char **column, int columns)
{
    struct qualify_book *b = user;
    int64_t n = 0;

    if (columns != COLUMNS) {
        return night_fail(NIGHT_EXIT_USAGE, "alone/table.tsv: a row with %d columns", columns);
    }
    const int i = qualify_mutant_of(b, column[KEY]);
    if (i > 0 && strcmp(column[ALONE], "never") == 0) {
        b->mutant[i].alone = QUALIFY_NEVER;
    } else if (i > 0 && night_number(column[ALONE], &n) == 0) {
        b->mutant[i].alone = (int)n;
    }
    return 0;
}

int qualify_alone_read(struct qualify_book *b)
{
    char path[4096];

    (void)snprintf(path, sizeof(path), "%s/alone/table.tsv", b->dir);
    return qualify_lines(path, false, take, b);
}

/* Columns: mutants found within a number of runs; the last step is the largest number that a mutant
 * gets. */
enum { STEPS = 6, NEVER = STEPS, OPEN, WAIVED, ABSENT, COLUMNS_N };

struct counts {
    const char *module;
    unsigned mutants, n[COLUMNS_N];
};

static size_t step(const struct qualify_book *b, int i)
{
    static const size_t steps[] = {1, 2, 5, 10, 50};

    return i < STEPS - 1 && steps[i] < b->most ? steps[i] : b->most;
}

/* Whether step `i` has a column: the last step, and each step below the largest number of runs. */
static bool has_column(const struct qualify_book *b, int i)
{
    return i >= STEPS - 1 || step(b, i) < b->most;
}

static void count(struct counts *c, const struct qualify_book *b, const struct qualify_mutant *m)
{
    c->mutants++;
    c->n[NEVER] += m->alone == QUALIFY_NEVER;
    c->n[WAIVED] += m->waived;
    c->n[ABSENT] += m->home < 0;
    c->n[OPEN] += m->alone == 0 && !m->waived && m->home >= 0;
    for (int i = 0; i < STEPS; i++) {
        c->n[i] += m->alone > 0 && (size_t)m->alone <= step(b, i);
    }
}

static void print_counts(const struct qualify_book *b, const struct counts *c)
{
    (void)printf("%-14s %7u", c->module, c->mutants);
    for (int i = 0; i < COLUMNS_N; i++) {
        if (has_column(b, i)) {
            (void)printf(" %7u", c->n[i]);
        }
    }
    (void)putchar('\n');
}

static void print_head(const struct qualify_book *b)
{
    (void)printf("Found by random alone within so many sessions:\n%-14s %7s", "module", "mutants");
    for (int i = 0; i < STEPS; i++) {
        if (has_column(b, i)) {
            (void)printf(" %7zu", step(b, i));
        }
    }
    (void)printf(" %7s %7s %7s %7s\n", "never", "open", "waived", "absent");
}

static void print_table(const struct qualify_book *b, struct counts *sum)
{
    struct counts one = {.module = NULL};

    print_head(b);
    for (size_t i = 1; i < b->mutants; i++) {
        const struct qualify_mutant *m = &b->mutant[i];
        if (!m->drawn) {
            continue;
        }
        if (one.module != NULL && strcmp(one.module, m->module) != 0) {
            print_counts(b, &one);
            one = (struct counts){.module = NULL};
        }
        one.module = m->module;
        count(&one, b, m);
        count(sum, b, m);
    }
    if (one.module != NULL) {
        print_counts(b, &one);
    }
    print_counts(b, sum);
}

static int by_value(const void *a, const void *b)
{
    const int *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

/* Print a number of runs. For a mutant that was never found, print that it needs more than all. */
static void print_runs(const struct qualify_book *b, const char *what, int runs)
{
    if ((size_t)runs > b->most) {
        (void)printf("%s more than %zu", what, b->most);
    } else {
        (void)printf("%s %d", what, runs);
    }
}

static void print_figures(const struct qualify_book *b)
{
    int *runs = calloc(b->mutants, sizeof(*runs));
    size_t n = 0, found = 0;

    for (size_t i = 1; i < b->mutants && runs != NULL; i++) {
        const int alone = b->mutant[i].drawn ? b->mutant[i].alone : 0;
        if (alone != 0) {
            runs[n++] = alone == QUALIFY_NEVER ? (int)b->most + 1 : alone;
            found += alone != QUALIFY_NEVER;
        }
    }
    if (n != 0) {
        qsort(runs, n, sizeof(*runs), by_value);
        (void)printf("%zu of %zu mutants are found by random alone: %.2f %%; sessions needed: ",
                     found, n, 100.0 * (double)found / (double)n);
        print_runs(b, "median", runs[n / 2]);
        print_runs(b, ", 95th percentile", runs[n * 95 / 100]);
        (void)putchar('\n');
    }
    free(runs);
}

static void print_never(const struct qualify_book *b)
{
    for (size_t i = 1; i < b->mutants; i++) {
        const struct qualify_mutant *m = &b->mutant[i];
        if (m->drawn && m->alone == QUALIFY_NEVER) {
            (void)printf("never: %s %s %s:%d %s: %s -> %s\n", m->key, m->module, m->file, m->line,
                         m->operator, m->original, m->mutated);
        }
    }
}

bool qualify_alone_summary(const struct qualify_book *b)
{
    struct counts sum = {.module = "sum"};

    print_table(b, &sum);
    print_figures(b);
    print_never(b);
    return sum.n[NEVER] == 0 && sum.n[OPEN] == 0 && sum.n[STEPS - 1] != 0;
}
