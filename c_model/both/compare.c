/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "both.h"

/* Of a fact the bytes of its field. */
static size_t field_bytes(const char *fact)
{
    return (size_t)(strchr(fact, '\t') - fact);
}

static int by_field(const char *a, const char *b)
{
    size_t an = field_bytes(a), bn = field_bytes(b), n = an < bn ? an : bn;
    int order = memcmp(a, b, n);

    return order != 0 ? order : (an > bn) - (an < bn);
}

/* Number of the kind that a field begins with; the last one gathers what has no room. */
static size_t kind_of(struct both_score *score, const char *field)
{
    size_t n = strcspn(field, " ,\t"), i = 0;

    n = n < sizeof(score->kind[0].name) ? n : sizeof(score->kind[0].name) - 1;
    while (i < BOTH_KINDS - 1 && score->kind[i].name[0] != '\0' &&
           (strncmp(score->kind[i].name, field, n) != 0 || score->kind[i].name[n] != '\0')) {
        i++;
    }
    memcpy(score->kind[i].name, field, n);
    score->kind[i].name[n] = '\0';
    return i;
}

static void differ(struct both_score *score, const struct both_difference *d)
{
    const size_t kind = kind_of(score, d->field);

    if (both_table_explains(score->table, d)) {
        score->explained++;
        score->kind[kind].explained++;
        return;
    }
    if (score->unexplained++ == 0) {
        printf("first difference: %s: %s\n  old: %s\n  new: %s\n", d->log, d->field, d->old_value,
               d->new_value);
    }
    score->kind[kind].unexplained++;
    fprintf(score->list, "%s\t%s\t%s\t%s\n", d->log, d->field, d->old_value, d->new_value);
}

/* The facts differ, or one of them (NULL) is missing. */
static void differ_in_fact(struct both_score *score, const char *log, const char *before,
                           const char *now)
{
    const char *any = before != NULL ? before : now;
    char field[512];

    (void)snprintf(field, sizeof(field), "%.*s", (int)field_bytes(any), any);
    differ(score, &(struct both_difference){log, field,
                                            before != NULL ? before + field_bytes(before) + 1 : "-",
                                            now != NULL ? now + field_bytes(now) + 1 : "-"});
}

static void count_facts(struct both_score *score, const struct both_block *before,
                        const struct both_block *now)
{
    size_t b = 0, n = 0;

    while (b < before->n_facts || n < now->n_facts) {
        const char *is = b < before->n_facts ? before->fact[b] : NULL;
        const char *will = n < now->n_facts ? now->fact[n] : NULL;
        int order = is == NULL ? 1 : will == NULL ? -1 : by_field(is, will);

        score->facts++;
        score->kind[kind_of(score, order <= 0 ? is : will)].facts++;
        if (order != 0 || strcmp(is, will) != 0) {
            differ_in_fact(score, before->name, order <= 0 ? is : NULL, order >= 0 ? will : NULL);
        }
        b += order <= 0;
        n += order >= 0;
    }
}

/* The budget behind transaction `txn`, and in *i which one it is. */
static int budget_at(const struct both_block *block, size_t *i, uint64_t txn)
{
    while (*i + 1 < block->n_budgets && block->budget[*i + 1].txn <= txn) {
        (*i)++;
    }
    return *i < block->n_budgets ? block->budget[*i].budget : 0;
}

/* Whether before:now is the least ratio of a new budget to an old one so far. */
static bool is_least(const struct both_score *score, int before, int now)
{
    return score->least.before == 0 ||
           (int64_t)now * score->least.before < (int64_t)score->least.now * before;
}

static void compare_budgets(struct both_score *score, const struct both_block *before,
                            const struct both_block *now)
{
    size_t b = 0, n = 0;
    uint64_t smaller = 0;
    char field[64], is[24], will[24];

    score->kind[kind_of(score, "budget")].facts++; /* of each log one */
    for (uint64_t txn = 0; txn < before->txns; txn++) {
        int old_budget = budget_at(before, &b, txn), new_budget = budget_at(now, &n, txn);

        if (is_least(score, old_budget, new_budget)) {
            (void)snprintf(score->least.log, sizeof(score->least.log), "%s", before->name);
            score->least.txn = txn;
            score->least.before = old_budget;
            score->least.now = new_budget;
        }
        if (new_budget < old_budget && smaller++ == 0) {
            (void)snprintf(field, sizeof(field), "budget %" PRIu64, txn);
            (void)snprintf(is, sizeof(is), "%d", old_budget);
            (void)snprintf(will, sizeof(will), "%d", new_budget);
        }
        score->larger += new_budget > old_budget;
    }
    score->smaller += smaller;
    if (smaller != 0) {
        differ(score, &(struct both_difference){before->name, field, is, will});
    }
}

void both_compare(struct both_score *score, const struct both_block *before,
                  const struct both_block *now)
{
    score->logs++;
    score->txns += before->txns;
    count_facts(score, before, now);
    compare_budgets(score, before, now);
}

int both_conclude(const struct both_score *score)
{
    const size_t unused = both_table_unused(score->table);

    for (size_t i = 0; i < BOTH_KINDS && score->kind[i].name[0] != '\0'; i++) {
        if (score->kind[i].unexplained + score->kind[i].explained != 0) {
            printf("%-8s %" PRIu64 " of %" PRIu64 " differ, %" PRIu64 " more are explained\n",
                   score->kind[i].name, score->kind[i].unexplained, score->kind[i].facts,
                   score->kind[i].explained);
        }
    }
    printf("budget: smaller at %" PRIu64 " of %" PRIu64 " transactions, larger at %" PRIu64
           "; the least share of the old one %d of %d, %s, transaction %" PRIu64 "\n",
           score->smaller, score->txns, score->larger, score->least.now, score->least.before,
           score->least.log, score->least.txn);
    printf("%" PRIu64 " logs, %" PRIu64 " facts: %" PRIu64 " differences, %" PRIu64
           " more explained\n",
           score->logs, score->facts, score->unexplained, score->explained);
    return score->unexplained != 0 || unused != 0 ? 1 : 0;
}
