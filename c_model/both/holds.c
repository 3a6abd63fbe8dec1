/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "both.h"

/* The relations of a row of the table that need both blocks of a log. value.c has those that need
 * only the two values. */

/* The value of the fact with this field, or NULL. */
static const char *value_of(const struct both_block *block, const char *field)
{
    const size_t n = strlen(field);
    size_t lo = 0, hi = block->n_facts;

    while (lo < hi) {
        const size_t at = lo + (hi - lo) / 2;
        const char *fact = block->fact[at];
        int order = strncmp(fact, field, n);
        order = order != 0 ? order : fact[n] != '\t';
        if (order == 0) {
            return fact + n + 1;
        }
        *(order < 0 ? &lo : &hi) = order < 0 ? at + 1 : at;
    }
    return NULL;
}

/* Whether the word is "KEY=VALUE", and the block has the fact "total KEY" with this value. */
static bool is_total(const struct both_block *block, const char *word, size_t n)
{
    const char *equals = memchr(word, '=', n);
    char field[64];

    if (equals == NULL) {
        return false;
    }
    (void)snprintf(field, sizeof(field), "total %.*s", (int)(equals - word), word);
    const char *value = value_of(block, field);
    const size_t left = n - (size_t)(equals - word) - 1;
    return value != NULL && strlen(value) == left && strncmp(value, equals + 1, left) == 0;
}

/* The two lines differ only in totals, which are compared as facts of their own. */
static bool totals(const struct both_log *log, const struct both_difference *d)
{
    const char *is = d->old_value, *will = d->new_value;

    while (*is != '\0' && *will != '\0') {
        const size_t n = strcspn(is, " "), m = strcspn(will, " ");
        const bool same = n == m && strncmp(is, will, n) == 0;
        if (!same && (strncmp(is, will, strcspn(is, "=") + 1) != 0 ||
                      !is_total(log->before, is, n) || !is_total(log->now, will, m))) {
            return false;
        }
        is += n + (is[n] == ' ');
        will += m + (will[m] == ' ');
    }
    return *is == *will;
}

static uint64_t sum_of(const struct both_block *block)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < block->n_facts; i++) {
        if (strncmp(block->fact[i], "check ", 6) == 0) {
            const char *n = strstr(block->fact[i], "\tevaluated ");
            sum += n != NULL ? strtoull(n + strlen("\tevaluated "), NULL, 10) : 0;
        }
    }
    return sum;
}

/* Both values are the sum of the evaluations of all checks, which are compared as facts of their
 * own. */
static bool sum(const struct both_log *log, const struct both_difference *d)
{
    return strtoull(d->old_value, NULL, 10) == sum_of(log->before) &&
           strtoull(d->new_value, NULL, 10) == sum_of(log->now);
}

/* Both builds have the same number of management events, of whatever kind. */
static bool events(const struct both_log *log, const struct both_difference *d)
{
    static const char *const fields[] = {"total fulls", "total faults", "total aborts",
                                         "total others"};
    uint64_t is = 0, will = 0;

    (void)d;
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        const char *before = value_of(log->before, fields[i]);
        const char *now = value_of(log->now, fields[i]);
        is += before != NULL ? strtoull(before, NULL, 10) : 0;
        will += now != NULL ? strtoull(now, NULL, 10) : 0;
    }
    return is == will;
}

/* The field is the words of a finding, and the finding itself differs, too. */
static bool finding(const struct both_log *log, const struct both_difference *d)
{
    char field[512];

    (void)snprintf(field, sizeof(field), "finding%s", d->field + strcspn(d->field, " "));
    const char *is = value_of(log->before, field), *will = value_of(log->now, field);
    return strncmp(d->field, "words ", 6) == 0 &&
           (is == NULL || will == NULL || strcmp(is, will) != 0);
}

/* Transaction of a finding, or of its words. */
static uint64_t txn_of(const char *field)
{
    return strtoull(field + strcspn(field, " "), NULL, 10);
}

static bool is_finding(const char *fact)
{
    return strncmp(fact, "finding ", 8) == 0;
}

