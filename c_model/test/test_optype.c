/* SPDX-License-Identifier: Apache-2.0
 *
 * Operation Type payloads by version and feature, typed from Arm ARM D18.2.7. Each row has the
 * configuration that just permits the payload. Without any one of the features, the payload is not
 * permitted.
 */
#include "check.h"
#include "config_members.h"
#include "spe/record.h"

/* pmsver of a version. */
#define V1P0 1
#define V1P1 2
#define V1P2 3
#define V1P3 4
#define V1P4 5

/* A configuration with these features and no other. */
enum {
    SVE = 1,
    SME = 2,
    SPE_SME = 4,
    MTE = 8,
    NV2 = 16,
    MOPS = 32,
    GCS = 64,
    CRR = 128,
    FPF = 256
};

static struct spe_config with(int version, unsigned features)
{
    struct spe_config cfg;

    spe_config_init(&cfg);
    cfg.pmsver = version;
    cfg.sve = features & SVE;
    cfg.sme = features & SME;
    cfg.spe_sme = features & SPE_SME;
    cfg.mte = features & MTE;
    cfg.nv = features & NV2 ? 2 : 0;
    cfg.mops = features & MOPS;
    cfg.gcs = features & GCS;
    cfg.crr = features & CRR;
    cfg.fpf = features & FPF;
    return cfg;
}

static const struct {
    const char *name;
    const char *payload; /* bits 7 to 0 as the text has them, x: either */
    unsigned op_class;
    int version;       /* the first that has the payload */
    unsigned features; /* all of them are needed */
} rows[] = {
    {"other", "00000xxx", 0, V1P0, 0},
    {"SVE vector, EVL 0b000", "0000 1xx0", 0, V1P1, SVE},
    {"SVE vector, EVL 0b001", "0001 1xx0", 0, V1P1, SVE},
    {"SVE vector, EVL 0b010", "0010 1xx0", 0, V1P1, SVE},
    {"SVE vector, EVL 0b011", "0011 1xx0", 0, V1P1, SVE},
    {"SVE vector, EVL 0b100", "0100 1xx0", 0, V1P1, SVE},
    {"SVE vector, EVL 0b101", "0101 1xx0", 0, V1P1, SVE},
    {"SVE vector, EVL 0b110", "0110 1xx0", 0, V1P1, SVE},
    {"SVE vector, EVL 0b111", "0111 1xx0", 0, V1P4, SVE | SPE_SME},
    {"SME array, ETS 0b0xxx", "10xx 1xx0", 0, V1P4, SPE_SME},
    {"SME array, ETS 0b10xx", "110x 1xx0", 0, V1P4, SPE_SME},
    {"SME array, whole array", "1111 11x0", 0, V1P4, SPE_SME},
    {"general-purpose registers", "0000000x", 1, V1P0, 0},
    {"SIMD&FP registers", "0000010x", 1, V1P0, 0},
    {"unspecified registers", "0001000x", 1, V1P1, 0},
    {"Allocation Tag", "0001010x", 1, V1P3, MTE}, /* D17.6.4: FEAT_SPEv1p3 and FEAT_MTE */
    {"System register access", "0011000x", 1, V1P0, NV2},
    {"extended", "000xxx1x", 1, V1P0, 0},
    {"SVE or SME, EVL 0b0xx, SVE", "x0xx 100x", 1, V1P1, SVE},
    {"SVE or SME, EVL 0b10x, SVE", "x10x 100x", 1, V1P1, SVE},
    {"SVE or SME, EVL 0b110, SVE", "x110 100x", 1, V1P1, SVE},
    {"SVE or SME, EVL 0b110, SME", "x110 100x", 1, V1P1, SME},
    {"predicated store, EVL 0b0xx", "x0xx 1101", 1, V1P1, SVE},
    {"predicated store, EVL 0b10x", "x10x 1101", 1, V1P1, SVE},
    {"predicated store, EVL 0b110", "x110 1101", 1, V1P1, SME},
    {"predicated load, EVL 0b0xx", "x0xx 1100", 1, V1P2, SVE},
    {"predicated load, EVL 0b10x", "x10x 1100", 1, V1P2, SVE},
    {"predicated load, EVL 0b110", "x110 1100", 1, V1P2, SME},
    {"SVE or SME, EVL 0b111", "x111 1x0x", 1, V1P4, SPE_SME},
    {"Memory Copy", "0010000x", 1, V1P3, MOPS},
    {"Memory Set", "00100101", 1, V1P3, MOPS},
    {"GCS", "01000x0x", 1, V1P4, GCS},
    {"branch, CR 0b00", "000 00 xxx", 2, V1P0, 0},
    {"branch, CR 0b01", "000 01 xxx", 2, V1P0, CRR},
    {"branch, CR 0b10", "000 10 xxx", 2, V1P0, CRR},
    {"branch, CR 0b11", "000 11 xxx", 2, V1P0, CRR},
};

