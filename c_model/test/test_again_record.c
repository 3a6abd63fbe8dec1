/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records of the encoder, against formats typed from D18.2: the events that a version can have,
 * headers, addresses, counters, contexts, Data Source, Operation Type, Timestamp.
 */
#include "arch/collect.h"
#include "check.h"
#include "config_members.h"
#include "record/encode.h"
#include "record/life.h"
#include "record/record.h"
#include "record/sample.h"
#include "spe/packet.h"
#include "spe/record.h"

/* D18.2.6: bits, and their rule in SPEv1p0 (DDI 0586A 5.3.7), from SPEv1p1 and from SPEv1p4. A bit
 * is ALWAYS implemented, OPTIONAL, ZERO, or depends on a feature: SVE for FEAT_SVE or FEAT_SME, SME
 * for FEAT_SPE_SME. */
static const struct {
    unsigned high, low;
    const char *v1p0, *v1p1, *v1p4;
} events[] = {
    {63, 48, "OPTIONAL", "OPTIONAL", "OPTIONAL"},
    {47, 32, "ZERO", "ZERO", "ZERO"},
    {31, 26, "OPTIONAL", "OPTIONAL", "ZERO"},
    {25, 25, "OPTIONAL", "OPTIONAL", "SME, OPTIONAL"}, /* no SMCU: never set */
    {24, 24, "OPTIONAL", "OPTIONAL", "SME"},
    {23, 19, "ZERO", "ZERO", "OPTIONAL"},
    {18, 17, "ZERO", "SVE", "SVE"},
    {16, 16, "ZERO", "ZERO", "ZERO"},
    {15, 12, "OPTIONAL", "OPTIONAL", "OPTIONAL"},
    {11, 11, "ZERO", "ALWAYS", "ALWAYS"},
    {10, 8, "OPTIONAL", "OPTIONAL", "OPTIONAL"},
    {7, 0, "ALWAYS", "ALWAYS", "ALWAYS"},
};

static const char *event_rule(const struct spe_config *cfg, unsigned bit)
{
    for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++) {
        if (bit <= events[i].high && bit >= events[i].low) {
            return cfg->pmsver >= 5   ? events[i].v1p4
                   : cfg->pmsver >= 2 ? events[i].v1p1
                                      : events[i].v1p0;
        }
    }
    fail_msg("no rule for event %u", bit);
    return "";
}

/* Whether the version may have the event, and whether the event is mandatory. */
static void event_may(const struct spe_config *cfg, unsigned bit, bool *may, bool *must)
{
    const char *rule = event_rule(cfg, bit);
    bool optional = strstr(rule, "OPTIONAL") != NULL;

    *may = !strncmp(rule, "SVE", 3)   ? cfg->sve || cfg->sme
           : !strncmp(rule, "SME", 3) ? cfg->spe_sme
                                      : strcmp(rule, "ZERO") != 0;
    *must = *may && !optional;
}

/* Version 1 to 6 with FEAT_SVE, FEAT_SME, FEAT_SPE_SME. @return false if no such implementation
 * exists. */
static bool set_version(struct spe_config *cfg, unsigned n)
{
    spe_config_init(cfg);
    cfg->pmsver = (int)(1 + n / 8);
    cfg->sve = n & 1;
    cfg->sme = n >> 1 & 1;
    cfg->spe_sme = n >> 2 & 1;
    cfg->fne = cfg->pmsver >= 3;
    cfg->fds = cfg->pmsver >= 5;
    cfg->flag_updates = cfg->pmsver >= 4;
    cfg->ext_abort = cfg->pmsver >= 4 ? spe_cfg_ext_abort_serror : spe_cfg_ext_abort_sync;
    cfg->event_bytes = 8;
    cfg->max_size = 7;
    cfg->events = 0;
    for (unsigned bit = 0; bit < 64; bit++) {
        bool may, must;

        event_may(cfg, bit, &may, &must);
        cfg->events |= (uint64_t)must << bit;
    }
    return !cfg->spe_sme || (cfg->sme && cfg->pmsver >= 5);
}

