/* SPDX-License-Identifier: Apache-2.0
 *
 * Records of SPEv1p1 to SPEv1p5: each packet and payload of Arm ARM D18.2 that a version or a
 * feature adds, with the feature and without it.
 */
#include "arch/collect.h"
#include "check.h"
#include "config_members.h"
#include "record/life.h"
#include "record/record.h"
#include "record/sample.h"
#include "spe/bits.h"
#include "spe/record.h"

#define P(kind) (1u << SPE_LAYOUT_##kind)

#define ALWAYS (P(TOT) | P(ISSUE) | P(PC) | P(TYPE) | P(EV) | P(END))
#define ACCESS (ALWAYS | P(XLAT) | P(VA))

static struct spe_config config(int version)
{
    struct spe_config cfg;

    spe_config_init(&cfg);
    cfg.pmsver = version;
    return cfg;
}

/* A sample of SPEv1p5 at EL1 of the Realm state with every value that an ending can supply. */
static struct spe_sample sample(uint16_t op)
{
    return (struct spe_sample){.pc = 0x12FFFF8000001000,
                               .op = op,
                               .el = 1,
                               .state = SPE_PAS_REALM,
                               .end = SPE_LIFE_RETIRE,
                               .events = 2,
                               .has_va = true,
                               .va = 0xA5007FFFFFFFFFF8,
                               .collect = {.ts = SPE_TIMESTAMP_NONE}};
}

static unsigned build(const struct spe_config *cfg, const struct spe_sample *s,
                      struct spe_record *record)
{
    unsigned present = 0;

    record_build(cfg, s, record);
    for (unsigned kind = 0; kind < SPE_LAYOUT_KINDS; kind++) {
        present |= (unsigned)record->packet[kind].present << kind;
    }
    return present;
}

/* D18.2.1, NSE and NS: 0b00 Secure, 0b01 Non-secure, 0b11 Realm; NSE is 0 without FEAT_RME. */
static void security_states(void **state)
{
    static const struct {
        enum spe_pas state;
        uint64_t byte7, without;
    } states[] = {
        {SPE_PAS_SECURE, 0x20, 0x20},
        {SPE_PAS_NONSECURE, 0xA0, 0xA0},
        {SPE_PAS_REALM, 0xB0, 0xA0},
    };
    struct spe_config cfg = config(6);
    struct spe_record record;

    (void)state;
    cfg.pbt = true;
    for (size_t i = 0; i < 3; i++) {
        struct spe_sample s = sample(0x200);

        s.state = s.target_state = s.prev_state = states[i].state;
        s.has_target = s.has_prev = true;
        s.target_el = 2;
        s.prev_el = 0;
        s.target = s.prev = 0x77;
        cfg.rme = true;
        CHECK("packets", build(&cfg, &s, &record), ALWAYS | P(TGT) | P(PBT));
        CHECK("PC", record.packet[SPE_LAYOUT_PC].value, 0x00FFFF8000001000 | states[i].byte7 << 56);
        CHECK("target at EL2", record.packet[SPE_LAYOUT_TGT].value,
              0x77 | (states[i].byte7 ^ 0x60) << 56);
        CHECK("previous target at EL0", record.packet[SPE_LAYOUT_PBT].value,
              0x77 | (states[i].byte7 ^ 0x20) << 56);
        cfg.rme = false;
        (void)build(&cfg, &s, &record);
        CHECK("PC without FEAT_RME", record.packet[SPE_LAYOUT_PC].value >> 56, states[i].without);
    }
}

