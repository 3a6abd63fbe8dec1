/* SPDX-License-Identifier: Apache-2.0
 *
 * Arm ARM D17.8, Tables D17-5, D17-6 and D17-7, typed row by row: every combination of their
 * controls, every fault status code.
 */
#include "arch/route.h"
#include "check.h"
#include "config_members.h"

struct row {
    const char *pmsee, *scr, *ee, *e2pb, *hcr; /* scr, hcr: GPF, or EA and TEA */
    unsigned el[3];
};

/* clang-format off */
static const struct row table5[] = { /* GPF stage 1, GPF stage 2, GPC fault */
    {"00", "X", "XX", "XX", "X", {1, 1, 1}},
    {"01", "X", "0X", "XX", "X", {1, 1, 1}},
    {"01", "X", "10", "00", "X", {2, 2, 2}},
    {"01", "X", "10", "1X", "0", {1, 2, 2}},
    {"01", "X", "10", "1X", "1", {2, 2, 2}},
    {"01", "X", "11", "XX", "X", {2, 2, 2}},
    {"10", "0", "0X", "XX", "X", {1, 1, 3}},
    {"10", "0", "10", "00", "X", {2, 2, 3}},
    {"10", "0", "10", "1X", "0", {1, 2, 3}},
    {"10", "0", "10", "1X", "1", {2, 2, 3}},
    {"10", "0", "11", "XX", "X", {2, 2, 3}},
    {"10", "1", "XX", "XX", "X", {3, 3, 3}},
    {"11", "X", "XX", "XX", "X", {3, 3, 3}},
};
static const struct row table6[] = { /* External abort stage 1, stage 2 */
    {"00", "X", "XX", "XX", "X", {1, 1}},
    {"01", "X", "0X", "XX", "X", {1, 1}},
    {"01", "X", "10", "00", "X", {2, 2}},
    {"01", "X", "10", "1X", "0", {1, 2}},
    {"01", "X", "10", "1X", "1", {2, 2}},
    {"01", "X", "11", "XX", "X", {2, 2}},
    {"10", "0", "0X", "XX", "X", {1, 1}},
    {"10", "0", "10", "00", "X", {2, 2}},
    {"10", "0", "10", "1X", "0", {1, 2}},
    {"10", "0", "10", "1X", "1", {2, 2}},
    {"10", "0", "11", "XX", "X", {2, 2}},
    {"10", "1", "XX", "XX", "X", {3, 3}},
    {"11", "X", "XX", "XX", "X", {3, 3}},
};
static const struct row table7[] = { /* other abort stage 1, stage 2, other event */
    {"00", "X", "XX", "XX", "X", {1, 1, 1}},
    {"01", "X", "0X", "XX", "X", {1, 1, 1}},
    {"01", "X", "10", "00", "X", {2, 2, 1}},
    {"01", "X", "10", "1X", "X", {1, 2, 1}},
    {"01", "X", "11", "XX", "X", {2, 2, 2}},
    {"10", "X", "0X", "XX", "X", {1, 1, 1}},
    {"10", "X", "10", "00", "X", {2, 2, 1}},
    {"10", "X", "10", "1X", "X", {1, 2, 1}},
    {"10", "X", "11", "XX", "X", {2, 2, 2}},
    {"11", "X", "XX", "XX", "X", {3, 3, 3}},
};
/* clang-format on */

/* A column: event class, and the range of fault status codes. */
struct column {
    unsigned ec, first, last, at;
};

static const struct row *find(const struct row *table, size_t n, const struct spe_ctx *ctx,
                              unsigned ee, bool scr, bool hcr)
{
    const struct row *found = NULL;
    /* Q3: E2PB 0b01 has no row; it acts as 0b11. */
    const unsigned e2pb = ctx->e2pb == 1 ? 3 : ctx->e2pb;
    for (size_t i = 0; i < n; i++) {
        const struct row *r = &table[i];
        if (!bits_match(r->pmsee, ctx->pmsee) || !bits_match(r->scr, scr) ||
            !bits_match(r->ee, ee) || !bits_match(r->e2pb, e2pb) || !bits_match(r->hcr, hcr)) {
            continue;
        }
        assert_null(found);
        found = r;
    }
    assert_non_null(found);
    return found;
}

static struct spe_config config(void)
{
    return (struct spe_config){.pmsver = 6,
                               .el2 = true,
                               .el3 = true,
                               .vhe = true,
                               .secure = true,
                               .rme = true,
                               .exc = true};
}

/* The bits of n: PMSEE 2, SCR.GPF 1, EA 1, EE 2, E2PB 2, HCR.GPF 1, TEA 1. */
static struct spe_ctx context(unsigned n, struct spe_regs *regs)
{
    *regs = (struct spe_regs){.v[SPE_PMSCR_EL2] = (uint64_t)(n >> 4 & 3) << 8};
    return (struct spe_ctx){.el = 1,
                            .ns = true,
                            .nspb = 3,
                            .pmsee = n & 3,
                            .scr_gpf = n >> 2 & 1,
                            .ea = n >> 3 & 1,
                            .e2pb = n >> 6 & 3,
                            .hcr_gpf = n >> 8 & 1,
                            .tea = n >> 9 & 1};
}

