/* SPDX-License-Identifier: Apache-2.0
 *
 * Controls over the collected data, in three Security states and with FEAT_ECV: the functions
 * CollectContextIDR1() to CollectTimeStamp() of Arm ARM J1.1, written a second time.
 */
#include "arch/collect.h"
#include "check.h"
#include "config_members.h"

/* Inputs of one selection. */
struct setting {
    unsigned state; /* {NSE, NS}: 0 Secure, 1 Non-secure, 3 Realm; owns the buffer */
    unsigned el;
    bool eel2, tge, e2h, owned_by_el2;
    unsigned pct1, pct2;
    bool ts1, ts2, pa1, pa2, cx1, cx2;
    int ecv;
};

static bool el2_enabled(const struct setting *s)
{
    return s->state != 0 || s->eel2;
}

/* ELIsInHost(PSTATE.EL) */
static bool is_in_host(const struct setting *s)
{
    return el2_enabled(s) && s->e2h && (s->el == 2 || (s->el == 0 && s->tge));
}

static bool sampled(const struct setting *s)
{
    if (s->el == 2 && !s->owned_by_el2) {
        return false;
    }
    return s->owned_by_el2 || !(el2_enabled(s) && s->tge);
}

static bool context_1(const struct setting *s)
{
    return sampled(s) && s->el != 2 && !(el2_enabled(s) && s->tge) && s->cx1;
}

static bool context_2(const struct setting *s)
{
    return sampled(s) && el2_enabled(s) && s->cx2;
}

/* "owning_ss != SS_Secure || IsSecureEL2Enabled()" */
static bool physical_address(const struct setting *s)
{
    if (!sampled(s)) {
        return false;
    }
    return el2_enabled(s) ? s->pa2 && (s->owned_by_el2 || s->pa1) : s->pa1;
}

/* PMSCR_ELx.PCT: one bit without FEAT_ECV. 0b10 is reserved and means 0b00. */
static unsigned field(const struct setting *s, unsigned pct)
{
    static const unsigned one[] = {0, 1, 0, 1}, two[] = {0, 1, 0, 3};

    return s->ecv ? two[pct] : one[pct];
}

static enum spe_timestamp timestamp(const struct setting *s)
{
    const unsigned el1 = field(s, s->pct1), el2 = field(s, s->pct2);
    const enum spe_timestamp zero = is_in_host(s) ? SPE_TIMESTAMP_PHYSICAL : SPE_TIMESTAMP_VIRTUAL;

    if (!sampled(s) || !(s->owned_by_el2 ? s->ts2 : s->ts1)) {
        return SPE_TIMESTAMP_NONE;
    }
    if (el2_enabled(s)) {
        switch (el2) {
        case 0:
            return zero;
        case 1:
            if (s->owned_by_el2) {
                return SPE_TIMESTAMP_PHYSICAL;
            }
            break;
        default:
            return !s->owned_by_el2 && el1 == 0 ? zero : SPE_TIMESTAMP_OFFSET;
        }
    }
    if (el1 == 0) {
        return zero;
    }
    return el1 == 1 ? SPE_TIMESTAMP_PHYSICAL : SPE_TIMESTAMP_OFFSET;
}

static bool setting_of(struct setting *s, uint32_t n)
{
    *s = (struct setting){.ts1 = true, .ts2 = true};
#define TAKE(bits) (n & ((1u << (bits)) - 1)), n >>= (bits)
    s->el = TAKE(2);
    s->state = TAKE(2);
    s->eel2 = TAKE(1);
    s->tge = TAKE(1);
    s->e2h = TAKE(1);
    s->owned_by_el2 = TAKE(1);
    s->pct1 = TAKE(2);
    s->pct2 = TAKE(2);
    s->ecv = TAKE(2);
    s->ts1 = TAKE(1);
    s->ts2 = TAKE(1);
    s->pa1 = TAKE(1);
    s->pa2 = TAKE(1);
    s->cx1 = TAKE(1);
    s->cx2 = TAKE(1);
#undef TAKE
    /* Leave out states and levels that do not exist, Secure EL2 and its ownership unless Secure EL2
     * is enabled, and EL1 under TGE. */
    return s->el != 3 && s->state != 2 && s->ecv != 3 &&
           (el2_enabled(s) || (s->el != 2 && !s->owned_by_el2)) &&
           !(s->el == 1 && el2_enabled(s) && s->tge);
}

static struct spe_config config_of(const struct setting *s)
{
    return (struct spe_config){.pmsver = 6,
                               .el2 = true,
                               .el3 = true,
                               .vhe = true,
                               .secure = true,
                               .sel2 = true,
                               .rme = true,
                               .ecv = s->ecv};
}

static struct spe_ctx ctx_of(const struct setting *s)
{
    return (struct spe_ctx){.el = s->el,
                            .ns = s->state & 1,
                            .nse = s->state >> 1,
                            .eel2 = s->eel2,
                            .nspbe = s->state >> 1,
                            .nspb = (s->state & 1) << 1 | 1,
                            .e2pb = s->owned_by_el2 ? 0 : 3,
                            .tge = s->tge,
                            .e2h = s->e2h,
                            .cnt_en = true,
                            .contextidr_el1 = 0x1111,
                            .contextidr_el2 = 0x2222,
                            .cntvoff = 1000,
                            .cntpoff = 30,
                            .cntpct = 50000};
}