/* @return the number of differences of the first event that has any. */
static unsigned long compare_events(void (*event_rules)(const struct spe_config *, unsigned, bool *,
                                                        bool *))
{
    unsigned long wrong = 0;
    struct spe_config_error err;
    struct spe_config cfg;

    for (unsigned n = 0; n < 6 * 8 && !wrong; n++) {
        uint64_t least;

        if (!set_version(&cfg, n)) {
            continue;
        }
        least = cfg.events;
        assert_int_equal(spe_config_check(&cfg, &err), 0);
        for (unsigned bit = 0; bit < 64 && !wrong; bit++) {
            bool may, must;

            event_rules(&cfg, bit, &may, &must);
            cfg.events = least | (uint64_t)1 << bit;
            wrong += (spe_config_check(&cfg, &err) == 0) != may;
            cfg.events = least & ~((uint64_t)1 << bit);
            wrong += (spe_config_check(&cfg, &err) != 0) != must;
            cfg.events = least;
        }
    }
    return wrong;
}

static void every_event_is_of_its_version(void **state)
{
    (void)state;
    assert_int_equal(compare_events(event_may), 0);
}

/* All events occur. The record shows the events of the configuration, as far as they fit into its
 * bytes. */
static void events_are_cut_to_the_configuration(void **state)
{
    struct spe_config cfg;

    (void)state;
    for (unsigned n = 0; n < 6 * 8 * 4; n++) {
        struct spe_txn_life end = {.kind = SPE_LIFE_RETIRE, .events = UINT64_MAX};
        struct spe_latencies lat = {0};
        struct spe_sample s = {.el = 1, .end = SPE_LIFE_RETIRE};
        struct spe_record record;
        uint64_t all = 0;

        if (!set_version(&cfg, n / 4)) {
            continue;
        }
        cfg.event_bytes = 1 << n % 4;
        for (unsigned bit = 0; bit < 8u << n % 4; bit++) {
            bool may, must;

            event_may(&cfg, bit, &may, &must);
            all |= (uint64_t)may << bit;
        }
        cfg.events = all;
        sample_end(&s, &cfg, &end, lat, 0);
        record_build(&cfg, &s, &record);
        CHECK("events", record.packet[SPE_LAYOUT_EV].value, all & ~(uint64_t)1); /* no exception */
    }
}

/* A load or a branch with everything that a sample of such an operation can have. */
static struct spe_sample full_sample(bool branch)
{
    return (struct spe_sample){.pc = 0xEE23456789ABCDEF,
                               .op = branch ? 0x203 : 0x100,
                               .el = 1,
                               .state = SPE_PAS_NONSECURE,
                               .end = SPE_LIFE_RETIRE,
                               .events = 2,
                               .has_va = !branch,
                               .has_pa = !branch,
                               .has_source = !branch,
                               .has_target = branch,
                               .has_prev = branch,
                               .has_alt = true,
                               .collect = {.ctx1 = true,
                                           .ctx2 = true,
                                           .pa = true,
                                           .ts = SPE_TIMESTAMP_PHYSICAL,
                                           .contextidr_el1 = 0x89ABCDEF,
                                           .contextidr_el2 = 0x01234567,
                                           .ts_value = 0xFEDCBA9876543210},
                               .va = 0xA5DEADBEEF123456,
                               .pa = 0x00ABCDEF98765432,
                               .target = 0xDD11223344556677,
                               .prev = 0xCC99887766554433,
                               .source = 0xC3A5,
                               .lat = {.total = 0x123, .issue = 0x45, .xlat = 0x67},
                               .lat_alt = 0x89};
}

static void set_full(struct spe_config *cfg)
{
    spe_config_init(cfg);
    cfg->pmsver = 6;
    cfg->rme = cfg->mte = cfg->pbt = cfg->crr = cfg->sme = cfg->spe_sme = true;
    cfg->altclk = 1;
    cfg->max_size = 8;
    snprintf(cfg->layout, sizeof(cfg->layout),
             "ctx1 ctx2 tot issue alt xlat pc tgt va pa pbt ds type ev end");
}

/* Byte 7 of an address, D18.2.1: NS and NSE of a state other than Root. */
static uint64_t state_bits(const struct spe_config *cfg, unsigned state)
{
    return (uint64_t)(state & 1) << 63 | (uint64_t)(cfg->rme && state == SPE_PAS_REALM) << 60;
}

