/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of the registers, typed from DDI 0586A 4.3.
 */
#include "arch/regs.h"
#include "check.h"
#include "config_members.h"
#include "spe/enable.h"
#include "spe/regs.h"

#define ALL UINT64_C(0xFFFFFFFFFFFFFFFF)

/* Values read back after writing all ones, and after writing zeros. */
static const struct {
    enum spe_reg reg;
    const char *name;
    uint64_t ones, zeros;
} fields[] = {
    {SPE_PMSCR_EL1, "PMSCR_EL1", 0x7B, 0},
    {SPE_PMSCR_EL2, "PMSCR_EL2", 0x7B, 0},
    {SPE_PMSICR, "PMSICR_EL1", 0xFFFFFFFF, 0},
    {SPE_PMSIRR, "PMSIRR_EL1", 0xFFFFFF01, 0},
    {SPE_PMSFCR, "PMSFCR_EL1", 0x70007, 0},
    {SPE_PMSEVFR, "PMSEVFR_EL1", 0xAA, 0},
    {SPE_PMSLATFR, "PMSLATFR_EL1", 0xFFF, 0},
    {SPE_PMSIDR, "PMSIDR_EL1", 0x2601F, 0x2601F},
    {SPE_PMBLIMITR, "PMBLIMITR_EL1", 0xFFFFFFFFFFFFF007, 0},
    {SPE_PMBPTR, "PMBPTR_EL1", ALL, 0},
    {SPE_PMBSR, "PMBSR_EL1", 0xFC0F003F, 0},
    {SPE_PMBIDR, "PMBIDR_EL1", 0, 0},
    /* not in SPEv1p0 */
    {SPE_PMSNEVFR, "PMSNEVFR_EL1", 0, 0},
    {SPE_PMSDSFR, "PMSDSFR_EL1", 0, 0},
    {SPE_PMBMAR, "PMBMAR_EL1", 0, 0},
    {SPE_PMBSR_EL2, "PMBSR_EL2", 0, 0},
    {SPE_PMBSR_EL3, "PMBSR_EL3", 0, 0},
};

static void written_bits(void **state)
{
    const struct spe_ctx el3 = {.el = 3};
    struct spe_config cfg;
    struct spe_regs regs;

    (void)state;
    spe_config_init(&cfg);
    spe_regs_reset(&cfg, &regs);
    assert_int_equal(sizeof fields / sizeof fields[0], SPE_REGS);
    for (size_t i = 0; i < SPE_REGS; i++) {
        assert_string_equal(spe_reg_name(fields[i].reg), fields[i].name);
        CHECK(fields[i].name, arch_reg_read(&cfg, &regs, &el3, fields[i].reg), fields[i].zeros);
        spe_reg_write(&cfg, &regs, fields[i].reg, ALL);
        CHECK(fields[i].name, arch_reg_read(&cfg, &regs, &el3, fields[i].reg), fields[i].ones);
        spe_reg_write(&cfg, &regs, fields[i].reg, 0);
        CHECK(fields[i].name, arch_reg_read(&cfg, &regs, &el3, fields[i].reg), fields[i].zeros);
    }
    assert_null(spe_reg_name(SPE_REGS));
}

