/* SPDX-License-Identifier: Apache-2.0
 *
 * Outcome of direct accesses: Table 7, "Usage constraints" and "Traps and enables" of DDI
 * 0586A 4.3.
 */
#include "check.h"
#include "config_members.h"
#include "spe/enable.h"
#include "spe/regs.h"

#define OK    SPE_ACCESS_OK
#define UNDEF SPE_ACCESS_UNDEFINED
#define TRAP2 SPE_ACCESS_TRAP_EL2
#define TRAP3 SPE_ACCESS_TRAP_EL3

/* op0:op1:CRn:CRm:op2 as numbers, worked out by hand from Table 7. */
enum {
    PMSCR_EL1 = 0xC4C8,
    PMSICR = 0xC4CA,
    PMSIRR = 0xC4CB,
    PMSFCR = 0xC4CC,
    PMSEVFR = 0xC4CD,
    PMSLATFR = 0xC4CE,
    PMSIDR = 0xC4CF,
    PMBLIMITR = 0xC4D0,
    PMBPTR = 0xC4D1,
    PMBSR = 0xC4D3,
    PMBIDR = 0xC4D7,
    PMSCR_EL2 = 0xE4C8,
    PMSCR_EL12 = 0xECC8,
};

static const struct {
    uint16_t enc;
    enum spe_reg reg;
    bool read_only;
} map[] = {
    {PMSCR_EL1, SPE_PMSCR_EL1, false}, {PMSICR, SPE_PMSICR, false},
    {PMSIRR, SPE_PMSIRR, false},       {PMSFCR, SPE_PMSFCR, false},
    {PMSEVFR, SPE_PMSEVFR, false},     {PMSLATFR, SPE_PMSLATFR, false},
    {PMSIDR, SPE_PMSIDR, true},        {PMBLIMITR, SPE_PMBLIMITR, false},
    {PMBPTR, SPE_PMBPTR, false},       {PMBSR, SPE_PMBSR, false},
    {PMBIDR, SPE_PMBIDR, true},        {PMSCR_EL2, SPE_PMSCR_EL2, false},
};

static enum spe_access reg_access(const struct spe_config *cfg, const struct spe_ctx *ctx,
                                  uint16_t enc, bool write, enum spe_reg *reg)
{
    const struct spe_txn_sysreg t = {.enc = enc, .write = write};
    const struct spe_regs regs = {{0}};

    return spe_reg_access(cfg, &regs, ctx, &t, reg);
}

static bool is_mapped(uint16_t enc)
{
    for (size_t i = 0; i < sizeof map / sizeof map[0]; i++) {
        if (map[i].enc == enc) {
            return true;
        }
    }
    return enc == PMSCR_EL12;
}

/* All 65536 encodings at EL3, where no access traps. */
static void register_map(void **state)
{
    const struct spe_ctx el3 = {.el = 3};
    struct spe_config cfg;
    enum spe_reg reg = SPE_REGS;

    (void)state;
    spe_config_init(&cfg);
    for (size_t i = 0; i < sizeof map / sizeof map[0]; i++) {
        CHECK("read", reg_access(&cfg, &el3, map[i].enc, false, &reg), OK);
        CHECK("register", reg, map[i].reg);
        CHECK("write", reg_access(&cfg, &el3, map[i].enc, true, &reg),
              map[i].read_only ? UNDEF : OK);
    }
    for (unsigned enc = 0; enc <= 0xFFFF; enc++) {
        if (is_mapped((uint16_t)enc)) {
            continue;
        }
        CHECK("no register", reg_access(&cfg, &el3, (uint16_t)enc, false, &reg), UNDEF);
        CHECK("no register", reg_access(&cfg, &el3, (uint16_t)enc, true, &reg), UNDEF);
    }
}

/* A context and the outcome of an access in it: to PMS*_EL1, to PMB*_EL1 (except PMBIDR_EL1), and
 * to the other registers. */
