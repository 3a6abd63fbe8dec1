/* SPDX-License-Identifier: Apache-2.0
 *
 * Arm ARM D17.4: Tables D17-1 and D17-2, owner and regime in Secure, Non-secure and Realm state,
 * and PMBIDR_EL1.{AddrMode, P} of D24.7.1.
 */
#include "arch/enable.h"
#include "arch/regs.h"
#include "check.h"
#include "config_members.h"
#include "spe/enable.h"

enum { D, E2SPE, E1SPE, E0HSPE, E0SPE, NA };

/* Table D17-1, rows as printed; '0', '1' and 'x' (either), most significant bit first. */
static const struct {
    const char *nse, *ns, *nspbe, *nspb, *e2pb, *eel2, *tge;
    int at[4]; /* EL3, EL2, EL1, EL0 */
} table_1[] = {
    {"0", "1", "1", "0x", "xx", "x", "x", {D, D, D, D}},
    {"0", "1", "0", "1x", "1x", "x", "0", {D, D, E1SPE, E0SPE}},
    {"0", "1", "0", "1x", "1x", "x", "1", {D, D, NA, D}},
    {"0", "1", "0", "1x", "00", "x", "0", {D, E2SPE, E1SPE, E0SPE}},
    {"0", "1", "0", "1x", "00", "x", "1", {D, E2SPE, NA, E0HSPE}},
    {"0", "0", "0", "1x", "xx", "x", "x", {D, D, D, D}},
    {"0", "0", "0", "0x", "xx", "0", "x", {D, NA, E1SPE, E0SPE}},
    {"0", "0", "0", "0x", "1x", "1", "0", {D, D, E1SPE, E0SPE}},
    {"0", "0", "0", "0x", "1x", "1", "1", {D, D, NA, D}},
    {"0", "0", "0", "0x", "00", "1", "0", {D, E2SPE, E1SPE, E0SPE}},
    {"0", "0", "0", "0x", "00", "1", "1", {D, E2SPE, NA, E0HSPE}},
    {"1", "1", "1", "0x", "xx", "x", "x", {D, D, D, D}},
    {"1", "1", "1", "1x", "1x", "x", "0", {D, D, E1SPE, E0SPE}},
    {"1", "1", "1", "1x", "1x", "x", "1", {D, D, NA, D}},
    {"1", "1", "1", "1x", "00", "x", "0", {D, E2SPE, E1SPE, E0SPE}},
    {"1", "1", "1", "1x", "00", "x", "1", {D, E2SPE, NA, E0HSPE}},
};

static struct spe_config everything(void)
{
    return (struct spe_config){.pmsver = 6,
                               .el2 = true,
                               .el3 = true,
                               .vhe = true,
                               .secure = true,
                               .sel2 = true,
                               .rme = true,
                               .nv = 2,
                               .ecv = 2,
                               .exc = true,
                               .nvm = true};
}

/* Inputs of Table D17-1 from the bits of n. MDCR_EL2.E2PB 0b01 is reserved and counts as 0b11
 * (E1). */
static struct spe_ctx controls(uint32_t n)
{
    struct spe_ctx ctx = {.pmsee = 0};

#define TAKE(bits) (n & ((1u << (bits)) - 1)), n >>= (bits)
    ctx.nse = TAKE(1);
    ctx.ns = TAKE(1);
    ctx.nspbe = TAKE(1);
    ctx.nspb = TAKE(2);
    ctx.e2pb = TAKE(2);
    ctx.eel2 = TAKE(1);
    ctx.tge = TAKE(1);
    ctx.e2h = TAKE(1);
    ctx.el = TAKE(2);
#undef TAKE
    return ctx;
}

#define CONTROLS (1u << 12)

static struct spe_regs enables(unsigned set)
{
    struct spe_regs regs = {{0}};

    regs.v[SPE_PMBLIMITR] = SPE_PMBLIMITR_E;
    regs.v[SPE_PMSCR_EL2] = (set == E2SPE ? 2 : 0) | (set == E0HSPE ? 1 : 0);
    regs.v[SPE_PMSCR_EL1] = (set == E1SPE ? 2 : 0) | (set == E0SPE ? 1 : 0);
    return regs;
}