/* One or two keys changed, and the register bits that depend on them. */
static const struct {
    const char *key, *value;
    enum spe_reg reg;
    uint64_t ones, zeros;
} options[] = {
    {"el2", "0", SPE_PMSCR_EL1, 0x7B, 0x40}, /* PCT RES1 */
    {"el2", "0", SPE_PMSCR_EL2, 0, 0},
    {"ernd", "1", SPE_PMSICR, 0xFF000000FFFFFFFF, 0},
    {"ernd", "1", SPE_PMSIDR, 0x2603F, 0x2603F},
    {"lds", "0", SPE_PMSIDR, 0x2600F, 0x2600F},
    {"arch_inst", "0", SPE_PMSIDR, 0x26017, 0x26017},
    {"interval_code", "8", SPE_PMSIDR, 0x2681F, 0x2681F},
    {"max_size", "11", SPE_PMSIDR, 0x2B01F, 0x2B01F},
    {"speculative", "0", SPE_PMSEVFR, 0xAA, 0x2}, /* E[1] RES1 */
    {"event_filters", "0x8001000001001000", SPE_PMSEVFR, 0x80010000010010AA, 0},
    {"granule", "16", SPE_PMBLIMITR, 0xFFFFFFFFFFFF0007, 0},
    {"align", "6", SPE_PMBPTR, ALL, 0}, /* synchronous aborts are reported */
    {"align", "6", SPE_PMBIDR, 0x6, 0x6},
    {"flag_updates", "1", SPE_PMBIDR, 0x20, 0x20},
    /* EA is RES0 if nothing sets it: neither an External abort nor one on a walk (3.5.4). */
    {"ext_abort", "async", SPE_PMBSR, 0xFC0F003F, 0},
    {"walk_ea", "0", SPE_PMBSR, 0xFC0F003F, 0},
    {"walk_ea ext_abort", "0 async", SPE_PMBSR, 0xFC0F003F, 0},
    {"walk_ea ext_abort", "0 serror", SPE_PMBSR, 0xFC0B003F, 0},
    {"walk_ea ext_abort", "0 ignored", SPE_PMBSR, 0xFC0B003F, 0},
    {"ext_abort", "serror", SPE_PMBSR, 0xFC0F003F, 0},
};

/* Several keys and values, separated by blanks. */
static void set_all(struct spe_config *cfg, const char *keys, const char *values)
{
    char key[2][16], value[2][24];
    struct spe_config_error err;
    const int n = sscanf(keys, "%15s %15s", key[0], key[1]);

    assert_int_equal(sscanf(values, "%23s %23s", value[0], value[1]), n);
    for (int i = 0; i < n; i++) {
        assert_int_equal(spe_config_set(cfg, key[i], value[i], &err), 0);
    }
}

static void options_change_fields(void **state)
{
    const struct spe_ctx el3 = {.el = 3};

    (void)state;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        struct spe_config cfg;
        struct spe_regs regs;

        spe_config_init(&cfg);
        set_all(&cfg, options[i].key, options[i].value);
        spe_regs_reset(&cfg, &regs);
        CHECK(options[i].key, arch_reg_read(&cfg, &regs, &el3, options[i].reg), options[i].zeros);
        spe_reg_write(&cfg, &regs, options[i].reg, ALL);
        CHECK(options[i].key, arch_reg_read(&cfg, &regs, &el3, options[i].reg), options[i].ones);
        spe_reg_write(&cfg, &regs, options[i].reg, 0);
        CHECK(options[i].key, arch_reg_read(&cfg, &regs, &el3, options[i].reg), options[i].zeros);
    }
}

/* 4.3.3: without synchronous aborts the bits below the alignment are RES0 in hardware. */
static void pointer_alignment(void **state)
{
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    cfg.ext_abort = spe_cfg_ext_abort_serror;
    CHECK("byte", spe_reg_writable(&cfg, SPE_PMBPTR), ALL);
    cfg.align = 1;
    CHECK("halfword", spe_reg_writable(&cfg, SPE_PMBPTR), 0xFFFFFFFFFFFFFFFE);
    cfg.align = 11;
    cfg.ext_abort = spe_cfg_ext_abort_async;
    CHECK("2 KB", spe_reg_writable(&cfg, SPE_PMBPTR), 0xFFFFFFFFFFFFF800);
}

static void unknown_after_reset(void **state)
{
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    CHECK("zero", arch_reg_unknown(&cfg, SPE_PMBLIMITR), 0);
    cfg.reset_value = spe_cfg_reset_value_unknown;
    CHECK("all but E", arch_reg_unknown(&cfg, SPE_PMBLIMITR), 0xFFFFFFFFFFFFF006);
    CHECK("PMSIRR_EL1", arch_reg_unknown(&cfg, SPE_PMSIRR), 0xFFFFFF01);
    CHECK("read-only", arch_reg_unknown(&cfg, SPE_PMSIDR), 0);
    CHECK("constant", arch_reg_ones(&cfg, SPE_PMSIDR), 0x2601F);
    CHECK("no constant", arch_reg_ones(&cfg, SPE_PMBSR), 0);
}