/* PC, target and previous target: NS, EL, NSE, zeros, bits [55:0]. */
static void every_instruction_address(void **state)
{
    struct spe_config cfg;
    struct spe_record record;

    (void)state;
    set_full(&cfg);
    for (unsigned n = 0; n < 4 * 3 * 4 * 2; n++) {
        struct spe_sample s = full_sample(true);
        unsigned el = n % 4,
                 pas = (unsigned[]){SPE_PAS_SECURE, SPE_PAS_NONSECURE, SPE_PAS_REALM}[n / 4 % 3];
        uint64_t byte7;

        cfg.rme = n / 48;
        if (!cfg.rme && pas == SPE_PAS_REALM) {
            continue;
        }
        byte7 = state_bits(&cfg, pas) | (uint64_t)el << 61;
        s.el = s.target_el = s.prev_el = el;
        s.state = s.target_state = s.prev_state = (enum spe_pas)pas;
        record_build(&cfg, &s, &record);
        CHECK("PC", record.packet[SPE_LAYOUT_PC].value, byte7 | 0x23456789ABCDEF);
        CHECK("target", record.packet[SPE_LAYOUT_TGT].value, byte7 | 0x11223344556677);
        CHECK("previous", record.packet[SPE_LAYOUT_PBT].value, byte7 | 0x99887766554433);
    }
}

/* VA: the top byte with TBI, else zero or unchanged; PA: NS, CH, 0, NSE, PAT. */
static void every_data_address(void **state)
{
    struct spe_config cfg;
    struct spe_record record;

    (void)state;
    set_full(&cfg);
    for (unsigned n = 0; n < 1u << 13; n++) {
        struct spe_sample s = full_sample(false);
        bool upper = n & 1, tbi, tag;
        uint64_t low = (upper ? 0x00DEADBEEF123456u : 0x005EADBEEF123456u);

        cfg.va_top = n >> 1 & 1 ? spe_cfg_va_top_kept : spe_cfg_va_top_zero;
        cfg.mte = n >> 2 & 1;
        cfg.rme = n >> 3 & 1;
        cfg.pat_unchecked = n >> 4 & 1 ? spe_cfg_pat_unchecked_tag : spe_cfg_pat_unchecked_zero;
        s.tbi0 = n >> 5 & 1;
        s.tbi1 = n >> 6 & 1;
        s.ch = n >> 7 & 1;
        s.pat = n >> 8 & 15;
        s.pa_pas = n >> 12 ? SPE_PAS_NONSECURE : cfg.rme ? SPE_PAS_REALM : SPE_PAS_SECURE;
        s.va = 0xA5ull << 56 | low;
        tbi = upper ? s.tbi1 : s.tbi0;
        tag = cfg.mte && (s.ch || cfg.pat_unchecked == spe_cfg_pat_unchecked_tag);
        record_build(&cfg, &s, &record);
        CHECK("VA", record.packet[SPE_LAYOUT_VA].value,
              low | (tbi || cfg.va_top == spe_cfg_va_top_kept ? 0xA5ull << 56 : 0));
        CHECK("PA", record.packet[SPE_LAYOUT_PA].value,
              0xABCDEF98765432 | state_bits(&cfg, s.pa_pas) | (uint64_t)(cfg.mte && s.ch) << 62 |
                  (uint64_t)(tag ? s.pat : 0) << 56);
    }
}

/* D18.2.3: unsigned, saturating, 12 or 16 bits. */
static void every_count_saturates(void **state)
{
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    for (unsigned n = 0; n < 0x21000; n++) {
        cfg.count_size = 12;
        CHECK("12 bits", latency_saturate(&cfg, n), n < 0xFFF ? n : 0xFFF);
        cfg.count_size = 16;
        CHECK("16 bits", latency_saturate(&cfg, n), n < 0xFFFF ? n : 0xFFFF);
    }
    CHECK("all ones", latency_saturate(&cfg, UINT64_MAX), 0xFFFF);
}

/* ASE and FP of CLASS 0b00, CR and GCS of 0b10 read as zero without their features. */
static void every_operation_type(void **state)
{
    struct spe_config cfg;
    struct spe_record record;

    (void)state;
    set_full(&cfg);
    for (unsigned n = 0; n < 8 * 1024; n++) {
        struct spe_sample s = full_sample(false);
        unsigned op = n % 1024, shown = 0xFF;

        cfg.fpf = n >> 10 & 1;
        cfg.crr = n >> 11 & 1;
        cfg.gcs = n >> 12 & 1;
        if (op >> 8 == 3) {
            continue;
        }
        if ((op & 0x3F8) == 0) {
            shown = cfg.fpf ? 7 : 1;
        }
        if (op >> 8 == 2) {
            shown = 0xE3 | (cfg.crr ? 0x18 : 0) | (cfg.gcs ? 4 : 0);
        }
        s.op = (uint16_t)op;
        record_build(&cfg, &s, &record);
        CHECK("operation", record.packet[SPE_LAYOUT_TYPE].value, op & (0x300 | shown));
    }
}