/* D18.2.7: ASE and FP, CR, GCS. */
static void operation_types(void **state)
{
    static const struct {
        const char *name;
        uint16_t op;
        unsigned bare, fpf, crr, gcs; /* payload without a feature, and with each of the features */
    } ops[] = {
        {"other", 0x007, 0x01, 0x07, 0x01, 0x01},
        {"SVE vector", 0x00E, 0x0E, 0x0E, 0x0E, 0x0E},
        {"SIMD&FP load", 0x104, 0x04, 0x04, 0x04, 0x04},
        {"call with GCS", 0x20E, 0x02, 0x02, 0x0A, 0x06},
        {"return", 0x21B, 0x03, 0x03, 0x1B, 0x03},
    };
    struct spe_record record;

    (void)state;
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        for (int feature = 0; feature < 4; feature++) {
            struct spe_config cfg = config(6);
            struct spe_sample s = sample(ops[i].op);
            const unsigned expected[] = {ops[i].bare, ops[i].fpf, ops[i].crr, ops[i].gcs};

            cfg.fpf = feature == 1;
            cfg.crr = feature == 2;
            cfg.gcs = feature == 3;
            (void)build(&cfg, &s, &record);
            CHECK(ops[i].name, record.packet[SPE_LAYOUT_TYPE].value,
                  (ops[i].op & 0x300u) | expected[feature]);
        }
    }
}

/* D18.2.1: NS 7, CH 6, NSE 4, PAT 3:0 of byte 7. */
static void physical_addresses(void **state)
{
    static const struct {
        const char *name;
        bool rme, mte, tag, ch;
        enum spe_pas pas;
        unsigned byte7;
    } pas[] = {
        {"Non-secure", false, false, false, false, SPE_PAS_NONSECURE, 0x80},
        {"no FEAT_MTE2", false, false, false, true, SPE_PAS_NONSECURE, 0x80},
        {"no FEAT_MTE2, tag kept", false, false, true, false, SPE_PAS_NONSECURE, 0x80},
        {"checked", false, true, false, true, SPE_PAS_NONSECURE, 0xC9},
        {"unchecked", false, true, false, false, SPE_PAS_NONSECURE, 0x80},
        {"unchecked, tag kept", false, true, true, false, SPE_PAS_NONSECURE, 0x89},
        {"Secure, checked", true, true, false, true, SPE_PAS_SECURE, 0x49},
        {"Realm, checked", true, true, true, true, SPE_PAS_REALM, 0xD9},
        {"Realm", true, false, false, false, SPE_PAS_REALM, 0x90},
        {"no FEAT_RME", false, false, false, false, SPE_PAS_REALM, 0x80},
    };
    struct spe_record record;

    (void)state;
    for (size_t i = 0; i < sizeof pas / sizeof pas[0]; i++) {
        struct spe_config cfg = config(6);
        struct spe_sample s = sample(0x100);

        cfg.rme = pas[i].rme;
        cfg.mte = pas[i].mte;
        cfg.pat_unchecked = pas[i].tag ? spe_cfg_pat_unchecked_tag : spe_cfg_pat_unchecked_zero;
        s.collect.pa = s.has_pa = true;
        s.pa_pas = pas[i].pas;
        s.ch = pas[i].ch;
        s.pat = 9;
        s.pa = 0x5500000080001000;
        CHECK(pas[i].name, build(&cfg, &s, &record), ACCESS | P(PA));
        CHECK(pas[i].name, record.packet[SPE_LAYOUT_PA].value,
              0x80001000 | (uint64_t)pas[i].byte7 << 56);
    }
}

/* R24: the top byte of a data address. */
static void top_byte(void **state)
{
    struct spe_config cfg = config(6);
    struct spe_sample s = sample(0x100);
    struct spe_record record;

    (void)state;
    (void)build(&cfg, &s, &record);
    CHECK("zero", record.packet[SPE_LAYOUT_VA].value, 0x00007FFFFFFFFFF8);
    cfg.va_top = spe_cfg_va_top_kept;
    (void)build(&cfg, &s, &record);
    CHECK("kept", record.packet[SPE_LAYOUT_VA].value, 0xA5007FFFFFFFFFF8);
    cfg.va_top = spe_cfg_va_top_zero;
    s.tbi0 = true;
    (void)build(&cfg, &s, &record);
    CHECK("a tag", record.packet[SPE_LAYOUT_VA].value, 0xA5007FFFFFFFFFF8);
}