static void table_d17_1(void **state)
{
    const struct spe_config cfg = everything();
    unsigned checked = 0;

    (void)state;
    for (uint32_t n = 0; n < CONTROLS; n++) {
        const struct spe_ctx c = controls(n);

        for (size_t i = 0; i < sizeof table_1 / sizeof table_1[0]; i++) {
            const int cell = table_1[i].at[3 - c.el];

            if (!bits_match(table_1[i].nse, c.nse) || !bits_match(table_1[i].ns, c.ns) ||
                !bits_match(table_1[i].nspbe, c.nspbe) || !bits_match(table_1[i].nspb, c.nspb) ||
                !bits_match(table_1[i].e2pb, c.e2pb == 1 ? 3 : c.e2pb) ||
                !bits_match(table_1[i].eel2, c.eel2) || !bits_match(table_1[i].tge, c.tge) ||
                cell == NA) {
                continue;
            }
            for (int set = E2SPE; set <= E0SPE; set++) {
                const struct spe_regs regs = enables((unsigned)set);

                CHECK("Table D17-1", arch_profiling_enabled(&cfg, &regs, &c), set == cell);
                checked++;
            }
        }
    }
    assert_true(checked > 4000);
}

/* RWXXFL, sentence by sentence, and the owning state of MDCR_EL3.{NSPBE, NSPB}. */
static bool enabled(const struct spe_ctx *c, unsigned set)
{
    const unsigned owner = (unsigned)c->nspbe << 1 | c->nspb >> 1; /* 2 is reserved */
    const unsigned now = (unsigned)c->nse << 1 | c->ns;
    const bool el2 = c->ns || c->eel2; /* in the current Security state */
    const bool owner_el2 = (owner != 0 || c->eel2) && c->e2pb == 0;
    const bool tge = el2 && c->tge;
    const unsigned bit = c->el == 2 ? E2SPE : c->el == 1 ? E1SPE : tge ? E0HSPE : E0SPE;

    if (c->el > (owner_el2 ? 2u : 1u) || (!owner_el2 && tge)) {
        return false;
    }
    return owner != 2 && owner == now && bit == set;
}

static void every_combination_is_as_the_prose_says(void **state)
{
    const struct spe_config cfg = everything();

    (void)state;
    for (uint32_t n = 0; n < CONTROLS; n++) {
        const struct spe_ctx c = controls(n);

        for (unsigned set = E2SPE; set <= E0SPE; set++) {
            const struct spe_regs regs = enables(set);

            CHECK("RWXXFL", arch_profiling_enabled(&cfg, &regs, &c), enabled(&c, set));
        }
    }
}

/* Table D17-2. The text prints the last column inverted; RTWFRY decides. */
static const struct {
    const char *s1, *pmsee, *s3, *ee, *s2;
    bool stopped;
} table_2[] = {
    {"0", "00", "x", "xx", "x", false}, {"0", "01", "x", "0x", "x", false},
    {"0", "01", "x", "1x", "0", false}, {"0", "01", "x", "1x", "1", true},
    {"0", "1x", "0", "0x", "x", false}, {"0", "1x", "0", "1x", "0", false},
    {"0", "1x", "0", "1x", "1", true},  {"0", "1x", "1", "xx", "x", true},
    {"1", "xx", "x", "xx", "x", true},
};

static void table_d17_2(void **state)
{
    const struct spe_config cfg = everything();

    (void)state;
    for (unsigned n = 0; n < 1u << 7; n++) {
        const unsigned s1 = n & 1, s2 = n >> 1 & 1, s3 = n >> 2 & 1, ee = n >> 3 & 3;
        const struct spe_ctx ctx = {.el = 1, .ns = true, .nspb = 3, .e2pb = 3, .pmsee = n >> 5 & 3};
        struct spe_regs regs = enables(E1SPE);
        unsigned rows = 0;

        regs.v[SPE_PMBSR] = s1 ? SPE_PMBSR_S : 0;
        regs.v[SPE_PMBSR_EL2] = s2 ? SPE_PMBSR_S : 0;
        regs.v[SPE_PMBSR_EL3] = s3 ? SPE_PMBSR_S : 0;
        regs.v[SPE_PMSCR_EL2] = (uint64_t)ee << 8;
        for (size_t i = 0; i < sizeof table_2 / sizeof table_2[0]; i++) {
            if (!bits_match(table_2[i].s1, s1) || !bits_match(table_2[i].pmsee, ctx.pmsee) ||
                !bits_match(table_2[i].s3, s3) || !bits_match(table_2[i].ee, ee) ||
                !bits_match(table_2[i].s2, s2)) {
                continue;
            }
            CHECK("Table D17-2", arch_stopped(&cfg, &regs, &ctx), table_2[i].stopped);
            CHECK("buffer", arch_buffer_enabled(&cfg, &regs, &ctx), !table_2[i].stopped);
            CHECK("profiling", arch_profiling_enabled(&cfg, &regs, &ctx), !table_2[i].stopped);
            rows++;
        }
        assert_int_equal(rows, 1);
    }
}

