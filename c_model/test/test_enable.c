/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables 3 and 5 of DDI 0586A, every row and combination, and the prose beside them as a second
 * copy.
 */
#include "arch/enable.h"
#include "check.h"
#include "config_members.h"
#include "spe/enable.h"

#define X  (-1) /* any value */
#define HI (-2) /* 0b1X */
#define LO (-3) /* 0b0X */

/* Entries of Table 3. NA: the combination does not exist. */
enum entry { D, E2SPE, E1SPE, E0SPE, E0HSPE, NA };

struct table3 {
    const char *name;
    int s, e, ns, nspb, e2pb, tge;
    enum entry el3, el2, el1, el0;
};

static const struct table3 table3[] = {
    {"S", 1, X, X, X, X, X, D, D, D, D},
    {"not E", 0, 0, X, X, X, X, D, D, D, D},
    {"NS, owner EL1, TGE 0", 0, 1, 1, HI, HI, 0, D, D, E1SPE, E0SPE},
    {"NS, owner EL1, TGE 1", 0, 1, 1, HI, HI, 1, D, D, NA, D},
    {"NS, owner EL2, TGE 0", 0, 1, 1, HI, 0, 0, D, E2SPE, E1SPE, E0SPE},
    {"NS, owner EL2, TGE 1", 0, 1, 1, HI, 0, 1, D, E2SPE, NA, E0HSPE},
    {"NS, owner Secure", 0, 1, 1, LO, X, X, D, D, D, D},
    {"S, owner Non-secure", 0, 1, 0, HI, X, X, D, NA, D, D},
    {"S, owner Secure", 0, 1, 0, LO, X, X, D, NA, E1SPE, E0SPE},
};

struct table5 {
    const char *name;
    int e, ns, nspb, e2pb;
    int regime; /* enum spe_regime; X: disabled */
};

/* Note a of Table 5: EL2 stands for EL2 or EL2&0. */
static const struct table5 table5[] = {
    {"not E", 0, X, X, X, X},
    {"NS, E2PB 0b1X", 1, 1, HI, HI, SPE_REGIME_NS_EL10},
    {"NS, E2PB 0b00", 1, 1, HI, 0, SPE_REGIME_EL2},
    {"NS, NSPB 0b0X", 1, 1, LO, X, X},
    {"S, NSPB 0b1X", 1, 0, HI, X, X},
    {"S, NSPB 0b0X", 1, 0, LO, X, SPE_REGIME_S_EL10},
};

/* E2PB 0b01 is reserved: no row has it. It counts as 0b11 (choice E1). */
static bool matches(int pattern, unsigned value)
{
    switch (pattern) {
    case X:
        return true;
    case HI:
        return value & 2;
    case LO:
        return !(value & 2);
    default:
        return value == (unsigned)pattern;
    }
}

static unsigned as_listed(unsigned e2pb)
{
    return e2pb == 1 ? 3 : e2pb;
}

/* One combination of everything that Tables 3 and 5 look at. */
struct combination {
    struct spe_config cfg;
    struct spe_ctx ctx;
    struct spe_regs regs;
    unsigned s, e;
    unsigned enables; /* E0SPE, E1SPE, E0HSPE, E2SPE */
};

#define COMBINATIONS (1u << 14)

static void combine(struct combination *c, unsigned n)
{
    spe_config_init(&c->cfg);
    spe_regs_reset(&c->cfg, &c->regs);
    c->ctx = (struct spe_ctx){.nspb = n & 3,
                              .e2pb = n >> 2 & 3,
                              .tge = n >> 4 & 1,
                              .ns = n >> 5 & 1,
                              .e2h = n >> 6 & 1,
                              .el = n >> 12 & 3};
    c->s = n >> 10 & 1;
    c->e = n >> 11 & 1;
    c->enables = n >> 7 & 7; /* the fourth enable is the third, inverted */
    c->enables |= (~c->enables & 4) << 1;
    c->regs.v[SPE_PMBLIMITR] = c->e;
    c->regs.v[SPE_PMBSR] = (uint64_t)c->s << 17;
    c->regs.v[SPE_PMSCR_EL1] = c->enables & 3;
    c->regs.v[SPE_PMSCR_EL2] = c->enables >> 2;
}

