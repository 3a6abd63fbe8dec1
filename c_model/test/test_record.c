/* SPDX-License-Identifier: Apache-2.0
 *
 * Which packets a record has, with which payload: DDI 0586A 2.3, 5.3.
 */
#include "arch/filter.h"
#include "check.h"
#include "config_members.h"
#include "record/life.h"
#include "record/record.h"
#include "record/sample.h"
#include "spe/record.h"

#define P(kind) (1u << SPE_LAYOUT_##kind)
#define ALWAYS  (P(TOT) | P(ISSUE) | P(PC) | P(TYPE) | P(EV))
#define DATA    (P(XLAT) | P(VA) | P(PA) | P(DS))

#define VA  SPE_LIFE_VA
#define PA  SPE_LIFE_PA
#define TGT SPE_LIFE_TARGET
#define SRC SPE_LIFE_SOURCE

static struct spe_config defaults(void)
{
    struct spe_config cfg;

    spe_config_init(&cfg);
    return cfg;
}

/* Non-secure EL1 owns the buffer and samples itself; `scr` is added to both PMSCR registers. */
static void select_op(struct spe_sample *sample, const struct spe_config *cfg, unsigned scr,
                      uint16_t op)
{
    const struct spe_ctx ctx = {.el = 1,
                                .ns = 1,
                                .nspb = 3,
                                .e2pb = 3,
                                .cnt_en = 1,
                                .tbi1 = 1,
                                .contextidr_el1 = 0xC1,
                                .contextidr_el2 = 0xC2,
                                .cntpct = 0x75};
    struct spe_regs regs;

    spe_regs_reset(cfg, &regs);
    regs.v[SPE_PMBLIMITR] = 1;
    regs.v[SPE_PMSCR_EL1] = regs.v[SPE_PMSCR_EL2] = scr | 3;
    const struct spe_txn_sel sel = {.pc = 0xFFFF800012345678, .op = op};

    sample_select(sample, cfg, &regs, &ctx, &sel);
}

static unsigned packets(const struct spe_record *record)
{
    unsigned present = 0;

    for (unsigned kind = 0; kind <= SPE_LAYOUT_END; kind++) {
        present |= (unsigned)record->packet[kind].present << kind;
    }
    return present;
}

/* PMSCR bits */
#define CX  0x08
#define PAE 0x10
#define TS  0x20
#define PCT 0x40

static const struct {
    const char *name;
    unsigned scr;
    uint16_t op;
    int end;
    uint8_t flags; /* of spe_txn_life */
    unsigned present;
} cases[] = {
    {"other", 0, 0x000, SPE_LIFE_RETIRE, 0, ALWAYS | P(END)},
    {"context", CX, 0x000, SPE_LIFE_RETIRE, 0, ALWAYS | P(END) | P(CTX1) | P(CTX2)},
    {"timestamp", TS, 0x000, SPE_LIFE_RETIRE, 0, ALWAYS | P(TS)},
    {"other with addresses (R23)", PAE, 0x000, SPE_LIFE_RETIRE, VA | PA | SRC | TGT,
     ALWAYS | P(END)},
    {"load", PAE, 0x100, SPE_LIFE_RETIRE, VA | PA | SRC, ALWAYS | P(END) | DATA},
    {"load, PA not enabled", 0, 0x100, SPE_LIFE_RETIRE, VA | PA | SRC,
     ALWAYS | P(END) | P(XLAT) | P(VA) | P(DS)},
    {"load, no PA", PAE, 0x100, SPE_LIFE_RETIRE, VA | SRC,
     ALWAYS | P(END) | P(XLAT) | P(VA) | P(DS)},
    {"load, no VA", PAE, 0x100, SPE_LIFE_RETIRE, PA | SRC, ALWAYS | P(END) | P(XLAT) | P(DS)},
    {"load, no source", PAE, 0x100, SPE_LIFE_RETIRE, VA | PA,
     ALWAYS | P(END) | P(XLAT) | P(VA) | P(PA)},
    {"load, condition failed (R11)", PAE, 0x100, SPE_LIFE_RETIRE, 0, ALWAYS | P(END) | P(XLAT)},
    {"store (R20)", PAE, 0x101, SPE_LIFE_RETIRE, VA | PA | SRC,
     ALWAYS | P(END) | P(XLAT) | P(VA) | P(PA)},
    {"atomic with result", PAE, 0x106, SPE_LIFE_RETIRE, VA | PA | SRC, ALWAYS | P(END) | DATA},
    {"atomic without result (R19)", PAE, 0x107, SPE_LIFE_RETIRE, VA | PA | SRC,
     ALWAYS | P(END) | P(XLAT) | P(VA) | P(PA)},
    {"load never has a target", PAE, 0x100, SPE_LIFE_RETIRE, VA | TGT,
     ALWAYS | P(END) | P(XLAT) | P(VA)},
    {"branch", PAE, 0x200, SPE_LIFE_RETIRE, TGT, ALWAYS | P(END) | P(TGT)},
    {"branch not taken (R10)", PAE, 0x201, SPE_LIFE_RETIRE, 0, ALWAYS | P(END)},
    {"branch with data", PAE, 0x200, SPE_LIFE_RETIRE, TGT | VA | PA | SRC,
     ALWAYS | P(END) | P(TGT)},
    /* exceptions: packets of computed values, no target, no source (2.3, 2.3.5, R1) */
    {"translation fault", PAE, 0x100, SPE_LIFE_EXCEPTION, SRC, ALWAYS | P(END) | P(XLAT)},
    {"fault after translation", PAE, 0x100, SPE_LIFE_EXCEPTION, VA | PA | SRC,
     ALWAYS | P(END) | P(XLAT) | P(VA) | P(PA)},
    {"branch with exception", PAE, 0x200, SPE_LIFE_EXCEPTION, TGT, ALWAYS | P(END)},
    {"squashed load", PAE | CX, 0x100, SPE_LIFE_SQUASH, VA,
     ALWAYS | P(END) | P(CTX1) | P(CTX2) | P(XLAT) | P(VA)},
};

