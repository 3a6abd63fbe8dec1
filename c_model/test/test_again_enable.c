/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables D17-1 and D17-2 as D17.4 prints them, against every combination of their inputs in every
 * configuration with other Exception levels and Security states.
 */
#include "arch/enable.h"
#include "arch/levels.h"
#include "check.h"
#include "config_members.h"
#include "text_table.h"
#include "text_world.h"

/* NSE NS NSPBE NSPB E2PB EEL2 TGE; EL3 EL2 EL1 EL0. Merged cells are written out. */
static const char *const d17_1[] = {
    "0 1 1 0b0x x    x x D D     D     D",      "0 1 0 0b1x 0b1x x 0 D D     E1SPE E0SPE",
    "0 1 0 0b1x 0b1x x 1 D D     n/a   D",      "0 1 0 0b1x 0b00 x 0 D E2SPE E1SPE E0SPE",
    "0 1 0 0b1x 0b00 x 1 D E2SPE n/a   E0HSPE", "0 0 0 0b1x x    x x D D     D     D",
    "0 0 0 0b0x x    0 x D n/a   E1SPE E0SPE",  "0 0 0 0b0x 0b1x 1 0 D D     E1SPE E0SPE",
    "0 0 0 0b0x 0b1x 1 1 D D     n/a   D",      "0 0 0 0b0x 0b00 1 0 D E2SPE E1SPE E0SPE",
    "0 0 0 0b0x 0b00 1 1 D E2SPE n/a   E0HSPE", "1 1 1 0b0x x    x x D D     D     D",
    "1 1 1 0b1x 0b1x x 0 D D     E1SPE E0SPE",  "1 1 1 0b1x 0b1x x 1 D D     n/a   D",
    "1 1 1 0b1x 0b00 x 0 D E2SPE E1SPE E0SPE",  "1 1 1 0b1x 0b00 x 1 D E2SPE n/a   E0HSPE",
};

/* PMBSR_EL1.S PMSEE PMBSR_EL3.S EE PMBSR_EL2.S; the answer, which is the answer to "not stopped"
 * (N2). */
static const char *const d17_2[] = {
    "0b0 0b00 X   XX   X   True",  "0b0 0b01 X   0b0X X   True",  "0b0 0b01 X   0b1X 0b0 True",
    "0b0 0b01 X   0b1X 0b1 False", "0b0 0b1X 0b0 0b0X X   True",  "0b0 0b1X 0b0 0b1X 0b0 True",
    "0b0 0b1X 0b0 0b1X 0b1 False", "0b0 0b1X 0b1 XX   X   False", "0b1 XX   X   XX   X   False",
};

/* Conditions that disable profiling whatever the table says (D17.4, 3.2.1). */
enum obstacle { NONE, AARCH32, DEBUG, OWNER_AARCH32, NOT_ENABLED, STOPPED, OBSTACLES };

static void set_up(struct spe_regs *regs, struct spe_ctx *ctx, const struct text_world *world,
                   unsigned enables, enum obstacle obstacle)
{
    memset(regs, 0, sizeof(*regs));
    regs->v[SPE_PMSCR_EL1] = enables & 3;
    regs->v[SPE_PMSCR_EL2] = enables >> 2;
    regs->v[SPE_PMBLIMITR] = obstacle == NOT_ENABLED ? 0 : SPE_PMBLIMITR_E;
    regs->v[SPE_PMBSR] = obstacle == STOPPED ? SPE_PMBSR_S : 0;
    ctx->aarch32 = obstacle == AARCH32;
    ctx->debug = obstacle == DEBUG;
    ctx->el1_aarch32 = obstacle == OWNER_AARCH32;
    ctx->el2_aarch32 = obstacle == OWNER_AARCH32 && world->owner_el == 2;
}

/* Whether a cell of Table D17-1 enables profiling. enables: PMSCR_EL1.{E1SPE, E0SPE} in the low
 * bits, PMSCR_EL2.{E2SPE, E0HSPE} above them. */
static bool cell_enables(const char *cell, unsigned enables)
{
    static const char *const names[] = {"E0SPE", "E1SPE", "E0HSPE", "E2SPE"};

    for (unsigned i = 0; i < 4; i++) {
        if (!strcmp(cell, names[i])) {
            return enables >> i & 1;
        }
    }
    assert_string_equal(cell, "D");
    return false;
}

/* @return the number of combinations of a context in which the model differs from the row; row -1:
 * the table has no row, and profiling is disabled. */
