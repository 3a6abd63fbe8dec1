/* SPDX-License-Identifier: Apache-2.0
 *
 * DDI 0586A Table 5, "Summary of owning translation regime", typed row by row; every combination of
 * its controls and of HCR_EL2.{E2H, TGE} (note a).
 */
#include "arch/enable.h"
#include "check.h"
#include "config_members.h"
#include "spe/enable.h"

enum regime { DISABLED, NONSECURE_EL10, EL2_OR_EL20, SECURE_EL10 };

struct row {
    const char *e, *ns, *nspb, *e2pb;
    enum regime regime;
};

/* clang-format off */
static const struct row table5[] = {
    /* E    NS   NSPB  E2PB */
    {"0", "X", "XX", "XX", DISABLED},
    {"1", "1", "1X", "1X", NONSECURE_EL10},
    {"1", "1", "1X", "00", EL2_OR_EL20},
    {"1", "1", "0X", "XX", DISABLED},
    {"1", "0", "1X", "XX", DISABLED},
    {"1", "0", "0X", "XX", SECURE_EL10},
    /* Not in the table: E2PB 0b01 is reserved. Choice E1: as 0b11, by the pseudocode of 3.4.6. */
    {"1", "1", "1X", "01", NONSECURE_EL10},
};
/* clang-format on */

static enum regime table_regime(unsigned e, unsigned ns, unsigned nspb, unsigned e2pb)
{
    const struct row *found = NULL;
    for (size_t i = 0; i < sizeof(table5) / sizeof(*table5); i++) {
        const struct row *r = &table5[i];
        if (!bits_match(r->e, e) || !bits_match(r->ns, ns) || !bits_match(r->nspb, nspb) ||
            !bits_match(r->e2pb, e2pb)) {
            continue;
        }
        assert_null(found);
        found = r;
    }
    assert_non_null(found);
    return found->regime;
}

/* Note a: "Depending on the values of HCR_EL2.{E2H, TGE}"; both 1: EL2&0 (3.4.2). */
static enum spe_regime note_a(enum regime regime, bool e2h, bool tge)
{
    switch (regime) {
    case NONSECURE_EL10:
        return SPE_REGIME_NS_EL10;
    case SECURE_EL10:
        return SPE_REGIME_S_EL10;
    case EL2_OR_EL20:
    case DISABLED:
    default:
        return e2h && tge ? SPE_REGIME_EL20 : SPE_REGIME_EL2;
    }
}

static void every_combination_is_as_the_table_says(void **state)
{
    (void)state;
    const struct spe_config cfg = {.el2 = true, .el3 = true, .vhe = true};
    unsigned seen[4] = {0};
    for (unsigned n = 0; n < 256; n++) {
        const unsigned e = n & 1, ns = n >> 1 & 1, nspb = n >> 2 & 3, e2pb = n >> 4 & 3;
        const bool e2h = n >> 6 & 1, tge = n >> 7 & 1;
        const enum regime want = table_regime(e, ns, nspb, e2pb);
        const struct spe_ctx ctx = {
            .el = 1, .ns = ns, .nspb = nspb, .e2pb = e2pb, .e2h = e2h, .tge = tge};
        struct spe_regs regs = {{0}};
        regs.v[SPE_PMBLIMITR] = 0x7fff000 | e;
        assert_int_equal(arch_buffer_enabled(&cfg, &regs, &ctx), want != DISABLED);
        if (want != DISABLED) {
            assert_int_equal(spe_owning_regime(&cfg, &ctx), note_a(want, e2h, tge));
        }
        seen[want]++;
    }
    assert_int_equal(seen[DISABLED], 128 + 32 + 32);
    assert_int_equal(seen[NONSECURE_EL10], 24);
    assert_int_equal(seen[EL2_OR_EL20], 8);
    assert_int_equal(seen[SECURE_EL10], 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_is_as_the_table_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