static void packets_of_a_record(void **state)
{
    struct spe_config cfg = defaults();

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct spe_txn_life end = {.kind = (uint8_t)cases[i].end, .flags = cases[i].flags};
        struct spe_sample sample;
        struct spe_record record;

        select_op(&sample, &cfg, cases[i].scr, cases[i].op);
        sample_end(&sample, &cfg, &end, (struct spe_latencies){1, 2, 3}, 0);
        record_build(&cfg, &sample, &record);
        CHECK(cases[i].name, packets(&record), cases[i].present);
        CHECK(cases[i].name, record.packet[SPE_LAYOUT_TYPE].value, cases[i].op);
    }
}

/* A D17.6.4: "If a sampled virtual address packet is not output [...] either not recorded, or
 * recorded with a value of zero", zero only of a translated access, as one of NV2; DDI 0586A 5.3.4:
 * "Included for all load, store and atomic operations". */
static const struct {
    const char *name;
    int key;
    uint16_t op;
    int end;
    uint8_t flags;
    int latency; /* -1: no packet */
} translations[] = {
    {"counted, VA", spe_cfg_xlat_without_va_counted, 0x100, SPE_LIFE_RETIRE, VA, 3},
    {"counted, no VA", spe_cfg_xlat_without_va_counted, 0x100, SPE_LIFE_RETIRE, 0, 3},
    {"zero, VA", spe_cfg_xlat_without_va_zero, 0x100, SPE_LIFE_RETIRE, VA, 3},
    {"zero, no VA", spe_cfg_xlat_without_va_zero, 0x100, SPE_LIFE_RETIRE, SRC, -1},
    {"zero, PA alone", spe_cfg_xlat_without_va_zero, 0x101, SPE_LIFE_RETIRE, PA, -1},
    {"zero, fault", spe_cfg_xlat_without_va_zero, 0x101, SPE_LIFE_EXCEPTION, 0, -1},
    {"zero, NV2", spe_cfg_xlat_without_va_zero, 0x131, SPE_LIFE_RETIRE, VA | PA, 0},
    {"zero, NV2 that faults", spe_cfg_xlat_without_va_zero, 0x131, SPE_LIFE_EXCEPTION, VA, 0},
    {"zero, NV2 without VA", spe_cfg_xlat_without_va_zero, 0x131, SPE_LIFE_RETIRE, PA, -1},
    {"counted, NV2", spe_cfg_xlat_without_va_counted, 0x131, SPE_LIFE_RETIRE, VA, 3},
    {"absent, NV2", spe_cfg_xlat_without_va_absent, 0x131, SPE_LIFE_RETIRE, VA, -1},
    {"zero, branch", spe_cfg_xlat_without_va_zero, 0x200, SPE_LIFE_RETIRE, 0, -1},
    {"absent, VA", spe_cfg_xlat_without_va_absent, 0x107, SPE_LIFE_RETIRE, VA, 3},
    {"absent, VA of a fault", spe_cfg_xlat_without_va_absent, 0x100, SPE_LIFE_EXCEPTION, VA, 3},
    {"absent, no VA", spe_cfg_xlat_without_va_absent, 0x100, SPE_LIFE_RETIRE, SRC, -1},
    {"absent, PA alone", spe_cfg_xlat_without_va_absent, 0x101, SPE_LIFE_RETIRE, PA, -1},
    {"absent, squashed", spe_cfg_xlat_without_va_absent, 0x106, SPE_LIFE_SQUASH, 0, -1},
};

