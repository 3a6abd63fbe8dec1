/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of the registers of SPEv1p1 to SPEv1p5, typed from Arm ARM D24.7, for four configurations
 * and key by key.
 */
#include "arch/regs.h"
#include "check.h"
#include "config_lines.h"
#include "config_members.h"
#include "spe/enable.h"
#include "spe/regs.h"

#define ALL UINT64_C(0xFFFFFFFFFFFFFFFF)

static const char v1p1[] = "pmsver = 2\nsve = 1\nrecord_done = b\next_abort = sync\n"
                           "event_bytes = 4\nevents = 0x60BFF\n";

static const char v1p2[] =
    "pmsver = 3\nsel2 = 1\narch_inst = 0\nsample_point = retire\nspeculative = 0\nernd = 1\n"
    "fne = 1\npbt = 1\next_abort = serror\nea_described = 1\nflag_updates = 1\nrecord_done = w\n"
    "events = 0xBFF\nlayout = ctx1 ctx2 tot issue xlat pc tgt va pa ds type ev pbt end\n"
    "align = 4\n";

static const char v1p4[] =
    "pmsver = 5\nrme = 1\nsel2 = 1\nmte = 1\nmops = 1\necv = 1\nsample_point = retire\n"
    "speculative = 0\nfne = 1\nfds = 1\ncrr = 1\ncount_size = 16\next_abort = ignored\n"
    "flag_updates = 1\nrecord_done = w\ninterval_code = 4\nlds = 1\nds_bytes = 2\n"
    "ds_filters = 0x00000000FFFFFFFF\nevent_bytes = 8\nevents = 0x000F000000F8FFFF\n"
    "event_filters = 0x000F00000000F000\nwalk_ea = 0\ne2spe_hidden = 1\nalign = 3\n"
    "max_size = 7\n";

static const char v1p5[] =
    "pmsver = 6\nsel2 = 1\nrme = 1\nnv = 2\nfgt = 1\necv = 2\nsve = 1\nsme = 1\nmte = 1\n"
    "mops = 1\ngcs = 1\nthe = 1\npoe = 1\npie = 1\narch_inst = 0\nmisspec_record = 1\nernd = 1\n"
    "fne = 1\nfds = 1\neft = 1\nfpf = 1\ncrr = 1\npbt = 1\nspe_sme = 1\naltclk = 1\nexc = 1\n"
    "nvm = 1\ncount_size = 16\next_abort = serror\nflag_updates = 1\nds_bytes = 2\n"
    "event_bytes = 8\nevents = 0xFFFF000003FEFFFF\nevent_filters = 0xFFFF00000000F000\n"
    "impdef_event = 1\nmax_size = 7\n"
    "layout = ctx1 ctx2 tot issue alt xlat pc tgt va pa pbt ds type ev end\n";

static const char *const texts[] = {v1p1, v1p2, v1p4, v1p5};

