/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "hypothesis_steps.h"

/* The set of hypotheses: the limits of its room, and what a finding names of ended hypotheses. */

/* The first of two limits in one step is reported, with one hypothesis and with several. */
static void the_first_limit_is_told(void **state)
{
    const struct {
        int questions;
    } rows[] = {{0}, {1}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct what twice = {.too_many = true, .again = true, .covers = -1};
        struct told told;
        struct spe_model *m = create(&told);
        asked(m, FORK_B10, rows[i].questions, 2);
        m->spu->ops = 1;
        hypotheses_step(m, STEP_OTHER, step, &twice);
        CHECK("misuses", told.misuses, rows[i].questions == 0 ? 2 : 1);
        assert_string_equal(told.where, rows[i].questions == 0 ? "other things" : "things");
        spe_model_destroy(m);
    }
}

/* Too many hypotheses in the very first step are reported, also if the set treats a single
 * hypothesis as one of several from the start. */
static void the_first_step_may_have_too_many(void **state)
{
    (void)state;
    for (int always = 0; always < 2; always++) {
        struct told told;
        struct spe_model *m = create(&told);
        CHECK("several", m->set->doubt, false);
        if (always != 0) {
            hypotheses_always(m);
            CHECK("as if there were several", m->set->doubt, true);
        }
        asked(m, FORK_B10, 7, 1);
        CHECK("told", told.misuses, 1);
        CHECK("alive", alive(m), MAX_LIVE);
        spe_model_destroy(m);
    }
}

/* A single hypothesis has room for everything that it finds in a step: nothing is lost. */
static void what_one_finds_has_room(void **state)
{
    const struct what many = {.words = MAX_WORDS + 5, .covers = -1};
    struct told told;
    struct spe_model *m = create(&told);
    struct spe_hypotheses counts;
    uint64_t hash = m->facts.hash[HASH_BYTES];

    (void)state;
    for (int i = 0; i < many.words; i++) {
        facts_hash(&hash, (uint64_t)i);
    }
    hypotheses_step(m, STEP_OTHER, step, &many);
    CHECK("all words", m->facts.hash[HASH_BYTES], hash);
    spe_model_hypotheses(m, &counts);
    CHECK("lost", counts.lost, 0);
    spe_model_destroy(m);
}

/* Each of several hypotheses has limited room. What exceeds it is lost and counts once, however
 * many hypotheses there are. */
static void what_several_find_is_lost(void **state)
{
    const struct what many = {.words = MAX_WORDS + 5, .covers = -1};
    struct spe_hypotheses counts;
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 2, 1);
    hypotheses_step(m, STEP_OTHER, step, &many);
    spe_model_hypotheses(m, &counts);
    CHECK("lost", counts.lost, 5);
    CHECK("four", alive(m), 4);
    spe_model_hypotheses(m, &counts);
    CHECK("no more", counts.lost, 5);
    spe_model_destroy(m);
}

/* Each of two hypotheses has its own finding: what the report names as expected. */
static const struct {
    const char *what;
    struct found found[2];
    const char *expected;
} rows[] = {
    {"the same read",
     {{SPE_CHECK_REG_READ, "PMBSR_EL1", "1"}, {SPE_CHECK_REG_READ, "PMBSR_EL1", "2"}},
     "1 or 2 [B10]"},
    {"both expect the same",
     {{SPE_CHECK_REG_READ, "PMBSR_EL1", "1"}, {SPE_CHECK_REG_READ, "PMBSR_EL1", "1"}},
     "1"},
    {"a syndrome is of a read of its register",
     {{SPE_CHECK_REG_READ, "PMBSR_EL1", "1"}, {SPE_CHECK_EVENT_SYNDROME, "PMBSR_EL1 DL", "2"}},
     "1 or 2 [B10]"},
    {"so is the level that an event goes to",
     {{SPE_CHECK_FORK_SETTLED, "PMBSR_EL1", "1"}, {SPE_CHECK_EVENT_ROUTE, "PMBSR_EL1", "2"}},
     "1 or 2 [B10]"},
    {"another register",
     {{SPE_CHECK_REG_READ, "PMBSR_EL1", "1"}, {SPE_CHECK_REG_READ, "PMBSR_EL2", "2"}},
     "1"},
    {"another register with a longer name",
     {{SPE_CHECK_REG_READ, "PMBSR_EL1", "1"}, {SPE_CHECK_REG_READ, "PMBSR_EL12", "2"}},
     "1"},
    {"the same syndrome, as another check",
     {{SPE_CHECK_REG_READ, "PMBSR_EL1", "1"}, {SPE_CHECK_EVENT_SYNDROME, "PMBSR_EL1", "1"}},
     "1"},
    {"a register beside a level",
     {{SPE_CHECK_OUT_IRQ, "PMBSR_EL1", "1"}, {SPE_CHECK_REG_READ, "PMBSR_EL1", "2"}},
     "1"},
    {"no register",
     {{SPE_CHECK_REG_READ, "PMBSR_EL1", "1"}, {SPE_CHECK_OUT_IRQ, "PMBSR_EL1", "2"}},
     "1"},
    {"another place of the same check",
     {{SPE_CHECK_OUT_IRQ, "PMBIRQ", "1"}, {SPE_CHECK_OUT_IRQ, "PMBIRQ 2", "2"}},
     "1"},
};

