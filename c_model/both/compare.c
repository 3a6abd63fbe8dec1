/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "both.h"

/* Number of bytes of the field of a fact. */
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

/* Index of the kind with which a field begins. The last entry counts all kinds without room. */
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

static void differ(struct both_score *score, const struct both_log *log,
                   const struct both_difference *d)
{
    const size_t kind = kind_of(score, d->field);

    if (both_table_explains(score->table, log, d)) {
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

/* Two facts differ, or one of them is missing (NULL). */
static void differ_in_fact(struct both_score *score, const struct both_log *log, const char *before,
                           const char *now)
{
    const char *any = before != NULL ? before : now;
    char field[512];

    (void)snprintf(field, sizeof(field), "%.*s", (int)field_bytes(any), any);
    const struct both_difference d = {log->before->name, field,
                                      before != NULL ? before + field_bytes(before) + 1 : "-",
                                      now != NULL ? now + field_bytes(now) + 1 : "-"};
    differ(score, log, &d);
}

static void count_facts(struct both_score *score, const struct both_log *log)
{
    const struct both_block *before = log->before, *now = log->now;
    size_t b = 0, n = 0;

    while (b < before->n_facts || n < now->n_facts) {
        const char *is = b < before->n_facts ? before->fact[b] : NULL;
        const char *will = n < now->n_facts ? now->fact[n] : NULL;
        int order = is == NULL ? 1 : will == NULL ? -1 : by_field(is, will);

        score->facts++;
        score->kind[kind_of(score, order <= 0 ? is : will)].facts++;
        if (order != 0 || strcmp(is, will) != 0) {
            differ_in_fact(score, log, order <= 0 ? is : NULL, order >= 0 ? will : NULL);
        }
        b += order <= 0;
        n += order >= 0;
    }
}

/* The budget after transaction `txn`, which is 0 before the first one that the block tells; *i is
 * its index in the block. */
static int budget_at(const struct both_block *block, size_t *i, uint64_t txn)
{
    while (*i + 1 < block->n_budgets && block->budget[*i + 1].txn <= txn) {
        (*i)++;
    }
    return *i < block->n_budgets && block->budget[*i].txn <= txn ? block->budget[*i].budget : 0;
}

/* Whether now:before is the least ratio of a new budget to an old one so far. */
static bool is_least(const struct both_score *score, int before, int now)
{
    return score->least.before == 0 ||
           (int64_t)now * score->least.before < (int64_t)score->least.now * before;
}

static void note_least(struct both_score *score, const char *log, uint64_t txn, int before, int now)
{
    (void)snprintf(score->least.log, sizeof(score->least.log), "%s", log);
    score->least.txn = txn;
    score->least.before = before;
    score->least.now = now;
}

/* @return the number of transactions with a smaller new budget. The first such transaction is
 * log->cut, with the old budget *is and the new budget *will. */
static uint64_t smaller_budgets(struct both_score *score, struct both_log *log, int *is, int *will)
{
    size_t b = 0, n = 0;
    uint64_t smaller = 0;

    for (uint64_t txn = 0; txn < log->before->txns; txn++) {
        const int before = budget_at(log->before, &b, txn), now = budget_at(log->now, &n, txn);

        if (is_least(score, before, now)) {
            note_least(score, log->before->name, txn, before, now);
        }
        if (now < before && smaller++ == 0) {
            log->cut = txn;
            *is = before;
            *will = now;
        }
        score->larger += now > before;
    }
    return smaller;
}

static void compare_budgets(struct both_score *score, struct both_log *log)
{
    int before = 0, now = 0;
    char field[64], is[24], will[64];

    score->kind[kind_of(score, "budget")].facts++; /* one for each log */
    const uint64_t smaller = smaller_budgets(score, log, &before, &now);
    score->smaller += smaller;
    if (smaller != 0) {
        (void)snprintf(field, sizeof(field), "budget %" PRIu64, log->cut);
        (void)snprintf(is, sizeof(is), "%d", before);
        (void)snprintf(will, sizeof(will), "%d, smaller at %" PRIu64 " of %" PRIu64, now, smaller,
                       log->before->txns);
        differ(score, log, &(struct both_difference){log->before->name, field, is, will});
    }
}

void both_compare(struct both_score *score, const struct both_block *before,
                  const struct both_block *now)
{
    struct both_log log;

    both_log_begin(&log, before, now);
    score->logs++;
    score->txns += before->txns;
    compare_budgets(score, &log);
    count_facts(score, &log);
}

int both_conclude(const struct both_score *score)
{
    const size_t unused = score->some ? 0 : both_table_unused(score->table);

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
