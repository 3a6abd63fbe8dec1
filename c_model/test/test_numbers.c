/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "config_lines.h"

#include "spe/config.h"
#include "spe/journal.h"
#include "spe/model.h"
#include "spe/status.h"
#include "spe/txn.h"

/* Public functions that take a number: the results for each valid number, and for numbers beside
 * them. */

static void each_status_has_a_text(void **state)
{
    static const int status[] = {
#define VALUE(name, value, text) value,
        SPE_STATUS_LIST(VALUE)
#undef VALUE
    };

    (void)state;
    for (size_t i = 0; i < sizeof(status) / sizeof(status[0]); i++) {
        assert_string_not_equal(spe_status_text(status[i]), "unknown status");
        assert_string_not_equal(spe_status_text(status[i]), "ok");
    }
    assert_string_equal(spe_status_text(1), "unknown status");
}

static void each_kind_has_a_name(void **state)
{
    (void)state;
    for (int kind = 0; kind < SPE_TXN_KINDS; kind++) {
        assert_non_null(spe_txn_name(kind));
    }
    assert_null(spe_txn_name(-1));
    assert_null(spe_txn_name(SPE_TXN_KINDS));
}

static void each_check_has_a_name(void **state)
{
    (void)state;
    for (int check = 0; check < SPE_CHECKS; check++) {
        assert_non_null(spe_check_name(check));
    }
    assert_null(spe_check_name(-1));
    assert_null(spe_check_name(SPE_CHECKS));
}

/* Values of a register, predicted or taken over, are state; comparisons are not. */
static void entries_that_are_states(void **state)
{
    struct spe_journal_entry e = {.kind = SPE_JOURNAL_CHANGE};

    (void)state;
    assert_true(spe_journal_is_state(&e));
    e.kind = SPE_JOURNAL_TAKEN;
    assert_true(spe_journal_is_state(&e));
    e.kind = SPE_JOURNAL_COMPARE;
    assert_false(spe_journal_is_state(&e));
}

static void a_model_knows_its_checks(void **state)
{
    const struct spe_model_options options = {.taps = SPE_TAP_BYTES};
    struct spe_config *cfg = NULL;
    struct spe_model *model = NULL;
    struct spe_fork fork;
    struct spe_rescue rescue;
    uint64_t evaluated, fired;

    (void)state;
    assert_int_equal(spe_config_create(&cfg), SPE_OK);
    assert_int_equal(spe_model_create(&model, cfg, &options), SPE_OK);
    assert_true(spe_model_check_off(model, -1));
    assert_true(spe_model_check_off(model, SPE_CHECKS));
    assert_false(spe_model_check_part(model, SPE_CHECKS));
    assert_true(spe_model_check_part(model, SPE_CHECK_BUS_PROTOCOL)); /* more with LIFE */
    assert_false(spe_model_check_part(model, SPE_CHECK_CONTRACT));
    assert_false(spe_model_check_part(model, SPE_CHECK_BUF_DATA)); /* off */
    assert_int_equal(spe_model_check_counts(model, -1, &evaluated, &fired), SPE_EINVAL);
    assert_int_equal(spe_model_check_counts(model, SPE_CHECKS, &evaluated, &fired), SPE_EINVAL);
    assert_false(spe_model_fork(model, -1, &fork));
    assert_false(spe_model_rescue(model, -1, &rescue));
    spe_model_destroy(model);
    spe_config_destroy(cfg);
}

/* Checks that SPEv1p0 does not have: levels of exceptions and their routing (SPEv1p5), freezing
 * (SPEv1p2), Non-volatile memory (SPEv1p5), syndromes beside that of a fault (SPEv1p1), optional
 * events of the PMU, and records of a disabled buffer if they are discarded. */
static bool is_absent(int check)
{
    return check == SPE_CHECK_OUT_EXCEPTION || check == SPE_CHECK_EVENT_ROUTE ||
           check == SPE_CHECK_OUT_FREEZE || check == SPE_CHECK_XL_NVM ||
           check == SPE_CHECK_EVENT_SYNDROME || check == SPE_CHECK_BUF_DENIED ||
           check == SPE_CHECK_OUT_FULL || check == SPE_CHECK_OUT_FEED_KIND ||
           check == SPE_CHECK_FORK_SETTLED;
}

static void a_model_knows_what_it_does_not_have(void **state)
{
    const struct spe_model_options options = {.taps = SPE_TAP_BYTES};
    struct spe_config *cfg = NULL;
    struct spe_model *model = NULL;

    (void)state;
    assert_int_equal(spe_config_create(&cfg), SPE_OK);
    assert_int_equal(spe_model_create(&model, cfg, &options), SPE_OK);
    for (int check = 0; check < SPE_CHECKS; check++) {
        CHECK(spe_check_name(check), spe_model_check_absent(model, check), is_absent(check));
    }
    spe_model_destroy(model);
    spe_config_destroy(cfg);
}