/* Values read back at EL3 after writing all ones, bit by bit from the field diagrams. */
/* clang-format off */
static const struct {
    enum spe_reg reg;
    const char *name;
    uint64_t ones[4];
} fields[] = {
    /* EnVM 11 (nVM and NV), KE 10, EE 9:8, PCT 7:6, TS, PA, CX, E1SPE, E0SPE */
    {SPE_PMSCR_EL1, "PMSCR_EL1", {0x07B, 0x07B, 0x0FB, 0xFFB}},
    {SPE_PMSCR_EL2, "PMSCR_EL2", {0x07B, 0x07B, 0x0FB, 0xFFB}},
    {SPE_PMSICR, "PMSICR_EL1",
     {0x00000000FFFFFFFF, 0xFF000000FFFFFFFF, 0x00000000FFFFFFFF, 0xFF000000FFFFFFFF}},
    {SPE_PMSIRR, "PMSIRR_EL1", {0xFFFFFF01, 0xFFFFFF01, 0xFFFFFF01, 0xFFFFFF01}},
    /* TYPEm 52:48, TYPE 20:16, FDS 4, FnE 3, FL, FT, FE */
    {SPE_PMSFCR, "PMSFCR_EL1", {0x70007, 0x7000F, 0x7001F, 0x001F0000001F001F}},
    /* 18:17 with SVE, 11; 6 with FnE; 24:19, 10:8, 4, 2 from SPEv1p4; without speculation E[1] is 1 */
    {SPE_PMSEVFR, "PMSEVFR_EL1", {0x608AA, 0x8EA, 0x000F000000F8FFFE, 0xFFFF000003FEFFFE}},
    {SPE_PMSLATFR, "PMSLATFR_EL1", {0xFFF, 0xFFF, 0xFFFF, 0xFFFF}},
    {SPE_PMSIDR, "PMSIDR_EL1", {0x2601F, 0x1026077, 0x20374DF, 0x11F0370F7}},
    /* LIMIT 63:12, nVM 7, PMFZ 5, FM 2:1, E 0 */
    {SPE_PMBLIMITR, "PMBLIMITR_EL1",
     {0xFFFFFFFFFFFFF007, 0xFFFFFFFFFFFFF027, 0xFFFFFFFFFFFFF027, 0xFFFFFFFFFFFFF0A7}},
    {SPE_PMBPTR, "PMBPTR_EL1", {ALL, 0xFFFFFFFFFFFFFFF0, 0xFFFFFFFFFFFFFFF8, ALL}},
    /* MSS2 55:32, EC 31:26, DL 19, EA 18 (not if nothing sets it), S 17, COLL 16, MSS 15:0 */
    {SPE_PMBSR, "PMBSR_EL1", {0xFC0F003F, 0xFC0F003F, 0xFC0B003F, 0x00FFFFFFFC0FFFFF}},
    {SPE_PMBIDR, "PMBIDR_EL1", {0, 0x224, 0x123, 0x260}}, /* AddrMode: see below */
    {SPE_PMSNEVFR, "PMSNEVFR_EL1", {0, 0x8E8, 0x000F000000F8FFFC, 0xFFFF000003FEFFFE}},
    {SPE_PMSDSFR, "PMSDSFR_EL1", {0, 0, 0xFFFFFFFF, ALL}},
    {SPE_PMBMAR, "PMBMAR_EL1", {0, 0, 0, 0x3FF}},
    {SPE_PMBSR_EL2, "PMBSR_EL2", {0, 0, 0, 0x00FFFFFFFC0FFFFF}},
    {SPE_PMBSR_EL3, "PMBSR_EL3", {0, 0, 0, 0x00FFFFFFFC0FFFFF}},
};
/* clang-format on */

static void set_up(struct spe_config *cfg, const char *text)
{
    struct spe_config_error err = {.line = 0};

    spe_config_init(cfg);
    if (config_lines(cfg, text, &err) != 0 || spe_config_check(cfg, &err) != 0) {
        fail_msg("%d: %s", err.line, err.text);
    }
}

/* Bits that read as one after any write. */
static uint64_t constant(const struct spe_config *cfg, enum spe_reg reg, uint64_t ones)
{
    if (reg == SPE_PMSIDR || reg == SPE_PMBIDR) {
        return ones;
    }
    return reg == SPE_PMSEVFR && !cfg->speculative ? 2 : 0;
}

static void written_bits(void **state)
{
    const struct spe_ctx el3 = {.el = 3, .ns = true, .nspb = 3};

    (void)state;
    assert_int_equal(sizeof fields / sizeof fields[0], SPE_REGS);
    for (size_t c = 0; c < 4; c++) {
        struct spe_config cfg;
        struct spe_regs regs;

        set_up(&cfg, texts[c]);
        spe_regs_reset(&cfg, &regs);
        for (size_t i = 0; i < SPE_REGS; i++) {
            const enum spe_reg reg = fields[i].reg;
            const uint64_t ones = fields[i].ones[c];

            assert_string_equal(spe_reg_name(reg), fields[i].name);
            CHECK(fields[i].name, arch_reg_read(&cfg, &regs, &el3, reg), constant(&cfg, reg, ones));
            spe_reg_write(&cfg, &regs, reg, ALL);
            CHECK(fields[i].name, arch_reg_read(&cfg, &regs, &el3, reg), ones);
            spe_reg_write(&cfg, &regs, reg, 0);
            CHECK(fields[i].name, arch_reg_read(&cfg, &regs, &el3, reg), constant(&cfg, reg, ones));
        }
    }
}

