/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "both.h"

/* Classes of differences, the most important last. */
enum weight { WORDS, BUDGET, COVERAGE, VERDICT };

static const char *const names[] = {"words", "budget", "coverage", "verdict"};

struct first {
    bool any;
    enum weight weight;
    char log[256], field[256];
};

static bool starts(const char *fact, const char *kind)
{
    return strncmp(fact, kind, strlen(kind)) == 0;
}

static enum weight weight_of(const char *fact)
{
    if (starts(fact, "words ") || (starts(fact, "lack ") && !starts(fact, "lack status"))) {
        return WORDS;
    }
    return starts(fact, "bin ") || starts(fact, "impossible ") || starts(fact, "choice ") ? COVERAGE
                                                                                          : VERDICT;
}

static void note(struct first *first, enum weight weight, const char *log, const char *field)
{
    if (!first->any || weight > first->weight) {
        first->any = true;
        first->weight = weight;
        (void)snprintf(first->log, sizeof(first->log), "%s", log);
        (void)snprintf(first->field, sizeof(first->field), "%.*s", (int)strcspn(field, "\t"),
                       field);
    }
}

/* Note each fact that only one of the blocks has. The facts of both are sorted. */
static void first_fact(struct first *first, const struct both_block *a, const struct both_block *b)
{
    size_t i = 0, j = 0;

    while (i < a->n_facts || j < b->n_facts) {
        const int order = i == a->n_facts   ? 1
                          : j == b->n_facts ? -1
                                            : strcmp(a->fact[i], b->fact[j]);
        if (order != 0) {
            const char *fact = order < 0 ? a->fact[i] : b->fact[j];
            note(first, weight_of(fact), a->name, fact);
        }
        i += order <= 0;
        j += order >= 0;
    }
}

static void compare_blocks(struct first *first, const struct both_block *a,
                           const struct both_block *b)
{
    first_fact(first, a, b);
    if (a->n_budgets != b->n_budgets) {
        note(first, BUDGET, a->name, "budget");
    }
    for (size_t i = 0; i < a->n_budgets && i < b->n_budgets; i++) {
        if (a->budget[i].txn != b->budget[i].txn || a->budget[i].budget != b->budget[i].budget) {
            note(first, BUDGET, a->name, "budget");
        }
    }
}

/* Read the next log of both streams. @return 1, 0 if both are over, or minus the exit status. */
static int next(struct both_stream stream[2], struct both_block block[2])
{
    const int is = both_read(&stream[0], &block[0]);
    const int will = is < 0 ? is : both_read(&stream[1], &block[1]);

    if (will < 0) {
        return will;
    }
    if (is != will || (is > 0 && strcmp(block[0].name, block[1].name) != 0)) {
        fprintf(stderr, "spe-both: %s: the other stream has another log\n",
                block[is > 0 ? 0 : 1].name);
        return -2;
    }
    return is;
}

int both_first(struct both_stream stream[2])
{
    struct both_block block[2] = {{.name = NULL}, {.name = NULL}};
    struct first first = {.any = false};
    int status = 1;

    while ((!first.any || first.weight != VERDICT) && (status = next(stream, block)) > 0) {
        compare_blocks(&first, &block[0], &block[1]);
    }
    both_free(&block[0]);
    both_free(&block[1]);
    if (status < 0) {
        return -status;
    }
    if (first.any) {
        printf("%s\t%s\t%s\n", names[first.weight], first.log, first.field);
    }
    return first.any ? 1 : 0;
}
