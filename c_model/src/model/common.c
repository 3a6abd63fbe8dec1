/* SPDX-License-Identifier: Apache-2.0 */
#include "model/common.h"

#include <string.h>

#include "state/facts.h"

static void count_sum(struct facts *facts, unsigned sum, int64_t n)
{
    unsigned which;
    const enum fact what = sums_fact(sum, &which);

    facts_count(facts, what, which, (uint64_t)n);
}

static void count_word(struct facts *facts, int sequence, uint64_t word)
{
    if (sequence < HASHES) {
        facts_count(facts, FACT_HASHED, (unsigned)sequence, word);
    } else {
        unsigned which;
        const enum fact what = words_draw(word, &which);
        facts_count(facts, what, which, 1);
    }
}

static int64_t least_sum(struct ledger *const at[], int n, unsigned sum)
{
    int64_t least = at[0]->sums.n[sum];

    for (int i = 1; i < n; i++) {
        least = at[i]->sums.n[sum] < least ? at[i]->sums.n[sum] : least;
    }
    return least;
}

/* Counts the part of the sums of the i-th ledger that all ledgers have in common. Sums that it does
 * not list are 0. */
static void count_sums(struct facts *facts, struct ledger *const at[], int n, int i)
{
    const struct sums *sums = &at[i]->sums;

    for (int k = 0; k < sums->n_list; k++) {
        const unsigned sum = sums->list[k];
        const int64_t all = least_sum(at, n, sum);
        if (all == 0) {
            continue;
        }
        count_sum(facts, sum, all);
        for (int other = 0; other < n; other++) {
            sums_add(&at[other]->sums, sum, -all);
        }
    }
}

/* Returns the number of words that are the same at the beginning of both. */
static int common_words(const struct words *a, const struct words *b, int most)
{
    int n = 0;

    most = a->n < most ? a->n : most;
    most = b->n < most ? b->n : most;
    while (n < most && a->at[n] == b->at[n]) {
        n++;
    }
    return n;
}

static void count_words(struct facts *facts, struct ledger *const at[], int n, int sequence)
{
    int all = at[0]->words[sequence].n;

    for (int i = 1; i < n; i++) {
        all = common_words(&at[0]->words[sequence], &at[i]->words[sequence], all);
    }
    for (int k = 0; k < all; k++) {
        count_word(facts, sequence, at[0]->words[sequence].at[k]);
    }
    for (int i = 0; i < n && all != 0; i++) {
        struct words *words = &at[i]->words[sequence];
        words->n -= all;
        memmove(&words->at[0], &words->at[all], (size_t)words->n * sizeof(words->at[0]));
    }
}

static bool answered_alike(struct ledger *const at[], int n, const struct answer *answer)
{
    for (int i = 0; i < n; i++) {
        const struct answer *other = answers_find(&at[i]->answers, answer->question);
        if (other == NULL || other->answer != answer->answer) {
            return false;
        }
    }
    return true;
}

static void forget(struct answers *answers, uint64_t question)
{
    int kept = 0;

    for (int i = 0; i < answers->n; i++) {
        if (answers->at[i].question != question) {
            answers->at[kept++] = answers->at[i];
        }
    }
    answers->n = kept;
}

static void count_answers(struct facts *facts, struct ledger *const at[], int n)
{
    for (int k = at[0]->answers.n - 1; k >= 0; k--) {
        const struct answer answer = at[0]->answers.at[k];
        if (!answered_alike(at, n, &answer)) {
            continue;
        }
        if (answer.answer == SEVERAL) {
            facts_count(facts, FACT_UNSEEN, answer.kind, 1);
        } else {
            facts_count(facts, FACT_TAKEN, (unsigned)answer.kind * FORK_BRANCHES + answer.answer,
                        1);
        }
        for (int i = 0; i < n; i++) {
            forget(&at[i]->answers, answer.question);
        }
    }
}

void common_count(struct facts *facts, struct ledger *const at[], int n)
{
    for (int i = 0; i < n; i++) {
        count_sums(facts, at, n, i);
    }
    for (int i = 0; i < n; i++) {
        sums_tidy(&at[i]->sums);
    }
    for (int i = 0; i < SEQUENCES; i++) {
        count_words(facts, at, n, i);
    }
    count_answers(facts, at, n);
}