static const struct {
    const char *name;
    struct spe_ctx ctx;
    enum spe_access pms, pmb, pmbidr, scr_el2, scr_el12;
} contexts[] = {
    {"EL0", {.el = 0, .ns = 1, .nspb = 3, .e2pb = 3}, UNDEF, UNDEF, UNDEF, UNDEF, UNDEF},
    {"AArch32", {.el = 2, .ns = 1, .nspb = 3, .aarch32 = 1}, UNDEF, UNDEF, UNDEF, UNDEF, UNDEF},
    /* MDCR_EL2.TPMS and MDCR_EL2.E2PB trap only at Non-secure EL1. */
    {"NS EL1", {.el = 1, .ns = 1, .nspb = 3, .e2pb = 3}, OK, OK, OK, UNDEF, UNDEF},
    {"NS EL1, TPMS",
     {.el = 1, .ns = 1, .nspb = 3, .e2pb = 3, .tpms = 1},
     TRAP2,
     OK,
     OK,
     UNDEF,
     UNDEF},
    {"NS EL1, E2PB 0", {.el = 1, .ns = 1, .nspb = 3, .e2pb = 0}, OK, TRAP2, OK, UNDEF, UNDEF},
    {"NS EL1, E2PB 1", {.el = 1, .ns = 1, .nspb = 3, .e2pb = 1}, OK, OK, OK, UNDEF, UNDEF},
    {"NS EL1, E2PB 2", {.el = 1, .ns = 1, .nspb = 3, .e2pb = 2}, OK, TRAP2, OK, UNDEF, UNDEF},
    {"S EL1, TPMS, E2PB 0", {.el = 1, .nspb = 1, .tpms = 1}, OK, OK, OK, UNDEF, UNDEF},
    {"EL2, TPMS, E2PB 0", {.el = 2, .ns = 1, .nspb = 3, .tpms = 1}, OK, OK, OK, OK, UNDEF},
    {"EL3, TPMS, E2PB 0", {.el = 3, .ns = 1, .nspb = 0, .tpms = 1}, OK, OK, OK, OK, UNDEF},
    /* MDCR_EL3.NSPB traps: not 0b11 in Non-secure state, not 0b01 in Secure state. */
    {"NS EL1, NSPB 0", {.el = 1, .ns = 1, .nspb = 0, .e2pb = 3}, TRAP3, TRAP3, OK, UNDEF, UNDEF},
    {"NS EL1, NSPB 1", {.el = 1, .ns = 1, .nspb = 1, .e2pb = 3}, TRAP3, TRAP3, OK, UNDEF, UNDEF},
    {"NS EL1, NSPB 2", {.el = 1, .ns = 1, .nspb = 2, .e2pb = 3}, TRAP3, TRAP3, OK, UNDEF, UNDEF},
    {"EL2, NSPB 0", {.el = 2, .ns = 1, .nspb = 0, .e2pb = 3}, TRAP3, TRAP3, OK, TRAP3, UNDEF},
    {"EL2, NSPB 2", {.el = 2, .ns = 1, .nspb = 2, .e2pb = 3}, TRAP3, TRAP3, OK, TRAP3, UNDEF},
    {"S EL1, NSPB 0", {.el = 1, .nspb = 0, .e2pb = 3}, TRAP3, TRAP3, OK, UNDEF, UNDEF},
    {"S EL1, NSPB 2", {.el = 1, .nspb = 2, .e2pb = 3}, TRAP3, TRAP3, OK, UNDEF, UNDEF},
    {"S EL1, NSPB 3", {.el = 1, .nspb = 3, .e2pb = 3}, TRAP3, TRAP3, OK, UNDEF, UNDEF},
    /* Both traps: EL2 is first, as in the pseudocode. */
    {"NS EL1, all traps", {.el = 1, .ns = 1, .tpms = 1}, TRAP2, TRAP2, OK, UNDEF, UNDEF},
    /* E2H enables PMSCR_EL12. */
    {"EL2, E2H", {.el = 2, .ns = 1, .nspb = 3, .e2h = 1}, OK, OK, OK, OK, OK},
    {"EL2, E2H, NSPB 1", {.el = 2, .ns = 1, .nspb = 1, .e2h = 1}, TRAP3, TRAP3, OK, TRAP3, TRAP3},
    {"EL1, E2H", {.el = 1, .ns = 1, .nspb = 3, .e2pb = 3, .e2h = 1}, OK, OK, OK, UNDEF, UNDEF},
    {"EL3, E2H, NS", {.el = 3, .ns = 1, .e2h = 1}, OK, OK, OK, OK, OK},
    {"EL3, E2H, Secure", {.el = 3, .ns = 0, .e2h = 1}, OK, OK, OK, OK, UNDEF},
};

