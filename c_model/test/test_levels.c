/* SPDX-License-Identifier: Apache-2.0
 *
 * Arm ARM D17.8, Tables D17-8, D17-9 and D17-10, typed row by row: every combination of their
 * controls, from every Exception level.
 */
#include "arch/levels.h"
#include "check.h"
#include "config_members.h"

/* Contents of a cell: None, masked by PSTATE.PM (B) or always (C), taken to EL1 to EL3, n/a. */
enum cell { NO, B, C, EL1, EL2, EL3, NA };

struct row {
    const char *pmsee, *ee2, *tge, *ee1, *ke, *pm;
    int irq; /* -1: not of this table */
    enum cell from[4];
};

/* clang-format off */
static const struct row table8[] = { /* PMBSR_EL1.S; KE is PMSCR_EL1.KE */
    /* PMSEE  EE2  TGE  EE1   KE   PM  IRQ   EL0  EL1  EL2  EL3 */
    {"00",   "XX", "0", "XX", "X", "X", 1, {NO,  NO,  NO,  NO}},
    {"00",   "XX", "1", "XX", "X", "X", 1, {NO,  NA,  NO,  NO}},
    {"!=00", "00", "0", "XX", "X", "X", 1, {NO,  NO,  NO,  NO}},
    {"!=00", "00", "1", "XX", "X", "X", 1, {NO,  NA,  NO,  NO}},
    {"!=00", "!=00", "0", "0X", "X", "X", 1, {NO,  NO,  NO,  NO}},
    {"!=00", "!=00", "0", "1X", "0", "X", 0, {EL1, C,   C,   C}},
    {"!=00", "!=00", "0", "1X", "1", "0", 0, {EL1, EL1, C,   C}},
    {"!=00", "!=00", "0", "1X", "1", "1", 0, {EL1, B,   C,   C}},
    {"!=00", "!=00", "1", "0X", "X", "X", 1, {NO,  NA,  NO,  NO}},
    {"!=00", "!=00", "1", "1X", "X", "X", 0, {EL2, NA,  C,   C}},
};
static const struct row table9[] = { /* PMBSR_EL2.S; KE is PMSCR_EL2.KE */
    {"00",   "XX", "0", "XX", "X", "X", -1, {NO,  NO,  NO,  NO}},
    {"00",   "XX", "1", "XX", "X", "X", -1, {NO,  NA,  NO,  NO}},
    {"!=00", "0X", "0", "XX", "X", "X", -1, {NO,  NO,  NO,  NO}},
    {"!=00", "0X", "1", "XX", "X", "X", -1, {NO,  NA,  NO,  NO}},
    {"!=00", "10", "0", "XX", "X", "X", -1, {EL2, EL2, C,   C}},
    {"!=00", "10", "1", "XX", "X", "X", -1, {EL2, NA,  C,   C}},
    {"!=00", "11", "0", "XX", "0", "X", -1, {EL2, EL2, C,   C}},
    {"!=00", "11", "1", "XX", "0", "X", -1, {EL2, NA,  C,   C}},
    {"!=00", "11", "0", "XX", "1", "0", -1, {EL2, EL2, EL2, C}},
    {"!=00", "11", "0", "XX", "1", "1", -1, {EL2, EL2, B,   C}},
    {"!=00", "11", "1", "XX", "1", "0", -1, {EL2, NA,  EL2, C}},
    {"!=00", "11", "1", "XX", "1", "1", -1, {EL2, NA,  B,   C}},
};
static const struct row table10[] = { /* PMBSR_EL3.S */
    {"0X", "XX", "0", "XX", "X", "X", -1, {NO,  NO,  NO,  NO}},
    {"0X", "XX", "1", "XX", "X", "X", -1, {NO,  NA,  NO,  NO}},
    {"10", "XX", "0", "XX", "X", "X", -1, {EL3, EL3, EL3, C}},
    {"10", "XX", "1", "XX", "X", "X", -1, {EL3, NA,  EL3, C}},
    {"11", "XX", "0", "XX", "X", "X", -1, {EL3, EL3, EL3, C}},
    {"11", "XX", "1", "XX", "X", "X", -1, {EL3, NA,  EL3, C}},
};
/* clang-format on */

struct controls {
    unsigned pmsee, ee2, ee1;
    bool tge, ke, pm;
};

static const struct row *find(const struct row *table, size_t n, const struct controls *c)
{
    const struct row *found = NULL;
    for (size_t i = 0; i < n; i++) {
        const struct row *r = &table[i];
        if (!bits_match(r->pmsee, c->pmsee) || !bits_match(r->ee2, c->ee2) ||
            !bits_match(r->tge, c->tge) || !bits_match(r->ee1, c->ee1) ||
            !bits_match(r->ke, c->ke) || !bits_match(r->pm, c->pm)) {
            continue;
        }
        assert_null(found);
        found = r;
    }
    assert_non_null(found);
    return found;
}

static unsigned bit_of(enum cell cell)
{
    return cell >= EL1 && cell <= EL3 ? 1u << (cell - EL1) : 0;
}