static unsigned walk(const struct spe_config *cfg, const struct row *table, size_t rows,
                     const struct column *columns, size_t n_columns, bool external)
{
    unsigned cells = 0;
    for (unsigned n = 0; n < 1024; n++) {
        struct spe_regs regs;
        const struct spe_ctx ctx = context(n, &regs);
        const struct row *r = find(table, rows, &ctx, n >> 4 & 3, external ? ctx.ea : ctx.scr_gpf,
                                   external ? ctx.tea : ctx.hcr_gpf);
        for (size_t i = 0; i < n_columns; i++) {
            for (unsigned fsc = columns[i].first; fsc <= columns[i].last; fsc++, cells++) {
                assert_int_equal(arch_event_target(cfg, &regs, &ctx, columns[i].ec, fsc),
                                 r->el[columns[i].at]);
            }
        }
    }
    return cells;
}

#define SIZE(a) (sizeof(a) / sizeof((a)[0]))

static void granule_protection_as_table_d17_5(void **state)
{
    static const struct column columns[] = {
        {0x24, 0x22, 0x28, 0}, {0x25, 0x22, 0x28, 1}, {0x1E, 0x00, 0x3F, 2}};
    (void)state;
    const struct spe_config cfg = config();
    assert_int_equal(walk(&cfg, table5, SIZE(table5), columns, SIZE(columns), false),
                     1024 * (7 + 7 + 64));
}

static void external_aborts_as_table_d17_6(void **state)
{
    static const struct column columns[] = {{0x24, 0x10, 0x10, 0}, {0x24, 0x12, 0x17, 0},
                                            {0x24, 0x1B, 0x1B, 0}, {0x25, 0x10, 0x10, 1},
                                            {0x25, 0x12, 0x17, 1}, {0x25, 0x1B, 0x1B, 1}};
    static const struct column async[] = {{0x24, 0x11, 0x11, 0}, {0x25, 0x11, 0x11, 1}};
    (void)state;
    struct spe_config cfg = config();
    (void)walk(&cfg, table6, SIZE(table6), columns, SIZE(columns), true);
    cfg.route_async = true; /* N4 */
    (void)walk(&cfg, table6, SIZE(table6), columns, SIZE(columns), true);
    (void)walk(&cfg, table6, SIZE(table6), async, SIZE(async), true);
}

static void all_others_as_table_d17_7(void **state)
{
    static const struct column columns[] = {
        {0x24, 0x00, 0x0F, 0}, {0x24, 0x11, 0x11, 0}, {0x24, 0x18, 0x1A, 0}, {0x24, 0x1C, 0x21, 0},
        {0x24, 0x29, 0x3F, 0}, {0x25, 0x00, 0x0F, 1}, {0x25, 0x11, 0x11, 1}, {0x25, 0x18, 0x1A, 1},
        {0x25, 0x1C, 0x21, 1}, {0x25, 0x29, 0x3F, 1}, {0x00, 0x00, 0x3F, 2}, {0x1F, 0x00, 0x3F, 2}};
    (void)state;
    const struct spe_config cfg = config();
    (void)walk(&cfg, table7, SIZE(table7), columns, SIZE(columns), false);
}

/* Without FEAT_RME, no Granule Protection Checks exist. */
static void without_rme_a_gpf_is_another_abort(void **state)
{
    static const struct column columns[] = {{0x24, 0x22, 0x28, 0}, {0x25, 0x22, 0x28, 1}};
    (void)state;
    struct spe_config cfg = config();
    cfg.rme = false;
    (void)walk(&cfg, table7, SIZE(table7), columns, SIZE(columns), false);
}

/* "If FEAT_SPE_EXC is not implemented, then the management event is recorded in PMBSR_EL1." */
static void without_exc_everything_goes_to_el1(void **state)
{
    (void)state;
    struct spe_config cfg = config();
    cfg.exc = false;
    for (unsigned n = 0; n < 1024; n++) {
        struct spe_regs regs;
        const struct spe_ctx ctx = context(n, &regs);
        for (unsigned fsc = 0; fsc < 64; fsc++) {
            assert_int_equal(arch_event_target(&cfg, &regs, &ctx, 0x24, fsc), 1);
            assert_int_equal(arch_event_target(&cfg, &regs, &ctx, 0x25, fsc), 1);
        }
        assert_int_equal(arch_event_target(&cfg, &regs, &ctx, 0, 1), 1);
    }
}

/* J1.1 EffectiveEA(): SCR_EL3.EA counts as 0 in Debug state; N4. */
static void in_debug_state_ea_is_0(void **state)
{
    (void)state;
    const struct spe_config cfg = config();
    struct spe_regs regs = {{0}};
    struct spe_ctx ctx = {.el = 1, .ns = true, .nspb = 3, .e2pb = 3, .pmsee = 2, .ea = true};
    assert_int_equal(arch_event_target(&cfg, &regs, &ctx, 0x24, 0x10), 3);
    ctx.debug = true;
    assert_int_equal(arch_event_target(&cfg, &regs, &ctx, 0x24, 0x10), 1);
}

static void a_level_has_its_register(void **state)
{
    (void)state;
    assert_int_equal(arch_pmbsr(1), SPE_PMBSR);
    assert_int_equal(arch_pmbsr(2), SPE_PMBSR_EL2);
    assert_int_equal(arch_pmbsr(3), SPE_PMBSR_EL3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(granule_protection_as_table_d17_5),
        cmocka_unit_test(external_aborts_as_table_d17_6),
        cmocka_unit_test(all_others_as_table_d17_7),
        cmocka_unit_test(without_rme_a_gpf_is_another_abort),
        cmocka_unit_test(without_exc_everything_goes_to_el1),
        cmocka_unit_test(in_debug_state_ea_is_0),
        cmocka_unit_test(a_level_has_its_register),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