static void traps_and_enables(void **state)
{
    const uint16_t pms[] = {PMSCR_EL1, PMSICR, PMSIRR, PMSFCR, PMSEVFR, PMSLATFR, PMSIDR};
    const uint16_t pmb[] = {PMBLIMITR, PMBPTR, PMBSR};
    struct spe_config cfg;
    enum spe_reg reg;

    (void)state;
    spe_config_init(&cfg);
    for (size_t i = 0; i < sizeof contexts / sizeof contexts[0]; i++) {
        const char *name = contexts[i].name;
        const struct spe_ctx *ctx = &contexts[i].ctx;

        for (size_t r = 0; r < sizeof pms / sizeof pms[0]; r++) {
            CHECK(name, reg_access(&cfg, ctx, pms[r], false, &reg), contexts[i].pms);
            CHECK(name, reg_access(&cfg, ctx, pms[r], true, &reg),
                  pms[r] == PMSIDR ? UNDEF : contexts[i].pms);
        }
        for (size_t r = 0; r < sizeof pmb / sizeof pmb[0]; r++) {
            for (int write = 0; write < 2; write++) {
                CHECK(name, reg_access(&cfg, ctx, pmb[r], write, &reg), contexts[i].pmb);
            }
        }
        CHECK(name, reg_access(&cfg, ctx, PMBIDR, false, &reg), contexts[i].pmbidr);
        CHECK(name, reg_access(&cfg, ctx, PMBIDR, true, &reg), UNDEF);
        CHECK(name, reg_access(&cfg, ctx, PMSCR_EL2, true, &reg), contexts[i].scr_el2);
        CHECK(name, reg_access(&cfg, ctx, PMSCR_EL12, true, &reg), contexts[i].scr_el12);
    }
}

static enum spe_reg reached(const struct spe_config *cfg, const struct spe_ctx *ctx, uint16_t enc)
{
    enum spe_reg reg = SPE_REGS;

    reg_access(cfg, ctx, enc, true, &reg);
    return reg;
}

static void e2h_redirects(void **state)
{
    struct spe_ctx ctx = {.el = 2, .ns = 1, .nspb = 3, .e2h = 1};
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    CHECK("EL2: _EL1", reached(&cfg, &ctx, PMSCR_EL1), SPE_PMSCR_EL2);
    CHECK("EL2: _EL12", reached(&cfg, &ctx, PMSCR_EL12), SPE_PMSCR_EL1);
    CHECK("EL2: _EL2", reached(&cfg, &ctx, PMSCR_EL2), SPE_PMSCR_EL2);
    ctx.el = 3;
    CHECK("EL3: _EL1", reached(&cfg, &ctx, PMSCR_EL1), SPE_PMSCR_EL1);
    CHECK("EL3: _EL12", reached(&cfg, &ctx, PMSCR_EL12), SPE_PMSCR_EL1);
    ctx = (struct spe_ctx){.el = 1, .ns = 1, .nspb = 3, .e2pb = 3, .e2h = 1};
    CHECK("EL1: _EL1", reached(&cfg, &ctx, PMSCR_EL1), SPE_PMSCR_EL1);
    ctx = (struct spe_ctx){.el = 2, .ns = 1, .nspb = 3, .e2h = 1};
    cfg.vhe = false;
    CHECK("no VHE: _EL1", reached(&cfg, &ctx, PMSCR_EL1), SPE_PMSCR_EL1);
    CHECK("no VHE: _EL12", reached(&cfg, &ctx, PMSCR_EL12), SPE_REGS);
}

static void levels_not_implemented(void **state)
{
    struct spe_ctx ctx = {.el = 1, .ns = 1, .nspb = 0, .e2pb = 3};
    struct spe_config cfg;
    enum spe_reg reg;

    (void)state;
    spe_config_init(&cfg);
    cfg.el3 = false;
    CHECK("no EL3: no NSPB", reg_access(&cfg, &ctx, PMSIRR, true, &reg), OK);
    ctx.tpms = true;
    CHECK("no EL3: TPMS", reg_access(&cfg, &ctx, PMSIRR, true, &reg), TRAP2);
    cfg.el2 = cfg.vhe = false;
    ctx.e2pb = 0;
    CHECK("no EL2: no TPMS", reg_access(&cfg, &ctx, PMSIRR, true, &reg), OK);
    CHECK("no EL2: no E2PB", reg_access(&cfg, &ctx, PMBPTR, true, &reg), OK);
    CHECK("no EL2, EL1", reg_access(&cfg, &ctx, PMSCR_EL2, true, &reg), UNDEF);
    cfg.el3 = true;
    ctx = (struct spe_ctx){.el = 3, .ns = 1, .e2h = 1};
    CHECK("no EL2, EL3: RES0", reg_access(&cfg, &ctx, PMSCR_EL2, true, &reg), OK);
    CHECK("no EL2, EL3", reg_access(&cfg, &ctx, PMSCR_EL12, true, &reg), UNDEF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(register_map),
        cmocka_unit_test(traps_and_enables),
        cmocka_unit_test(e2h_redirects),
        cmocka_unit_test(levels_not_implemented),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