/* SPEv1p5 with every feature, and one key changed: the value read back after writing ones. */
static const struct {
    const char *set;
    enum spe_reg reg;
    uint64_t ones;
} options[] = {
    {"nv = 0", SPE_PMSCR_EL1, 0x7FB},
    {"nvm = 0", SPE_PMSCR_EL1, 0x7FB},
    {"nvm = 0", SPE_PMSCR_EL2, 0x7FB},
    {"exc = 0", SPE_PMSCR_EL1, 0x8FB},
    {"exc = 0", SPE_PMSCR_EL2, 0x8FB},
    {"ecv = 0", SPE_PMSCR_EL1, 0xF7B},
    {"ecv = 0", SPE_PMSCR_EL2, 0xF7B},
    {"el2 = 0", SPE_PMSCR_EL1, 0xF7B}, /* PCT reads 0b01 */
    {"el2 = 0", SPE_PMSCR_EL2, 0},
    {"el2 = 0", SPE_PMBSR_EL2, 0},
    {"el3 = 0", SPE_PMBSR_EL3, 0},
    {"exc = 0", SPE_PMBSR_EL2, 0},
    {"exc = 0", SPE_PMBSR_EL3, 0},
    {"ernd = 0", SPE_PMSICR, 0xFFFFFFFF},
    {"eft = 0", SPE_PMSFCR, 0x7001F},
    {"fds = 0", SPE_PMSFCR, 0x001F0000001F000F},
    {"fne = 0", SPE_PMSFCR, 0x001F0000001F0017},
    {"count_size = 12", SPE_PMSLATFR, 0xFFF},
    {"nvm = 0", SPE_PMBLIMITR, 0xFFFFFFFFFFFFF027},
    {"pmsver = 2", SPE_PMBLIMITR, 0xFFFFFFFFFFFFF087},
    {"nvm = 0", SPE_PMBMAR, 0},
    {"fds = 0", SPE_PMSDSFR, 0},
    {"fne = 0", SPE_PMSNEVFR, 0},
    /* events: 6 with FnE; 17, 18 with SVE, or SME as [filter_sme] says; 24, 25 with SPE for SME */
    {"fne = 0", SPE_PMSEVFR, 0xFFFF000003FEFFBE},
    {"sve = 0", SPE_PMSEVFR, 0xFFFF000003FEFFFE},
    {"sve = 0\nfilter_sme = 0", SPE_PMSEVFR, 0xFFFF000003F8FFFE},
    {"sme = 0", SPE_PMSEVFR, 0xFFFF000003FEFFFE},
    {"sve = 0\nsme = 0", SPE_PMSEVFR, 0xFFFF000003F8FFFE},
    {"spe_sme = 0", SPE_PMSEVFR, 0xFFFF000000FEFFFE},
    {"events = 0xFFFF000001FEFFFF", SPE_PMSEVFR, 0xFFFF000001FEFFFE}, /* 25 not implemented */
    {"events = 0xFFFF00000306F8FF", SPE_PMSEVFR, 0xFFFF00000306F8FE}, /* without 8 to 10, 19 to
                                                                       * 23 */
    {"event_filters = 0", SPE_PMSEVFR, 0x3FE0FFE},
    {"pmsver = 4", SPE_PMSEVFR, 0xFFFF00000006F8EA},
    {"pmsver = 4\nevent_filters = 0x314", SPE_PMSEVFR, 0x60BFE},
    {"pmsver = 4\nevent_filters = 0xFF000000", SPE_PMSEVFR, 0xFF0608EA},
    {"pmsver = 1\nevent_filters = 0", SPE_PMSEVFR, 0xEA},
    /* PMSNEVFR_EL1[1]: only if operations that did not retire have records */
    {"misspec_record = 0", SPE_PMSNEVFR, 0xFFFF000003FEFFFC},
    {"misspec_record = 0", SPE_PMSEVFR, 0xFFFF000003FEFFFE},
    {"speculative = 0", SPE_PMSNEVFR, 0xFFFF000003FEFFFC},
    /* MSS2: an IMPLEMENTATION DEFINED syndrome, or TopLevel, AssuredOnly, Overlay, DirtyBit */
    {"impdef_event = 0", SPE_PMBSR, 0x000001E0FC0F003F},
    {"impdef_event = 0", SPE_PMBSR_EL3, 0x000001E0FC0F003F},
    {"impdef_event = 0\nthe = 0", SPE_PMBSR, 0x00000060FC0F003F},
    {"impdef_event = 0\npoe = 0", SPE_PMBSR_EL2, 0x000001A0FC0F003F},
    {"impdef_event = 0\npie = 0", SPE_PMBSR, 0x000001C0FC0F003F},
    {"walk_ea = 0", SPE_PMBSR, 0x00FFFFFFFC0BFFFF},
    {"walk_ea = 0\next_abort = async", SPE_PMBSR, 0x00FFFFFFFC0FFFFF},
    {"walk_ea = 0\next_abort = ignored", SPE_PMBSR, 0x00FFFFFFFC0BFFFF},
};

