/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "hypothesis_steps.h"

/* The set of hypotheses in steps that cannot ask: such a step works on each hypothesis in place. */

/* After `n` questions, an observation settles the answers whose sum is `value`. */
static void settle_in_place(int n, uint64_t value, uint64_t rescued)
{
    struct told told;
    struct spe_model *m = create(&told);

    asked(m, FORK_B10, n, 1);
    calm(m);
    CHECK("alive", alive(m), 1u << n);
    seen(m, value);
    CHECK("alive", alive(m), 1);
    CHECK("ops", m->spu->ops, value);
    CHECK("mismatches", told.mismatches, 0);
    CHECK("open", choices_open(&m->facts), FORK_KINDS);
    CHECK("evaluated once", m->facts.checks.evals[SPE_CHECK_REG_READ], 1);
    CHECK("rescues", rescues(m, "B10"), rescued);
    spe_model_destroy(m);
}

/* A step that cannot ask settles the same, whichever hypothesis is left. */
static void what_is_seen_settles_in_place(void **state)
{
    (void)state;
    settle_in_place(1, 0, 0);
    settle_in_place(1, 1, 1);
    settle_in_place(2, 0, 0);
    settle_in_place(2, 1, 1);
    settle_in_place(2, 2, 1);
    settle_in_place(2, 3, 1);
}

/* No hypothesis fits in a step that cannot ask: the result is that of a step that can ask. */
static void the_usual_one_is_told_in_place(void **state)
{
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 2, 1);
    calm(m);
    seen(m, 7);
    CHECK("mismatches", told.mismatches, 1);
    assert_string_equal(told.expected, "0 or 2 [B10] or 1 [B10] or 3 [B10]");
    assert_non_null(strstr(told.choices, "[B10 open]"));
    CHECK("alive", alive(m), 1);
    CHECK("ops", m->spu->ops, 0);
    CHECK("unseen", m->facts.forks.unseen[FORK_B10], 2);
    CHECK("no rescue", rescues(m, "B10"), 0);
    seen(m, 8);
    CHECK("mismatches", told.mismatches, 2);
    assert_string_equal(told.expected, "0");
    spe_model_destroy(m);
}

/* Only the correction of the best hypothesis is reported, whether steps can ask or not. */
static void a_correction_is_told_once(void **state)
{
    const struct what corrects = {.corrects = true, .covers = -1};
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    hypotheses_step(m, STEP_OTHER, step, &corrects);
    CHECK("in a step that may ask", told.edits, 1);
    calm(m);
    hypotheses_step(m, STEP_OTHER, step, &corrects);
    CHECK("in one that may not", told.edits, 2);
    m->spu->events.n = 1;
    asked(m, FORK_B10, 1, 1);
    hypotheses_step(m, STEP_OTHER, step, &corrects);
    calm(m);
    hypotheses_step(m, STEP_OTHER, step, &corrects);
    CHECK("of several", told.edits, 4);
    spe_model_destroy(m);
}

/* If several hypotheses meet a limit of the scoreboard in one step, only the first limit is
 * reported. */
static void a_limit_is_told_once(void **state)
{
    const struct what evenly = {.weight = 2, .too_many = true, .covers = -1};
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    m->spu->ops = 1;
    asked(m, FORK_B10, 2, 2);
    CHECK("alive", alive(m), 4);
    hypotheses_step(m, STEP_OTHER, step, &evenly);
    CHECK("misuses", told.misuses, 1);
    CHECK("alive", alive(m), 4);
    spe_model_destroy(m);
}

/* Hypotheses that become equal in a step that cannot ask merge. */
static void what_is_the_same_is_one_in_place(void **state)
{
    const struct what covers = {.covers = 5, .evenly = true};
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 2, 1);
    calm(m);
    forgotten(m);
    CHECK("alive", alive(m), 1);
    CHECK("unseen", m->facts.forks.unseen[FORK_B10], 2);
    CHECK("no rescue", rescues(m, "B10"), 0);
    hypotheses_step(m, STEP_OTHER, step, &covers);
    CHECK("covered", m->facts.cover.count[5], 1);
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_seen_settles_in_place),
        cmocka_unit_test(the_usual_one_is_told_in_place),
        cmocka_unit_test(a_correction_is_told_once),
        cmocka_unit_test(a_limit_is_told_once),
        cmocka_unit_test(what_is_the_same_is_one_in_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
