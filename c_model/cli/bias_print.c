/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bias.h"
#include "bias_rows.h"
#include "chi_square.h"
#include "spe/packet.h"
#include "spe/status.h"
#include "words.h"

/* Print the tables of the population's cells, each with its chi-square test. */

#define ROWS 10 /* rows that are printed without --more */

struct printing {
    const struct bias *b;
    bool more;   /* print all rows */
    bool found;  /* a bias was found */
    bool failed; /* no memory: the output is incomplete */
};

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* "p = 0.43", or a text for a chance that is too small to be printed. */
static void chance(double p, char *dst, size_t bytes)
{
    if (p < 1e-12) {
        (void)snprintf(dst, bytes, "p < 1e-12");
    } else {
        (void)snprintf(dst, bytes, "p = %.2g", p);
    }
}

/* Expected number of selections of a row, or of those that became samples (`taken`). */
static double expected_of(const struct bias_table *table, const struct bias_row *row, bool taken)
{
    return taken ? row->expected * table->kept : row->expected;
}

static uint64_t observed_of(const struct bias_row *row, bool taken)
{
    return taken ? row->taken : row->selected;
}

/* The chance that, among so many rows, one differs as much as this row. */
static double chance_of(const struct bias_table *table, const struct bias_row *row, bool taken)
{
    const double expected = expected_of(table, row, taken);

    return expected > 0
               ? fmin(1, (double)table->n * poisson_two_sided(observed_of(row, taken), expected))
               : 1;
}

static bool stands_out(const struct bias_table *table, const struct bias_row *row, bool taken)
{
    return chance_of(table, row, taken) < BIAS_P;
}

static bool is_notable(const struct bias_table *table, const struct bias_row *row)
{
    return stands_out(table, row, false) || stands_out(table, row, true);
}

struct verdict {
    struct chi_test chi;
    double p; /* the smaller of two chances: for all rows together, for the row that differs most */
    bool of_row; /* `p` is the chance for the row that differs most */
    bool known;  /* there is enough data to tell */
};

static struct verdict test(const struct bias_table *table, struct chi_cell *cell, bool taken)
{
    double p = 1;

    for (size_t i = 0; i < table->n; i++) {
        const struct bias_row *row = &table->row[i];
        cell[i] = (struct chi_cell){expected_of(table, row, taken), observed_of(row, taken)};
        p = fmin(p, chance_of(table, row, taken));
    }
    const struct chi_test chi = chi_square_test(cell, table->n);
    const bool of_row = chi.df == 0 || p < chi.p;
    return (struct verdict){chi, of_row ? p : chi.p, of_row,
                            table->n > 1 && (chi.df != 0 || p < BIAS_P)};
}

static void print_test(const struct bias_table *table, const struct verdict *v)
{
    char p[32];

    if (!v->known) {
        puts(table->n == 1 ? "nothing to compare" : "too few to tell");
        return;
    }
    chance(v->p, p, sizeof(p));
    printf("%s, %s%s", v->p < BIAS_P ? "BIAS: this is no chance" : "no bias is seen", p,
           v->of_row ? " by the row that differs most" : "");
    if (v->chi.df != 0) {
        printf(" (chi-square %.1f, %u degree%s of freedom", v->chi.x, v->chi.df, plural(v->chi.df));
        if (v->chi.small != 0) {
            printf("; %zu put together, less than 5 expected each", v->chi.small);
        }
        putchar(')');
    }
    puts("");
}

/* Judge the selections, then the samples. @return whether there is enough data to tell. */
static bool judge_table(struct printing *p, const struct bias_table *table)
{
    struct chi_cell *cell = calloc(table->n + 1, sizeof(*cell));

    if (cell == NULL) {
        p->failed = true;
        return false;
    }
    const struct verdict all = test(table, cell, false), taken = test(table, cell, true);
    free(cell);
    printf("%s: %zu; ", table->what, table->n);
    print_test(table, &all);
    if (all.known && p->b->collided != 0) { /* after a long operation the next selections collide */
        printf("  those that became samples: ");
        print_test(table, &taken);
    }
    p->found |= all.known && all.p < BIAS_P;
    return all.known;
}

/* "3.1 times too often" */
static void print_ratio(double observed, double expected, const char *what)
{
    const double ratio = observed > expected ? observed / expected : expected / observed;

    printf("  %s%.*f times too %s", what, ratio < 10 ? 1 : 0, ratio,
           observed > expected ? "often" : "seldom");
}

static void print_row(const struct bias_table *table, const struct bias_row *row)
{
    const uint64_t collided = row->selected - row->taken;
    char name[128];

    table->name(table, row, name, sizeof(name));
    printf("  %-40s %10" PRIu64 " %6.2f%% %9" PRIu64 " %10.1f %9" PRIu64, name, row->members,
           100 * (double)row->members / table->enabled, row->selected, row->expected, collided);
    if (stands_out(table, row, false)) {
        if (row->selected == 0) {
            printf("  never sampled");
        } else {
            print_ratio((double)row->selected, row->expected, "");
        }
    } else if (collided != 0 && is_notable(table, row)) {
        print_ratio((double)collided, row->expected * (1 - table->kept), "collides ");
    } else if (is_notable(table, row)) {
        printf("  never collides");
    }
    puts("");
}