static bool entry_enabled(enum entry entry, const struct combination *c)
{
    switch (entry) {
    case E0SPE:
        return c->regs.v[SPE_PMSCR_EL1] & 1;
    case E1SPE:
        return c->regs.v[SPE_PMSCR_EL1] & 2;
    case E0HSPE:
        return c->regs.v[SPE_PMSCR_EL2] & 1;
    case E2SPE:
        return c->regs.v[SPE_PMSCR_EL2] & 2;
    default:
        return false;
    }
}

static enum entry row_entry(const struct table3 *row, unsigned el)
{
    const enum entry entries[] = {row->el0, row->el1, row->el2, row->el3};

    return entries[el];
}

static void table_3(void **state)
{
    unsigned compared = 0;
    struct combination c;

    (void)state;
    for (unsigned n = 0; n < COMBINATIONS; n++) {
        unsigned rows = 0;

        combine(&c, n);
        for (size_t i = 0; i < sizeof table3 / sizeof table3[0]; i++) {
            const struct table3 *row = &table3[i];

            if (!matches(row->s, c.s) || !matches(row->e, c.e) || !matches(row->ns, c.ctx.ns) ||
                !matches(row->nspb, c.ctx.nspb) || !matches(row->e2pb, as_listed(c.ctx.e2pb)) ||
                !matches(row->tge, c.ctx.tge)) {
                continue;
            }
            rows++;
            if (row_entry(row, c.ctx.el) == NA) {
                continue;
            }
            CHECK(row->name, arch_profiling_enabled(&c.cfg, &c.regs, &c.ctx),
                  entry_enabled(row_entry(row, c.ctx.el), &c));
            compared++;
        }
        CHECK("rows that match", rows, 1);
    }
    assert_true(compared > COMBINATIONS / 2);
}

/* Table 3 typed a second time, by column. A level that is not listed is disabled. */
static const struct {
    unsigned el;
    int ns, nspb, e2pb, tge;
    enum entry entry;
} columns[] = {
    {2, 1, HI, 0, X, E2SPE},  {1, 1, HI, HI, 0, E1SPE}, {1, 1, HI, 0, 0, E1SPE},
    {1, 0, LO, X, X, E1SPE},  {0, 1, HI, HI, 0, E0SPE}, {0, 1, HI, 0, 0, E0SPE},
    {0, 1, HI, 0, 1, E0HSPE}, {0, 0, LO, X, X, E0SPE},
};

/* Combinations that the table calls n/a: EL2 in Secure state, EL1 of a host. */
static bool not_applicable(const struct spe_ctx *ctx)
{
    return (ctx->el == 2 && !ctx->ns) || (ctx->el == 1 && ctx->ns && ctx->tge);
}

static void table_3_by_column(void **state)
{
    struct combination c;

    (void)state;
    for (unsigned n = 0; n < COMBINATIONS; n++) {
        bool expected = false;

        combine(&c, n);
        if (not_applicable(&c.ctx)) {
            continue;
        }
        for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
            if (columns[i].el == c.ctx.el && matches(columns[i].ns, c.ctx.ns) &&
                matches(columns[i].nspb, c.ctx.nspb) &&
                matches(columns[i].e2pb, as_listed(c.ctx.e2pb)) &&
                matches(columns[i].tge, c.ctx.tge)) {
                expected = c.e && !c.s && entry_enabled(columns[i].entry, &c);
            }
        }
        CHECK("Table 3 by column", arch_profiling_enabled(&c.cfg, &c.regs, &c.ctx), expected);
    }
}

static void table_5(void **state)
{
    struct combination c;

    (void)state;
    for (unsigned n = 0; n < COMBINATIONS; n++) {
        combine(&c, n);
        c.regs.v[SPE_PMBSR] = 0;
        for (size_t i = 0; i < sizeof table5 / sizeof table5[0]; i++) {
            const struct table5 *row = &table5[i];
            bool host = c.ctx.e2h; /* Arm ARM Table D17-4 */

            if (!matches(row->e, c.e) || !matches(row->ns, c.ctx.ns) ||
                !matches(row->nspb, c.ctx.nspb) || !matches(row->e2pb, as_listed(c.ctx.e2pb))) {
                continue;
            }
            CHECK(row->name, arch_buffer_enabled(&c.cfg, &c.regs, &c.ctx), row->regime != X);
            if (row->regime != X) {
                CHECK(row->name, spe_owning_regime(&c.cfg, &c.ctx),
                      row->regime == SPE_REGIME_EL2 && host ? SPE_REGIME_EL20 : row->regime);
            }
        }
    }
}

