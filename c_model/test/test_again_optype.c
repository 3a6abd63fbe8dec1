/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operation Type payloads of D18.2.7 as the text prints them, with the features that define each
 * payload: against the decoder for every CLASS and payload, and against what the predictor permits,
 * in every combination of the features.
 */
#include "check.h"
#include "config_members.h"
#include "spe/packet.h"
#include "spe/record.h"
#include "text_table.h"

/* CLASS and SUBCLASS; the features without which the value is reserved ('+' is and, '/' is or); the
 * fields, each with its bits from the highest down. */
static const char *const d18_2_7[] = {
    "0b0000000xxx -            ase2,fp1,cond0",
    "0b000xxx1xx0 v1p1+sve     evl6:4,pred2,fp1",
    "0b001xxx1xx0 spe_sme      ets6:4:2,fp1",
    "0b010000000x -            ldst0",
    "0b010000010x -            ldst0",
    "0b010001000x v1p1         ldst0",
    "0b010001010x v1p3+mte     ldst0", /* the version: D17.6.4 */
    "0b010011000x nv2          ldst0",
    "0b01000xxx1x -            ar4,excl3,at2,ldst0",
    "0b01xxxx1x0x v1p1+sve/sme sg7,evl6:4,pred2,ldst0",
    "0b010010000x v1p3+mops    ldst0",
    "0b0100100101 v1p3+mops    ldst0", /* the text gives only this value, a store */
    "0b0101000x0x gcs+v1p4     comm2,ldst0",
    "0b10000xxxxx -            cr4:3,gcs2,ind1,cond0",
};

/* The names that the decoder uses. */
static const char *const names[] = {
    "other",
    "data processing, SVE vector",
    "data processing, SME array",
    "load/store, general-purpose registers",
    "load/store, SIMD&FP registers",
    "load/store, unspecified registers",
    "load/store, Allocation Tag",
    "load/store, System register access (NV2)",
    "load/store, extended",
    "load/store, SVE or SME registers",
    "load/store, Memory Copy",
    "load/store, Memory Set",
    "load/store, GCS",
    "branch",
};

enum { SME_ARRAY = 2, VECTOR = 9, BRANCH = 13 };

static void read_table(struct text_table *t)
{
    text_table_read(t, "D18.2.7", d18_2_7, sizeof(d18_2_7) / sizeof(*d18_2_7), 1, 2);
}

/* The value of a field "name6:4:2" of a payload; *bits is the field's width. */
static unsigned field_value(const char *layout, unsigned payload, unsigned *bits)
{
    unsigned high, low, extra;
    int parts = sscanf(layout + strcspn(layout, "0123456789"), "%u:%u:%u", &high, &low, &extra);

    assert_true(parts >= 1);
    low = parts == 1 ? high : low;
    *bits = high - low + 1 + (parts == 3);
    payload = parts == 3
                  ? (payload >> low & ((2u << (high - low)) - 1)) << 1 | (payload >> extra & 1)
                  : payload >> low & ((2u << (high - low)) - 1);
    return payload;
}

/* D18.2.7, ETS: "all other values are reserved". */
static bool ets_is_reserved(const struct text_table *t, int row, unsigned payload)
{
    unsigned bits;
    unsigned ets = row == SME_ARRAY ? field_value(text_table_word(t, row, 1), payload, &bits) : 0;

    return ets > 11 && ets != 15;
}

static void check_fields(const struct text_table *t, int row, const struct spe_packet *packet)
{
    struct spe_field field[SPE_PACKET_FIELDS];
    int fields = spe_packet_fields(packet, field);
    const char *layout = text_table_word(t, row, 1);
    char name[64];
    unsigned bits;

    snprintf(name, sizeof(name), "Operation: %s", names[row]);
    assert_string_equal(spe_packet_title(packet), name);
    for (int i = 0; i < fields; i++, layout += strcspn(layout, ","), layout += *layout == ',') {
        unsigned value = field_value(layout, (unsigned)packet->payload, &bits);

        snprintf(name, sizeof(name), "%.*s", (int)strcspn(layout, "0123456789"), layout);
        assert_string_equal(field[i].name, name);
        CHECK(name, field[i].value, value);
        CHECK(name, field[i].bits, bits);
    }
    assert_string_equal(layout, "");
}

static void every_payload_decodes_as_d18_2_7(void **state)
{
    struct text_table t;

    (void)state;
    read_table(&t);
    for (unsigned op = 0; op < 1024; op++) {
        uint8_t buf[2] = {(uint8_t)(0x48 | op >> 8), (uint8_t)op};
        struct spe_packet is;
        int row = text_table_row(&t, &op);
        uint32_t problems = SPE_PROBLEM_BIT(SPE_PROBLEM_RESERVED_PAYLOAD);
        bool reserved = row < 0 || ets_is_reserved(&t, row, op & 255);
        char name[16];

        snprintf(name, sizeof(name), "%02x %02x", buf[0], buf[1]);
        CHECK(name, spe_decode_packet(buf, 2, &is), 2);
        CHECK(name, is.kind, SPE_PACKET_OPERATION);
        CHECK(name, is.index, op >> 8);
        CHECK(name, is.payload, op & 255);
        if (op >> 8 == 3) {
            problems = SPE_PROBLEM_BIT(SPE_PROBLEM_RESERVED_HEADER);
        }
        CHECK(name, is.problems, reserved ? problems : 0);
        CHECK(name, spe_operation_name(op >> 8, (uint8_t)op) != NULL, row >= 0);
        if (row < 0) {
            continue;
        }
        assert_string_equal(spe_operation_name(op >> 8, (uint8_t)op), names[row]);
        if (!reserved) {
            check_fields(&t, row, &is);
        }
    }
    text_table_all_met(&t);
}