/* Print the rows that stand out and the ROWS largest ones. */
static void print_rows(const struct bias_table *table, bool more)
{
    size_t shown = 0;

    printf("  %-40s %10s %7s %9s %10s %9s\n", table->unit, "members", "share", "sampled",
           "expected", "collided");
    for (size_t i = 0; i < table->n; i++) {
        if (more || i < ROWS || is_notable(table, &table->row[i])) {
            print_row(table, &table->row[i]);
            shown++;
        }
    }
    if (shown < table->n) {
        printf("  and %zu more that do not stand out (--more)\n", table->n - shown);
    }
}

static void name_block(const struct bias_table *table, const struct bias_row *row, char *dst,
                       size_t bytes)
{
    (void)table;
    (void)snprintf(dst, bytes, "0x%" PRIx64 " to 0x%" PRIx64 " (%" PRIu64 ")", row->first,
                   row->last, row->operations);
}

static void name_class(const struct bias_table *table, const struct bias_row *row, char *dst,
                       size_t bytes)
{
    (void)table;
    static const char both[] = "load/store, ";
    const unsigned op = (unsigned)row->first;
    const char *name = spe_operation_name(op >> 8, (uint8_t)op);

    if (name == NULL) {
        (void)snprintf(dst, bytes, "reserved");
    } else if (strncmp(name, both, sizeof(both) - 1) == 0) {
        (void)snprintf(dst, bytes, "%s, %s", (op & 1) != 0 ? "store" : "load",
                       name + sizeof(both) - 1);
    } else {
        (void)snprintf(dst, bytes, "%s", name);
    }
}

static void name_level(const struct bias_table *table, const struct bias_row *row, char *dst,
                       size_t bytes)
{
    (void)table;
    (void)snprintf(dst, bytes, "%s EL%u", words_pas((unsigned)(row->first >> 2)),
                   (unsigned)(row->first & 3));
}

static void name_function(const struct bias_table *table, const struct bias_row *row, char *dst,
                          size_t bytes)
{
    const size_t i = (size_t)row->first;

    (void)snprintf(dst, bytes, "%s",
                   i < table->symbols->n ? table->symbols->function[i].name : "in no function");
}

static void print_table(struct printing *p, const struct tally *tally, struct bias_table table)
{
    const struct bias *b = p->b;

    if (!bias_rows_fill(&table, tally, table.name == name_block)) {
        p->failed = true;
    } else {
        if (table.name == name_class) {
            bias_rows_merge(&table); /* operations that differ only in the payload are one class */
        }
        table.kept = (double)(b->selected - b->collided) / (double)b->selected;
        if (judge_table(p, &table) || p->more) {
            print_rows(&table, p->more);
        }
    }
    free(table.row);
}

/* Print functions with the program counters in each; those outside any function make one row. */
static void print_functions(struct printing *p)
{
    const struct bias *b = p->b;
    struct tally functions = {.n = 0};

    for (size_t i = 0; i < b->pc.n; i++) {
        const struct tally_cell *pc = &b->pc.cell[i];
        const struct elf_function *f = elf_function_at(&b->symbols, pc->key);
        struct tally_cell *cell =
            tally_cell(&functions, f != NULL ? (uint64_t)(f - b->symbols.function) : b->symbols.n);
        if (cell != NULL) {
            cell->members += pc->members;
            cell->selected += pc->selected;
            cell->taken += pc->taken;
            cell->expected += pc->expected;
        }
    }
    p->failed |= functions.failed;
    if (!functions.failed) {
        print_table(p, &functions,
                    (struct bias_table){.what = "functions",
                                        .unit = "function",
                                        .symbols = &b->symbols,
                                        .name = name_function});
    }
    tally_free(&functions);
}

static void print_head(const struct bias *b)
{
    printf("%s, configuration %s%s%s: %" PRIu64 " operation%s, %" PRIu64
           " of them while profiling was enabled\n",
           b->header.name, b->header.cfg->name, b->run.present ? ", test " : "",
           b->run.present ? b->run.test : "", b->members, plural(b->members), b->enabled);
    printf("%" PRIu64 " sampled: what the counter selected, before collisions and filters "
           "(%" PRIu64 " collided, %" PRIu64 " rejected by filters)\n",
           b->selected, b->collided, b->rejected);
    printf("interval: %" PRIu64 " operations at the last one; %" PRIu64
           " sample%s with RND, %" PRIu64 " without\n",
           b->last_interval, b->random, plural(b->random), b->fixed);
}

static void print_tables(struct printing *p)
{
    const struct bias *b = p->b;

    print_table(p, &b->level,
                (struct bias_table){.what = "levels", .unit = "level", .name = name_level});
    if (b->population == NULL) {
        puts("blocks, classes and beats need the population, which no log has: --population FILE "
             "(spu_sim --population)");
        return;
    }
    print_table(
        p, &b->op,
        (struct bias_table){.what = "classes", .unit = "class of operation", .name = name_class});
    print_table(
        p, &b->pc,
        (struct bias_table){.what = "blocks", .unit = "block (operations)", .name = name_block});
    if (b->program != NULL) {
        print_functions(p);
    }
    p->found |= bias_print_loops(b);
}

int bias_print(const struct bias *bias, bool more)
{
    struct printing p = {.b = bias, .more = more};

    print_head(bias);
    print_tables(&p);
    return p.failed ? SPE_ENOMEM : p.found;
}
