/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "fault_answer.h"
#include "reg_fields.c"

/* The words for the fields of registers, as `spe log --decode` and `spe explain` print them. */

#define FIRST ""
#define LATER                                                                                      \
    "@key pmsver = 5\n@key events = 0xBFF\n@key fne = 1\n@key ext_abort = serror\n"                \
    "@key flag_updates = 1\n@key rme = 1\n"

/* Whether the predictor refuses the code as one that PMBSR_EL1.FSC does not have. */
static bool reserved(const char *keys, unsigned fsc)
{
    struct txnlog_result result;
    char answer[16];

    (void)snprintf(answer, sizeof(answer), "fsc=%u", fsc);
    fault_answer(keys, answer, &result);
    assert_int_equal(result.status, 0);
    return result.fired[SPE_CHECK_CONTRACT] && strstr(result.first, "which is reserved") != NULL;
}

static void each_fault_code_has_words(void **state)
{
    int n = 0;

    (void)state;
    for (unsigned fsc = 0; fsc < 64; fsc++) {
        const bool none = reserved(FIRST, fsc) && reserved(LATER, fsc);
        char name[16], meaning[96];
        (void)snprintf(name, sizeof(name), "code 0x%02x", fsc);
        reg_fault_meaning(fsc, meaning, sizeof(meaning));
        CHECK(name, strcmp(meaning, "no code of a fault") == 0, none);
        n += none;
    }
    CHECK("reserved", n, 64 - 40);
}

static const struct {
    uint64_t value;
    const char *ec, *mss;
} classes[] = {
    {0x00020001, "other buffer event", "buffer full"},
    {0x00020000, "other buffer event", "access not allowed"},
    {0x90020007, "stage 1 Data Abort", "Translation fault, level 3"},
    {0x94020031, "stage 2 Data Abort", "Unsupported atomic hardware update fault"},
    {0x78020000, "granule protection check fault", ""},
    {0x78020007, "granule protection check fault", ""},
    {0x7C020007, "IMPLEMENTATION DEFINED", ""},
    {0x04020007, "no code of an event", ""},
};

/* Only a Data Abort has a fault status code. */
static void the_syndrome_is_that_of_its_class(void **state)
{
    const struct reg_field *ec = reg_field_of(SPE_PMBSR, 26), *mss = reg_field_of(SPE_PMBSR, 0);

    (void)state;
    for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
        char meaning[96];
        reg_field_meaning(ec, classes[i].value, meaning, sizeof(meaning));
        assert_string_equal(meaning, classes[i].ec);
        reg_field_meaning(mss, classes[i].value, meaning, sizeof(meaning));
        assert_string_equal(meaning, classes[i].mss);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_code_has_words),
        cmocka_unit_test(the_syndrome_is_that_of_its_class),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