static void translation_without_address(void **state)
{
    struct spe_config cfg = defaults();

    (void)state;
    cfg.nv = 2;
    for (size_t i = 0; i < sizeof translations / sizeof translations[0]; i++) {
        const struct spe_txn_life end = {.kind = (uint8_t)translations[i].end,
                                         .flags = translations[i].flags};
        struct spe_sample sample;
        struct spe_record r;

        cfg.xlat_without_va = translations[i].key;
        select_op(&sample, &cfg, PAE, translations[i].op);
        sample_end(&sample, &cfg, &end, (struct spe_latencies){1, 2, 3}, 0);
        record_build(&cfg, &sample, &r);
        const bool present = r.packet[SPE_LAYOUT_XLAT].present;
        CHECK(translations[i].name, present ? (int)r.packet[SPE_LAYOUT_XLAT].value : -1,
              translations[i].latency);
    }
}

static void no_data_source_without_lds(void **state)
{
    const struct spe_txn_life end = {.kind = SPE_LIFE_RETIRE, .flags = VA | SRC};
    struct spe_config cfg = defaults();
    struct spe_sample sample;
    struct spe_record record;

    (void)state;
    cfg.lds = false;
    select_op(&sample, &cfg, 0, 0x100);
    sample_end(&sample, &cfg, &end, (struct spe_latencies){1, 2, 3}, 0);
    record_build(&cfg, &sample, &record);
    CHECK("LDS 0", packets(&record), ALWAYS | P(END) | P(XLAT) | P(VA));
}

static struct spe_record load_record(const struct spe_config *cfg, uint64_t va)
{
    const struct spe_txn_life end = {.kind = SPE_LIFE_RETIRE,
                                     .flags = VA | PA | SRC | SPE_LIFE_PA_NS,
                                     .va = va,
                                     .pa = 0xFF00123456789ABC,
                                     .source = 0xABCD};
    struct spe_sample sample;
    struct spe_record record;

    select_op(&sample, cfg, CX | PAE | TS | PCT, 0x10A);
    sample_end(&sample, cfg, &end, (struct spe_latencies){30, 20, 10}, 0);
    record_build(cfg, &sample, &record);
    return record;
}

static void payloads_of_a_load(void **state)
{
    struct spe_config cfg = defaults();
    struct spe_record r = load_record(&cfg, 0x5A7FFFFFFFFFFFF0);

    (void)state;
    CHECK("CTX1", r.packet[SPE_LAYOUT_CTX1].value, 0xC1);
    CHECK("CTX2", r.packet[SPE_LAYOUT_CTX2].value, 0xC2);
    CHECK("TOT", r.packet[SPE_LAYOUT_TOT].value, 30);
    CHECK("ISSUE", r.packet[SPE_LAYOUT_ISSUE].value, 20);
    CHECK("XLAT", r.packet[SPE_LAYOUT_XLAT].value, 10);
    /* NS 1, EL 0b01, bits [60:56] zero, address [55:0] */
    CHECK("PC", r.packet[SPE_LAYOUT_PC].value, 0xA0FF800012345678);
    CHECK("VA, TBI0 0", r.packet[SPE_LAYOUT_VA].value, 0x007FFFFFFFFFFFF0);
    CHECK("PA", r.packet[SPE_LAYOUT_PA].value, 0x8000123456789ABC);
    CHECK("DS, one byte", r.packet[SPE_LAYOUT_DS].value, 0xCD);
    CHECK("TYPE", r.packet[SPE_LAYOUT_TYPE].value, 0x10A);
    CHECK("TS", r.packet[SPE_LAYOUT_TS].value, 0x75);
    cfg.ds_bytes = 2;
    r = load_record(&cfg, 0x5A80000000000000);
    CHECK("VA, TBI1 1", r.packet[SPE_LAYOUT_VA].value, 0x5A80000000000000);
    CHECK("DS, two bytes", r.packet[SPE_LAYOUT_DS].value, 0xABCD);
}

static void payload_of_a_target(void **state)
{
    const struct spe_txn_life end = {.kind = SPE_LIFE_RETIRE,
                                     .flags = TGT | 2 << 5, /* EL2, Secure */
                                     .target = 0x12FFAABBCCDDEEFF};
    struct spe_config cfg = defaults();
    struct spe_sample sample;
    struct spe_record r;

    (void)state;
    select_op(&sample, &cfg, 0, 0x202);
    sample_end(&sample, &cfg, &end, (struct spe_latencies){1, 1, 0}, 0);
    record_build(&cfg, &sample, &r);
    CHECK("Secure, EL2", r.packet[SPE_LAYOUT_TGT].value, 0x40FFAABBCCDDEEFF);
    sample.target_state = SPE_PAS_NONSECURE;
    sample.target_el = 0;
    record_build(&cfg, &sample, &r);
    CHECK("Non-secure, EL0", r.packet[SPE_LAYOUT_TGT].value, 0x80FFAABBCCDDEEFF);
}