static void options_change_fields(void **state)
{
    const struct spe_ctx el3 = {.el = 3};

    (void)state;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        struct spe_config_error err;
        struct spe_config cfg;
        struct spe_regs regs;

        set_up(&cfg, v1p5);
        CHECK(options[i].set, config_lines(&cfg, options[i].set, &err), 0);
        spe_regs_reset(&cfg, &regs);
        spe_reg_write(&cfg, &regs, options[i].reg, ALL);
        CHECK(options[i].set, arch_reg_read(&cfg, &regs, &el3, options[i].reg), options[i].ones);
    }
}

/* "The highest implemented Exception level": its EE resets to 0b00 (D24.7.8, D24.7.9). */
static void unknown_after_reset(void **state)
{
    struct spe_config cfg;

    (void)state;
    set_up(&cfg, v1p5);
    CHECK("zero", arch_reg_unknown(&cfg, SPE_PMBSR_EL3), 0);
    cfg.reset_value = spe_cfg_reset_value_unknown;
    CHECK("PMBLIMITR_EL1", arch_reg_unknown(&cfg, SPE_PMBLIMITR), 0xFFFFFFFFFFFFF0A6);
    CHECK("PMBSR_EL3", arch_reg_unknown(&cfg, SPE_PMBSR_EL3), 0x00FFFFFFFC0FFFFF);
    CHECK("PMSCR_EL1", arch_reg_unknown(&cfg, SPE_PMSCR_EL1), 0xFFB);
    CHECK("PMSCR_EL2", arch_reg_unknown(&cfg, SPE_PMSCR_EL2), 0xFFB);
    cfg.el3 = false;
    CHECK("PMSCR_EL1, EL2", arch_reg_unknown(&cfg, SPE_PMSCR_EL1), 0xFFB);
    CHECK("PMSCR_EL2, EL2", arch_reg_unknown(&cfg, SPE_PMSCR_EL2), 0xCFB);
    cfg.el2 = false;
    CHECK("PMSCR_EL1, EL1", arch_reg_unknown(&cfg, SPE_PMSCR_EL1), 0xC3B);
}

/* D24.7.9: "When MDCR_EL2.E2PB != '00', access to this field is RES0", or the field keeps its
 * value. */
static void hidden_enables(void **state)
{
    struct spe_config cfg;
    struct spe_regs regs;

    (void)state;
    set_up(&cfg, v1p4);
    spe_regs_reset(&cfg, &regs);
    spe_reg_write(&cfg, &regs, SPE_PMSCR_EL2, ALL);
    for (unsigned e2pb = 0; e2pb < 4; e2pb++) {
        const struct spe_ctx ctx = {.el = 2, .ns = true, .nspb = 3, .e2pb = e2pb};

        cfg.e2spe_hidden = true;
        CHECK("hidden", arch_reg_hidden(&cfg, &ctx, SPE_PMSCR_EL2), e2pb ? 3 : 0);
        CHECK("other", arch_reg_hidden(&cfg, &ctx, SPE_PMSCR_EL1), 0);
        CHECK("read", arch_reg_read(&cfg, &regs, &ctx, SPE_PMSCR_EL2), e2pb ? 0xF8 : 0xFB);
        cfg.e2spe_hidden = false;
        CHECK("read", arch_reg_read(&cfg, &regs, &ctx, SPE_PMSCR_EL2), 0xFB);
    }
}