void common_count_all(struct facts *facts, const struct ledger *l)
{
    for (int k = 0; k < l->sums.n_list; k++) {
        count_sum(facts, l->sums.list[k], l->sums.n[l->sums.list[k]]);
    }
    for (int i = 0; i < SEQUENCES; i++) {
        for (int k = 0; k < l->words[i].n; k++) {
            count_word(facts, i, l->words[i].at[k]);
        }
    }
}

static void merge_sums(struct sums *sums, const struct sums *other)
{
    for (int k = 0; k < other->n_list; k++) { /* `sums` then lists all that `other` lists */
        sums_add(sums, other->list[k], 0);
    }
    for (int k = 0; k < sums->n_list; k++) {
        const unsigned which = sums->list[k];
        sums->n[which] = other->n[which] < sums->n[which] ? other->n[which] : sums->n[which];
    }
}

/* If one of them has not seen the same draws, these leave a gap. */
static void merge_words(struct ledger *l, const struct ledger *other, int sequence)
{
    struct words *words = &l->words[sequence];
    const int all = common_words(words, &other->words[sequence], MAX_WORDS);
    const bool differ = words->n != all || other->words[sequence].n != all;

    words->n = all;
    if (differ && sequence == HASHES) {
        ledger_add(l, FACT_GAP, 0, 1);
    }
}

/* Returns the same answer to a question of this kind that only `list` has, asked in another step.
 * Or NULL. */
static struct answer *asked_elsewhere(struct answers *list, const struct answers *other,
                                      const struct answer *answer)
{
    for (int i = 0; i < list->n; i++) {
        struct answer *is = &list->at[i];
        if (is->kind == answer->kind && is->answer == answer->answer &&
            answers_find(other, is->question) == NULL) {
            return is;
        }
    }
    return NULL;
}

/* If an event takes effect in different steps in two hypotheses, the two answers are to one
 * question. */
static void pair_answers(struct answers *a, struct answers *b)
{
    for (int i = 0; i < a->n; i++) {
        struct answer *one = &a->at[i];
        struct answer *other =
            answers_find(b, one->question) == NULL ? asked_elsewhere(b, a, one) : NULL;
        if (other != NULL && one->question < other->question) {
            other->question = one->question;
        } else if (other != NULL) {
            one->question = other->question;
        }
    }
}

static void merge_answers(struct ledger *l, struct answers *other)
{
    pair_answers(&l->answers, other);
    for (int i = 0; i < l->answers.n; i++) {
        struct answer *answer = &l->answers.at[i];
        const struct answer *is = answers_find(other, answer->question);
        if (is == NULL || is->answer != answer->answer) {
            answer->answer = SEVERAL;
        }
    }
    for (int i = 0; i < other->n; i++) {
        if (answers_find(&l->answers, other->at[i].question) == NULL) {
            struct answer several = other->at[i];
            several.answer = SEVERAL;
            ledger_answer(l, &several);
        }
    }
}

void common_merge(struct ledger *l, const struct ledger *other)
{
    struct answers theirs = other->answers;

    merge_sums(&l->sums, &other->sums);
    for (int i = 0; i < SEQUENCES; i++) {
        merge_words(l, other, i);
    }
    merge_answers(l, &theirs);
    l->answers.full |= theirs.full;
    l->lost = other->lost > l->lost ? other->lost : l->lost;
}

static bool asked_before(const struct answers *const at[], int n, uint64_t question)
{
    for (int i = 0; i < n; i++) {
        if (answers_find(at[i], question) != NULL) {
            return true;
        }
    }
    return false;
}

void common_open(struct facts *facts, const struct answers *const at[], int n)
{
    memset(facts->open, 0, sizeof(facts->open));
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < at[i]->n; k++) {
            const struct answer *answer = &at[i]->at[k];
            facts->open[answer->kind] += !asked_before(at, i, answer->question);
        }
    }
}

enum fork_kind common_choice(const struct answers *a, const struct answers *b)
{
    for (int i = 0; i < a->n; i++) {
        const struct answer *other = answers_find(b, a->at[i].question);
        if (other == NULL || other->answer != a->at[i].answer) {
            return (enum fork_kind)a->at[i].kind;
        }
    }
    return FORK_KINDS;
}
