/* SPDX-License-Identifier: Apache-2.0
 *
 * Optional data that a sample collects: DDI 0586A 3.3.
 */
#include "arch/collect.h"
#include "arch/enable.h"
#include "check.h"
#include "config_members.h"

#define CX  0x08
#define PA  0x10
#define TS  0x20
#define PCT 0x40

#define NONE SPE_TIMESTAMP_NONE
#define VIRT SPE_TIMESTAMP_VIRTUAL
#define PHYS SPE_TIMESTAMP_PHYSICAL

/* Contexts with profiling enabled at the current Exception level. */
#define NS_EL1                                                                                     \
    {                                                                                              \
        .el = 1, .ns = 1, .nspb = 3, .e2pb = 3, .cnt_en = 1                                        \
    }
#define NS_EL0                                                                                     \
    {                                                                                              \
        .el = 0, .ns = 1, .nspb = 3, .e2pb = 3, .cnt_en = 1                                        \
    }
#define S_EL1                                                                                      \
    {                                                                                              \
        .el = 1, .nspb = 1, .cnt_en = 1                                                            \
    }
#define S_EL0                                                                                      \
    {                                                                                              \
        .el = 0, .nspb = 1, .cnt_en = 1                                                            \
    }
#define EL2                                                                                        \
    {                                                                                              \
        .el = 2, .ns = 1, .nspb = 3, .cnt_en = 1                                                   \
    }
#define EL1_OWNER2                                                                                 \
    {                                                                                              \
        .el = 1, .ns = 1, .nspb = 3, .cnt_en = 1                                                   \
    }
#define EL0_OWNER2                                                                                 \
    {                                                                                              \
        .el = 0, .ns = 1, .nspb = 3, .cnt_en = 1                                                   \
    }
#define HOST_EL0                                                                                   \
    {                                                                                              \
        .el = 0, .ns = 1, .nspb = 3, .tge = 1, .e2h = 1, .cnt_en = 1                               \
    }

static const struct {
    const char *name;
    struct spe_ctx ctx;
    bool el2;
    unsigned scr1, scr2; /* PMSCR_EL1, PMSCR_EL2 without the enables */
    bool ctx1, ctx2, pa;
    enum spe_timestamp ts;
} rows[] = {
    {"nothing", NS_EL1, true, 0, 0, 0, 0, 0, NONE},
    /* CONTEXTIDR_EL1: EL1, Secure EL0, Non-secure EL0 without TGE */
    {"CX, NS EL1", NS_EL1, true, CX, 0, 1, 0, 0, NONE},
    {"CX, NS EL0, TGE 0", NS_EL0, true, CX, 0, 1, 0, 0, NONE},
    {"CX, NS EL0, no EL2", NS_EL0, false, CX, CX, 1, 0, 0, NONE},
    {"CX, Secure EL1", S_EL1, true, CX, CX, 1, 0, 0, NONE},
    {"CX, Secure EL0", S_EL0, true, CX, CX, 1, 0, 0, NONE},
    {"CX, EL2", EL2, true, CX, 0, 0, 0, 0, NONE},
    {"CX, host EL0", HOST_EL0, true, CX, 0, 0, 0, 0, NONE},
    /* CONTEXTIDR_EL2: EL2 implemented, Non-secure */
    {"CX2, NS EL1", NS_EL1, true, 0, CX, 0, 1, 0, NONE},
    {"CX2, EL2", EL2, true, 0, CX, 0, 1, 0, NONE},
    {"CX2, host EL0", HOST_EL0, true, CX, CX, 0, 1, 0, NONE},
    {"CX1, CX2, EL0", EL0_OWNER2, true, CX, CX, 1, 1, 0, NONE},
    /* timestamp: the owner's TS */
    {"TS1, owner EL1", NS_EL1, true, TS, 0, 0, 0, 0, VIRT},
    {"TS2, owner EL1", NS_EL1, true, 0, TS, 0, 0, 0, NONE},
    {"TS1, owner EL2", EL1_OWNER2, true, TS, 0, 0, 0, 0, NONE},
    {"TS2, owner EL2", EL1_OWNER2, true, 0, TS, 0, 0, 0, VIRT},
    {"TS1, Secure", S_EL1, true, TS, 0, 0, 0, 0, VIRT},
    /* physical timestamp: PCT of Secure EL1, of EL2, of both */
    {"PCT1, Secure", S_EL1, true, TS | PCT, 0, 0, 0, 0, PHYS},
    {"PCT2, Secure", S_EL1, true, TS, PCT, 0, 0, 0, VIRT},
    {"PCT2, owner EL2", EL1_OWNER2, true, 0, TS | PCT, 0, 0, 0, PHYS},
    {"PCT1, owner EL2", EL1_OWNER2, true, PCT, TS, 0, 0, 0, VIRT},
    {"PCT1, owner EL1", NS_EL1, true, TS | PCT, 0, 0, 0, 0, VIRT},
    {"PCT2, owner EL1", NS_EL1, true, TS, PCT, 0, 0, 0, VIRT},
    {"PCT1, PCT2, owner EL1", NS_EL1, true, TS | PCT, PCT, 0, 0, 0, PHYS},
    {"PCT1, no EL2", NS_EL1, false, TS | PCT, 0, 0, 0, 0, PHYS},
    /* physical addresses follow the same rules */
    {"PA1, Secure", S_EL1, true, PA, 0, 0, 0, 1, NONE},
    {"PA2, Secure", S_EL1, true, 0, PA, 0, 0, 0, NONE},
    {"PA2, owner EL2", EL2, true, 0, PA, 0, 0, 1, NONE},
    {"PA1, owner EL2", EL1_OWNER2, true, PA, 0, 0, 0, 0, NONE},
    {"PA1, owner EL1", NS_EL1, true, PA, 0, 0, 0, 0, NONE},
    {"PA2, owner EL1", NS_EL1, true, 0, PA, 0, 0, 0, NONE},
    {"PA1, PA2, owner EL1", NS_EL1, true, PA, PA, 0, 0, 1, NONE},
    {"PA1, no EL2", NS_EL1, false, PA, 0, 0, 0, 1, NONE},
};