/* Events 0 and 1 by the ending (2.3.5, 5.3.7), unimplemented events 0. */
static const struct {
    const char *name;
    int end;
    uint64_t events;
    bool captured, captured_misspec;
} endings[] = {
    {"retire", SPE_LIFE_RETIRE, 0x3FE, true, true},
    {"exception", SPE_LIFE_EXCEPTION, 0x3FF, true, true},
    {"squash", SPE_LIFE_SQUASH, 0x3FC, false, true},
    {"non-architectural exception", SPE_LIFE_NONARCH, 0x3FC, false, true},
    {"replay", SPE_LIFE_REPLAY, 0x3FC, false, true},
};

static void events_by_the_ending(void **state)
{
    struct spe_config cfg = defaults();

    (void)state;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        struct spe_txn_life end = {.kind = (uint8_t)endings[i].end, .events = ~UINT64_C(0)};
        struct spe_sample sample;

        cfg.misspec_record = false;
        select_op(&sample, &cfg, 0, 0);
        sample_end(&sample, &cfg, &end, (struct spe_latencies){0, 0, 0}, 0);
        CHECK(endings[i].name, sample.events, endings[i].events);
        CHECK(endings[i].name, sample_captured(&cfg, &sample), endings[i].captured);
        cfg.misspec_record = true;
        CHECK(endings[i].name, sample_captured(&cfg, &sample), endings[i].captured_misspec);
        end.events = 0x43; /* bits 0 and 1 of the PE are ignored */
        sample_end(&sample, &cfg, &end, (struct spe_latencies){0, 0, 0}, 0);
        CHECK(endings[i].name, sample.events, (endings[i].events & 3) | 0x40);
    }
}

static bool kept(const struct spe_config *cfg, const struct spe_regs *regs,
                 const struct spe_sample *sample)
{
    const struct spe_filtered seen = sample_filtered(cfg, sample);

    return filter_keep(cfg, regs, &seen);
}

/* The filters see the recorded type, events and total latency. */
static void filters_see_the_sample(void **state)
{
    const struct spe_txn_life end = {.kind = SPE_LIFE_RETIRE, .events = 0x08};
    struct spe_config cfg = defaults();
    struct spe_regs regs;
    struct spe_sample sample;

    (void)state;
    spe_regs_reset(&cfg, &regs);
    select_op(&sample, &cfg, 0, 0x101);
    sample_end(&sample, &cfg, &end, (struct spe_latencies){50, 0, 0}, 0);
    regs.v[SPE_PMSFCR] = 0x40007; /* ST, FL, FT, FE */
    regs.v[SPE_PMSEVFR] = 0x0A;
    regs.v[SPE_PMSLATFR] = 50;
    CHECK("kept", kept(&cfg, &regs, &sample), true);
    regs.v[SPE_PMSLATFR] = 51;
    CHECK("latency", kept(&cfg, &regs, &sample), false);
    regs.v[SPE_PMSLATFR] = 50;
    regs.v[SPE_PMSEVFR] = 0x20;
    CHECK("event", kept(&cfg, &regs, &sample), false);
    regs.v[SPE_PMSEVFR] = 0x02;
    regs.v[SPE_PMSFCR] = 0x20007; /* LD */
    CHECK("type", kept(&cfg, &regs, &sample), false);
}

static void selection_is_captured(void **state)
{
    struct spe_config cfg = defaults();
    struct spe_sample sample;
    struct spe_record record;

    (void)state;
    cfg.ts_point = spe_cfg_ts_point_complete;
    select_op(&sample, &cfg, TS | PCT, 0);
    CHECK("EL", sample.el, 1);
    CHECK("NS", sample.state, SPE_PAS_NONSECURE);
    CHECK("TBI", sample.tbi0 | sample.tbi1 << 1, 2);
    CHECK("PC", sample.pc, 0xFFFF800012345678);
    sample.collect.ts_unknown = true;
    sample_end(&sample, &cfg, &(struct spe_txn_life){.kind = SPE_LIFE_RETIRE},
               (struct spe_latencies){0, 0, 0}, 0x99);
    record_build(&cfg, &sample, &record);
    CHECK("timestamp at the ending", record.packet[SPE_LAYOUT_TS].value, 0x99);
    assert_true(record.ts_unknown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_of_a_record),         cmocka_unit_test(no_data_source_without_lds),
        cmocka_unit_test(payloads_of_a_load),          cmocka_unit_test(payload_of_a_target),
        cmocka_unit_test(translation_without_address), cmocka_unit_test(events_by_the_ending),
        cmocka_unit_test(filters_see_the_sample),      cmocka_unit_test(selection_is_captured),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
