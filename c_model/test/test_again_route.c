/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables D17-5 to D17-7 as D17.8 prints them and the fault status codes of D24.7.5 that their
 * columns use, against every combination of the inputs.
 */
#include "arch/route.h"
#include "check.h"
#include "config_members.h"
#include "text_table.h"
#include "text_world.h"

/* PMSEE, SCR_EL3.GPF, PMSCR_EL2.EE, E2PB, HCR_EL2.GPF; GPF stage 1, stage 2, GPC fault. */
static const char *const d17_5[] = {
    "0b00 X   XX   XX   X   EL1 EL1 EL1", "0b01 X   0b0X XX   X   EL1 EL1 EL1",
    "0b01 X   0b10 0b00 X   EL2 EL2 EL2", "0b01 X   0b10 0b1X 0b0 EL1 EL2 EL2",
    "0b01 X   0b10 0b1X 0b1 EL2 EL2 EL2", "0b01 X   0b11 XX   X   EL2 EL2 EL2",
    "0b10 0b0 0b0X XX   X   EL1 EL1 EL3", "0b10 0b0 0b10 0b00 X   EL2 EL2 EL3",
    "0b10 0b0 0b10 0b1X 0b0 EL1 EL2 EL3", "0b10 0b0 0b10 0b1X 0b1 EL2 EL2 EL3",
    "0b10 0b0 0b11 XX   X   EL2 EL2 EL3", "0b10 0b1 XX   XX   X   EL3 EL3 EL3",
    "0b11 X   XX   XX   X   EL3 EL3 EL3",
};

/* PMSEE, SCR_EL3.EA, PMSCR_EL2.EE, E2PB, HCR_EL2.TEA; External abort stage 1, stage 2. */
static const char *const d17_6[] = {
    "0b00 X   XX   XX   X   EL1 EL1", "0b01 X   0b0X XX   X   EL1 EL1",
    "0b01 X   0b10 0b00 X   EL2 EL2", "0b01 X   0b10 0b1X 0b0 EL1 EL2",
    "0b01 X   0b10 0b1X 0b1 EL2 EL2", "0b01 X   0b11 XX   X   EL2 EL2",
    "0b10 0b0 0b0X XX   X   EL1 EL1", "0b10 0b0 0b10 0b00 X   EL2 EL2",
    "0b10 0b0 0b10 0b1X 0b0 EL1 EL2", "0b10 0b0 0b10 0b1X 0b1 EL2 EL2",
    "0b10 0b0 0b11 XX   X   EL2 EL2", "0b10 0b1 XX   XX   X   EL3 EL3",
    "0b11 X   XX   XX   X   EL3 EL3",
};

/* PMSEE, PMSCR_EL2.EE, E2PB; other abort stage 1, stage 2, other event. */
static const char *const d17_7[] = {
    "0b00 XX   XX   EL1 EL1 EL1", "0b01 0b0X XX   EL1 EL1 EL1", "0b01 0b10 0b00 EL2 EL2 EL1",
    "0b01 0b10 0b1X EL1 EL2 EL1", "0b01 0b11 XX   EL2 EL2 EL2", "0b10 0b0X XX   EL1 EL1 EL1",
    "0b10 0b10 0b00 EL2 EL2 EL1", "0b10 0b10 0b1X EL1 EL2 EL1", "0b10 0b11 XX   EL2 EL2 EL2",
    "0b11 XX   XX   EL3 EL3 EL3",
};

/* Fault status codes of D24.7.5 with their kind in the tables: GPF, ABORT (a synchronous External
 * abort on the access, or on a walk or update; N4: also parity on a walk), ASYNC (the asynchronous
 * External abort), OTHER. */
static const char *const fsc_codes[] = {
    "0b0000XX OTHER", /* Address size fault, level 0 to 3 */
    "0b0001XX OTHER", /* Translation fault, level 0 to 3 */
    "0b0010XX OTHER", /* Access flag fault, level 0 to 3 */
    "0b0011XX OTHER", /* Permission fault, level 0 to 3 */
    "0b010000 ABORT", /* Synchronous External abort, not on a walk */
    "0b010001 ASYNC", /* Asynchronous External abort */
    "0b010010 ABORT", /* Synchronous External abort on a walk, level -2 */
    "0b010011 ABORT", /* level -1 */
    "0b0101XX ABORT", /* level 0 to 3 */
    "0b011011 ABORT", /* Synchronous parity or ECC error on a walk, level -1 */
    "0b100001 OTHER", /* Alignment fault */
    "0b100010 GPF",   /* Granule Protection Fault on a walk, level -2 */
    "0b100011 GPF",   /* level -1 */
    "0b1001XX GPF",   /* level 0 to 3 */
    "0b101000 GPF",   /* Granule Protection Fault, not on a walk */
    "0b101001 OTHER", /* Address size fault, level -1 */
    "0b101010 OTHER", /* Translation fault, level -2 */
    "0b101011 OTHER", /* Translation fault, level -1 */
    "0b101100 OTHER", /* Address size fault, level -2 */
    "0b110000 OTHER", /* TLB conflict abort */
    "0b110001 OTHER", /* Unsupported atomic hardware update fault */
};