/* The bytes of every packet, header first, little-endian; D18.2 for each packet. */
#define BYTES(...) {__VA_ARGS__}, sizeof((uint8_t[]){__VA_ARGS__})
static const struct {
    const char *layout;
    bool branch;
    uint8_t byte[12];
    size_t bytes;
} packets[] = {
    {"ctx1", false, BYTES(0x64, 0xEF, 0xCD, 0xAB, 0x89)},
    {"ctx2", false, BYTES(0x65, 0x67, 0x45, 0x23, 0x01)},
    {"tot", false, BYTES(0x98, 0x23, 0x01)},
    {"issue", false, BYTES(0x99, 0x45, 0x00)},
    {"alt", false, BYTES(0x9C, 0x89, 0x00)},
    {"xlat", false, BYTES(0x9A, 0x67, 0x00)},
    {"pc", false, BYTES(0xB0, 0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45, 0x23, 0xA0)},
    {"va", false, BYTES(0xB2, 0x56, 0x34, 0x12, 0xEF, 0xBE, 0xAD, 0xDE, 0x00)},
    {"pa", false, BYTES(0xB3, 0x32, 0x54, 0x76, 0x98, 0xEF, 0xCD, 0xAB, 0x00)},
    {"ds", false, BYTES(0x53, 0xA5, 0xC3)},
    {"type", false, BYTES(0x49, 0x00)},
    {"tgt", true, BYTES(0xB1, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0x00)},
    {"pbt", true, BYTES(0xB4, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0x00)},
    {"type", true, BYTES(0x4A, 0x03)},
    {"ev", true, BYTES(0x52, 0x02, 0x00)},
    {"end", true, BYTES(0x71, 0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xDC, 0xFE)},
};

/* @return the number of packets that their record does not contain exactly once. `spoiled`: the
 * index of a packet with a wrong byte, or -1. */
static unsigned long compare_bytes(int spoiled)
{
    unsigned long wrong = 0;
    struct spe_config cfg;

    set_full(&cfg);
    cfg.ds_bytes = 2;
    cfg.crr = false;
    for (unsigned branch = 0; branch < 2; branch++) {
        struct spe_sample s = full_sample(branch);
        uint8_t buf[SPE_RECORD_MAX + SPE_PACKET_MAX] = {0};
        struct spe_record record;
        int bytes;

        record_build(&cfg, &s, &record);
        bytes = record_encode(&cfg, &record, buf, SPE_RECORD_MAX);
        assert_true(bytes > 0);
        for (size_t i = 0; i < sizeof(packets) / sizeof(*packets); i++) {
            unsigned times = 0;

            for (int at = 0; at < bytes; at++) {
                size_t n = packets[i].bytes;

                times +=
                    !memcmp(buf + at, packets[i].byte, n - 1) &&
                    buf[at + (int)n - 1] == (uint8_t)(packets[i].byte[n - 1] ^ ((int)i == spoiled));
            }
            if (packets[i].branch == branch) {
                wrong += times != 1;
            }
        }
    }
    return wrong;
}

static void every_packet_has_its_bytes(void **state)
{
    (void)state;
    assert_int_equal(compare_bytes(-1), 0);
}

/* The test finds the opposite answer for one event, and a wrong byte in any packet. */
static unsigned wrong_bit;

static void event_wrong(const struct spe_config *cfg, unsigned bit, bool *may, bool *must)
{
    event_may(cfg, bit, may, must);
    *may ^= bit == wrong_bit;
    *must &= *may;
}

static void a_wrong_row_is_seen(void **state)
{
    (void)state;
    for (wrong_bit = 0; wrong_bit < 64; wrong_bit++) {
        if (compare_events(event_wrong) == 0) {
            fail_msg("event %u may be wrong", wrong_bit);
        }
    }
    for (size_t i = 0; i < sizeof(packets) / sizeof(*packets); i++) {
        if (compare_bytes((int)i) == 0) {
            fail_msg("%s may be wrong", packets[i].layout);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_is_of_its_version),
        cmocka_unit_test(events_are_cut_to_the_configuration),
        cmocka_unit_test(every_instruction_address),
        cmocka_unit_test(every_data_address),
        cmocka_unit_test(every_count_saturates),
        cmocka_unit_test(every_operation_type),
        cmocka_unit_test(every_packet_has_its_bytes),
        cmocka_unit_test(a_wrong_row_is_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