/* PMBIDR_EL1.EA (D24.7.1), MaxBuffSize. */
static void buffer_id(void **state)
{
    static const struct {
        const char *set;
        uint64_t value;
    } rows[] = {
        {"pmsver = 1\next_abort = serror", 0},
        {"pmsver = 3\next_abort = serror", 0},
        {"pmsver = 3\next_abort = serror\nea_described = 1", 0x200},
        {"pmsver = 3\next_abort = ignored\nea_described = 1", 0x100},
        {"pmsver = 3\next_abort = sync\nea_described = 1", 0},
        {"pmsver = 2\next_abort = async\nea_described = 1", 0},
        {"pmsver = 4\next_abort = serror", 0x200},
        {"pmsver = 6\next_abort = ignored", 0x100},
        {"pmsver = 2\nmax_buff_size = 16383", 0x3FFF00000000},
        {"pmsver = 6\next_abort = serror\nflag_updates = 1\nalign = 11", 0x22B},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct spe_config_error err;
        struct spe_config cfg;

        spe_config_init(&cfg);
        CHECK(rows[i].set, config_lines(&cfg, rows[i].set, &err), 0);
        CHECK(rows[i].set, spe_config_pmbidr(&cfg), rows[i].value);
    }
}

/* PMBIDR_EL1.P with FEAT_RME, Secure EL2 and no reserved value replaced: the bullets of D24.7.1,
 * literally. `secure`: Secure state is implemented. */
static bool not_allowed(bool secure, const struct spe_ctx *ctx)
{
    const bool nonsecure = ctx->ns && !ctx->nse, realm = ctx->ns && ctx->nse;
    const bool el1_of_el2 = ctx->el == 1 && ctx->e2pb == 0;

    if (ctx->el == 3) {
        return false;
    }
    if (ctx->nspb < 2 && secure && !ctx->nspbe) {
        return nonsecure || realm || (el1_of_el2 && ctx->eel2);
    }
    if (ctx->nspb >= 2 && !ctx->nspbe) {
        return !ctx->ns || realm || el1_of_el2;
    }
    if (ctx->nspb >= 2) {
        return nonsecure || !ctx->ns || el1_of_el2;
    }
    return false; /* "otherwise, this field reads as zero": reserved values */
}

static void programming_not_allowed(void **state)
{
    struct spe_config cfg;
    struct spe_regs regs;
    unsigned seen[2] = {0};

    (void)state;
    set_up(&cfg, "pmsver = 6\nvhe = 1\nsel2 = 1\nrme = 1\next_abort = serror\nflag_updates = 1\n"
                 "fne = 1\nlds = 0\nevents = 0xBFF\nnspb_reserved = none\n");
    spe_regs_reset(&cfg, &regs);
    for (unsigned n = 0; n < 1u << 11; n++) {
        const struct spe_ctx ctx = {.el = 1 + n % 3,
                                    .ns = n >> 2 & 1,
                                    .nse = n >> 3 & 1,
                                    .nspb = n >> 4 & 3,
                                    .nspbe = n >> 6 & 1,
                                    .e2pb = n >> 7 & 3,
                                    .eel2 = n >> 9 & 1};

        cfg.secure = n >> 10;
        if (!spe_ctx_possible(&cfg, &ctx)) {
            continue;
        }
        const bool p = not_allowed(cfg.secure, &ctx);
        CHECK("P", arch_reg_read(&cfg, &regs, &ctx, SPE_PMBIDR) >> 4 & 1, p);
        seen[p]++;
    }
    assert_true(seen[0] > 0 && seen[1] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_bits),        cmocka_unit_test(options_change_fields),
        cmocka_unit_test(unknown_after_reset), cmocka_unit_test(hidden_enables),
        cmocka_unit_test(buffer_id),           cmocka_unit_test(programming_not_allowed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