/* The table and the column of an event. */
struct cell {
    unsigned table, column;
};

struct tables {
    struct text_table t[3]; /* D17-5 to D17-7 */
    struct cell abort[64];  /* by fault status code, for stage 1 */
};

#define ROWS(table) table, sizeof(table) / sizeof(*(table))

static void read_tables(struct tables *all, const struct spe_config *cfg)
{
    struct text_table codes;

    text_table_read(&all->t[0], "D17-5", ROWS(d17_5), 5, 3);
    text_table_read(&all->t[1], "D17-6", ROWS(d17_6), 5, 2);
    text_table_read(&all->t[2], "D17-7", ROWS(d17_7), 3, 3);
    text_table_read(&codes, "FSC", ROWS(fsc_codes), 1, 1);
    for (unsigned fsc = 0; fsc < 64; fsc++) {
        int row = text_table_row(&codes, &fsc);
        const char *word = row < 0 ? "OTHER" : text_table_word(&codes, row, 0);
        bool gpf = !strcmp(word, "GPF") && cfg->rme;
        bool abort = !strcmp(word, "ABORT") || (!strcmp(word, "ASYNC") && cfg->route_async);

        all->abort[fsc] = (struct cell){gpf ? 0 : abort ? 1 : 2, 0};
    }
    text_table_all_met(&codes);
}

/* EC 0x1E is a GPC fault only with FEAT_RME. Events other than the three faults are other events.
 */
static struct cell cell_of(const struct tables *all, const struct spe_config *cfg, unsigned ec,
                           unsigned fsc)
{
    struct cell cell = {2, 2};

    if (ec == SPE_PMBSR_EC_STAGE1 || ec == SPE_PMBSR_EC_STAGE2) {
        cell = all->abort[fsc];
        cell.column = ec == SPE_PMBSR_EC_STAGE2;
    } else if (ec == SPE_PMBSR_EC_GPC && cfg->rme) {
        cell.table = 0;
    }
    return cell;
}

/* Number of combinations of the fields that only these tables have: PMSEE, EE, SCR_EL3.{GPF, EA},
 * HCR_EL2.{GPF, TEA}. */
#define COMBINATIONS 256u

static void set_up(struct spe_regs *regs, struct spe_ctx *ctx, unsigned n)
{
    memset(regs, 0, sizeof(*regs));
    ctx->pmsee = n & 3;
    regs->v[SPE_PMSCR_EL2] = (uint64_t)(n >> 2 & 3) << SPE_PMSCR_EE_SHIFT;
    ctx->scr_gpf = n >> 4 & 1;
    ctx->ea = n >> 5 & 1;
    ctx->hcr_gpf = n >> 6 & 1;
    ctx->tea = n >> 7 & 1;
}

/* Every class of event by its EC, and every FSC. With `few`, one FSC of each kind and a reserved
 * one. */
static unsigned long compare_context(struct tables *all, const struct spe_config *cfg,
                                     struct spe_ctx *ctx, bool few)
{
    static const unsigned classes[] = {0x00, 0x1E, 0x1F, 0x24, 0x25};
    static const unsigned kinds[] = {0x07, 0x10, 0x11, 0x15, 0x1B, 0x1C, 0x24, 0x28};
    unsigned long wrong = 0;

