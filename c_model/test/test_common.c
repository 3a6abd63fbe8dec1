/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "check.h"
#include "default_model.h"
#include "model/common.h"
#include "state/model.h"

/* Facts of several hypotheses, and which of these facts are certain. */

#define BIN  7
#define READ SPE_CHECK_REG_READ

struct world {
    struct spe_model *m;
    struct ledger *at[3];
};

static struct world begin(void)
{
    struct world w = {.m = default_model()};

    for (int i = 0; i < 3; i++) {
        w.at[i] = calloc(1, sizeof(*w.at[i]));
        assert_non_null(w.at[i]);
    }
    return w;
}

static void end(struct world *w)
{
    for (int i = 0; i < 3; i++) {
        free(w->at[i]);
    }
    spe_model_destroy(w->m);
}

static void answer(struct ledger *l, uint64_t question, unsigned n)
{
    const struct answer a = {question, FORK_B10, (uint8_t)n};

    ledger_answer(l, &a);
}

static uint64_t unseen(const struct world *w)
{
    return w->m->facts.forks.unseen[FORK_B10];
}

static uint64_t taken(const struct world *w, int branch)
{
    return w->m->facts.forks.settled[FORK_B10][branch];
}

static void the_least_number_is_certain(void **state)
{
    struct world w = begin();
    const uint64_t *evals = &w.m->facts.checks.evals[READ];

    (void)state;
    ledger_add(w.at[0], FACT_CHECKED, READ, 3);
    ledger_add(w.at[1], FACT_CHECKED, READ, 2);
    ledger_add(w.at[0], FACT_COVERED, BIN, 1);
    common_count(&w.m->facts, w.at, 2);
    CHECK("evaluated", *evals, 2);
    CHECK("covered", w.m->facts.cover.count[BIN], 0);
    ledger_add(w.at[1], FACT_COVERED, BIN, 2); /* later */
    common_count(&w.m->facts, w.at, 2);
    CHECK("covered", w.m->facts.cover.count[BIN], 1);
    common_count(&w.m->facts, w.at, 1); /* the other hypothesis was wrong */
    CHECK("evaluated", *evals, 3);
    common_count(&w.m->facts, w.at, 1);
    CHECK("and once", *evals, 3);
    end(&w);
}

/* The count of a branch can go down: a hypothesis may find that the branch was not taken after all.
 */
static void less_than_none_is_certain_too(void **state)
{
    const unsigned b10 = FORK_B10 * FORK_BRANCHES + 1;
    struct world w = begin();

    (void)state;
    w.m->facts.forks.settled[FORK_B10][1] = 5;
    ledger_add(w.at[0], FACT_TAKEN, b10, (uint64_t)-1);
    common_count(&w.m->facts, w.at, 2);
    CHECK("the least", taken(&w, 1), 4);
    common_count(&w.m->facts, &w.at[1], 1);
    CHECK("the second was right", taken(&w, 1), 5);
    end(&w);
}

static uint64_t hash_of(const uint64_t *words, int n)
{
    uint64_t hash = 0;

    for (int i = 0; i < n; i++) {
        facts_hash(&hash, words[i]);
    }
    return hash;
}

/* A word that only one hypothesis has hashed so far holds back the words behind it. */
static void words_are_counted_in_their_order(void **state)
{
    static const uint64_t words[] = {11, 12, 13};
    struct world w = begin();
    const uint64_t *hash = &w.m->facts.hash[HASH_REGS];

    (void)state;
    ledger_add(w.at[0], FACT_HASHED, HASH_REGS, 11);
    ledger_add(w.at[0], FACT_HASHED, HASH_REGS, 12);
    ledger_add(w.at[1], FACT_HASHED, HASH_REGS, 11);
    common_count(&w.m->facts, w.at, 2);
    CHECK("11", *hash, hash_of(words, 1));
    ledger_add(w.at[0], FACT_HASHED, HASH_REGS, 13);
    common_count(&w.m->facts, w.at, 2);
    CHECK("11", *hash, hash_of(words, 1));
    ledger_add(w.at[1], FACT_HASHED, HASH_REGS, 12);
    ledger_add(w.at[1], FACT_HASHED, HASH_REGS, 13);
    common_count(&w.m->facts, w.at, 2);
    CHECK("11 12 13", *hash, hash_of(words, 3));
    CHECK("nothing is left", w.at[0]->words[HASH_REGS].n + w.at[1]->words[HASH_REGS].n, 0);
    end(&w);
}