/* Transaction of the first finding of a block, or UINT64_MAX if there is none. */
static uint64_t first_finding(const struct both_block *block)
{
    uint64_t first = UINT64_MAX;

    for (size_t i = 0; i < block->n_facts; i++) {
        if (is_finding(block->fact[i]) && txn_of(block->fact[i]) < first) {
            first = txn_of(block->fact[i]);
        }
    }
    return first;
}

/* The next finding of transaction `txn`, from the i-th fact on, or NULL. */
static const char *finding_of(const struct both_block *block, size_t *i, uint64_t txn)
{
    while (*i < block->n_facts) {
        const char *fact = block->fact[(*i)++];
        if (is_finding(fact) && txn_of(fact) == txn) {
            return fact;
        }
    }
    return NULL;
}

/* Whether both blocks have the same findings in transaction `txn`. */
static bool same_findings(const struct both_block *before, const struct both_block *now,
                          uint64_t txn)
{
    size_t i = 0, k = 0;
    const char *is, *will;

    do {
        is = finding_of(before, &i, txn);
        will = finding_of(now, &k, txn);
    } while (is != NULL && will != NULL && strcmp(is, will) == 0);
    return is == NULL && will == NULL;
}

void both_log_begin(struct both_log *log, const struct both_block *before,
                    const struct both_block *now)
{
    *log = (struct both_log){.before = before,
                             .now = now,
                             .first = {first_finding(before), first_finding(now)},
                             .cut = UINT64_MAX};
    log->same = log->first[0] == log->first[1] && log->first[0] != UINT64_MAX &&
                same_findings(before, now, log->first[0]);
}

static bool first(const struct both_log *log, const struct both_difference *d)
{
    (void)d;
    return log->same;
}

static bool later(const struct both_log *log, const struct both_difference *d)
{
    return log->same && txn_of(d->field) > log->first[0];
}

static bool found(const struct both_log *log, const struct both_difference *d)
{
    (void)d;
    return log->first[0] != UINT64_MAX && log->first[1] != UINT64_MAX;
}

static bool cleared(const struct both_log *log, const struct both_difference *d)
{
    (void)d;
    return log->first[0] != UINT64_MAX && log->first[1] == UINT64_MAX;
}

static bool gained(const struct both_log *log, const struct both_difference *d)
{
    (void)d;
    return log->first[0] == UINT64_MAX && log->first[1] != UINT64_MAX;
}

static bool cut(const struct both_log *log, const struct both_difference *d)
{
    return log->cut < txn_of(d->field);
}

static const struct both_relation relations[] = {
    {"totals", totals}, {"sum", sum},     {"events", events}, {"finding", finding},
    {"first", first},   {"later", later}, {"found", found},   {"cleared", cleared},
    {"gained", gained}, {"cut", cut},     {NULL, NULL},
};

static const struct both_relation *find(const struct both_relation *list, const char *name,
                                        size_t n)
{
    while (list->name != NULL && (strlen(list->name) != n || strncmp(list->name, name, n) != 0)) {
        list++;
    }
    return list->name != NULL ? list : NULL;
}

/* The relation with which `words` begins, or NULL; *n: the length of its name. */
static const struct both_relation *relation(const char *words, size_t *n)
{
    *n = strcspn(words, ",");
    const struct both_relation *found_one = find(both_value_relations, words, *n);
    return found_one != NULL ? found_one : find(relations, words, *n);
}

bool both_holds_known(const char *words)
{
    size_t n = 0;

    if (strcmp(words, "-") == 0) {
        return true;
    }
    while (relation(words, &n) != NULL && words[n] == ',') {
        words += n + 1;
    }
    return relation(words, &n) != NULL && words[n] == '\0';
}

bool both_holds(const char *words, const struct both_log *log, const struct both_difference *d)
{
    size_t n;

    if (strcmp(words, "-") == 0) {
        return true;
    }
    do {
        const struct both_relation *r = relation(words, &n);
        if (!r->holds(log, d)) {
            return false;
        }
        words += n + (words[n] == ',');
    } while (*words != '\0');
    return true;
}