/* Branches that use the Guarded Control Stack are memory accesses (J1.1 SPESampleLoadStore). */
static void guarded_control_stack(void **state)
{
    static const struct {
        const char *name;
        bool gcs;
        uint16_t op;
        uint8_t flags;
        int end;
        unsigned packets;
    } cases[] = {
        {"call", true, 0x20C, SPE_OP_GCS_STORE, SPE_LIFE_RETIRE, ACCESS | P(PA) | P(TGT)},
        {"return", true, 0x216, SPE_OP_GCS_LOAD, SPE_LIFE_RETIRE, ACCESS | P(PA) | P(TGT) | P(DS)},
        {"return with exception", true, 0x216, SPE_OP_GCS_LOAD, SPE_LIFE_EXCEPTION, ACCESS | P(PA)},
        {"other branch", true, 0x218, 0, SPE_LIFE_RETIRE, ALWAYS | P(TGT)},
        {"no FEAT_GCS", false, 0x216, SPE_OP_GCS_LOAD, SPE_LIFE_RETIRE, ALWAYS | P(TGT)},
        {"other class", true, 0x000, SPE_OP_GCS_LOAD, SPE_LIFE_RETIRE, ALWAYS},
        {"GCS load", true, 0x144, 0, SPE_LIFE_RETIRE, ACCESS | P(PA) | P(DS)},
        {"GCS store", true, 0x145, 0, SPE_LIFE_RETIRE, ACCESS | P(PA)},
    };
    struct spe_record record;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct spe_config cfg = config(6);
        struct spe_sample s = sample(cases[i].op);

        cfg.gcs = cases[i].gcs;
        cfg.crr = true;
        s.flags = cases[i].flags;
        s.end = cases[i].end;
        s.collect.pa = s.has_pa = s.has_source = s.has_target = true;
        CHECK(cases[i].name, build(&cfg, &s, &record), cases[i].packets);
        CHECK(cases[i].name, sample_sourced(&cfg, &s), (cases[i].packets & P(DS)) != 0);
        CHECK(cases[i].name, sample_filtered(&cfg, &s).has_source, cases[i].op == 0x144);
    }
}

/* N14, R42: which operations carry the previous branch target. */
static void previous_branch_target(void **state)
{
    static const struct {
        const char *name;
        uint16_t op;
        uint64_t events;
        int end;
        bool taken, branch, any;
    } cases[] = {
        {"taken branch", 0x201, 0x02, SPE_LIFE_RETIRE, true, true, true},
        {"not taken", 0x201, 0x42, SPE_LIFE_RETIRE, false, true, true},
        {"load", 0x100, 0x02, SPE_LIFE_RETIRE, false, false, true},
        {"other", 0x000, 0x02, SPE_LIFE_RETIRE, false, false, true},
        {"branch with exception", 0x201, 0x03, SPE_LIFE_EXCEPTION, false, false, false},
        {"load with exception", 0x100, 0x03, SPE_LIFE_EXCEPTION, false, false, false},
        {"squashed branch", 0x201, 0x00, SPE_LIFE_SQUASH, true, true, true},
    };
    struct spe_record record;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int ops = 0; ops < 3; ops++) {
            struct spe_config cfg = config(6);
            struct spe_sample s = sample(cases[i].op);
            const bool expected[] = {[spe_cfg_pbt_ops_taken] = cases[i].taken,
                                     [spe_cfg_pbt_ops_branch] = cases[i].branch,
                                     [spe_cfg_pbt_ops_any] = cases[i].any};

            s.events = cases[i].events;
            s.end = cases[i].end;
            s.has_prev = cfg.pbt = true;
            cfg.pbt_ops = ops;
            CHECK(cases[i].name, !!(build(&cfg, &s, &record) & P(PBT)), expected[ops]);
            s.has_prev = false;
            CHECK("no previous target", !!(build(&cfg, &s, &record) & P(PBT)), false);
            s.has_prev = true;
            cfg.pbt = false;
            CHECK("no FEAT_SPE_PBT", !!(build(&cfg, &s, &record) & P(PBT)), false);
        }
    }
}