/* 3.4.2, "The owning Exception level is", sentence by sentence. */
static const struct {
    const char *name;
    bool el2, el3;
    bool ns;
    unsigned nspb, e2pb;
    bool secure;
    unsigned el;
} owners[] = {
    {"Non-secure EL1: NSPB 0b10, E2PB 0b10", 1, 1, 1, 2, 2, false, 1},
    {"Non-secure EL1: NSPB 0b11, E2PB 0b11", 1, 1, 1, 3, 3, false, 1},
    {"Non-secure EL1: no EL2", 0, 1, 1, 2, 0, false, 1},
    {"Non-secure EL1: no EL3, PE is Non-secure", 1, 0, 1, 0, 2, false, 1},
    {"Non-secure EL1: neither", 0, 0, 1, 0, 0, false, 1},
    {"EL2: NSPB 0b10, E2PB 0b00", 1, 1, 1, 2, 0, false, 2},
    {"EL2: NSPB 0b11, E2PB 0b00", 1, 1, 1, 3, 0, false, 2},
    {"EL2: whatever SCR_EL3.NS", 1, 1, 0, 3, 0, false, 2},
    {"EL2: no EL3", 1, 0, 1, 0, 0, false, 2},
    {"Secure EL1: NSPB 0b00", 1, 1, 0, 0, 3, true, 1},
    {"Secure EL1: NSPB 0b01", 1, 1, 1, 1, 0, true, 1},
    {"Secure EL1: no EL3, PE is Secure", 0, 0, 0, 3, 0, true, 1},
};

static void owning_exception_level(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof owners / sizeof owners[0]; i++) {
        struct spe_config cfg = {.el2 = owners[i].el2, .el3 = owners[i].el3};
        struct spe_ctx ctx = {
            .el = 1, .ns = owners[i].ns, .nspb = owners[i].nspb, .e2pb = owners[i].e2pb};
        struct spe_owner owner = spe_buffer_owner(&cfg, &ctx);

        CHECK(owners[i].name, owner.state, owners[i].secure ? SPE_PAS_SECURE : SPE_PAS_NONSECURE);
        CHECK(owners[i].name, owner.el, owners[i].el);
    }
}

/* Conditions outside the tables that disable profiling or the buffer (2.1.1, 3.2.1, 3.4.2). */
static const struct {
    const char *name;
    struct spe_ctx ctx;
    bool buffer, profiling;
} states[] = {
    {"EL1, owner EL1", {.el = 1, .ns = 1, .nspb = 3, .e2pb = 3}, true, true},
    {"Debug state", {.el = 1, .ns = 1, .nspb = 3, .e2pb = 3, .debug = 1}, true, false},
    {"PE in AArch32", {.ns = 1, .nspb = 3, .e2pb = 3, .aarch32 = 1}, true, false},
    {"owner EL1 in AArch32", {.ns = 1, .nspb = 3, .e2pb = 3, .el1_aarch32 = 1}, false, false},
    {"owner EL2 in AArch32", {.ns = 1, .nspb = 3, .el2_aarch32 = 1}, false, false},
    {"EL1 in AArch32 below owner EL2", {.el = 2, .ns = 1, .nspb = 3, .el1_aarch32 = 1}, true, true},
    {"EL3 with NS 1", {.el = 3, .ns = 1, .nspb = 3, .e2pb = 3}, true, false},
};

static void states_that_disable(void **state)
{
    struct spe_config cfg;
    struct spe_regs regs;

    (void)state;
    spe_config_init(&cfg);
    spe_regs_reset(&cfg, &regs);
    regs.v[SPE_PMBLIMITR] = 1;
    regs.v[SPE_PMSCR_EL1] = regs.v[SPE_PMSCR_EL2] = 3;
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        CHECK(states[i].name, arch_buffer_enabled(&cfg, &regs, &states[i].ctx), states[i].buffer);
        CHECK(states[i].name, arch_profiling_enabled(&cfg, &regs, &states[i].ctx),
              states[i].profiling);
    }
}