/* Combination `n` of the features. @return false if no implementation has this combination. */
#define FEATURES (6 * 3 * 256u)

static bool set_features(struct spe_config *cfg, unsigned n)
{
    spe_config_init(cfg);
    cfg->sve = n & 1;
    cfg->sme = n >> 1 & 1;
    cfg->mte = n >> 2 & 1;
    cfg->mops = n >> 3 & 1;
    cfg->gcs = n >> 4 & 1;
    cfg->fpf = n >> 5 & 1;
    cfg->crr = n >> 6 & 1;
    cfg->spe_sme = n >> 7 & 1;
    cfg->pmsver = (int)(1 + n / 256 % 6);
    cfg->nv = (int)(n / 256 / 6);
    return ((!cfg->fpf && !cfg->crr) || cfg->pmsver >= 2) && (!cfg->mops || cfg->pmsver >= 4) &&
           (!cfg->gcs || cfg->pmsver >= 5) && (!cfg->spe_sme || (cfg->sme && cfg->pmsver >= 5));
}

static bool has_feature(const struct spe_config *cfg, const char *name, size_t length)
{
    const struct {
        const char *name;
        bool there;
    } features[] = {
        {"-", true},
        {"sve", cfg->sve},
        {"sme", cfg->sme},
        {"mte", cfg->mte},
        {"mops", cfg->mops},
        {"gcs", cfg->gcs},
        {"nv2", cfg->nv == 2},
        {"spe_sme", cfg->spe_sme},
        {"v1p1", cfg->pmsver >= 2},
        {"v1p3", cfg->pmsver >= 4},
        {"v1p4", cfg->pmsver >= 5},
    };

    for (size_t i = 0; i < sizeof(features) / sizeof(*features); i++) {
        if (strlen(features[i].name) == length && !strncmp(features[i].name, name, length)) {
            return features[i].there;
        }
    }
    fail_msg("no feature '%s'", name);
    return false;
}

/* "a+b/c": a, and b or c. */
static bool defined_with(const struct spe_config *cfg, const char *needs)
{
    bool all = true, any = false;

    for (;; needs++) {
        size_t length = strcspn(needs, "+/");

        any |= has_feature(cfg, needs, length);
        needs += length;
        if (*needs == '/') {
            continue;
        }
        all &= any;
        any = false;
        if (!*needs) {
            return all;
        }
    }
}

/* Whether the value is defined. Reserved inside a defined payload: EVL 0b111 without FEAT_SPE_SME,
 * PRED of an SVE or SME load without FEAT_SPEv1p2, other values of ETS, CR 0b00 with FEAT_SPE_CRR.
 */
static bool value_defined(const struct text_table *t, const struct spe_config *cfg, int row,
                          unsigned payload)
{
    const char *evl = strstr(text_table_word(t, row, 1), "evl");
    unsigned bits;

    if (evl && field_value(evl, payload, &bits) == 7 && !cfg->spe_sme) {
        return false;
    }
    if (row == VECTOR && cfg->pmsver < 3 && field_value("pred2", payload, &bits) == 1 &&
        field_value("ldst0", payload, &bits) == 0) {
        return false;
    }
    if (row == BRANCH && cfg->crr && field_value("cr4:3", payload, &bits) == 0) {
        return false;
    }
    return !ets_is_reserved(t, row, payload);
}

/* @return the number of differences in the first combination of features that has any. */
static unsigned long compare_permitted(struct text_table *t, bool report)
{
    unsigned long wrong = 0;
    struct spe_config cfg;

    for (unsigned n = 0; n < FEATURES && !wrong; n++) {
        bool defined[16];

        if (!set_features(&cfg, n)) {
            continue;
        }
        for (unsigned r = 0; r < t->rows; r++) {
            defined[r] = defined_with(&cfg, text_table_word(t, (int)r, 0));
        }
        for (unsigned op = 0; op < 1024; op++) {
            int row = text_table_row(t, &op);
            bool says = row >= 0 && defined[row] && value_defined(t, &cfg, row, op & 255);

            if (spe_op_permitted(&cfg, (uint16_t)op) == says) {
                continue;
            }
            if (report && !wrong) {
                print_error("CLASS %u, payload 0x%02x, features 0x%02x, SPEv1p%d, NV %d: %d, "
                            "D18.2.7 says %d\n",
                            op >> 8, op & 255, n & 255, cfg.pmsver - 1, cfg.nv, !says, says);
            }
            wrong++;
        }
    }
    return wrong;
}

static void every_payload_is_permitted_as_d18_2_7(void **state)
{
    struct text_table t;

    (void)state;
    read_table(&t);
    assert_int_equal(compare_permitted(&t, true), 0);
    text_table_all_met(&t);
}

/* The test finds a wrong condition in any row, and a missing row. */
static void a_wrong_row_is_seen(void **state)
{
    struct text_table t;

    (void)state;
    for (unsigned r = 0; r < sizeof(d18_2_7) / sizeof(*d18_2_7); r++) {
        read_table(&t);
        text_table_spoil(&t, r, 0, text_table_word(&t, (int)r, 0)[0] == '-' ? "v1p1" : "-");
        if (compare_permitted(&t, false) == 0) {
            fail_msg("D18.2.7, row %u may be wrong", r);
        }
    }
    read_table(&t);
    t.rows--;
    assert_int_not_equal(compare_permitted(&t, false), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_payload_decodes_as_d18_2_7),
        cmocka_unit_test(every_payload_is_permitted_as_d18_2_7),
        cmocka_unit_test(a_wrong_row_is_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
