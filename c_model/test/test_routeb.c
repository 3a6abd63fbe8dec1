/* SPDX-License-Identifier: Apache-2.0
 *
 * Arm ARM D17.8 RHJXHT, RYZJQX and RTSJRP once more, sentence by sentence, over every combination
 * of their inputs: with and without EL2, EL3, Secure EL2 and Realm, from every Exception level.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arch/enable.h"
#include "arch/levels.h"
#include "arch/route.h"
#include "config_members.h"

/* The kinds of management events that the sentences distinguish. */
enum event { OTHER, STAGE1, STAGE2, STAGE1_GPF, STAGE2_GPF, STAGE1_EXT, STAGE2_EXT, GPC, EVENTS };

static const struct {
    unsigned ec, fsc;
} syndrome[EVENTS] = {{0x00, 0x01}, {0x24, 0x07}, {0x25, 0x0F}, {0x24, 0x28},
                      {0x25, 0x25}, {0x24, 0x15}, {0x25, 0x16}, {0x1E, 0x00}};

struct setting {
    struct spe_config cfg;
    struct spe_ctx ctx;
    struct spe_regs regs;
    unsigned ee1, ee2;
};

static unsigned take_bits(uint64_t *n, unsigned bits)
{
    const unsigned value = (unsigned)(*n & ((1u << bits) - 1));
    *n >>= bits;
    return value;
}

/* The settings that both halves of the test vary: 15 bits. */
static struct setting setting_of(uint64_t *n)
{
    struct setting x = {.cfg = {.pmsver = 6, .vhe = true, .secure = true, .nv = 2, .exc = true}};
    x.cfg.el2 = take_bits(n, 1);
    x.cfg.el3 = take_bits(n, 1);
    x.cfg.rme = x.cfg.el2 && x.cfg.el3 && take_bits(n, 1);
    x.cfg.sel2 = x.cfg.el2 && take_bits(n, 1);
    x.ctx.ns = take_bits(n, 1);
    x.ctx.nse = x.ctx.ns && take_bits(n, 1);
    x.ctx.eel2 = take_bits(n, 1);
    x.ctx.nspb = take_bits(n, 1) ? 3 : 1;
    x.ctx.nspbe = x.ctx.nspb == 3 && take_bits(n, 1);
    x.ctx.e2pb = take_bits(n, 1) ? 3 : 0;
    x.ctx.pmsee = take_bits(n, 2);
    x.ee2 = take_bits(n, 2);
    x.regs.v[SPE_PMSCR_EL2] = (uint64_t)x.ee2 << 8;
    return x;
}

/* "EL2 is implemented and any of: the Effective value of SCR_EL3.NS is 1; of SCR_EL3.{NS, EEL2} {0,
 * 1}". Without EL3, the PE's configuration sets the Security state and Secure EL2. */
static bool el2_there(const struct setting *x)
{
    const bool eel2 = x->cfg.sel2 && (x->cfg.el3 ? x->ctx.eel2 : true);
    return x->cfg.el2 && (x->ctx.ns || eel2);
}

/* D17.4: EL2 owns the buffer unless the owning state has no EL2, or E2PB gives the buffer to
 * EL1. */
static bool el2_owns(const struct setting *x)
{
    const bool secure = x->cfg.el3 ? x->ctx.nspb == 1 : !x->ctx.ns;
    const bool eel2 = x->cfg.sel2 && (x->cfg.el3 ? x->ctx.eel2 : true);
    return x->cfg.el2 && x->ctx.e2pb == 0 && (!secure || eel2);
}

static bool is_fault(enum event event)
{
    return event != OTHER;
}

static bool is_stage2(enum event event)
{
    return event == STAGE2 || event == STAGE2_GPF || event == STAGE2_EXT;
}

/* "would generate a Data Abort exception taken to EL3": GPC faults, GPFs if SCR_EL3.GPF is 1,
 * External aborts if SCR_EL3.EA is 1. */
static bool abort_to_el3(const struct setting *x, enum event event)
{
    const bool gpf = event == STAGE1_GPF || event == STAGE2_GPF;
    const bool external = event == STAGE1_EXT || event == STAGE2_EXT;
    return (event == GPC && x->cfg.rme) || (gpf && x->cfg.rme && x->ctx.scr_gpf) ||
           (external && x->ctx.ea && !x->ctx.debug);
}

static bool abort_to_el2(const struct setting *x, enum event event)
{
    const bool gpf = event == STAGE1_GPF || event == STAGE2_GPF;
    const bool external = event == STAGE1_EXT || event == STAGE2_EXT;
    if (event == GPC) {
        return x->cfg.rme;
    }
    if (el2_owns(x)) {
        return is_fault(event);
    }
    return is_stage2(event) || (gpf && x->cfg.rme && x->ctx.hcr_gpf) || (external && x->ctx.tea);
}

static unsigned recorded_in(const struct setting *x, enum event event)
{
    if (x->cfg.el3 && (x->ctx.pmsee == 3 || (x->ctx.pmsee == 2 && abort_to_el3(x, event)))) {
        return 3;
    }
    if ((!x->cfg.el3 || x->ctx.pmsee != 0) && el2_there(x) &&
        (x->ee2 == 3 || (x->ee2 == 2 && abort_to_el2(x, event)))) {
        return 2;
    }
    return 1;
}