static void setup(struct spe_config *cfg, struct spe_regs *regs, bool el2, unsigned scr1,
                  unsigned scr2)
{
    spe_config_init(cfg);
    cfg->el2 = cfg->vhe = el2;
    spe_regs_reset(cfg, regs);
    regs->v[SPE_PMBLIMITR] = 1;
    regs->v[SPE_PMSCR_EL1] = scr1 | 3;
    regs->v[SPE_PMSCR_EL2] = el2 ? scr2 | 3 : 0;
}

static void collection_controls(void **state)
{
    struct spe_config cfg;
    struct spe_regs regs;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct spe_ctx *ctx = &rows[i].ctx;

        setup(&cfg, &regs, rows[i].el2, rows[i].scr1, rows[i].scr2);
        CHECK(rows[i].name, arch_profiling_enabled(&cfg, &regs, ctx), true);
        CHECK(rows[i].name, collect_ctx1(&cfg, &regs, ctx), rows[i].ctx1);
        CHECK(rows[i].name, collect_ctx2(&cfg, &regs, ctx), rows[i].ctx2);
        CHECK(rows[i].name, collect_pa(&cfg, &regs, ctx), rows[i].pa);
        CHECK(rows[i].name, collect_timestamp(&cfg, &regs, ctx), rows[i].ts);
    }
}

static void nothing_while_disabled(void **state)
{
    const struct spe_ctx ctx = NS_EL1;
    struct spe_config cfg;
    struct spe_regs regs;

    (void)state;
    setup(&cfg, &regs, true, CX | PA | TS | PCT, CX | PA | TS | PCT);
    regs.v[SPE_PMBLIMITR] = 0;
    assert_false(collect_ctx1(&cfg, &regs, &ctx));
    assert_false(collect_ctx2(&cfg, &regs, &ctx));
    assert_false(collect_pa(&cfg, &regs, &ctx));
    CHECK("timestamp", collect_timestamp(&cfg, &regs, &ctx), NONE);
}

