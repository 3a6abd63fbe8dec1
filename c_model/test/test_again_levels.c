/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables D17-8 to D17-10 as D17.8 prints them, against every combination of their inputs and of the
 * three S bits, from every Exception level of every context.
 */
#include "arch/levels.h"
#include "check.h"
#include "config_members.h"
#include "text_table.h"
#include "text_world.h"

/* PMSEE, PMSCR_EL2.EE, TGE, PMSCR_EL1.{EE, KE}, PM; IRQ; outcome at EL0, EL1, EL2, EL3. */
static const char *const d17_8[] = {
    "0b00   XX     0b0 XX   X   X   HIGH None None None None",
    "0b00   XX     0b1 XX   X   X   HIGH None n/a  None None",
    "!=0b00 0b00   0b0 XX   X   X   HIGH None None None None",
    "!=0b00 0b00   0b1 XX   X   X   HIGH None n/a  None None",
    "!=0b00 !=0b00 0b0 0b0X X   X   HIGH None None None None",
    "!=0b00 !=0b00 0b0 0b1X 0b0 X   LOW  EL1  C    C    C",
    "!=0b00 !=0b00 0b0 0b1X 0b1 0b0 LOW  EL1  EL1  C    C",
    "!=0b00 !=0b00 0b0 0b1X 0b1 0b1 LOW  EL1  B    C    C",
    "!=0b00 !=0b00 0b1 0b0X X   X   HIGH None n/a  None None",
    "!=0b00 !=0b00 0b1 0b1X X   X   LOW  EL2  n/a  C    C",
};

/* PMSEE, PMSCR_EL2.{EE, KE}, TGE, PM; outcome at EL0, EL1, EL2, EL3. */
static const char *const d17_9[] = {
    "0b00   XX   X   0b0 X   None None None None", "0b00   XX   X   0b1 X   None n/a  None None",
    "!=0b00 0b0X X   0b0 X   None None None None", "!=0b00 0b0X X   0b1 X   None n/a  None None",
    "!=0b00 0b10 X   0b0 X   EL2  EL2  C    C",    "!=0b00 0b10 X   0b1 X   EL2  n/a  C    C",
    "!=0b00 0b11 0b0 0b0 X   EL2  EL2  C    C",    "!=0b00 0b11 0b0 0b1 X   EL2  n/a  C    C",
    "!=0b00 0b11 0b1 0b0 0b0 EL2  EL2  EL2  C",    "!=0b00 0b11 0b1 0b0 0b1 EL2  EL2  B    C",
    "!=0b00 0b11 0b1 0b1 0b0 EL2  n/a  EL2  C",    "!=0b00 0b11 0b1 0b1 0b1 EL2  n/a  B    C",
};

/* PMSEE, TGE; outcome at EL0, EL1, EL2, EL3. */
static const char *const d17_10[] = {
    "0b0X 0b0 None None None None", "0b0X 0b1 None n/a  None None", "0b10 0b0 EL3  EL3  EL3  C",
    "0b10 0b1 EL3  n/a  EL3  C",    "0b11 0b0 EL3  EL3  EL3  C",    "0b11 0b1 EL3  n/a  EL3  C",
};

struct tables {
    struct text_table t[3]; /* D17-8 to D17-10 */
};

static void read_tables(struct tables *all)
{
    text_table_read(&all->t[0], "D17-8", d17_8, sizeof(d17_8) / sizeof(*d17_8), 6, 5);
    text_table_read(&all->t[1], "D17-9", d17_9, sizeof(d17_9) / sizeof(*d17_9), 5, 4);
    text_table_read(&all->t[2], "D17-10", d17_10, sizeof(d17_10) / sizeof(*d17_10), 2, 4);
}

/* Number of combinations of the fields that only these tables have: S bits, PMSEE, both EE, both
 * KE, PM. */
#define COMBINATIONS 4096u