static unsigned long compare_row(const struct spe_config *cfg, struct spe_ctx *ctx,
                                 const struct text_world *world, const struct text_table *t,
                                 int row)
{
    unsigned long wrong = 0;

    for (unsigned el = 0; el < 4; el++) {
        const char *cell = row < 0 ? "D" : text_table_word(t, row, 3 - el);

        if (!text_world_level(world, cfg, el)) {
            continue;
        }
        assert_string_not_equal(cell, "n/a");
        for (unsigned i = 0; i < 16 * OBSTACLES; i++) {
            enum obstacle obstacle = (enum obstacle)(i / 16);
            bool expected = obstacle == NONE && cell_enables(cell, i % 16);
            struct spe_regs regs;

            set_up(&regs, ctx, world, i % 16, obstacle);
            ctx->el = el;
            wrong += arch_profiling_enabled(cfg, &regs, ctx) != expected;
            ctx->el = 3 - el;
            wrong += arch_profiling_enabled_at(cfg, &regs, ctx, el) != expected;
        }
    }
    return wrong;
}

/* @return the number of differences in the first configuration that has any. */
static unsigned long compare_d17_1(struct text_table *t)
{
    unsigned long wrong = 0;
    struct spe_config cfg;
    struct spe_ctx ctx;

    for (unsigned c = 0; !wrong && text_config(c, &cfg); c++) {
        for (unsigned n = 0; n < TEXT_CONTEXTS; n++) {
            static const struct spe_regs none;
            struct text_world w;
            int row;

            if (!text_context(&cfg, n, &ctx)) {
                continue;
            }
            text_world_of(&w, &cfg, &none, &ctx);
            row = text_table_row(
                t, (const unsigned[]){w.nse, w.ns, w.nspbe, w.nspb, w.e2pb, w.eel2, w.tge});
            if (row < 0) { /* invalid: no owner, or an owner in another state */
                assert_true(!w.owned || w.owner != w.at);
            }
            wrong += compare_row(&cfg, &ctx, &w, t, row);
        }
    }
    return wrong;
}

static void every_combination_is_as_table_d17_1(void **state)
{
    struct text_table t;

    (void)state;
    text_table_read(&t, "D17-1", d17_1, sizeof(d17_1) / sizeof(*d17_1), 7, 4);
    assert_int_equal(compare_d17_1(&t), 0);
    text_table_all_met(&t);
}

/* The owner of the buffer. Table D17-1 and Tables D17-5 to D17-7 have columns for the fields that
 * select the owner, but not for the owner. */
static void every_owner_is_as_the_text_says(void **state)
{
    static const struct spe_regs none;
    struct spe_config cfg;
    struct spe_ctx ctx;

    (void)state;
    for (unsigned c = 0; text_config(c, &cfg); c++) {
        for (unsigned n = 0; n < TEXT_CONTEXTS; n++) {
            struct text_world w;
            struct spe_owner owner;
            char row[48];

            if (!text_context(&cfg, n, &ctx)) {
                continue;
            }
            text_world_of(&w, &cfg, &none, &ctx);
            owner = spe_buffer_owner(&cfg, &ctx);
            snprintf(row, sizeof(row), "configuration %u, context %u", c, n);
            CHECK(row, owner.el, w.owned ? w.owner_el : 0);
            CHECK(row, owner.state, w.owned ? w.owner : SPE_PAS_ROOT);
            CHECK(row, arch_secure_el2_enabled(&cfg, &ctx), w.secure_el2);
            CHECK(row, arch_el2_enabled(&cfg, &ctx), w.el2_on);
            CHECK(row, arch_tge(&cfg, &ctx), w.tge);
            for (ctx.el = 0; ctx.el < 4; ctx.el++) {
                CHECK(row, spe_ctx_possible(&cfg, &ctx), text_world_level(&w, &cfg, ctx.el));
            }
        }
    }
}

/* J1.1 EffectiveSCR_EL3_NS() is 1 without Secure state: a context of the PE with NS 0 is
 * impossible. */
static void without_secure_state_ns_is_1(void **state)
{
    static const unsigned without[] = {0, 2, 8, 9, 10};

    (void)state;
    for (unsigned n = 0; n < 5 * 4 * 4; n++) {
        struct spe_ctx ctx = {.el = n / 5 % 4, .nse = n / 20 & 1, .ns = n / 40};
        struct spe_config cfg;

        assert_true(text_config(without[n % 5], &cfg));
        assert_false(cfg.secure);
        CHECK("possible", spe_ctx_possible(&cfg, &ctx),
              ctx.ns && (ctx.el < 2 || (ctx.el == 2 ? cfg.el2 : cfg.el3)));
    }
}