/* PMBIDR_EL1.P, the list of 4.3.1. */
static const struct {
    const char *name;
    unsigned el;
    bool ns;
    unsigned nspb, e2pb;
    bool p;
} prohibited[] = {
    {"Secure EL1, NSPB 0b10", 1, 0, 2, 3, 1},
    {"Secure EL1, NSPB 0b11", 1, 0, 3, 3, 1},
    {"Secure EL1, NSPB 0b00", 1, 0, 0, 0, 0},
    {"Secure EL1, NSPB 0b01", 1, 0, 1, 0, 0},
    {"Non-secure EL1, E2PB 0b00", 1, 1, 3, 0, 1},
    {"Non-secure EL1, E2PB 0b10", 1, 1, 3, 2, 0},
    {"Non-secure EL1, E2PB 0b11", 1, 1, 2, 3, 0},
    {"Non-secure EL1, NSPB 0b00", 1, 1, 0, 3, 1},
    {"Non-secure EL1, NSPB 0b01", 1, 1, 1, 3, 1},
    {"EL2, NSPB 0b00", 2, 1, 0, 0, 1},
    {"EL2, NSPB 0b01", 2, 1, 1, 3, 1},
    {"EL2, NSPB 0b10", 2, 1, 2, 0, 0},
    {"EL2, NSPB 0b11, owner EL1", 2, 1, 3, 3, 0},
    {"EL3, NSPB 0b00, NS", 3, 1, 0, 0, 0},
    {"EL3, NSPB 0b11", 3, 0, 3, 0, 0},
};

static void buffer_prohibited(void **state)
{
    struct spe_config cfg;
    struct spe_regs regs;

    (void)state;
    spe_config_init(&cfg);
    cfg.align = 5;
    spe_regs_reset(&cfg, &regs);
    for (size_t i = 0; i < sizeof prohibited / sizeof prohibited[0]; i++) {
        const struct spe_ctx ctx = {.el = prohibited[i].el,
                                    .ns = prohibited[i].ns,
                                    .nspb = prohibited[i].nspb,
                                    .e2pb = prohibited[i].e2pb};

        CHECK(prohibited[i].name, arch_reg_read(&cfg, &regs, &ctx, SPE_PMBIDR),
              prohibited[i].p ? 0x15 : 0x05);
    }
}

/* Without EL3 NSPB does not exist, without EL2 E2PB does not. */
static void buffer_prohibited_without_levels(void **state)
{
    struct spe_config cfg;
    struct spe_regs regs;
    struct spe_ctx ctx = {.el = 1, .ns = true, .nspb = 0, .e2pb = 3};

    (void)state;
    spe_config_init(&cfg);
    spe_regs_reset(&cfg, &regs);
    cfg.el3 = false;
    CHECK("no EL3", arch_reg_read(&cfg, &regs, &ctx, SPE_PMBIDR), 0);
    ctx.e2pb = 0;
    CHECK("no EL3, owner EL2", arch_reg_read(&cfg, &regs, &ctx, SPE_PMBIDR), 0x10);
    cfg.el2 = false;
    CHECK("neither", arch_reg_read(&cfg, &regs, &ctx, SPE_PMBIDR), 0);
}

/* A reset writes only the registers: memory behind the structure keeps its value. */
static void a_reset_leaves_what_is_behind(void **state)
{
    struct {
        struct spe_regs regs;
        uint64_t behind[2];
    } all;
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    for (int unknown = 0; unknown < 2; unknown++) {
        cfg.reset_value = unknown ? spe_cfg_reset_value_unknown : spe_cfg_reset_value_zero;
        memset(&all, 0x5A, sizeof(all));
        spe_regs_reset(&cfg, &all.regs);
        CHECK("behind", all.behind[0], UINT64_C(0x5A5A5A5A5A5A5A5A));
        CHECK("behind", all.behind[1], UINT64_C(0x5A5A5A5A5A5A5A5A));
        CHECK("the buffer", all.regs.v[SPE_PMBLIMITR] & SPE_PMBLIMITR_E, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_bits),
        cmocka_unit_test(options_change_fields),
        cmocka_unit_test(pointer_alignment),
        cmocka_unit_test(unknown_after_reset),
        cmocka_unit_test(buffer_prohibited),
        cmocka_unit_test(buffer_prohibited_without_levels),
        cmocka_unit_test(a_reset_leaves_what_is_behind),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