/* The Exception level that the row's exception goes to: some cell of it names one. */
static unsigned target_of(const struct row *r)
{
    unsigned target = 0;
    for (int el = 0; el < 4; el++) {
        target |= bit_of(r->from[el]);
    }
    return target;
}

static void check(const struct row *r, const struct spe_levels *out, unsigned el)
{
    const enum cell cell = r->from[el];
    assert_int_equal(out->pending, cell == NO ? 0 : target_of(r));
    assert_int_equal(out->take, bit_of(cell));
    if (r->irq >= 0) {
        assert_int_equal(out->irq, r->irq);
    } else {
        assert_false(out->irq);
    }
}

/* Bits of n: PMSEE 2, EE2 2, EE1 2, TGE 1, KE 1, PM 1. */
static struct controls controls_of(unsigned n)
{
    return (struct controls){.pmsee = n & 3,
                             .ee2 = n >> 2 & 3,
                             .ee1 = n >> 4 & 3,
                             .tge = n >> 6 & 1,
                             .ke = n >> 7 & 1,
                             .pm = n >> 8 & 1};
}

/* `ke` is in the PMSCR of the table. The other PMSCR has the opposite value. */
static unsigned walk(const struct row *table, size_t rows, enum spe_reg pmbsr, bool ke_of_el2)
{
    const struct spe_config cfg = {.pmsver = 6,
                                   .el2 = true,
                                   .el3 = true,
                                   .vhe = true,
                                   .secure = true,
                                   .nv = 1, /* bit 1 decides EE 0b01, 0b10: the table's 0X, 1X */
                                   .exc = true};
    unsigned cells = 0;
    for (unsigned n = 0; n < 512; n++) {
        const struct controls c = controls_of(n);
        const struct row *r = find(table, rows, &c);
        for (unsigned el = 0; el < 4; el++) {
            const struct spe_ctx ctx = {.el = el,
                                        .ns = true,
                                        .nspb = 3,
                                        .e2pb = 3,
                                        .pmsee = c.pmsee,
                                        .tge = c.tge,
                                        .pm = c.pm};
            struct spe_regs regs = {.v[SPE_PMSCR_EL2] = (uint64_t)c.ee2 << 8,
                                    .v[SPE_PMSCR_EL1] = (uint64_t)c.ee1 << 8};
            struct spe_levels out;
            if (r->from[el] == NA) {
                continue;
            }
            regs.v[pmbsr] = SPE_PMBSR_S;
            regs.v[SPE_PMSCR_EL2] |= c.ke == ke_of_el2 ? 1u << 10 : 0;
            regs.v[SPE_PMSCR_EL1] |= c.ke != ke_of_el2 ? 1u << 10 : 0;
            arch_output_levels(&out, &cfg, &regs, &ctx);
            check(r, &out, el);
            cells++;
        }
    }
    return cells;
}

#define SIZE(a) (sizeof(a) / sizeof((a)[0]))

static void pmbsr_el1_as_table_d17_8(void **state)
{
    (void)state;
    assert_int_equal(walk(table8, SIZE(table8), SPE_PMBSR, false), 256 * 4 + 256 * 3);
}

static void pmbsr_el2_as_table_d17_9(void **state)
{
    (void)state;
    assert_int_equal(walk(table9, SIZE(table9), SPE_PMBSR_EL2, true), 256 * 4 + 256 * 3);
}

static void pmbsr_el3_as_table_d17_10(void **state)
{
    (void)state;
    assert_int_equal(walk(table10, SIZE(table10), SPE_PMBSR_EL3, false), 256 * 4 + 256 * 3);
}

/* J1.1 SPEFreezeOnEvent(); EX5: SPEv1p2, E, PMFZ, and stopped. */
static void counters_freeze_while_stopped(void **state)
{
    (void)state;
    const struct spe_ctx ctx = {.el = 1, .ns = true, .nspb = 3, .e2pb = 3, .pmsee = 3};
    for (unsigned n = 0; n < 64; n++) {
        const bool e = n & 1, pmfz = n >> 1 & 1, s1 = n >> 2 & 1, s3 = n >> 3 & 1;
        const bool v3 = n >> 4 & 1, exc = n >> 5 & 1;
        const struct spe_config cfg = {
            .pmsver = v3 ? 3 : 2, .el2 = true, .el3 = true, .secure = true, .exc = exc};
        struct spe_regs regs = {.v[SPE_PMBLIMITR] = 0x10000u | (pmfz ? 0x20u : 0) | e};
        struct spe_levels out;
        regs.v[SPE_PMBSR] = s1 ? SPE_PMBSR_S : 0;
        regs.v[SPE_PMBSR_EL3] = s3 ? SPE_PMBSR_S : 0;
        arch_output_levels(&out, &cfg, &regs, &ctx);
        assert_int_equal(out.freeze, v3 && e && pmfz && (s1 || (exc && s3)));
        if (!exc) {
            assert_int_equal(out.irq, s1);
            assert_int_equal(out.pending | out.take, 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pmbsr_el1_as_table_d17_8),
        cmocka_unit_test(pmbsr_el2_as_table_d17_9),
        cmocka_unit_test(pmbsr_el3_as_table_d17_10),
        cmocka_unit_test(counters_freeze_while_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