static void set_up(struct spe_regs *regs, struct spe_ctx *ctx, unsigned n)
{
    static const enum spe_reg status[] = {SPE_PMBSR, SPE_PMBSR_EL2, SPE_PMBSR_EL3};
    static const enum spe_reg control[] = {SPE_PMSCR_EL1, SPE_PMSCR_EL2};

    memset(regs, 0, sizeof(*regs));
    for (unsigned i = 0; i < 3; i++, n >>= 1) {
        regs->v[status[i]] = n & 1 ? SPE_PMBSR_S : 0;
    }
    for (unsigned i = 0; i < 2; i++, n >>= 3) {
        regs->v[control[i]] = (uint64_t)(n & 3) << SPE_PMSCR_EE_SHIFT | (n & 4 ? SPE_PMSCR_KE : 0);
    }
    ctx->pmsee = n & 3;
    ctx->pm = n >> 2 & 1;
}

/* Add one cell: an exception that is pending, and perhaps taken, with the target that the column of
 * EL0 names. `may`: the state of the PE permits taking an exception at all (RYZJQX). */
static void add_cell(struct spe_levels *levels, const char *cell, const char *from_el0, bool may)
{
    const char *target = cell[0] == 'E' ? cell : from_el0;

    if (!strcmp(cell, "None")) {
        return;
    }
    assert_true(target[0] == 'E' && target[2] >= '1' && target[2] <= '3');
    levels->pending |= (uint8_t)(1u << (target[2] - '1'));
    if (cell[0] == 'E' && may) {
        levels->take |= (uint8_t)(1u << (target[2] - '1'));
    }
}

/* The levels according to the three tables, each for its own S bit. */
static void from_tables(struct spe_levels *levels, struct tables *all, const struct text_world *w,
                        const struct spe_regs *regs, const struct spe_ctx *ctx)
{
    unsigned ke1 = (regs->v[SPE_PMSCR_EL1] & SPE_PMSCR_KE) != 0;
    unsigned ke2 = (regs->v[SPE_PMSCR_EL2] & SPE_PMSCR_KE) != 0;
    unsigned in[3][6] = {{w->pmsee, w->ee2, w->tge, w->ee1, ke1, ctx->pm},
                         {w->pmsee, w->ee2, ke2, w->tge, ctx->pm, 0},
                         {w->pmsee, w->tge, 0, 0, 0, 0}};
    const bool s[3] = {regs->v[SPE_PMBSR] != 0, regs->v[SPE_PMBSR_EL2] != 0,
                       regs->v[SPE_PMBSR_EL3] != 0};
    bool owning = w->owned && w->owner == w->at && ctx->el < 3;

    memset(levels, 0, sizeof(*levels));
    for (unsigned i = 0; i < 3; i++) {
        int row;
        unsigned el0 = i == 0; /* Table D17-8 has the column IRQ before EL0 */

        if (!s[i]) {
            continue;
        }
        row = text_table_row(&all->t[i], in[i]);
        if (i == 0) {
            levels->irq = !strcmp(text_table_word(&all->t[0], row, 0), "HIGH");
        }
        add_cell(levels, text_table_word(&all->t[i], row, el0 + ctx->el),
                 text_table_word(&all->t[i], row, el0), !ctx->debug && (i == 2 || owning));
    }
}

/* @return the number of combinations of a context in which model and tables differ. */
static unsigned long compare_context(struct tables *all, const struct spe_config *cfg,
                                     struct spe_ctx *ctx)
{
    unsigned long wrong = 0;

    for (unsigned n = 0; n < COMBINATIONS; n++) {
        struct spe_regs regs;
        struct text_world w;

        set_up(&regs, ctx, n);
        text_world_of(&w, cfg, &regs, ctx);
        ctx->debug = n % 29 == 0; /* Debug state takes no exception, whatever the rest */
        for (ctx->el = 0; ctx->el < 4; ctx->el++) {
            struct spe_levels is, says;

            if (!text_world_level(&w, cfg, ctx->el)) {
                continue;
            }
            from_tables(&says, all, &w, &regs, ctx);
            arch_output_levels(&is, cfg, &regs, ctx);
            wrong += is.irq != says.irq || is.pending != says.pending || is.take != says.take;
        }
    }
    return wrong;
}

/* Compare the contexts that differ in the inputs of these tables; NSPB[0] is 0 and E2PB takes every
 * value in turn. Stop at the first context with a difference. */
