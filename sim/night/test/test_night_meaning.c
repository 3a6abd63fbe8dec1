/* SPDX-License-Identifier: Apache-2.0
 *
 * The bucket of a failure: which runs share one, and which do not.
 */
#include <string.h>

#include "check.h"
#include "meaning.h"

static void test_findings(void **state)
{
    static const struct {
        const char *check, *where, *text, *field;
    } rows[] = {
        {"buf.data", "record 1 +31",
         "record 1 at 0x4010000000 differs at byte 31 (Timestamp, header); sampled operation at PC "
         "0x7d0db8",
         "Timestamp"},
        {"buf.data", "record 3 +22",
         "record 3 at 0x4010000080 differs at byte 22 (Events, payload byte 0); sampled operation",
         "Events"},
        {"reg.read", "PMBSR_EL1 DL",
         "PMBSR_EL1 reads 0x90020000 where 0x900a0000 is predicted; the bits 0x80000 differ",
         "PMBSR_EL1 DL"},
        {"bus.protocol", "WLAST", "WLAST is 0 in beat 1 of 1", "WLAST"},
        {"sel.collided", "member 1541",
         "the selection at member 1541 gives tag 0, predicted is collision: of 1 tag 1 free",
         "member N"},
        {"sync.psb", "", "PSB CSYNC of cycle 343 is done although a sample has no record yet", ""},
    };
    struct night_meaning m;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        night_meaning_of_finding(&m, rows[i].check, rows[i].where, rows[i].text);
        assert_string_equal(m.check, rows[i].check);
        assert_string_equal(m.field, rows[i].field);
        assert_true(m.stage[0] != '\0' && strpbrk(m.stage, ":;,(") == NULL);
    }
}

/* The same fault at another place is the same failure: other numbers, singular or plural. */
static void test_same(void **state)
{
    static const struct {
        const char *one, *other;
    } rows[] = {
        {"record 1 is left with a hole of 1 byte at byte 45",
         "record 77 is left with a hole of 3 bytes at byte 5"},
        {"record 1 at 0x4010000000 differs at byte 31 (Timestamp, header)",
         "record 12 at 0x4010000340 differs at byte 40 (Timestamp, payload byte 7)"},
        {"at least 1 member too early; PMSICR_EL1 is 0x1",
         "at least 12 members too early; PMSICR_EL1 is 0xff01"},
    };
    char one[NIGHT_SHAPE], other[NIGHT_SHAPE];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        night_shape(one, rows[i].one);
        night_shape(other, rows[i].other);
        assert_string_equal(one, other);
    }
}

/* Names keep their numbers. */
static void test_different(void **state)
{
    char one[NIGHT_SHAPE], other[NIGHT_SHAPE];

    (void)state;
    night_shape(one, "PMBSR_EL1 EA");
    night_shape(other, "PMBSR_EL2 EA");
    assert_string_not_equal(one, other);
    night_shape(one, "PMBIRQ stays low; PMBSR_EL1.S is 1 since cycle 241");
    night_shape(other, "PMBIRQ rises without an event; PMBSR_EL1.S is 0 since cycle 106");
    assert_string_not_equal(one, other);
}

static void test_runs(void **state)
{
    struct night_meaning one, other;

    (void)state;
    night_meaning_of_run(&one, "failed", "hang: psb_done_o has not come in 200000 cycles");
    night_meaning_of_run(&other, "failed", "hang: psb_done_o has not come in 100 cycles");
    assert_string_equal(one.field, other.field);
    assert_string_equal(one.check, "failed");
    assert_string_equal(one.stage, "");
    assert_string_equal(one.field, "hang: psb_done_o has not come in N cycle");
    night_meaning_of_run(&other, "crashed", "hang: psb_done_o has not come in 100 cycles");
    assert_string_not_equal(one.check, other.check);
}

/* The reasons of failed runs are compared to their ends. */
static void test_runs_apart(void **state)
{
#define BIN "the run has met a bin of coverage that its configuration cannot meet: "
    static const struct {
        const char *why, *field;
    } rows[] = {
        {"hang: psb_done_o has not come in 200000 cycles, at cycle 204665",
         "hang: psb_done_o has not come in N cycle, at cycle N"},
        {"hang: bvalid has not come in 200000 cycles", "hang: bvalid has not come in N cycle"},
        {"cycle 735: writes to guard pages", "writes to guard pages"},
        {"cycle 12: records=0", "records=N"},
        {"cycle of the clock: none", "cycle of the clock: none"},
        {BIN "level target.EL3: the target is EL3", "level target.EL3"},
        {BIN "level previous.EL3: it came from EL3", "level previous.EL3"},
        {BIN "depth 2 of 4", "depth 2 of 4"},
        {"cycle 545: " BIN "level target.EL3: the target is EL3", "level target.EL3"},
        {"status 1, expected 0", "status N, expected N"},
    };
    struct night_meaning m;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        night_meaning_of_run(&m, "failed", rows[i].why);
        assert_string_equal(m.field, rows[i].field);
        CHECK(rows[i].why, m.stage[0] != '\0', strstr(rows[i].why, BIN) != NULL);
    }
#undef BIN
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_findings),   cmocka_unit_test(test_same),
        cmocka_unit_test(test_different),  cmocka_unit_test(test_runs),
        cmocka_unit_test(test_runs_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
