/* SPDX-License-Identifier: Apache-2.0 */
#include "state/ledger.h"

#include <assert.h>
#include <string.h>

/* Where the sums of each kind of fact begin. */
static const unsigned first[] = {
    [FACT_CHECKED] = 0,
    [FACT_COVERED] = SPE_CHECKS,
    [FACT_TAKEN] = SPE_CHECKS + COVER_BINS,
    [FACT_UNSEEN] = SPE_CHECKS + COVER_BINS + CHOICE_BRANCHES,
};

void sums_add(struct sums *sums, unsigned which, int64_t n)
{
    assert(which < SUMS);
    if (!sums->listed[which]) {
        sums->listed[which] = true;
        sums->list[sums->n_list++] = (uint16_t)which;
    }
    sums->n[which] += n;
}

void sums_tidy(struct sums *sums)
{
    int kept = 0;

    for (int i = 0; i < sums->n_list; i++) {
        const uint16_t which = sums->list[i];
        sums->listed[which] = sums->n[which] != 0;
        sums->list[kept] = which;
        kept += sums->listed[which];
    }
    sums->n_list = kept;
}

static void sums_clear(struct sums *sums)
{
    for (int i = 0; i < sums->n_list; i++) {
        sums->n[sums->list[i]] = 0;
        sums->listed[sums->list[i]] = false;
    }
    sums->n_list = 0;
}

enum fact sums_fact(unsigned sum, unsigned *which)
{
    int what = FACT_UNSEEN;

    assert(sum < SUMS);
    while (sum < first[what]) {
        what--;
    }
    *which = sum - first[what];
    return (enum fact)what;
}

enum fact words_draw(uint64_t word, unsigned *which)
{
    *which = (unsigned)(word & 0xFF);
    return (enum fact)(word >> 8);
}

void ledger_clear(struct ledger *l)
{
    sums_clear(&l->sums);
    for (int i = 0; i < SEQUENCES; i++) {
        l->words[i].n = 0;
    }
    l->answers.n = 0;
    l->answers.full = false;
    l->lost = 0;
}

void ledger_copy(struct ledger *to, const struct ledger *from)
{
    ledger_clear(to);
    for (int i = 0; i < from->sums.n_list; i++) {
        sums_add(&to->sums, from->sums.list[i], from->sums.n[from->sums.list[i]]);
    }
    for (int i = 0; i < SEQUENCES; i++) {
        to->words[i].n = from->words[i].n;
        memcpy(to->words[i].at, from->words[i].at,
               (size_t)from->words[i].n * sizeof(from->words[i].at[0]));
    }
    to->answers.n = from->answers.n;
    to->answers.full = from->answers.full;
    memcpy(to->answers.at, from->answers.at, (size_t)from->answers.n * sizeof(from->answers.at[0]));
    to->lost = from->lost;
}

static void append(struct ledger *l, int sequence, uint64_t word)
{
    struct words *words = &l->words[sequence];

    if (words->n == MAX_WORDS) {
        l->lost++;
    } else {
        words->at[words->n++] = word;
    }
}

void ledger_add(struct ledger *l, enum fact what, unsigned which, uint64_t n)
{
    if (what == FACT_HASHED) {
        assert(which < HASHES);
        append(l, (int)which, n);
    } else if (what >= FACT_DRAWN) {
        append(l, HASHES, (uint64_t)what << 8 | which);
    } else {
        sums_add(&l->sums, first[what] + which, (int64_t)n);
    }
}

const struct answer *answers_find(const struct answers *answers, uint64_t question)
{
    for (int i = 0; i < answers->n; i++) {
        if (answers->at[i].question == question) {
            return &answers->at[i];
        }
    }
    return NULL;
}

void ledger_answer(struct ledger *l, const struct answer *answer)
{
    if (l->answers.n == MAX_ANSWERS) {
        l->lost++;
        l->answers.full = true;
    } else {
        l->answers.at[l->answers.n++] = *answer;
    }
}