static void security_state_and_host(void **state)
{
    struct spe_config cfg = {.el2 = true, .el3 = true};
    struct spe_ctx ctx = {.el = 0, .ns = true, .tge = true};

    (void)state;
    assert_int_equal(spe_current_state(&cfg, &ctx), SPE_PAS_NONSECURE);
    assert_true(arch_tge(&cfg, &ctx));
    ctx.el = 3;
    assert_int_equal(spe_current_state(&cfg, &ctx), SPE_PAS_SECURE);
    assert_true(arch_tge(&cfg, &ctx)); /* EL2Enabled() looks at SCR_EL3.NS only */
    ctx = (struct spe_ctx){.el = 1, .ns = false, .tge = true};
    assert_int_equal(spe_current_state(&cfg, &ctx), SPE_PAS_SECURE);
    assert_false(arch_tge(&cfg, &ctx));
    cfg.el2 = false;
    ctx.ns = true;
    assert_false(arch_tge(&cfg, &ctx));
}

/* All members decoded from the state word, packed in one number. */
static uint64_t members_of(const struct spe_ctx *c)
{
    const unsigned wide[] = {c->el, c->nspb, c->e2pb, c->pmsee, c->nvx};
    const bool flags[] = {c->ns,   c->aarch32, c->debug,  c->el1_aarch32, c->el2_aarch32, c->tpms,
                          c->tge,  c->e2h,     c->tbi0,   c->tbi1,        c->cnt_en,      c->nse,
                          c->eel2, c->nspbe,   c->enpmsn, c->enpms3,      c->enpms4,      c->ea,
                          c->tea,  c->scr_gpf, c->pm,     c->hcr_gpf,     c->sdd};
    uint64_t all = 0;

    for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++) {
        all = all << 3 | wide[i];
    }
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        all = all << 1 | flags[i];
    }
    return all;
}

/* Each bit of the transaction lands in its own field: walk a one through the state word. */
static void context_is_unpacked(void **state)
{
    const struct spe_ctx expected[] = {
        {.el = 1},          {.el = 2},          {.ns = 1},     {.aarch32 = 1}, {.debug = 1},
        {.el1_aarch32 = 1}, {.el2_aarch32 = 1}, {.nspb = 1},   {.nspb = 2},    {.e2pb = 1},
        {.e2pb = 2},        {.tpms = 1},        {.tge = 1},    {.e2h = 1},     {.tbi0 = 1},
        {.tbi1 = 1},        {.cnt_en = 1},      {.nse = 1},    {.eel2 = 1},    {.nspbe = 1},
        {.pmsee = 1},       {.pmsee = 2},       {.enpmsn = 1}, {.enpms3 = 1},  {.enpms4 = 1},
        {.ea = 1},          {.scr_gpf = 1},     {.tea = 1},    {.hcr_gpf = 1}, {.nvx = 1},
        {.nvx = 2},         {.nvx = 4},         {.pm = 1},     {.sdd = 1},
    };
    struct spe_txn_ctx txn = {0};
    struct spe_ctx ctx;

    (void)state;
    CHECK("bits", sizeof(expected) / sizeof(expected[0]), SPE_CTX_BITS);
    for (unsigned bit = 0; bit < SPE_CTX_BITS; bit++) {
        char row[16];

        (void)snprintf(row, sizeof(row), "bit %u", bit);
        txn.state = UINT64_C(1) << bit;
        spe_ctx_from_txn(&ctx, &txn);
        CHECK(row, members_of(&ctx), members_of(&expected[bit]));
    }
    txn = (struct spe_txn_ctx){.contextidr_el1 = 1, .contextidr_el2 = 2, .cntvoff = 3, .cntpct = 4};
    spe_ctx_from_txn(&ctx, &txn);
    assert_int_equal(ctx.contextidr_el1, 1);
    assert_int_equal(ctx.contextidr_el2, 2);
    assert_int_equal(ctx.cntvoff, 3);
    assert_int_equal(ctx.cntpct, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_3),
        cmocka_unit_test(table_3_by_column),
        cmocka_unit_test(table_5),
        cmocka_unit_test(owning_exception_level),
        cmocka_unit_test(states_that_disable),
        cmocka_unit_test(security_state_and_host),
        cmocka_unit_test(context_is_unpacked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