    for (unsigned n = 0; n < COMBINATIONS; n++) {
        struct spe_regs regs;
        struct text_world w;
        int row[3];

        set_up(&regs, ctx, n);
        text_world_of(&w, cfg, &regs, ctx);
        row[0] = text_table_row(
            &all->t[0], (const unsigned[]){w.pmsee, ctx->scr_gpf, w.ee2, w.e2pb, ctx->hcr_gpf});
        row[1] = text_table_row(&all->t[1], (const unsigned[]){w.pmsee, ctx->ea && !ctx->debug,
                                                               w.ee2, w.e2pb, ctx->tea});
        row[2] = text_table_row(&all->t[2], (const unsigned[]){w.pmsee, w.ee2, w.e2pb});
        for (unsigned i = 0; i < 5 * (few ? 8 : 64); i++) {
            unsigned fsc = few ? kinds[i / 5] : i / 5;
            struct cell cell = cell_of(all, cfg, classes[i % 5], fsc);
            const char *word = text_table_word(&all->t[cell.table], row[cell.table], cell.column);

            wrong += arch_event_target(cfg, &regs, ctx, classes[i % 5], fsc) !=
                     (unsigned)(word[2] - '0');
        }
    }
    return wrong;
}

/* Compare the contexts of a configuration that have an owner; every FSC in one of 16 of them. */
static unsigned long compare(struct tables *all, const struct spe_config *cfg, bool few)
{
    static const struct spe_regs none;
    unsigned long wrong = 0;
    struct spe_ctx ctx;

    for (unsigned n = 0; n < TEXT_CONTEXTS && !wrong; n++) {
        struct text_world w;

        if (!text_context(cfg, n, &ctx) || ctx.nspb & 1 || ctx.tge) {
            continue;
        }
        text_world_of(&w, cfg, &none, &ctx);
        ctx.debug = cfg->sel2 && w.at == SPE_PAS_SECURE;
        if (w.owned) {
            wrong += compare_context(all, cfg, &ctx, few || ctx.eel2 || w.at == SPE_PAS_ROOT);
        }
    }
    return wrong;
}

static void every_event_is_as_tables_d17_5_to_7(void **state)
{
    struct spe_config cfg;
    struct tables all;

    (void)state;
    for (unsigned c = 0; text_config(c, &cfg); c++) {
        cfg.route_async = c % 3 == 0;
        read_tables(&all, &cfg);
        if (compare(&all, &cfg, c % 4 != 0) != 0) {
            fail_msg("configuration %u", c);
        }
        for (unsigned i = 0; i < 3 && cfg.el2 && cfg.el3; i++) {
            text_table_all_met(&all.t[i]);
        }
    }
}

/* Without FEAT_SPE_EXC only PMBSR_EL1 exists. */
static void without_the_exception_it_is_el1(void **state)
{
    struct spe_config cfg;
    struct spe_ctx ctx;

    (void)state;
    assert_true(text_config(15, &cfg));
    cfg.exc = 0;
    for (unsigned n = 0; n < COMBINATIONS * 64; n++) {
        struct spe_regs regs;

        assert_true(text_context(&cfg, 1, &ctx));
        set_up(&regs, &ctx, n % COMBINATIONS);
        CHECK("stage 1", arch_event_target(&cfg, &regs, &ctx, 0x24, n / COMBINATIONS), 1);
        CHECK("stage 2", arch_event_target(&cfg, &regs, &ctx, 0x25, n / COMBINATIONS), 1);
        CHECK("GPC", arch_event_target(&cfg, &regs, &ctx, 0x1E, n / COMBINATIONS), 1);
    }
}

/* The test finds a wrong answer in any row and column, and a wrong kind of fault. */
static void a_wrong_row_is_seen(void **state)
{
    static const unsigned answers[] = {3, 2, 3};
    struct spe_config cfg;
    struct tables all;

    (void)state;
    assert_true(text_config(15, &cfg));
    read_tables(&all, &cfg);
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned r = 0; r < all.t[i].rows * answers[i]; r++) {
            unsigned row = r / answers[i], column = r % answers[i];

            read_tables(&all, &cfg);
            text_table_spoil(&all.t[i], row, column,
                             text_table_word(&all.t[i], (int)row, column)[2] == '1' ? "EL2"
                                                                                    : "EL1");
            if (compare(&all, &cfg, true) == 0) {
                fail_msg("%s, row %u may be wrong", all.t[i].name, row);
            }
        }
    }
    for (unsigned fsc = 0; fsc < 64; fsc++) {
        read_tables(&all, &cfg);
        all.abort[fsc].table = (all.abort[fsc].table + 1) % 3;
        if (compare(&all, &cfg, false) == 0) {
            fail_msg("FSC 0x%02x may be wrong", fsc);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_is_as_tables_d17_5_to_7),
        cmocka_unit_test(without_the_exception_it_is_el1),
        cmocka_unit_test(a_wrong_row_is_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