/* Keys add checks: those of each row are present, in addition to those of SPEv1p0. */
#define V2 "pmsver = 2\nevents = 0xBFF\n"
#define V3 "pmsver = 3\nevents = 0xBFF\nfne = 1\n"
#define V6 "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\n"
static const struct {
    const char *keys;
    int there[5]; /* 0 ends the list: contract, which is always present */
} present[] = {
    {"", {0}},
    {"disabled_record = event\n", {SPE_CHECK_BUF_DENIED}},
    {"disabled_record = write\n", {SPE_CHECK_BUF_DENIED}},
    {"disabled_record = any\n", {SPE_CHECK_BUF_DENIED, SPE_CHECK_FORK_SETTLED}},
    {"wrong_pointer = any\n", {SPE_CHECK_FORK_SETTLED}},
    {"dl_boundary = any\n", {SPE_CHECK_FORK_SETTLED}},
    {"fe_zero = any\n", {SPE_CHECK_FORK_SETTLED}},
    {"ft_zero = any\n", {SPE_CHECK_FORK_SETTLED}},
    {"fl_zero = any\n", {SPE_CHECK_FORK_SETTLED}},
    {V3 "fne_zero = any\n",
     {SPE_CHECK_FORK_SETTLED, SPE_CHECK_OUT_FREEZE, SPE_CHECK_EVENT_SYNDROME}},
    {V3 "fe_overlap = any\n",
     {SPE_CHECK_FORK_SETTLED, SPE_CHECK_OUT_FREEZE, SPE_CHECK_EVENT_SYNDROME}},
    {"pmu_full = 1\n", {SPE_CHECK_OUT_FULL}},
    {"pmu_feed = 1\n", {SPE_CHECK_OUT_FEED_KIND}},
    {V2, {SPE_CHECK_EVENT_SYNDROME}},
    {V3, {SPE_CHECK_EVENT_SYNDROME, SPE_CHECK_OUT_FREEZE}},
    {V6, {SPE_CHECK_EVENT_SYNDROME, SPE_CHECK_OUT_FREEZE}},
    {V6 "nvm = 1\n", {SPE_CHECK_EVENT_SYNDROME, SPE_CHECK_OUT_FREEZE, SPE_CHECK_XL_NVM}},
    {V6 "exc = 1\n",
     {SPE_CHECK_EVENT_SYNDROME, SPE_CHECK_OUT_FREEZE, SPE_CHECK_OUT_EXCEPTION,
      SPE_CHECK_EVENT_ROUTE}},
};

static void keys_bring_checks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(present) / sizeof(present[0]); i++) {
        const struct spe_model_options options = {.taps = SPE_TAP_BYTES};
        struct spe_config *cfg = NULL;
        struct spe_config_error err;
        struct spe_model *model = NULL;
        assert_int_equal(spe_config_create(&cfg), SPE_OK);
        assert_int_equal(config_lines(cfg, present[i].keys, &err), SPE_OK);
        assert_int_equal(spe_model_create(&model, cfg, &options), SPE_OK);
        for (int check = 0; check < SPE_CHECKS; check++) {
            char row[96];
            bool there = !is_absent(check);
            for (int k = 0; present[i].there[k] != 0; k++) {
                there |= present[i].there[k] == check;
            }
            (void)snprintf(row, sizeof(row), "%s: %s", present[i].keys, spe_check_name(check));
            CHECK(row, spe_model_check_absent(model, check), !there);
        }
        spe_model_destroy(model);
        spe_config_destroy(cfg);
    }
}

/* A configuration whose members the caller does not see. */
static void a_configuration_is_asked_by_key(void **state)
{
    struct spe_config *cfg = NULL, *other = NULL;
    struct spe_config_error err;
    char text[32];

    (void)state;
    assert_int_equal(spe_config_create(&cfg), SPE_OK);
    assert_int_equal(spe_config_create(&other), SPE_OK);
    assert_int_equal(spe_config_set(cfg, "max_size", "6", &err), SPE_OK);
    assert_int_equal(spe_config_get(cfg, "max_size", text, sizeof(text)), 1);
    assert_string_equal(text, "6");
    assert_int_equal(spe_config_get(cfg, "no_such_key", text, sizeof(text)), SPE_EINVAL);
    spe_config_copy(other, cfg);
    assert_int_equal(spe_config_get(other, "max_size", text, sizeof(text)), 1);
    assert_string_equal(text, "6");
    spe_config_destroy(cfg);
    spe_config_destroy(other);
    spe_config_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_status_has_a_text),
                                       cmocka_unit_test(each_kind_has_a_name),
                                       cmocka_unit_test(each_check_has_a_name),
                                       cmocka_unit_test(entries_that_are_states),
                                       cmocka_unit_test(a_model_knows_its_checks),
                                       cmocka_unit_test(a_model_knows_what_it_does_not_have),
                                       cmocka_unit_test(keys_bring_checks),
                                       cmocka_unit_test(a_configuration_is_asked_by_key)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