static void what_others_expect_at_that_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct what finds = {.found = rows[i].found, .covers = -1};
        struct told told;
        struct spe_model *m = create(&told);
        asked(m, FORK_B10, 1, 1);
        hypotheses_step(m, STEP_OTHER, step, &finds);
        CHECK(rows[i].what, told.mismatches, 1);
        if (strcmp(told.expected, rows[i].expected) != 0) {
            fail_msg("%s: %s", rows[i].what, told.expected);
        }
        spe_model_destroy(m);
    }
}

/* A hypothesis ends with its first finding. If more hypotheses end than there is room for, the
 * report names those that ended first. */
static void the_first_that_ended_are_named(void **state)
{
    static const struct found two[2] = {{SPE_CHECK_REG_READ, "ops", "7"},
                                        {SPE_CHECK_REG_READ, "ops", "8"}};
    const struct what both = {.see = true, .seen = 77, .found = two, .covers = -1};
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 1, 1);
    hypotheses_step(m, STEP_OTHER, step, &both);
    CHECK("what is told, is told of all", told.mismatches, 2);
    assert_string_equal(told.expected, "7 or 1 [B10]");
    spe_model_destroy(m);

    m = create(&told);
    asked(m, FORK_B10, 5, 1);
    CHECK("alive", alive(m), 32);
    CHECK("more than room", 32 > MAX_OBITUARIES, true);
    seen(m, 77);
    CHECK("told once", told.mismatches, 1);
    CHECK("its own first", strncmp(told.expected, "0 or ", 5), 0);
    spe_model_destroy(m);
}

/* Each step counts once, with the number of hypotheses after it. */
static void steps_are_counted(void **state)
{
    struct spe_hypotheses counts;
    struct told told;
    struct spe_model *m = create(&told);

    (void)state;
    asked(m, FORK_B10, 1, 1); /* two after it */
    asked(m, FORK_B14, 1, 2); /* four */
    seen(m, 3);               /* one */
    m->spu->events.n = 0;
    forgotten(m); /* one, which cannot ask */
    spe_model_hypotheses(m, &counts);
    CHECK("steps", counts.steps, 4);
    CHECK("hypotheses", counts.sum, 2 + 4 + 1 + 1);
    CHECK("most", counts.most, 4);
    CHECK("facts", counts.lost, 0);
    spe_model_destroy(m);
}

/* A run with several endings reports the most doubtful one: first an ending that fails, then one
 * that has audited nothing. Of equal endings the first one counts. */
static const struct ending {
    bool pass, audited;
    int doubtful;
} endings[] = {{true, true, 0}, {true, false, 1}, {false, false, 2}, {false, true, 2}};

static void the_most_doubtful_end_is_told(void **state)
{
    (void)state;
    for (unsigned ends = 0; ends < 64; ends++) {
        const struct ending *const of[] = {&endings[ends & 3], &endings[ends >> 2 & 3],
                                           &endings[ends >> 4]};
        struct told told;
        struct spe_model *m = create(&told);
        struct hypotheses *set = m->set;
        int most = 0;
        for (int i = 0; i < 3; i++) {
            if (i != 0) {
                hypothesis_append(&set->live, hypothesis_born(&set->spare, set->live.at[0]));
            }
            set->live.at[i]->spu.tot.pass = of[i]->pass;
            set->live.at[i]->spu.tot.audited = of[i]->audited;
            most = of[i]->doubtful > of[most]->doubtful ? i : most;
        }
        hypotheses_close(m);
        CHECK("the most doubtful", m->spu == &set->live.at[most]->spu, true);
        CHECK("as it ends", m->spu->tot.pass, of[most]->pass);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_limit_is_told),
        cmocka_unit_test(the_first_step_may_have_too_many),
        cmocka_unit_test(what_one_finds_has_room),
        cmocka_unit_test(what_others_expect_at_that_place),
        cmocka_unit_test(the_first_that_ended_are_named),
        cmocka_unit_test(what_several_find_is_lost),
        cmocka_unit_test(steps_are_counted),
        cmocka_unit_test(the_most_doubtful_end_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