/* Virtual offset, "as a read of CNTVCT_EL0 at the current Exception level" (3.3, T1). */
static const struct {
    const char *name;
    struct spe_ctx ctx;
    bool el2;
    uint64_t offset;
} offsets[] = {
    {"NS EL1", NS_EL1, true, 1000},
    {"Secure EL1", S_EL1, true, 1000},
    {"EL2, E2H 0", EL2, true, 1000},
    {"EL2, E2H 1", {.el = 2, .ns = 1, .nspb = 3, .e2h = 1, .cnt_en = 1}, true, 0},
    {"host EL0", HOST_EL0, true, 0},
    {"EL0, E2H 0, TGE 1", {.el = 0, .ns = 1, .nspb = 3, .tge = 1, .cnt_en = 1}, true, 1000},
    {"EL0, E2H 1, TGE 0", {.el = 0, .ns = 1, .nspb = 3, .e2h = 1, .cnt_en = 1}, true, 1000},
    {"no EL2", NS_EL1, false, 0},
};

static void virtual_offset(void **state)
{
    struct spe_config cfg;
    struct spe_regs regs;
    struct spe_collect collect;

    (void)state;
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        struct spe_ctx ctx = offsets[i].ctx;

        setup(&cfg, &regs, offsets[i].el2, TS, TS);
        ctx.cntpct = 5000;
        ctx.cntvoff = 1000;
        collect_capture(&collect, &cfg, &regs, &ctx);
        CHECK(offsets[i].name, collect.ts, offsets[i].el2 && offsets[i].offset == 0 ? PHYS : VIRT);
        CHECK(offsets[i].name, collect.ts_value, 5000 - offsets[i].offset);
    }
}

static void captured_values(void **state)
{
    struct spe_ctx ctx = NS_EL1;
    struct spe_config cfg;
    struct spe_regs regs;
    struct spe_collect collect;

    (void)state;
    setup(&cfg, &regs, true, CX | PA | TS | PCT, CX | PA | PCT);
    ctx.contextidr_el1 = 0x11111111;
    ctx.contextidr_el2 = 0x22222222;
    ctx.cntpct = 100;
    ctx.cntvoff = 300;
    collect_capture(&collect, &cfg, &regs, &ctx);
    assert_true(collect.ctx1 && collect.ctx2 && collect.pa && !collect.ts_unknown);
    CHECK("CONTEXTIDR_EL1", collect.contextidr_el1, 0x11111111);
    CHECK("CONTEXTIDR_EL2", collect.contextidr_el2, 0x22222222);
    CHECK("physical time", collect.ts_value, 100);
    regs.v[SPE_PMSCR_EL2] &= ~(uint64_t)PCT;
    collect_capture(&collect, &cfg, &regs, &ctx);
    CHECK("virtual time wraps", collect.ts_value, UINT64_C(0) - 200);
    collect_complete(&collect, &cfg, 150);
    CHECK("taken when sampled", collect.ts_value, UINT64_C(0) - 200);
    cfg.ts_point = spe_cfg_ts_point_complete;
    collect_complete(&collect, &cfg, 1300);
    CHECK("taken at the ending", collect.ts_value, 1000);
}

/* With CNTEN.EN 0 a sample has no timestamp, or a timestamp of any value (2.3, R6). */
static void counter_disabled(void **state)
{
    struct spe_ctx ctx = NS_EL1;
    struct spe_config cfg;
    struct spe_regs regs;
    struct spe_collect collect;

    (void)state;
    ctx.cnt_en = false;
    setup(&cfg, &regs, true, TS, 0);
    collect_capture(&collect, &cfg, &regs, &ctx);
    CHECK("end", collect.ts, NONE);
    assert_false(collect.ts_unknown);
    cfg.ts_stopped = spe_cfg_ts_stopped_unknown;
    collect_capture(&collect, &cfg, &regs, &ctx);
    CHECK("unknown", collect.ts, VIRT);
    assert_true(collect.ts_unknown);
    regs.v[SPE_PMSCR_EL1] = 3;
    collect_capture(&collect, &cfg, &regs, &ctx);
    CHECK("not collected", collect.ts, NONE);
    assert_false(collect.ts_unknown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collection_controls), cmocka_unit_test(nothing_while_disabled),
        cmocka_unit_test(virtual_offset),      cmocka_unit_test(captured_values),
        cmocka_unit_test(counter_disabled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
