/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "hypothesis_steps.h"

/* The set of hypotheses: observations, equal hypotheses, facts, limits. */

/* An observation ends the hypotheses that expect something else. The answer of the survivor
 * counts. */
static void what_is_seen_settles(void **state)
{
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 1, 1);
    CHECK("alive", alive(m), 2);
    CHECK("the usual one is shown", m->spu->ops, 0);
    CHECK("open", choices_open(&m->facts), FORK_B10);
    seen(m, 1);
    CHECK("alive", alive(m), 1);
    CHECK("ops", m->spu->ops, 1);
    CHECK("taken", taken(m, FORK_B10, 1), 1);
    CHECK("not taken", taken(m, FORK_B10, 0), 0);
    CHECK("open", choices_open(&m->facts), FORK_KINDS);
    CHECK("mismatches", told.mismatches, 0);
    CHECK("evaluated once", m->facts.checks.evals[SPE_CHECK_REG_READ], 1);
    CHECK("rescues", rescues(m, "B10"), 1);
    spe_model_destroy(m);
}

/* No hypothesis fits: the usual one reports a finding that names what the other expected, and goes
 * on alone. */
static void the_usual_one_is_told(void **state)
{
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 1, 1);
    seen(m, 7);
    CHECK("mismatches", told.mismatches, 1);
    assert_string_equal(told.expected, "0 or 1 [B10]");
    assert_non_null(strstr(told.choices, "[B10 open]"));
    CHECK("alive", alive(m), 1);
    CHECK("ops", m->spu->ops, 0);
    CHECK("unseen", m->facts.forks.unseen[FORK_B10], 1);
    seen(m, 8);
    CHECK("mismatches", told.mismatches, 2);
    assert_string_equal(told.expected, "0");
    assert_null(strstr(told.choices, "open]"));
    spe_model_destroy(m);
}

/* A question in the very step that ends all hypotheses is open, and no answer to it counts. */
static void a_question_and_its_end_in_one_step(void **state)
{
    const struct what both = {
        .ask = 1, .weight = 1, .kind = FORK_B10, .see = true, .seen = 7, .covers = -1};
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    hypotheses_step(m, STEP_OTHER, step, &both);
    CHECK("mismatches", told.mismatches, 1);
    assert_string_equal(told.expected, "0 or 1 [B10]");
    assert_non_null(strstr(told.choices, "[B10 open]"));
    CHECK("not taken", taken(m, FORK_B10, 0), 0);
    CHECK("unseen", m->facts.forks.unseen[FORK_B10], 1);
    CHECK("alive", alive(m), 1);
    spe_model_destroy(m);
}

/* Two choices make four hypotheses. The finding names each value that they expect once. */
static void what_others_expect_is_told_once(void **state)
{
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 1, 1);
    asked(m, FORK_B14, 1, 2);
    seen(m, 7);
    assert_string_equal(told.expected, "0 or 2 [B14] or 1 [B10] or 3 [B10]");
    spe_model_destroy(m);
}

/* A limit of the scoreboard ends no hypothesis: the scoreboard reports the limit as misuse, and the
 * next observation settles as usual. */
static void a_limit_is_no_mismatch(void **state)
{
    const struct what odd = {.too_many = true, .covers = -1};
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 1, 1);
    hypotheses_step(m, STEP_OTHER, step, &odd);
    CHECK("alive", alive(m), 2);
    CHECK("misuses", told.misuses, 1);
    CHECK("mismatches", told.mismatches, 0);
    assert_string_equal(told.where, "things");
    seen(m, 1);
    CHECK("alive", alive(m), 1);
    CHECK("mismatches", told.mismatches, 0);
    spe_model_destroy(m);
}

/* A fact that both hypotheses find is certain, also if they find it in different steps. */
static void what_both_find_is_counted_at_once(void **state)
{
    const struct what odd = {.covers = 3}, both = {.covers = 3, .evenly = true};
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 1, 1);
    hypotheses_step(m, STEP_OTHER, step, &both);
    CHECK("at once", m->facts.cover.count[3], 1);
    hypotheses_step(m, STEP_OTHER, step, &odd);
    CHECK("one of them", m->facts.cover.count[3], 1);
    hypotheses_step(m, STEP_OTHER, step, &both);
    CHECK("once more", m->facts.cover.count[3], 2);
    forgotten(m);
    CHECK("they are one", m->facts.cover.count[3], 2);
    spe_model_destroy(m);
}

/* The answers 0, 1 and 1, 0 to two choices make equal hypotheses, which merge. All four merge once
 * nothing shows the answers. */