/* Features, and an EL2 that is absent or disabled, decide whether profiling stops (RTWFRY). */
static void stopped_without_levels(void **state)
{
    struct spe_config cfg = everything();
    struct spe_ctx ctx = {.el = 1, .nspb = 1, .e2pb = 3, .pmsee = 3};
    struct spe_regs regs = enables(E1SPE);

    (void)state;
    regs.v[SPE_PMBSR_EL2] = SPE_PMBSR_S;
    regs.v[SPE_PMSCR_EL2] = SPE_PMSCR_EE;
    assert_false(arch_stopped(&cfg, &regs, &ctx)); /* Secure, EEL2 0 */
    assert_int_equal(arch_effective_ee2(&cfg, &regs, &ctx), 1);
    ctx.eel2 = true;
    assert_true(arch_stopped(&cfg, &regs, &ctx));
    assert_int_equal(arch_effective_ee2(&cfg, &regs, &ctx), 3);
    cfg.sel2 = false;
    assert_false(arch_stopped(&cfg, &regs, &ctx));
    ctx.ns = true;
    assert_true(arch_stopped(&cfg, &regs, &ctx));
    ctx.pmsee = 0;
    assert_false(arch_stopped(&cfg, &regs, &ctx));
    cfg.el3 = false; /* no MDCR_EL3 */
    assert_true(arch_stopped(&cfg, &regs, &ctx));
    cfg.el2 = false;
    assert_false(arch_stopped(&cfg, &regs, &ctx));
    cfg = everything();
    cfg.exc = false;
    ctx.pmsee = 3;
    regs.v[SPE_PMBSR_EL3] = SPE_PMBSR_S;
    assert_false(arch_stopped(&cfg, &regs, &ctx));
}

/* EffectivePMSCR_EL1_EE(): 0b01 and 0b10 need FEAT_NV; otherwise [ee_reserved] decides (Q1). */
static void effective_ee1(void **state)
{
    static const struct {
        int nv, reserved;
        unsigned ee[4];
    } rows[] = {
        {2, spe_cfg_ee_reserved_bit1, {0, 0, 3, 3}},
        {1, spe_cfg_ee_reserved_bit1, {0, 0, 3, 3}},
        {0, spe_cfg_ee_reserved_bit1, {0, 0, 3, 3}},
        {0, spe_cfg_ee_reserved_off, {0, 0, 0, 3}},
    };
    struct spe_config cfg = everything();
    struct spe_ctx ctx = {.el = 1, .ns = true, .nspb = 3, .e2pb = 3, .pmsee = 1};
    struct spe_regs regs = {{0}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned ee = 0; ee < 4; ee++) {
            cfg.nv = rows[i].nv;
            cfg.ee_reserved = rows[i].reserved;
            regs.v[SPE_PMSCR_EL1] = (uint64_t)ee << 8;
            regs.v[SPE_PMSCR_EL2] = 1 << 8;
            CHECK("EE", arch_effective_ee1(&cfg, &regs, &ctx), rows[i].ee[ee]);
            regs.v[SPE_PMSCR_EL2] = 0;
            CHECK("EL2 disables", arch_effective_ee1(&cfg, &regs, &ctx), 0);
        }
    }
    regs.v[SPE_PMSCR_EL2] = 3 << 8;
    ctx.pmsee = 0;
    CHECK("EL3 disables", arch_effective_ee1(&cfg, &regs, &ctx), 0);
}

