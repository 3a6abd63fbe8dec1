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

/* Whether the log of the row is judged as the row says. `who` asks. */
static bool judged(const struct row *r, const char *who, const struct txnlog_result *result)
{
    if (result->status != 0) {
        print_message("%s\n", result->error);
    }
    const bool misuse = result->fired[SPE_CHECK_CONTRACT];
    if (result->status != 0 || misuse != (r->says != NULL) ||
        (misuse && strstr(result->first, r->says) == NULL)) {
        print_message("%s%s%s: '%s', must be '%s'\n", r->keys, who, r->answer, result->first,
                      r->says == NULL ? "" : r->says);
        return false;
    }
    return true;
}

static bool good(const struct row *r)
{
    struct txnlog_result result;

    fault_answer(r->keys, r->answer, &result);
    return judged(r, "", &result);
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

/*
 * Faults that the mode of the request excludes: of stage 2 in a regime of EL2, or of Secure EL1
 * without FEAT_SEL2 (S 3.4.2; P AArch64.FullTranslate); of tables of stage 1 with a physical
 * address (D24.7.2; P AArch64.S1DisabledOutput).
 */

#define V6   LATER("6") RME "@key nvm = 1\n"
#define SEL2 LATER("5") "@key sel2 = 1\n"
#define PHYSICAL                                                                                   \
    "3 sysreg enc=PMBPTR_EL1 write=write data=0x10000\n"                                           \
    "4 sysreg enc=PMBLIMITR_EL1 write=write data=0x20081\n"                                        \
    "4 sysreg enc=PMBMAR_EL1 write=write data=0x3ff\n"
#define PHYSICAL_GUEST PHYSICAL "4 sysreg enc=PMSCR_EL2 write=write data=0x800\n"
#define ONLY_BYTES     "@taps 1\n"

static const struct fault_asker
    guest = {"EL1+NS+NSPB3+E2PB3+CNTEN", FAULT_BUFFER, "regime=0"},
    hypervisor = {"EL2+NS+NSPB3+CNTEN", FAULT_BUFFER, "regime=1"},
    host = {"EL2+NS+NSPB3+E2H+TGE+CNTEN", FAULT_BUFFER, "regime=2"},
    secure = {"EL1+NSPB1+E2PB3+CNTEN", FAULT_BUFFER, "regime=3"},
    secure_guest = {"EL1+NSPB1+E2PB3+EEL2+CNTEN", FAULT_BUFFER, "regime=3"},
    secure_el2 = {"EL2+NSPB1+EEL2+CNTEN", FAULT_BUFFER, "regime=4"},
    realm_guest = {"EL1+NSE+NS+NSPB3+NSPBE+E2PB3+CNTEN+ENPMS4", FAULT_BUFFER, "regime=6"},
    realm_el2 = {"EL2+NSE+NS+NSPB3+NSPBE+CNTEN+ENPMS4", FAULT_BUFFER, "regime=7"},
    physical_guest = {"EL2+NS+NSPB3+E2PB3+CNTEN+ENPMS4", PHYSICAL_GUEST,
                      "regime=0 nvm=1 attr=0xff sh=3"},
    physical_el2 = {"EL2+NS+NSPB3+CNTEN+ENPMS4", PHYSICAL, "regime=1 nvm=1 attr=0xff sh=3"},
    /* The SPU asks in a mode that is not that of the owner. */
    wrong_el2 = {"EL1+NS+NSPB3+E2PB3+CNTEN", FAULT_BUFFER, "regime=1"},
    wrong_el1 = {"EL2+NS+NSPB3+CNTEN", FAULT_BUFFER, "regime=0"},
    wrong_physical = {"EL2+NS+NSPB3+CNTEN+ENPMS4", FAULT_BUFFER, "regime=1 nvm=1"},
    absent_physical = {"EL1+NS+NSPB3+E2PB3+CNTEN", FAULT_BUFFER, "regime=0 nvm=1"},
    /* Without registers, where a binding may tie the regime. */
    unknown_el2 = {"", "", "regime=1"},
    unknown_physical = {"", "", "regime=1 nvm=1 attr=0xff sh=3"};

#define NO_STAGE2 "of stage 2, which its regime does not have"
#define NO_TABLES "of tables of stage 1, although the address is physical"

static const struct {
    const struct fault_asker *asker;
    struct row row;
} modes[] = {
    {&guest, {"", "stage2=1 fsc=0x07", NULL}},
    {&hypervisor, {"", "stage2=1 fsc=0x07", "fault 0x7: " NO_STAGE2}},
    {&hypervisor, {"", "stage2=1 fsc=0x15", "fault 0x15: " NO_STAGE2}},
    {&hypervisor, {V6, "stage2=1 fsc=0x24", "fault 0x24: " NO_STAGE2}},
    {&hypervisor, {"", "fsc=0x07", NULL}},
    {&hypervisor, {"", "fsc=0x15", NULL}},
    {&hypervisor, {V6, "fsc=0x24", NULL}},
    {&host, {"", "stage2=1 fsc=0x07", NO_STAGE2}},
    {&host, {"", "fsc=0x07", NULL}},
    {&secure, {"", "stage2=1 fsc=0x07", NO_STAGE2}},
    {&secure, {"", "fsc=0x07", NULL}},
    {&secure_guest, {SEL2, "stage2=1 fsc=0x07", NULL}},
    {&secure, {SEL2, "stage2=1 fsc=0x07", NULL}}, /* Secure EL2 may just have been disabled */
    {&secure_el2, {SEL2, "stage2=1 fsc=0x07", NO_STAGE2}},
    {&realm_guest, {V6, "stage2=1 fsc=0x07", NULL}},
    {&realm_el2, {V6, "stage2=1 fsc=0x07", NO_STAGE2}},
    {&wrong_el2, {"", "stage2=1 fsc=0x07", NULL}},
    {&wrong_el1, {"", "stage2=1 fsc=0x07", NULL}},
    {&unknown_el2, {ONLY_BYTES, "stage2=1 fsc=0x07", NULL}},
    /* A physical address: of stage 1 remain an Address size fault of level 0, an Alignment fault
     * and a Granule Protection Fault. */
    {&physical_el2, {V6, "fsc=0x00", NULL}},
    {&physical_el2, {V6, "fsc=0x21", NULL}},
    {&physical_el2, {V6, "fsc=0x28", NULL}},
    {&physical_el2, {V6, "fsc=0x01", "fault 0x1: " NO_TABLES}},
    {&physical_el2, {V6, "fsc=0x04", "fault 0x4: " NO_TABLES}},
    {&physical_el2, {V6, "fsc=0x0b", "fault 0xb: " NO_TABLES}},
    {&physical_el2, {V6, "fsc=0x0f", "fault 0xf: " NO_TABLES}},
    {&physical_el2, {V6, "fsc=0x29", "fault 0x29: " NO_TABLES}},
    {&physical_el2, {V6, "fsc=0x2a", "fault 0x2a: " NO_TABLES}},
    {&physical_el2, {V6, "fsc=0x2c", "fault 0x2c: " NO_TABLES}},
    {&physical_el2, {V6, "fsc=0x31", "fault 0x31: " NO_TABLES}},
    {&physical_el2, {V6, "stage2=1 fsc=0x07", NO_STAGE2}},
    {&physical_guest, {V6, "fsc=0x07", NO_TABLES}},
    {&physical_guest, {V6, "fsc=0x00", NULL}},
    {&physical_guest, {V6, "stage2=1 fsc=0x07", NULL}},
    {&physical_guest, {V6, "stage2=1 fsc=0x15", NULL}},
    /* Left open. */
    {&physical_el2, {V6, "fsc=0x10", NULL}},
    {&physical_el2, {V6, "fsc=0x12", NULL}},
    {&physical_el2, {V6, "fsc=0x15", NULL}},
    {&physical_el2, {V6, "fsc=0x1b", NULL}},
    {&physical_el2, {V6, "fsc=0x24", NULL}},
    {&physical_el2, {V6, "fsc=0x30", NULL}},
    {&hypervisor, {V6, "fsc=0x07", NULL}},
    {&wrong_physical, {V6, "fsc=0x07", NULL}},
    {&absent_physical, {"", "fsc=0x07", NULL}},
    {&unknown_physical, {V6 ONLY_BYTES, "fsc=0x07", NULL}},
};

static void the_mode_of_the_request_is_named(void **state)
{
    const size_t n = sizeof(modes) / sizeof(*modes);
    size_t passed = 0;

    (void)state;
    for (size_t i = 0; i < n; i++) {
        struct txnlog_result result;
        fault_answer_to(modes[i].row.keys, modes[i].asker, modes[i].row.answer, &result);
        passed += judged(&modes[i].row, modes[i].asker->request, &result);
    }
    assert_int_equal(passed, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_translation_is_named),
        cmocka_unit_test(the_mode_of_the_request_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
