/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "model/questions.h"

/* Sequences of answers to the questions of a run: all sequences, each once, the usual ones
 * first. */

/* A run that asks `n` questions; question i has `answers[i]` answers. */
static void ask(struct run *run, unsigned n, const uint8_t *answers, const enum fork_kind *kinds)
{
    for (unsigned i = 0; i < n; i++) {
        if (i >= run->given) {
            run->question[i] = (struct question){.kind = kinds[i]};
        }
        run->question[i].answers = answers[i];
    }
    run->asked = n;
}

static void every_sequence_comes_once(void **state)
{
    static const uint8_t answers[] = {2, 3, 2};
    static const enum fork_kind kinds[] = {FORK_B10, FORK_B1, FORK_KINDS};
    struct run run = {0};
    unsigned seen = 0, n = 0;

    (void)state;
    do {
        ask(&run, 3, answers, kinds);
        const struct question *q = run.question;
        const unsigned code = q[0].answer * 6u + q[1].answer * 2u + q[2].answer;
        CHECK("a new one", seen & 1u << code, 0);
        seen |= 1u << code;
        CHECK("unusual", questions_unusual(&run),
              (q[0].answer != 0) + (q[1].answer != 0) + (q[2].answer != 0));
        CHECK("events", questions_events(&run), q[2].answer);
        CHECK("the usual ones first", n == 0 && code != 0, false);
        n++;
    } while (questions_next(&run));
    CHECK("all", n, 12);
}

/* A different answer may lead to other questions: the questions behind it are asked again. */
static void what_follows_another_answer_is_asked_anew(void **state)
{
    static const uint8_t answers[] = {2, 2};
    static const enum fork_kind kinds[] = {FORK_B10, FORK_B11};
    struct run run = {0};

    (void)state;
    ask(&run, 2, answers, kinds);
    assert_true(questions_next(&run));
    CHECK("both have their answer", run.given, 2);
    ask(&run, 2, answers, kinds);
    assert_true(questions_next(&run));
    CHECK("the first has", run.given, 1);
    ask(&run, 1, answers, kinds);
    assert_false(questions_next(&run));
}

static void the_same_answers_again(void **state)
{
    static const uint8_t answers[] = {2};
    static const enum fork_kind kinds[] = {FORK_B10};
    struct run run = {0};

    (void)state;
    ask(&run, 1, answers, kinds);
    assert_true(questions_next(&run));
    ask(&run, 1, answers, kinds);
    questions_again(&run);
    CHECK("asked", run.asked, 0);
    CHECK("given", run.given, 1);
    CHECK("answer", run.question[0].answer, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sequence_comes_once),
        cmocka_unit_test(what_follows_another_answer_is_asked_anew),
        cmocka_unit_test(the_same_answers_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