/* Owner, regime and EnVM by state: Secure, Non-secure, (reserved), Realm. */
static void owner_and_regime(void **state)
{
    static const enum spe_regime regimes[4][3] = {
        {SPE_REGIME_S_EL10, SPE_REGIME_S_EL2, SPE_REGIME_S_EL20},
        {SPE_REGIME_NS_EL10, SPE_REGIME_EL2, SPE_REGIME_EL20},
        {0},
        {SPE_REGIME_R_EL10, SPE_REGIME_R_EL2, SPE_REGIME_R_EL20},
    };
    const struct spe_config cfg = everything();

    (void)state;
    for (uint32_t n = 0; n < CONTROLS; n++) {
        const struct spe_ctx c = controls(n);
        const unsigned state_bits = (unsigned)c.nspbe << 1 | c.nspb >> 1;
        const bool has_el2 = state_bits != 0 || c.eel2;
        const bool el2 = has_el2 && c.e2pb == 0;
        const struct spe_owner owner = spe_buffer_owner(&cfg, &c);
        struct spe_regs regs = {{0}};

        if (state_bits == 2) {
            CHECK("nobody", owner.el, 0);
            CHECK("nobody", arch_buffer_enabled(&cfg, &regs, &c), false);
            continue;
        }
        CHECK("state", owner.state, state_bits);
        CHECK("level", owner.el, el2 ? 2 : 1);
        CHECK("regime", spe_owning_regime(&cfg, &c),
              regimes[state_bits][!el2    ? 0
                                  : c.e2h ? 2
                                          : 1]); /* Table D17-4 */
        regs.v[SPE_PMBLIMITR] = SPE_PMBLIMITR_NVM;
        CHECK("EnVM 0", arch_nvm(&cfg, &regs, &c), el2 || !has_el2);
        regs.v[SPE_PMSCR_EL2] = SPE_PMSCR_ENVM;
        CHECK("EnVM 1", arch_nvm(&cfg, &regs, &c), true);
        regs.v[SPE_PMBLIMITR] = 0;
        CHECK("nVM 0", arch_nvm(&cfg, &regs, &c), false);
    }
}

/* [nspb_reserved]: the meaning of {1, 0b0x}, and of {0, 0b0x} without Secure state. */
static void reserved_owners(void **state)
{
    static const struct {
        int key;
        enum spe_pas state;
        unsigned el;
    } rows[] = {
        {spe_cfg_nspb_reserved_none, SPE_PAS_ROOT, 0},
        {spe_cfg_nspb_reserved_nonsecure, SPE_PAS_NONSECURE, 2},
        {spe_cfg_nspb_reserved_secure, SPE_PAS_SECURE, 1},
        {spe_cfg_nspb_reserved_realm, SPE_PAS_REALM, 2},
    };
    struct spe_config cfg = everything();

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned low = 0; low < 2; low++) {
            struct spe_ctx ctx = {.el = 1, .ns = true, .nspbe = true, .nspb = low};

            cfg.nspb_reserved = rows[i].key;
            cfg.secure = true;
            CHECK("state", spe_buffer_owner(&cfg, &ctx).state, rows[i].state);
            CHECK("level", spe_buffer_owner(&cfg, &ctx).el, rows[i].el);
            ctx.nspbe = false;
            CHECK("Secure", spe_buffer_owner(&cfg, &ctx).state, SPE_PAS_SECURE);
            cfg.secure = false;
            CHECK("state", spe_buffer_owner(&cfg, &ctx).state, rows[i].state);
        }
    }
}

/* D24.7.1, P, bullet by bullet. */
static bool not_allowed(const struct spe_ctx *c)
{
    const bool secure = !c->nse && !c->ns, nonsecure = !c->nse && c->ns, realm = c->nse && c->ns;
    const bool low = c->el == 1 || c->el == 2;
    const bool e2pb = c->e2pb == 0 && c->el == 1;

    if ((c->nspb & 2) == 0 && !c->nspbe) {
        return ((nonsecure || realm) && low) || (c->eel2 && e2pb && secure);
    }
    if ((c->nspb & 2) != 0 && !c->nspbe) {
        return (secure && low) || (nonsecure && e2pb) || (realm && low);
    }
    if ((c->nspb & 2) != 0) {
        return ((nonsecure || secure) && low) || (realm && e2pb);
    }
    return false; /* reserved: in no bullet, "otherwise, this field reads as zero" */
}

