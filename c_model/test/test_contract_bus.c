/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "fault_answer.h"

/*
 * Faults that no translation of a PE returns (DDI 0586A 4.3.4; Arm ARM D17.8.3, Table D17-11). The
 * environment of the SPU is to blame, not the SPU.
 */

#define LATER(version)                                                                             \
    "@key pmsver = " version "\n@key events = 0xBFF\n@key fne = 1\n@key ext_abort = serror\n"      \
    "@key flag_updates = 1\n"
#define EARLIER(version) "@key pmsver = " version "\n@key events = 0xBFF\n"
#define RME              "@key rme = 1\n"

struct row {
    const char *keys, *answer;
    const char *says; /* NULL: nothing */
};

static const struct row rows[] = {
    {"", "fsc=0x07", NULL},
    {"", "fsc=0x35", NULL},
    {"", "fsc=0x24", "xl_rsp.fsc is 0x24, which is reserved in PMBSR_EL1.FSC of SPEv1p0"},
    {"", "fsc=0x28", "xl_rsp.fsc is 0x28, which is reserved in PMBSR_EL1.FSC of SPEv1p0"},
    {EARLIER("2"), "fsc=0x35", "xl_rsp.fsc is 0x35, which is reserved"},
    /* Granule Protection Faults belong to FEAT_RME. */
    {EARLIER("2"), "fsc=0x24", "fault 0x24: a Granule Protection Fault, without [rme]"},
    {EARLIER("2"), "fsc=0x28", "fault 0x28: a Granule Protection Fault, without [rme]"},
    {LATER("5"), "fsc=0x22", "fault 0x22: a Granule Protection Fault, without [rme]"},
    {LATER("5"), "stage2=1 fsc=0x23", "fault 0x23: a Granule Protection Fault, without [rme]"},
    {LATER("5"), "fsc=0x21", NULL},
    {LATER("5"), "fsc=0x29", NULL},
    {LATER("5") RME, "fsc=0x24", NULL},
    {LATER("5") RME, "stage2=1 fsc=0x27", NULL},
    {EARLIER("2") RME, "fsc=0x28", NULL},
    /* "Other GPFs are reported as a stage 1 Data Abort." */
    {LATER("5") RME, "stage2=1 fsc=0x28",
     "fault 0x28: a Granule Protection Fault that is not on a"},
    /* Level -2. */
    {LATER("5"), "fsc=0x12", NULL},
    {LATER("5") RME, "fsc=0x22", NULL},
    {LATER("4"), "fsc=0x12", "fault 0x12: of level -2, which no text before SPEv1p4 has"},
    {LATER("4") RME, "fsc=0x22", "fault 0x22: of level -2"},
    {LATER("4"), "fsc=0x2a", "fault 0x2a: of level -2"},
    {EARLIER("2"), "fsc=0x2c", "fault 0x2c: of level -2"},
    {LATER("4"), "fsc=0x13", NULL},
    {LATER("4"), "fsc=0x2b", NULL},
    /* Stage 2 belongs to EL2. */
    {"", "stage2=1 fsc=0x07", NULL},
    {"@key el2 = 0\n@key vhe = 0\n", "stage2=1 fsc=0x07", "fault 0x7: of stage 2, without [el2]"},
    {"@key el2 = 0\n@key vhe = 0\n", "fsc=0x07", NULL},
};

static bool good(const struct row *r)
{
    struct txnlog_result result;

    fault_answer(r->keys, r->answer, &result);
    if (result.status != 0) {
        print_message("%s\n", result.error);
    }
    const bool misuse = result.fired[SPE_CHECK_CONTRACT];
    if (result.status != 0 || misuse != (r->says != NULL) ||
        (misuse && strstr(result.first, r->says) == NULL)) {
        print_message("%s%s: '%s', must be '%s'\n", r->keys, r->answer, result.first,
                      r->says == NULL ? "" : r->says);
        return false;
    }
    return true;
}

static void the_translation_is_named(void **state)
{
    const size_t n = sizeof(rows) / sizeof(*rows);
    size_t passed = 0;

    (void)state;
    for (size_t i = 0; i < n; i++) {
        passed += good(&rows[i]);
    }
    assert_int_equal(passed, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_translation_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
