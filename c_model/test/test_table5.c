/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arm ARM Table D17-4, "Summary of owning translation regime", typed row by row; every combination
 * of its controls and of HCR_EL2.TGE, with its features and, as DDI 0586A Table 5, without.
 */
#include "arch/enable.h"
#include "check.h"
#include "config_members.h"
#include "spe/enable.h"

#define DISABLED SPE_REGIMES

struct row {
    const char *e, *nse, *ns, *eel2, *nspbe, *nspb, *e2pb, *e2h;
    enum spe_regime regime;
};

/* clang-format off */
static const struct row table_d17_4[] = {
    /* E   NSE  NS   EEL2 NSPBE NSPB E2PB  E2H */
    {"0", "X", "X", "X", "X", "XX", "XX", "X", DISABLED},
    {"1", "0", "0", "0", "0", "0X", "XX", "X", SPE_REGIME_S_EL10},
    {"1", "0", "0", "1", "0", "0X", "1X", "X", SPE_REGIME_S_EL10},
    {"1", "0", "0", "1", "0", "0X", "00", "0", SPE_REGIME_S_EL2},
    {"1", "0", "0", "1", "0", "0X", "00", "1", SPE_REGIME_S_EL20},
    {"1", "0", "0", "X", "0", "1X", "XX", "X", DISABLED},
    {"1", "0", "1", "X", "0", "1X", "1X", "X", SPE_REGIME_NS_EL10},
    {"1", "0", "1", "X", "0", "1X", "00", "0", SPE_REGIME_EL2},
    {"1", "0", "1", "X", "0", "1X", "00", "1", SPE_REGIME_EL20},
    {"1", "0", "1", "X", "0", "0X", "XX", "X", DISABLED},
    {"1", "1", "1", "X", "1", "1X", "1X", "X", SPE_REGIME_R_EL10},
    {"1", "1", "1", "X", "1", "1X", "00", "0", SPE_REGIME_R_EL2},
    {"1", "1", "1", "X", "1", "1X", "00", "1", SPE_REGIME_R_EL20},
    {"1", "X", "X", "X", "1", "0X", "XX", "X", DISABLED}, /* "Reserved": choice S4, no owner */
    /* Not in the table: the owning state is another one (RBWRVP) ... */
    {"1", "1", "1", "X", "0", "XX", "XX", "X", DISABLED},
    {"1", "0", "X", "X", "1", "1X", "XX", "X", DISABLED},
    /* ... and E2PB 0b01 is reserved. Choice E1: as 0b11, by the pseudocode of 3.4.6. */
    {"1", "0", "0", "1", "0", "0X", "01", "X", SPE_REGIME_S_EL10},
    {"1", "0", "1", "X", "0", "1X", "01", "X", SPE_REGIME_NS_EL10},
    {"1", "1", "1", "X", "1", "1X", "01", "X", SPE_REGIME_R_EL10},
};
/* clang-format on */

static enum spe_regime table_regime(bool e, const struct spe_ctx *c)
{
    const struct row *found = NULL;
    for (size_t i = 0; i < sizeof(table_d17_4) / sizeof(*table_d17_4); i++) {
        const struct row *r = &table_d17_4[i];
        if (!bits_match(r->e, e) || !bits_match(r->nse, c->nse) || !bits_match(r->ns, c->ns) ||
            !bits_match(r->eel2, c->eel2) || !bits_match(r->nspbe, c->nspbe) ||
            !bits_match(r->nspb, c->nspb) || !bits_match(r->e2pb, c->e2pb) ||
            !bits_match(r->e2h, c->e2h)) {
            continue;
        }
        assert_null(found);
        found = r;
    }
    assert_non_null(found);
    return found->regime;
}

/* @param effective  the controls as they act in this configuration. */
static enum spe_regime check_regime(const struct spe_config *cfg, bool e, const struct spe_ctx *ctx,
                                    const struct spe_ctx *effective)
{
    const enum spe_regime want = table_regime(e, effective);
    struct spe_regs regs = {{0}};

    regs.v[SPE_PMBLIMITR] = UINT64_C(0x7fff000) | e;
    assert_int_equal(arch_buffer_enabled(cfg, &regs, ctx), want != DISABLED);
    if (want != DISABLED) {
        assert_int_equal(spe_owning_regime(cfg, ctx), want);
    }
    return want;
}

static struct spe_ctx controls(unsigned n)
{
    return (struct spe_ctx){.el = 1,
                            .nse = n & 1,
                            .ns = n >> 1 & 1,
                            .eel2 = n >> 2 & 1,
                            .nspbe = n >> 3 & 1,
                            .nspb = n >> 4 & 3,
                            .e2pb = n >> 6 & 3,
                            .e2h = n >> 8 & 1,
                            .tge = n >> 9 & 1};
}

static void every_combination_is_as_the_table_says(void **state)
{
    (void)state;
    const struct spe_config cfg = {
        .el2 = true, .el3 = true, .vhe = true, .secure = true, .sel2 = true, .rme = true};
    unsigned seen[DISABLED + 1] = {0};
    for (unsigned n = 0; n < 2048; n++) {
        const struct spe_ctx ctx = controls(n >> 1);
        if (ctx.ns || !ctx.nse) { /* {NSE, NS} = 0b10 is reserved */
            seen[check_regime(&cfg, n & 1, &ctx, &ctx)]++;
        }
    }
    assert_int_equal(seen[SPE_REGIME_S_EL10], 32 + 24);
    assert_int_equal(seen[SPE_REGIME_S_EL2], 4);
    assert_int_equal(seen[SPE_REGIME_S_EL20], 4);
    assert_int_equal(seen[SPE_REGIME_NS_EL10], 48);
    assert_int_equal(seen[SPE_REGIME_EL2], 8);
    assert_int_equal(seen[SPE_REGIME_EL20], 8);
    assert_int_equal(seen[SPE_REGIME_R_EL10], 48);
    assert_int_equal(seen[SPE_REGIME_R_EL2], 8);
    assert_int_equal(seen[SPE_REGIME_R_EL20], 8);
    assert_int_equal(seen[DISABLED], 768 + 3 * 192);
}

/* DDI 0586A Table 5 has E, NS, NSPB and E2PB. Without VHE the Effective value of E2H is 0. */
static void without_the_features_fewer_controls_count(void **state)
{
    (void)state;
    unsigned seen[DISABLED + 1] = {0};
    for (unsigned n = 0; n < 4096; n++) {
        const struct spe_config cfg = {
            .el2 = true, .el3 = true, .secure = true, .vhe = (n & 1) != 0};
        const struct spe_ctx ctx = controls(n >> 2);
        struct spe_ctx effective = ctx;
        effective.nse = effective.eel2 = effective.nspbe = false;
        effective.e2h = cfg.vhe && ctx.e2h;
        seen[check_regime(&cfg, n >> 1 & 1, &ctx, &effective)]++;
    }
    assert_int_equal(seen[SPE_REGIME_S_EL10], 512);
    assert_int_equal(seen[SPE_REGIME_NS_EL10], 384);
    assert_int_equal(seen[SPE_REGIME_EL2], 96);
    assert_int_equal(seen[SPE_REGIME_EL20], 32);
    assert_int_equal(seen[DISABLED], 2048 + 512 + 512);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_is_as_the_table_says),
        cmocka_unit_test(without_the_features_fewer_controls_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