static void pmbidr_says_who_may_program(void **state)
{
    const struct spe_config cfg = everything();
    struct spe_regs regs;

    (void)state;
    spe_regs_reset(&cfg, &regs);
    for (uint32_t n = 0; n < 2 * CONTROLS; n++) {
        const struct spe_ctx c = controls(n >> 1);
        const bool envm = n & 1;
        uint64_t want = not_allowed(&c) ? 0x10 : 0;

        if (c.el == 0 || (c.nse && !c.ns)) {
            continue;
        }
        regs.v[SPE_PMSCR_EL2] = envm ? SPE_PMSCR_ENVM : 0;
        if (want == 0 && arch_envm(&cfg, &regs, &c)) {
            want = 0x40;
        }
        CHECK("P, AddrMode", arch_reg_read(&cfg, &regs, &c, SPE_PMBIDR) & 0xF0, want);
    }
}

/* [debug_stops]: ProfilingBufferEnabled() of J1.1 checks Halted(), DDI 0586A does not (E2). */
static void debug_state(void **state)
{
    struct spe_config cfg = everything();
    const struct spe_ctx ctx = {.el = 1, .ns = true, .nspb = 3, .e2pb = 3, .debug = true};
    const struct spe_regs regs = enables(E1SPE);

    (void)state;
    assert_true(arch_buffer_enabled(&cfg, &regs, &ctx));
    assert_false(arch_profiling_enabled(&cfg, &regs, &ctx));
    cfg.debug_stops = true;
    assert_false(arch_buffer_enabled(&cfg, &regs, &ctx));
}

static void discard_mode(void **state)
{
    struct spe_config cfg = everything();
    struct spe_regs regs = {{0}};

    (void)state;
    for (unsigned fm = 0; fm < 4; fm++) {
        regs.v[SPE_PMBLIMITR] = fm << 1;
        cfg.pmsver = 3;
        CHECK("SPEv1p2", arch_discard_mode(&cfg, &regs), fm == 2);
        cfg.pmsver = 2;
        CHECK("SPEv1p1", arch_discard_mode(&cfg, &regs), false);
    }
}

/* StatisticalProfilingEnabled(EL2), evaluated while the PE is at EL1. */
static void another_level(void **state)
{
    const struct spe_config cfg = everything();
    const struct spe_ctx ctx = {.el = 1, .ns = true, .nspb = 3};
    const struct spe_regs regs = enables(E2SPE);

    (void)state;
    assert_false(arch_profiling_enabled(&cfg, &regs, &ctx));
    assert_true(arch_profiling_enabled_at(&cfg, &regs, &ctx, 2));

    /* EL1 owns the buffer: no profiling at EL2, nor at EL0 of a host (TGE 1). */
    struct spe_regs all = enables(E2SPE);
    all.v[SPE_PMSCR_EL1] = all.v[SPE_PMSCR_EL2] = SPE_PMSCR_ExSPE | SPE_PMSCR_E0SPE;
    struct spe_ctx owner = {.el = 1, .ns = true, .nspb = 3, .e2pb = 3};
    assert_true(arch_profiling_enabled_at(&cfg, &all, &owner, 1));
    assert_true(arch_profiling_enabled_at(&cfg, &all, &owner, 0));
    assert_false(arch_profiling_enabled_at(&cfg, &all, &owner, 2));
    owner.tge = true;
    assert_false(arch_profiling_enabled_at(&cfg, &all, &owner, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_d17_1),     cmocka_unit_test(every_combination_is_as_the_prose_says),
        cmocka_unit_test(table_d17_2),     cmocka_unit_test(stopped_without_levels),
        cmocka_unit_test(effective_ee1),   cmocka_unit_test(owner_and_regime),
        cmocka_unit_test(reserved_owners), cmocka_unit_test(pmbidr_says_who_may_program),
        cmocka_unit_test(debug_state),     cmocka_unit_test(discard_mode),
        cmocka_unit_test(another_level),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
