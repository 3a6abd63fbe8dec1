/* SPDX-License-Identifier: Apache-2.0
 *
 * DDI 0586A 3.2.1, 3.4.2 and 2.1.1 once more, as their sentences: each sentence is a reason for
 * which profiling is disabled. Every combination, with and without EL2 and EL3, in Debug state and
 * with AArch32.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arch/enable.h"
#include "config_members.h"
#include "spe/enable.h"

struct machine {
    bool have_el2, have_el3;
    /* where the PE executes */
    unsigned el;
    bool nonsecure, debug, aarch32, el1_aarch32, el2_aarch32;
    /* controls */
    unsigned nspb, e2pb;
    bool tge, e, s;
    bool e0spe, e1spe, e0hspe, e2spe;
};

/* The Security state that owns the buffer (3.4.2, the three "owning Exception level is" lists). */
static bool owned_by_secure(const struct machine *m)
{
    if (!m->have_el3) {
        return !m->nonsecure;
    }
    return m->nspb == 0 || m->nspb == 1;
}

static bool owned_by_el2(const struct machine *m)
{
    return m->have_el2 && !owned_by_secure(m) && m->e2pb == 0;
}

/* EL3 is Secure, whatever the value of SCR_EL3.NS. */
static bool executes_in_secure(const struct machine *m)
{
    return m->el == 3 || !m->nonsecure;
}

static bool in_host(const struct machine *m)
{
    return m->have_el2 && !executes_in_secure(m) && m->tge;
}

/* "The Profiling Buffer is disabled if any of the following are true", 3.4.2; S by 3.2.1. */
static bool buffer_disabled(const struct machine *m)
{
    return !m->e || m->s || m->nonsecure == owned_by_secure(m) ||
           (owned_by_el2(m) ? m->el2_aarch32 : m->el1_aarch32);
}

/* "Profiling is disabled if", 3.2.1; "disabled in AArch32 state", 2.1.1; owner Non-secure
 * EL1, 3.4.2. */
static bool disabled(const struct machine *m)
{
    return buffer_disabled(m) || m->el > (owned_by_el2(m) ? 2u : 1u) ||
           executes_in_secure(m) != owned_by_secure(m) || m->debug || m->aarch32 ||
           (in_host(m) && !owned_by_el2(m));
}

/* "PMSCR_EL1.{E1SPE, E0SPE} and PMSCR_EL2.{E2SPE, E0HSPE} enable sampling by Exception
 * level", 3.2.1. */
static bool level_enabled(const struct machine *m)
{
    const bool bits[2][4] = {{m->e0spe, m->e1spe, m->e2spe, false},
                             {m->e0hspe, m->e1spe, m->e2spe, false}};
    return bits[in_host(m)][m->el];
}

static bool exists(const struct machine *m)
{
    if (m->el == 3) {
        return m->have_el3;
    }
    if (m->el == 2) {
        return m->have_el2 && m->nonsecure;
    }
    return !(m->el == 1 && in_host(m));
}

static bool predicted(const struct machine *m)
{
    const struct spe_config cfg = {.el2 = m->have_el2, .el3 = m->have_el3, .vhe = m->have_el2};
    const struct spe_ctx ctx = {.el = m->el,
                                .ns = m->nonsecure,
                                .aarch32 = m->aarch32,
                                .debug = m->debug,
                                .el1_aarch32 = m->el1_aarch32,
                                .el2_aarch32 = m->el2_aarch32,
                                .nspb = m->nspb,
                                .e2pb = m->e2pb,
                                .tge = m->tge};
    struct spe_regs regs = {{0}};
    regs.v[SPE_PMBSR] = m->s ? SPE_PMBSR_S : 0;
    regs.v[SPE_PMBLIMITR] = m->e ? SPE_PMBLIMITR_E : 0;
    regs.v[SPE_PMSCR_EL1] = (m->e0spe ? SPE_PMSCR_E0SPE : 0) | (m->e1spe ? SPE_PMSCR_ExSPE : 0);
    regs.v[SPE_PMSCR_EL2] = (m->e0hspe ? SPE_PMSCR_E0SPE : 0) | (m->e2spe ? SPE_PMSCR_ExSPE : 0);
    return arch_profiling_enabled(&cfg, &regs, &ctx);
}

static struct machine machine_of(uint32_t n)
{
    struct machine m;
#define TAKE(field, bits) (m.field = n & ((1u << (bits)) - 1), n >>= (bits))
    TAKE(have_el2, 1);
    TAKE(have_el3, 1);
    TAKE(el, 2);
    TAKE(nonsecure, 1);
    TAKE(debug, 1);
    TAKE(aarch32, 1);
    TAKE(el1_aarch32, 1);
    TAKE(el2_aarch32, 1);
    TAKE(nspb, 2);
    TAKE(e2pb, 2);
    TAKE(tge, 1);
    TAKE(e, 1);
    TAKE(s, 1);
    TAKE(e0spe, 1);
    TAKE(e1spe, 1);
    TAKE(e0hspe, 1);
    TAKE(e2spe, 1);
#undef TAKE
    return m;
}

static void every_combination_is_as_the_prose_says(void **state)
{
    (void)state;
    unsigned enabled[4] = {0};
    for (uint32_t n = 0; n < 1u << 20; n++) {
        const struct machine m = machine_of(n);
        if (!exists(&m)) {
            continue;
        }
        const bool want = !disabled(&m) && level_enabled(&m);
        if (predicted(&m) != want) {
            fail_msg("combination 0x%05x (EL%u NS %d NSPB %u E2PB %u TGE %d, EL2 %d, EL3 %d): the "
                     "prose says %d",
                     n, m.el, m.nonsecure, m.nspb, m.e2pb, m.tge, m.have_el2, m.have_el3, want);
        }
        enabled[m.el] += want;
    }
    assert_true(enabled[0] > 0 && enabled[1] > 0 && enabled[2] > 0);
    assert_int_equal(enabled[3], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_is_as_the_prose_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