/* A draw that only one hypothesis has seen may differ in the other. The merge leaves a gap in its
 * place. */
static void a_merge_keeps_what_both_have(void **state)
{
    struct world w = begin();

    (void)state;
    ledger_add(w.at[0], FACT_DRAWN, 4, 1);
    ledger_add(w.at[0], FACT_DRAWN, 5, 1);
    ledger_add(w.at[1], FACT_DRAWN, 4, 1);
    ledger_add(w.at[0], FACT_CHECKED, READ, 1);
    ledger_add(w.at[1], FACT_CHECKED, READ, 2);
    ledger_add(w.at[1], FACT_COVERED, BIN, 2);
    ledger_add(w.at[0], FACT_HASHED, HASH_BYTES, 1);
    w.at[1]->lost = 3;
    common_merge(w.at[0], w.at[1]);
    CHECK("draws", w.at[0]->words[HASHES].n, 2);
    unsigned which;
    CHECK("4", words_draw(w.at[0]->words[HASHES].at[0], &which), FACT_DRAWN);
    CHECK("4", which, 4);
    CHECK("gap", words_draw(w.at[0]->words[HASHES].at[1], &which), FACT_GAP);
    CHECK("no word", w.at[0]->words[HASH_BYTES].n, 0);
    CHECK("lost", w.at[0]->lost, 3);
    common_count(&w.m->facts, w.at, 1);
    CHECK("evaluated", w.m->facts.checks.evals[READ], 1);
    CHECK("covered", w.m->facts.cover.count[BIN], 0);
    end(&w);
}

/* Words that differ, or that one hypothesis lacks, have no common order. The merge keeps the words
 * before them and, for draws, a gap. */
