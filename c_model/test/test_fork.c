/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "doubt/fork.h"
#include "doubt/outcome.h"
#include "doubt/stale.h"
#include "ports/sysreg.h"
#include "state/model.h"

/* The forks of tolerated outcomes: counted by branch, at most MAX_FORKS at a time. */

static void count_misuse(void *user, const struct spe_finding *f)
{
    *(int *)user += f->kind == SPE_FINDING_MISUSE;
}

static struct spe_model *create(int *misuses)
{
    struct spe_model_options options = {
        .taps = SPE_TAP_ALL, .on_finding = count_misuse, .user = misuses};
    struct spe_config cfg;
    struct spe_model *m;

    spe_config_init(&cfg);
    assert_int_equal(spe_model_create(&m, &cfg, &options), SPE_OK);
    return m;
}

/* Count of a branch as spe_model_fork() reports it. */
static uint64_t count(const struct spe_model *m, const char *choice, const char *branch)
{
    struct spe_fork fork;
    uint64_t n = 0;

    for (int i = 0; spe_model_fork(m, i, &fork); i++) {
        if (fork.branch != NULL && strcmp(fork.choice, choice) == 0 &&
            strcmp(fork.branch, branch) == 0) {
            n += fork.n;
        }
    }
    return n;
}

static void branches_are_counted(void **state)
{
    int misuses = 0;
    struct spe_model *m = create(&misuses);
    char names[64] = "[P18 inflight=1]";

    (void)state;
    int b10 = fork_open(m, FORK_B10), s2 = fork_open(m, FORK_S2);
    fork_names(m, names, sizeof(names));
    assert_string_equal(names, "[P18 inflight=1] [B10 open] [S2 open]");
    for (size_t room = 8; room < 24; room++) {
        char few[24] = "[P18]";
        fork_names(m, few, room);
        CHECK("as far as there is room", strlen(few), room - 1);
        CHECK("the first ones", strncmp(few, "[P18] [B10 open] [S2 open]", strlen(few)), 0);
    }
    CHECK("open", count(m, "B10", "open"), 1);
    fork_settle(m, b10, 1);
    fork_settle(m, s2, 2);
    fork_settle(m, s2, 0); /* no effect: s2 is settled */
    fork_unseen(m, fork_open(m, FORK_B10));
    CHECK("changed", count(m, "B10", "changed"), 1);
    CHECK("kept", count(m, "B10", "kept"), 0);
    CHECK("unseen", count(m, "B10", "unseen"), 1);
    CHECK("event", count(m, "S2", "event"), 1);
    CHECK("written", count(m, "S2", "written"), 0);
    CHECK("open", count(m, "B10", "open"), 0);
    CHECK("misuses", misuses, 0);
    spe_model_destroy(m);
}

static void one_too_many_is_misuse(void **state)
{
    int misuses = 0;
    struct spe_model *m = create(&misuses);

    (void)state;
    for (int i = 1; i <= MAX_FORKS; i++) {
        CHECK("number", fork_open(m, FORK_B11), i);
    }
    CHECK("misuses", misuses, 0);
    CHECK("number", fork_open(m, FORK_B11), 0);
    CHECK("misuses", misuses, 1);
    fork_settle(m, 0, 1);
    fork_reset(m);
    CHECK("unseen", count(m, "B11", "unseen"), MAX_FORKS);
    CHECK("number", fork_open(m, FORK_B11), 1);
    spe_model_destroy(m);
}

/* Two outcomes of an event are one if software reads the same value from every register. */
static void each_register_tells(void **state)
{
    const struct outcome one = {0x10000, {0x20000, 0x20001, 0x20002}};

    (void)state;
    struct outcome other = one;
    assert_true(model_same_outcome(&one, &other));
    other.ptr++;
    assert_false(model_same_outcome(&one, &other));
    for (int el = 0; el < 3; el++) {
        other = one;
        other.bsr[el]++;
        assert_false(model_same_outcome(&one, &other));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_are_counted),
        cmocka_unit_test(one_too_many_is_misuse),
        cmocka_unit_test(each_register_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
