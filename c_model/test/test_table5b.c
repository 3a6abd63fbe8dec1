/* SPDX-License-Identifier: Apache-2.0
 *
 * DDI 0586A 3.4.2 once more, as its sentences: owner, translation regime, and the reasons for which
 * the buffer is disabled; every combination, with and without EL2, EL3 and VHE, and with AArch32.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arch/enable.h"
#include "config_members.h"
#include "spe/enable.h"

struct setting {
    bool have_el2, have_el3, have_vhe;
    bool nonsecure, e2h, tge, el1_aarch32, el2_aarch32, e, s;
    unsigned nspb, e2pb;
};

static bool nonsecure_el1_owns(const struct setting *x)
{
    const bool el3 =
        (!x->have_el3 && x->nonsecure) || (x->have_el3 && (x->nspb == 2 || x->nspb == 3));
    /* "either 0b10 or 0b11"; 0b01 is reserved and acts as 0b11 (E1) */
    const bool el2 = !x->have_el2 || x->e2pb == 1 || x->e2pb == 2 || x->e2pb == 3;
    return el3 && el2;
}

static bool el2_owns(const struct setting *x)
{
    const bool el3 = x->have_el3 ? x->nspb == 2 || x->nspb == 3 : x->nonsecure;
    return x->have_el2 && el3 && x->e2pb == 0;
}

static bool secure_el1_owns(const struct setting *x)
{
    return x->have_el3 ? x->nspb == 0 || x->nspb == 1 : !x->nonsecure;
}

static bool disabled(const struct setting *x)
{
    const bool other_state = secure_el1_owns(x) ? x->nonsecure : !x->nonsecure;
    const bool aarch32 = el2_owns(x) ? x->el2_aarch32 : x->el1_aarch32;
    return other_state || aarch32 || !x->e || x->s;
}

/* "If the Effective value of HCR_EL2.E2H is 1, the owning translation regime is EL2&0" (Arm ARM
 * D17.7.5 RKRVDC; 3.4.2 asks for HCR_EL2.TGE, too). */
static enum spe_regime regime(const struct setting *x)
{
    if (secure_el1_owns(x)) {
        return SPE_REGIME_S_EL10;
    }
    if (nonsecure_el1_owns(x)) {
        return SPE_REGIME_NS_EL10;
    }
    return x->have_vhe && x->e2h ? SPE_REGIME_EL20 : SPE_REGIME_EL2;
}

static struct setting setting_of(uint32_t n)
{
    struct setting x;
#define TAKE(field, bits) (x.field = n & ((1u << (bits)) - 1), n >>= (bits))
    TAKE(have_el2, 1);
    TAKE(have_el3, 1);
    TAKE(have_vhe, 1);
    TAKE(nonsecure, 1);
    TAKE(e2h, 1);
    TAKE(tge, 1);
    TAKE(el1_aarch32, 1);
    TAKE(el2_aarch32, 1);
    TAKE(e, 1);
    TAKE(s, 1);
    TAKE(nspb, 2);
    TAKE(e2pb, 2);
#undef TAKE
    return x;
}

static void check_owner(const struct setting *x, struct spe_owner owner)
{
    assert_int_equal(nonsecure_el1_owns(x) + el2_owns(x) + secure_el1_owns(x), 1);
    assert_int_equal(owner.state, secure_el1_owns(x) ? SPE_PAS_SECURE : SPE_PAS_NONSECURE);
    assert_int_equal(owner.el, el2_owns(x) ? 2 : 1);
}

static void every_combination_is_as_the_prose_says(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 1u << 14; n++) {
        const struct setting x = setting_of(n);
        const struct spe_config cfg = {.el2 = x.have_el2, .el3 = x.have_el3, .vhe = x.have_vhe};
        const struct spe_ctx ctx = {.el = 1,
                                    .ns = x.nonsecure,
                                    .el1_aarch32 = x.el1_aarch32,
                                    .el2_aarch32 = x.el2_aarch32,
                                    .nspb = x.nspb,
                                    .e2pb = x.e2pb,
                                    .tge = x.tge,
                                    .e2h = x.e2h};
        struct spe_regs regs = {{0}};
        regs.v[SPE_PMBLIMITR] = x.e ? SPE_PMBLIMITR_E : 0;
        regs.v[SPE_PMBSR] = x.s ? SPE_PMBSR_S : 0;
        check_owner(&x, spe_buffer_owner(&cfg, &ctx));
        assert_int_equal(arch_buffer_enabled(&cfg, &regs, &ctx), !disabled(&x));
        if (!disabled(&x)) {
            assert_int_equal(spe_owning_regime(&cfg, &ctx), regime(&x));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_is_as_the_prose_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