static struct spe_regs regs_of(const struct setting *s)
{
    struct spe_regs regs = {{0}};

    regs.v[SPE_PMBLIMITR] = SPE_PMBLIMITR_E;
    regs.v[SPE_PMSCR_EL1] =
        3u | (s->cx1 ? 8u : 0) | (s->pa1 ? 16u : 0) | (s->ts1 ? 32u : 0) | s->pct1 << 6;
    regs.v[SPE_PMSCR_EL2] =
        3u | (s->cx2 ? 8u : 0) | (s->pa2 ? 16u : 0) | (s->ts2 ? 32u : 0) | s->pct2 << 6;
    return regs;
}

/* D18.2.9: the physical counter less the offset of the timestamp's kind. */
static uint64_t value(const struct setting *s, enum spe_timestamp kind)
{
    if (kind == SPE_TIMESTAMP_VIRTUAL) {
        return 50000 - 1000;
    }
    return kind == SPE_TIMESTAMP_OFFSET && s->ecv == 2 ? 50000 - 30 : 50000;
}

static void every_combination(void **state)
{
    unsigned seen[4] = {0};

    (void)state;
    for (uint32_t n = 0; n < 1u << 20; n++) {
        struct setting s;

        if (!setting_of(&s, n)) {
            continue;
        }
        const struct spe_config cfg = config_of(&s);
        const struct spe_ctx ctx = ctx_of(&s);
        const struct spe_regs regs = regs_of(&s);
        const enum spe_timestamp want = timestamp(&s);
        struct spe_collect c;

        collect_capture(&c, &cfg, &regs, &ctx);
        CHECK("CONTEXTIDR_EL1", c.ctx1, context_1(&s));
        CHECK("CONTEXTIDR_EL2", c.ctx2, context_2(&s));
        CHECK("physical address", c.pa, physical_address(&s));
        if (c.ts != want) {
            fail_msg("EL%u state %u owner EL%d E2H %d TGE %d PCT %u %u ECV %d: timestamp %d, not "
                     "%d",
                     s.el, s.state, s.owned_by_el2 ? 2 : 1, s.e2h, s.tge, s.pct1, s.pct2, s.ecv,
                     c.ts, want);
        }
        if (want != SPE_TIMESTAMP_NONE) {
            CHECK("value", c.ts_value, value(&s, want));
        }
        seen[want]++;
    }
    for (int kind = 0; kind < 4; kind++) {
        assert_true(seen[kind] > 0);
    }
}

/* Without EL2, PCT reads as 0b01, and both counters have the same value (D24.7.8). */
static void without_el2(void **state)
{
    const struct spe_config cfg = {.pmsver = 6, .el3 = true, .secure = true};
    const struct spe_ctx ctx = {
        .el = 1, .ns = true, .nspb = 3, .cnt_en = true, .cntvoff = 7, .cntpoff = 9, .cntpct = 100};
    struct spe_collect c;
    struct spe_regs regs;

    (void)state;
    spe_regs_reset(&cfg, &regs);
    spe_reg_write(&cfg, &regs, SPE_PMBLIMITR, SPE_PMBLIMITR_E);
    spe_reg_write(&cfg, &regs, SPE_PMSCR_EL1, SPE_PMSCR_ExSPE | SPE_PMSCR_TS | SPE_PMSCR_PA);
    collect_capture(&c, &cfg, &regs, &ctx);
    CHECK("timestamp", c.ts, SPE_TIMESTAMP_PHYSICAL);
    CHECK("value", c.ts_value, 100);
    assert_true(c.pa);
    assert_false(c.ctx2);
}

/* The offset timestamp is taken at the end of the operation (R5). If the counter stands still, the
 * rules of the other kinds apply ([ts_stopped], R6). */
static void offset_timestamp(void **state)
{
    struct spe_config cfg = {.pmsver = 6, .el2 = true, .el3 = true, .secure = true, .ecv = 2};
    struct spe_ctx ctx = {
        .el = 1, .ns = true, .nspb = 3, .cnt_en = true, .cntpoff = 30, .cntpct = 100};
    struct spe_regs regs = {{0}};
    struct spe_collect c;

    (void)state;
    regs.v[SPE_PMBLIMITR] = SPE_PMBLIMITR_E;
    regs.v[SPE_PMSCR_EL1] = SPE_PMSCR_ExSPE;
    regs.v[SPE_PMSCR_EL2] = SPE_PMSCR_TS | SPE_PMSCR_PCT;
    cfg.ts_point = spe_cfg_ts_point_complete;
    collect_capture(&c, &cfg, &regs, &ctx);
    collect_complete(&c, &cfg, 200);
    CHECK("at the end", c.ts_value, 170);
    ctx.cnt_en = false;
    collect_capture(&c, &cfg, &regs, &ctx);
    CHECK("end", c.ts, SPE_TIMESTAMP_NONE);
    cfg.ts_stopped = spe_cfg_ts_stopped_unknown;
    collect_capture(&c, &cfg, &regs, &ctx);
    CHECK("any value", c.ts, SPE_TIMESTAMP_OFFSET);
    assert_true(c.ts_unknown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination),
        cmocka_unit_test(without_el2),
        cmocka_unit_test(offset_timestamp),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