static void every_event_is_recorded_as_the_prose_says(void **state)
{
    (void)state;
    unsigned seen[4] = {0};
    for (uint64_t i = 0; i < UINT64_C(1) << 20; i++) {
        uint64_t n = i;
        struct setting x = setting_of(&n);
        x.ctx.scr_gpf = take_bits(&n, 1);
        x.ctx.ea = take_bits(&n, 1);
        x.ctx.hcr_gpf = take_bits(&n, 1);
        x.ctx.tea = take_bits(&n, 1);
        x.ctx.debug = take_bits(&n, 1);
        x.ctx.el = x.cfg.el3 && x.ctx.debug ? 3 : 1; /* "even when the current level is EL3" */
        for (int event = 0; event < EVENTS; event++) {
            if (event == GPC && !x.cfg.rme) {
                continue; /* no such fault */
            }
            const unsigned want = recorded_in(&x, (enum event)event);
            assert_int_equal(
                arch_event_target(&x.cfg, &x.regs, &x.ctx, syndrome[event].ec, syndrome[event].fsc),
                want);
            seen[want]++;
        }
    }
    assert_true(seen[1] != 0 && seen[2] != 0 && seen[3] != 0);
}

/* The sentences of RYZJQX, one function for each exception. */
static bool to_el3(const struct setting *x, bool *unmasked)
{
    *unmasked = x->ctx.el < 3 && !x->ctx.debug;
    return x->cfg.el3 && x->ctx.pmsee >= 2 && (x->regs.v[SPE_PMBSR_EL3] & SPE_PMBSR_S) != 0;
}

static bool owning_state(const struct setting *x)
{
    if (x->cfg.el3 && x->ctx.el == 3) {
        return !x->cfg.rme && x->ctx.nspb == 1;
    }
    if (!x->cfg.el3) {
        return true;
    }
    return (x->ctx.nspb == 3) == x->ctx.ns && (!x->cfg.rme || x->ctx.nspbe == x->ctx.nse);
}

static bool pm_0_and_ke(const struct setting *x, enum spe_reg pmscr)
{
    return !x->ctx.pm && (x->regs.v[pmscr] & SPE_PMSCR_KE) != 0;
}

static bool to_el2(const struct setting *x, bool *unmasked)
{
    const bool below = x->ctx.el <= 1;
    const bool at = x->ctx.el == 2 && x->ee2 == 3 && pm_0_and_ke(x, SPE_PMSCR_EL2);
    *unmasked = owning_state(x) && !x->ctx.debug && (below || at);
    return (!x->cfg.el3 || x->ctx.pmsee != 0) && el2_there(x) && x->ee2 >= 2 &&
           (x->regs.v[SPE_PMBSR_EL2] & SPE_PMBSR_S) != 0;
}

static bool of_pmbsr_el1(const struct setting *x, bool *unmasked)
{
    const bool at = x->ctx.el == 1 && pm_0_and_ke(x, SPE_PMSCR_EL1);
    *unmasked = owning_state(x) && !x->ctx.debug && (x->ctx.el == 0 || at);
    /* with FEAT_NV, 0b10 acts as 0b11, and 0b01 as 0b00 (Q1) */
    return (!x->cfg.el3 || x->ctx.pmsee != 0) && (!el2_there(x) || x->ee2 != 0) && x->ee1 >= 2 &&
           (x->regs.v[SPE_PMBSR] & SPE_PMBSR_S) != 0;
}

/* The sentence of RTSJRP. */
static bool interrupt(const struct setting *x)
{
    const bool enabled =
        (x->cfg.el3 && x->ctx.pmsee == 0) || (el2_there(x) && x->ee2 == 0) || x->ee1 <= 1;
    return enabled && (x->regs.v[SPE_PMBSR] & SPE_PMBSR_S) != 0;
}

static void check(const struct setting *x)
{
    struct spe_levels out;
    unsigned pending = 0, take = 0;
    bool unmasked;
    if (to_el3(x, &unmasked)) {
        pending |= 4;
        take |= unmasked ? 4 : 0;
    }
    if (to_el2(x, &unmasked)) {
        pending |= 2;
        take |= unmasked ? 2 : 0;
    }
    if (of_pmbsr_el1(x, &unmasked)) {
        const unsigned target = el2_there(x) && x->ctx.tge ? 2 : 1;
        pending |= target;
        take |= unmasked ? target : 0;
    }
    arch_output_levels(&out, &x->cfg, &x->regs, &x->ctx);
    assert_int_equal(out.pending, pending);
    assert_int_equal(out.take, take);
    assert_int_equal(out.irq, interrupt(x));
    /* The SPU is stopped if an interrupt or an exception is pending. */
    assert_int_equal(out.irq || pending != 0, arch_stopped(&x->cfg, &x->regs, &x->ctx));
}

static void every_level_is_as_the_prose_says(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < UINT64_C(1) << 26; i += 7) {
        uint64_t n = i;
        struct setting x = setting_of(&n);
        x.ee1 = take_bits(&n, 2);
        x.regs.v[SPE_PMSCR_EL1] = (uint64_t)x.ee1 << 8 | (uint64_t)take_bits(&n, 1) << 10;
        x.regs.v[SPE_PMSCR_EL2] |= (uint64_t)take_bits(&n, 1) << 10;
        x.regs.v[SPE_PMBSR] = take_bits(&n, 1) ? SPE_PMBSR_S : 0;
        x.regs.v[SPE_PMBSR_EL2] = take_bits(&n, 1) ? SPE_PMBSR_S : 0;
        x.regs.v[SPE_PMBSR_EL3] = take_bits(&n, 1) ? SPE_PMBSR_S : 0;
        x.ctx.el = take_bits(&n, 2);
        x.ctx.tge = take_bits(&n, 1);
        x.ctx.pm = take_bits(&n, 1);
        x.ctx.debug = take_bits(&n, 1);
        if ((x.ctx.el == 3 && !x.cfg.el3) || (x.ctx.el == 2 && !el2_there(&x))) {
            continue; /* no such level */
        }
        check(&x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_is_recorded_as_the_prose_says),
        cmocka_unit_test(every_level_is_as_the_prose_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