static void a_merge_ends_where_words_differ(void **state)
{
    static const struct {
        const char *what;
        unsigned of[2][2]; /* draws; 0: none */
        int kept;          /* with the gap */
    } rows[] = {
        {"the same", {{4, 5}, {4, 5}}, 2},
        {"the second differs", {{4, 5}, {4, 6}}, 2},
        {"the first differs", {{4}, {5}}, 1},
        {"the first one has more", {{4, 5}, {4}}, 2},
        {"the other one has more", {{4}, {4, 5}}, 2},
        {"only the other one has", {{0}, {4}}, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct world w = begin();
        unsigned which;
        for (int k = 0; k < 4; k++) {
            if (rows[i].of[k / 2][k % 2] != 0) {
                ledger_add(w.at[k / 2], FACT_DRAWN, rows[i].of[k / 2][k % 2], 1);
            }
        }
        common_merge(w.at[0], w.at[1]);
        const struct words *left = &w.at[0]->words[HASHES];
        CHECK(rows[i].what, left->n, rows[i].kept);
        CHECK(rows[i].what, words_draw(left->at[left->n - 1], &which),
              i == 0 ? FACT_DRAWN : FACT_GAP);
        end(&w);
    }
}

/* Two of three hypotheses merge. The third hypothesis, with one answer, is right or wrong. */
static void a_choice_is_taken_or_unseen(void **state)
{
    for (int right = 0; right < 2; right++) {
        struct world w = begin();
        (void)state;
        answer(w.at[0], 9, 0);
        answer(w.at[1], 9, 1);
        answer(w.at[2], 9, 1);
        common_merge(w.at[0], w.at[1]);
        CHECK("several", w.at[0]->answers.at[0].answer, SEVERAL);
        struct ledger *left[] = {w.at[0], w.at[2]};
        common_count(&w.m->facts, left, 2);
        CHECK("open", unseen(&w) + taken(&w, 0) + taken(&w, 1), 0);
        common_count(&w.m->facts, &left[right], 1);
        CHECK("unseen", unseen(&w), right == 0);
        CHECK("taken", taken(&w, 1), right == 1);
        CHECK("once", left[right]->answers.n, 0);
        end(&w);
    }
}

/* A hypothesis that was never asked merges with a hypothesis that gave an answer. */
static void a_choice_that_only_one_was_asked(void **state)
{
    struct world w = begin();

    (void)state;
    answer(w.at[1], 9, 1);
    common_merge(w.at[0], w.at[1]);
    answer(w.at[2], 9, 0);
    common_merge(w.at[2], w.at[0]);
    common_count(&w.m->facts, &w.at[2], 1);
    CHECK("unseen", unseen(&w), 1);
    end(&w);
}

/* Hypotheses in which the event occurs in different steps. A merge, in either direction, makes one
 * question of the event's questions. */
static void a_choice_that_was_asked_in_two_steps(void **state)
{
    for (int later = 0; later < 2; later++) {
        struct world w = begin();
        (void)state;
        answer(w.at[0], later ? 11 : 9, 0);
        answer(w.at[1], later ? 9 : 11, 0);
        answer(w.at[2], 11, 1);
        common_merge(w.at[0], w.at[1]);
        CHECK("one", w.at[0]->answers.n, 1);
        CHECK("the earlier one", w.at[0]->answers.at[0].question, 9);
        CHECK("its answer", w.at[0]->answers.at[0].answer, 0);
        CHECK("the other is as it was", w.at[1]->answers.at[0].question, later ? 9 : 11);
        common_merge(w.at[2], w.at[0]);
        CHECK("two answers, one of another step", w.at[2]->answers.n, 2);
        common_count(&w.m->facts, &w.at[2], 1);
        CHECK("nothing tells", unseen(&w), 2);
        end(&w);
    }
}

static void what_is_open_is_counted_by_question(void **state)
{
    struct world w = begin();
    const struct answers *at[] = {&w.at[0]->answers, &w.at[1]->answers};

    (void)state;
    answer(w.at[0], 9, 0);
    answer(w.at[1], 9, 1);
    answer(w.at[1], 10, 1);
    common_open(&w.m->facts, at, 2);
    CHECK("open", w.m->facts.open[FORK_B10], 2);
    CHECK("B10", common_choice(at[0], at[1]), FORK_B10);
    CHECK("none", common_choice(at[0], at[0]), FORK_KINDS);
    end(&w);
}

/* Facts without room are not counted; `lost` counts them. */
static void no_room(void **state)
{
    struct world w = begin();

    (void)state;
    for (int i = 0; i < MAX_WORDS + 2; i++) {
        ledger_add(w.at[0], FACT_HASHED, HASH_BYTES, 1);
    }
    for (unsigned i = 0; i < MAX_ANSWERS + 1; i++) {
        answer(w.at[0], i + 1, 0);
    }
    CHECK("lost", w.at[0]->lost, 3);
    ledger_copy(w.at[1], w.at[0]);
    CHECK("of a copy", w.at[1]->lost, 3);
    CHECK("words", w.at[1]->words[HASH_BYTES].n, MAX_WORDS);
    CHECK("answers", w.at[1]->answers.n, MAX_ANSWERS);
    ledger_clear(w.at[1]);
    CHECK("cleared", w.at[1]->lost + (uint64_t)w.at[1]->answers.n, 0);
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_number_is_certain),
        cmocka_unit_test(less_than_none_is_certain_too),
        cmocka_unit_test(words_are_counted_in_their_order),
        cmocka_unit_test(a_merge_keeps_what_both_have),
        cmocka_unit_test(a_merge_ends_where_words_differ),
        cmocka_unit_test(a_choice_is_taken_or_unseen),
        cmocka_unit_test(a_choice_that_only_one_was_asked),
        cmocka_unit_test(a_choice_that_was_asked_in_two_steps),
        cmocka_unit_test(what_is_open_is_counted_by_question),
        cmocka_unit_test(no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