/* bits_match() reads the patterns of this table and of other tests. */
static void patterns_are_bits_highest_first(void **state)
{
    static const struct {
        const char *pattern;
        unsigned value;
        bool match;
    } patterns[] = {
        {"10", 2, true},     {"10", 1, false},     {"1X", 3, true}, {"x1", 2, false},
        {"0 1x 0", 4, true}, {"0 1x 0", 7, false}, {"10", 6, true}, {"!=00", 0, false},
        {"!=00", 2, true},   {"!=1x", 3, false},   {"", 5, true},   {"1", 0, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
        CHECK(patterns[i].pattern, bits_match(patterns[i].pattern, patterns[i].value),
              patterns[i].match);
    }
}

static bool permitted(int version, unsigned features, unsigned op_class, unsigned payload)
{
    const struct spe_config cfg = with(version, features);

    return spe_op_permitted(&cfg, (uint16_t)(op_class << 8 | payload));
}

static void every_payload_of_a_row(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned payload = 0; payload < 256; payload++) {
            if (!bits_match(rows[i].payload, payload)) {
                continue;
            }
            CHECK(rows[i].name,
                  permitted(rows[i].version, rows[i].features, rows[i].op_class, payload), true);
            if (rows[i].version > V1P0) {
                CHECK(rows[i].name,
                      permitted(rows[i].version - 1, rows[i].features & ~(unsigned)SPE_SME,
                                rows[i].op_class, payload),
                      false);
            }
        }
    }
}

/* Without FEAT_SPE_CRR, CR is read-as-zero and any value passes. With the feature, 0b00 is a
 * fault. */
static void a_feature_less(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned bit = 1; bit <= FPF; bit <<= 1) {
            if (!(rows[i].features & bit) || bit == CRR) {
                continue;
            }
            for (unsigned payload = 0; payload < 256; payload++) {
                if (bits_match(rows[i].payload, payload)) {
                    CHECK(rows[i].name,
                          permitted(rows[i].version, rows[i].features & ~bit, rows[i].op_class,
                                    payload),
                          false);
                }
            }
        }
    }
    for (unsigned low = 0; low < 8; low++) {
        CHECK("CR 0b00 with FEAT_SPE_CRR", permitted(V1P4, CRR, 2, low), false);
        CHECK("CR 0b01 without", permitted(V1P4, 0, 2, 8 | low), true);
    }
}

/* "Other values are ... reserved": every feature together permits no payload that no row has. */
static void nothing_else(void **state)
{
    unsigned count = 0;

    (void)state;
    for (unsigned op = 0; op < 0x300; op++) {
        bool defined = false;

        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            defined |= rows[i].op_class == op >> 8 && bits_match(rows[i].payload, op & 0xFF);
        }
        defined &= !(op >> 3 == 0x200 >> 3); /* CR 0b00 */
        CHECK("every feature", permitted(V1P4, 2 * FPF - 1, op >> 8, op & 0xFF), defined);
        count += defined;
    }
    /* 8 + 32 + (32 - 6) + 2 * 5 + 16 + 64 + 2 + 1 + 4 + 24 */
    CHECK("defined", count, 187);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_are_bits_highest_first),
        cmocka_unit_test(every_payload_of_a_row),
        cmocka_unit_test(a_feature_less),
        cmocka_unit_test(nothing_else),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