/* A D17.6.4.2: "If Statistical Profiling is disabled at EL2, the virtual address for the memory
 * access is not recorded"; D17.6.4: nor is the physical address without it. */
static void nv2_addresses(void **state)
{
    struct spe_config cfg = config(6);
    struct spe_sample s = sample(0x131);
    struct spe_record record;

    (void)state;
    cfg.nv = 2;
    s.collect.pa = s.has_pa = true;
    CHECK("EL2 not profiled", build(&cfg, &s, &record), ACCESS & ~P(VA));
    s.el2_profiled = true;
    CHECK("EL2 profiled", build(&cfg, &s, &record), ACCESS | P(PA));
    s.el2_profiled = false;
    cfg.xlat_without_va = spe_cfg_xlat_without_va_absent;
    CHECK("nor a latency", build(&cfg, &s, &record), ALWAYS);
    s.op = 0x101;
    CHECK("another store", build(&cfg, &s, &record), ACCESS | P(PA));
}

/* D18.2.3 INDEX 4: the latency on the alternate clock. */
static void alternate_clock(void **state)
{
    const struct spe_txn_life end = {
        .kind = SPE_LIFE_RETIRE, .flags = SPE_LIFE_ALT, .lat_alt = 0x12345};
    struct spe_config cfg = config(6);
    struct spe_sample s = sample(0x000);
    struct spe_record record;

    (void)state;
    cfg.altclk = 15;
    sample_end(&s, &cfg, &end, (struct spe_latencies){1, 1, 0}, 0);
    CHECK("packet", build(&cfg, &s, &record), ALWAYS | P(ALT));
    CHECK("12 bits", record.packet[SPE_LAYOUT_ALT].value, 0xFFF);
    cfg.count_size = 16;
    sample_end(&s, &cfg, &end, (struct spe_latencies){1, 1, 0}, 0);
    (void)build(&cfg, &s, &record);
    CHECK("16 bits", record.packet[SPE_LAYOUT_ALT].value, 0xFFFF);
    cfg.altclk = 0;
    CHECK("no alternate clock", build(&cfg, &s, &record), ALWAYS);
    cfg.altclk = 1;
    s.has_alt = false;
    CHECK("not told", build(&cfg, &s, &record), ALWAYS);
}

/* D18.2.6: the recorded events of an ending with every event, with all events in [events]. */
static void events_by_version(void **state)
{
    static const struct {
        int version;
        bool sve, sme, spe_sme;
        uint64_t events;
    } cases[] = {
        {1, false, false, false, 0xFFFF0000FF00F7FE}, {1, true, true, false, 0xFFFF0000FF00F7FE},
        {2, false, false, false, 0xFFFF0000FF00FFFE}, {2, true, false, false, 0xFFFF0000FF06FFFE},
        {2, false, true, false, 0xFFFF0000FF06FFFE},  {4, true, true, false, 0xFFFF0000FF06FFFE},
        {5, false, false, false, 0xFFFF000000F8FFFE}, {5, true, false, false, 0xFFFF000000FEFFFE},
        {6, true, true, true, 0xFFFF000003FEFFFE},
    };
    const struct spe_txn_life end = {.kind = SPE_LIFE_RETIRE, .events = UINT64_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct spe_config cfg = config(cases[i].version);
        struct spe_sample s = sample(0x000);

        cfg.events = 0xFFFF0000FFFEFFFF;
        cfg.sve = cases[i].sve;
        cfg.sme = cases[i].sme;
        cfg.spe_sme = cases[i].spe_sme;
        sample_end(&s, &cfg, &end, (struct spe_latencies){0}, 0);
        CHECK("events", s.events, cases[i].events);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(security_states),       cmocka_unit_test(operation_types),
        cmocka_unit_test(physical_addresses),    cmocka_unit_test(top_byte),
        cmocka_unit_test(guarded_control_stack), cmocka_unit_test(previous_branch_target),
        cmocka_unit_test(nv2_addresses),         cmocka_unit_test(alternate_clock),
        cmocka_unit_test(events_by_version),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