static unsigned long compare(struct tables *all)
{
    unsigned long wrong = 0;
    struct spe_config cfg;
    struct spe_ctx ctx;

    for (unsigned c = 0; !wrong && text_config(TEXT_CONFIGS - 1 - c, &cfg); c++) {
        for (unsigned n = 0; !wrong && n < TEXT_CONTEXTS; n++) {
            if (text_context(&cfg, n * 37 % TEXT_CONTEXTS, &ctx) && !(ctx.nspb & 1) &&
                ctx.e2pb == n % 4) {
                wrong += compare_context(all, &cfg, &ctx);
            }
        }
    }
    return wrong;
}

static void every_combination_is_as_tables_d17_8_to_10(void **state)
{
    struct tables all;

    (void)state;
    read_tables(&all);
    assert_int_equal(compare(&all), 0);
    for (unsigned i = 0; i < 3; i++) {
        text_table_all_met(&all.t[i]);
    }
}

/* PMSCR_EL1.EE 0b01 and 0b10, which the table does not decide: D24.7.8, J1.1
 * EffectivePMSCR_EL1_EE(). */
static void reserved_ee_may_be_off(void **state)
{
    struct spe_config cfg;
    struct spe_ctx ctx = {.ns = 1, .nspb = 3, .pmsee = 1};
    struct spe_regs regs = {{0}};

    (void)state;
    assert_true(text_config(6, &cfg));
    regs.v[SPE_PMBSR] = SPE_PMBSR_S;
    regs.v[SPE_PMSCR_EL2] = (uint64_t)3 << SPE_PMSCR_EE_SHIFT;
    for (unsigned i = 0; i < 3 * 4; i++) {
        unsigned ee = i % 4;
        struct spe_levels levels;
        bool on;

        cfg.nv = i / 4 == 2;
        cfg.ee_reserved = i / 4 == 1 ? spe_cfg_ee_reserved_off : spe_cfg_ee_reserved_bit1;
        on = i / 4 == 1 ? ee == 3 : ee >= 2;
        regs.v[SPE_PMSCR_EL1] = (uint64_t)ee << SPE_PMSCR_EE_SHIFT;
        arch_output_levels(&levels, &cfg, &regs, &ctx);
        CHECK("irq", levels.irq, !on);
        CHECK("pending", levels.pending, on);
        CHECK("take", levels.take, on);
    }
}

/* Without FEAT_SPE_EXC the interrupt follows S, whatever the fields hold that are RES0 then. */
static void without_the_exception_only_the_interrupt(void **state)
{
    struct spe_config cfg;
    struct spe_ctx ctx;

    (void)state;
    for (unsigned c = 0; text_config(c, &cfg); c++) {
        cfg.exc = 0;
        for (unsigned n = 0; n < TEXT_CONTEXTS * 16; n++) {
            struct spe_regs regs;
            struct spe_levels levels;

            if (!text_context(&cfg, n % TEXT_CONTEXTS, &ctx)) {
                continue;
            }
            set_up(&regs, &ctx, n * 2654435761u >> 20);
            ctx.el = n / TEXT_CONTEXTS % 4;
            arch_output_levels(&levels, &cfg, &regs, &ctx);
            CHECK("irq", levels.irq, regs.v[SPE_PMBSR] != 0);
            CHECK("exceptions", levels.pending | levels.take, 0);
        }
    }
}

/* The test finds a wrong answer in any row. */
static void a_wrong_row_is_seen(void **state)
{
    struct tables all;

    (void)state;
    read_tables(&all);
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned r = 0; r < all.t[i].rows; r++) {
            const char *from_el2 = text_table_word(&all.t[i], (int)r, i == 0 ? 3 : 2);
            const char *wrong = from_el2[0] == 'N' ? "EL2" : from_el2[0] == 'E' ? "C" : "None";

            read_tables(&all);
            text_table_spoil(&all.t[i], r, i == 0 ? 3 : 2, wrong);
            if (compare(&all) == 0) {
                fail_msg("%s, row %u may be wrong", all.t[i].name, r);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_is_as_tables_d17_8_to_10),
        cmocka_unit_test(reserved_ee_may_be_off),
        cmocka_unit_test(without_the_exception_only_the_interrupt),
        cmocka_unit_test(a_wrong_row_is_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