static void equal_ones_are_one(void **state)
{
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 1, 1);
    asked(m, FORK_B14, 1, 1);
    CHECK("alive", alive(m), 3);
    forgotten(m);
    CHECK("alive", alive(m), 1);
    CHECK("unseen", m->facts.forks.unseen[FORK_B10], 1);
    CHECK("unseen", m->facts.forks.unseen[FORK_B14], 1);
    CHECK("taken", taken(m, FORK_B10, 0) + taken(m, FORK_B10, 1), 0);
    CHECK("open", choices_open(&m->facts), FORK_KINDS);
    spe_model_destroy(m);
}

/* A fact counts once all remaining hypotheses hold it. It does not count if its holder was
 * wrong. */
static void facts_are_certain(void **state)
{
    const struct what odd = {.covers = 3};
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    for (uint64_t right = 0; right < 2; right++) {
        m->spu->ops = 0;
        asked(m, FORK_B10, 1, 1);
        hypotheses_step(m, STEP_OTHER, step, &odd);
        CHECK("not yet", m->facts.cover.count[3], 0);
        seen(m, right);
        CHECK("counted", m->facts.cover.count[3], right);
    }
    spe_model_destroy(m);
}

/* The earliest cycle that is due in any hypothesis holds. */
static void the_strictest_one_holds(void **state)
{
    struct told told;
    struct spe_model *m = create(&told);
    uint64_t due;

    (void)state;
    m->spu->schedule.due = 9;
    asked(m, FORK_B10, 1, 1);
    m->spu->schedule.due = 12;
    CHECK("busy", hypotheses_due(m, &due), false);
    CHECK("due", due, 9);
    spe_model_destroy(m);
}

/* More than 64 hypotheses: the run does not pass. */
static void too_many_are_misuse(void **state)
{
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 6, 1);
    CHECK("alive", alive(m), MAX_LIVE);
    CHECK("misuses", told.misuses, 0);
    asked(m, FORK_B11, 1, 64);
    CHECK("alive", alive(m), MAX_LIVE);
    CHECK("misuses", told.misuses, 1);
    assert_string_equal(told.where, "hypotheses of choices that nothing settles");
    asked(m, FORK_B14, 1, 128);
    CHECK("told once", told.misuses, 1);
    forgotten(m);
    m->clock.cycle++;
    asked(m, FORK_B10, 7, 1);
    CHECK("and once more when there were fewer", told.misuses, 2);
    spe_model_destroy(m);
}

/* More than 256 outcomes of one step, or MAX_ASKED questions of one run. */
static void too_many_outcomes_are_misuse(void **state)
{
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 8, 0);
    CHECK("misuses", told.misuses, 0);
    asked(m, FORK_B10, 9, 0);
    CHECK("misuses", told.misuses, 1);
    assert_string_equal(told.where, "outcomes of one step");
    asked(m, FORK_B10, MAX_ASKED + 1, 0);
    CHECK("misuses", told.misuses, 3); /* of both limits */
    spe_model_destroy(m);
}

/* One of two hypotheses is asked more often than the ledger holds, and each answer makes the same
 * hypothesis. A forgotten choice may be open, so the run does not pass. */
static void too_many_answers_are_misuse(void **state)
{
    const struct what one = {.ask = 1, .kind = FORK_B14, .odd = true, .covers = -1};
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 1, 1);
    for (int i = 1; i < MAX_ANSWERS; i++) {
        hypotheses_step(m, STEP_OTHER, step, &one);
    }
    CHECK("all have room", told.misuses, 0);
    hypotheses_step(m, STEP_OTHER, step, &one);
    CHECK("misuses", told.misuses, 1);
    assert_string_equal(told.where, "choices that nothing has told");
    hypotheses_step(m, STEP_OTHER, step, &one);
    CHECK("told once", told.misuses, 1);
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_seen_settles),
        cmocka_unit_test(the_usual_one_is_told),
        cmocka_unit_test(equal_ones_are_one),
        cmocka_unit_test(facts_are_certain),
        cmocka_unit_test(the_strictest_one_holds),
        cmocka_unit_test(too_many_are_misuse),
        cmocka_unit_test(too_many_outcomes_are_misuse),
        cmocka_unit_test(too_many_answers_are_misuse),
        cmocka_unit_test(a_question_and_its_end_in_one_step),
        cmocka_unit_test(what_others_expect_is_told_once),
        cmocka_unit_test(a_limit_is_no_mismatch),
        cmocka_unit_test(what_both_find_is_counted_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