/* The n-th combination of the S bits, EE and PMSEE. */
static void set_stopped(struct spe_regs *regs, struct spe_ctx *ctx, unsigned n)
{
    memset(regs, 0, sizeof(*regs));
    regs->v[SPE_PMBSR] = n & 1 ? SPE_PMBSR_S : 0;
    regs->v[SPE_PMBSR_EL2] = n & 2 ? SPE_PMBSR_S : 0;
    regs->v[SPE_PMBSR_EL3] = n & 4 ? SPE_PMBSR_S : 0;
    regs->v[SPE_PMSCR_EL2] = (uint64_t)(n >> 3 & 3) << SPE_PMSCR_EE_SHIFT;
    ctx->pmsee = n >> 5 & 3;
    regs->v[SPE_PMBLIMITR] =
        (n >> 7 & 1 ? SPE_PMBLIMITR_E : 0) | (n >> 8 & 1 ? SPE_PMBLIMITR_PMFZ : 0);
}

/* The function also compares SPEFreezeOnEvent(), which needs the same answer. */
static unsigned long compare_stopped(struct text_table *t, const struct spe_config *cfg,
                                     struct spe_ctx *ctx)
{
    unsigned long wrong = 0;

    for (unsigned n = 0; n < 512; n++) {
        struct spe_regs regs;
        struct spe_levels levels;
        struct text_world w;
        bool stopped;
        int row;

        set_stopped(&regs, ctx, n);
        text_world_of(&w, cfg, &regs, ctx);
        row = text_table_row(t, (const unsigned[]){n & 1, w.pmsee, n >> 2 & 1, w.ee2, n >> 1 & 1});
        stopped = !strcmp(text_table_word(t, row, 0), "False");
        wrong += arch_stopped(cfg, &regs, ctx) != stopped;
        arch_output_levels(&levels, cfg, &regs, ctx);
        wrong += levels.freeze != (stopped && n >> 7 == 3);
    }
    return wrong;
}

static unsigned long compare_d17_2(struct text_table *t)
{
    unsigned long wrong = 0;
    struct spe_config cfg;
    struct spe_ctx ctx;

    for (unsigned c = 0; !wrong && text_config(c, &cfg); c++) {
        for (unsigned n = 0; !wrong && n < TEXT_CONTEXTS; n++) {
            if (text_context(&cfg, n, &ctx)) {
                wrong += compare_stopped(t, &cfg, &ctx);
            }
        }
    }
    return wrong;
}

static void every_combination_is_as_table_d17_2(void **state)
{
    struct text_table t;

    (void)state;
    text_table_read(&t, "D17-2", d17_2, sizeof(d17_2) / sizeof(*d17_2), 5, 1);
    assert_int_equal(compare_d17_2(&t), 0);
    text_table_all_met(&t);
}

/* The test finds a wrong answer in any row. */
static void a_wrong_row_is_seen(void **state)
{
    struct text_table t;

    (void)state;
    for (unsigned r = 0; r < sizeof(d17_1) / sizeof(*d17_1); r++) {
        text_table_read(&t, "D17-1", d17_1, sizeof(d17_1) / sizeof(*d17_1), 7, 4);
        text_table_spoil(&t, r, 3, strcmp(text_table_word(&t, (int)r, 3), "D") ? "D" : "E0SPE");
        if (compare_d17_1(&t) == 0) {
            fail_msg("D17-1, row %u may be wrong", r);
        }
    }
    for (unsigned r = 0; r < sizeof(d17_2) / sizeof(*d17_2); r++) {
        text_table_read(&t, "D17-2", d17_2, sizeof(d17_2) / sizeof(*d17_2), 5, 1);
        text_table_spoil(&t, r, 0,
                         strcmp(text_table_word(&t, (int)r, 0), "True") ? "True" : "False");
        if (compare_d17_2(&t) == 0) {
            fail_msg("D17-2, row %u may be wrong", r);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_is_as_table_d17_1),
        cmocka_unit_test(every_owner_is_as_the_text_says),
        cmocka_unit_test(without_secure_state_ns_is_1),
        cmocka_unit_test(every_combination_is_as_table_d17_2),
        cmocka_unit_test(a_wrong_row_is_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
