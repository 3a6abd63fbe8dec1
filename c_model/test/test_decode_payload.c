/* SPDX-License-Identifier: Apache-2.0
 *
 * Operation Type payloads and names of events, typed from DDI 0586A 5.3.7, 5.3.8 and Arm ARM D18.2.
 */
#include "check.h"
#include "spe/packet.h"

#define BIT(problem) SPE_PROBLEM_BIT(SPE_PROBLEM_##problem)

static void fields_to_text(const struct spe_packet *packet, char *text, size_t bytes)
{
    struct spe_field fields[SPE_PACKET_FIELDS];
    const int n = spe_packet_fields(packet, fields);
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < n; i++) {
        used += (size_t)snprintf(text + used, bytes - used, "%s%s=%llx", i ? " " : "",
                                 fields[i].name, (unsigned long long)fields[i].value);
    }
}

struct operation_case {
    unsigned operation_class;
    const char *pattern; /* bit 7 first, x: any */
    const char *name;    /* as spe_operation_name(), NULL: reserved */
};

/* D18.2.7, SUBCLASS tables. Payloads that no row describes are reserved. */
static const struct operation_case operation_cases[] = {
    {0, "00000xxx", "other"},
    {0, "0xxx1xx0", "data processing, SVE vector"},
    {0, "1xxx1xx0", "data processing, SME array"},
    {1, "0000000x", "load/store, general-purpose registers"},
    {1, "0000010x", "load/store, SIMD&FP registers"},
    {1, "0001000x", "load/store, unspecified registers"},
    {1, "0001010x", "load/store, Allocation Tag"},
    {1, "0011000x", "load/store, System register access (NV2)"},
    {1, "000xxx1x", "load/store, extended"},
    {1, "xxxx1x0x", "load/store, SVE or SME registers"},
    {1, "0010000x", "load/store, Memory Copy"},
    {1, "00100101", "load/store, Memory Set"},
    {1, "01000x0x", "load/store, GCS"},
    {2, "000xxxxx", "branch"},
};

static const char *operation_by_pattern(unsigned operation_class, unsigned payload)
{
    const char *name = NULL;
    for (size_t i = 0; i < sizeof(operation_cases) / sizeof(*operation_cases); i++) {
        const struct operation_case *c = &operation_cases[i];
        if (c->operation_class != operation_class || !bits_match(c->pattern, payload)) {
            continue;
        }
        assert_null(name); /* the texts' patterns exclude each other */
        name = c->name;
    }
    return name;
}

static void every_operation_payload_has_its_name(void **state)
{
    (void)state;
    for (unsigned operation_class = 0; operation_class < 4; operation_class++) {
        for (unsigned payload = 0; payload < 256; payload++) {
            const char *want = operation_by_pattern(operation_class, payload);
            const char *have = spe_operation_name(operation_class, (uint8_t)payload);
            if (want) {
                assert_string_equal(have, want);
            } else {
                assert_null(have);
            }
        }
    }
}

struct operation_fields {
    uint8_t header, payload;
    const char *fields, *text; /* text of the first field that has one */
};

/* Each payload figure of D18.2.7 with alternating bits, so that swapped fields are noticed. */
static const struct operation_fields operation_fields[] = {
    {0x48, 0x05, "ase=1 fp=0 cond=1", "Advanced SIMD"},
    {0x48, 0x02, "ase=0 fp=1 cond=0", "floating-point"},
    {0x48, 0x5c, "evl=5 pred=1 fp=0", "1024 bits"},
    {0x48, 0x2a, "evl=2 pred=0 fp=1", "128 bits"},
    {0x48, 0xdc, "ets=b fp=0", "262144 bits"},
    {0x48, 0xfe, "ets=f fp=1", "whole ZA array"},
    {0x49, 0x00, "ldst=0", "load"},
    {0x49, 0x05, "ldst=1", "store"},
    {0x49, 0x12, "ar=1 excl=0 at=0 ldst=0", "acquire/release"},
    {0x49, 0x0b, "ar=0 excl=1 at=0 ldst=1", "exclusive"},
    {0x49, 0x06, "ar=0 excl=0 at=1 ldst=0", "atomic"},
    {0x49, 0xb9, "sg=1 evl=3 pred=0 ldst=1", "gather/scatter"},
    {0x49, 0x4c, "sg=0 evl=4 pred=1 ldst=0", "512 bits"},
    {0x49, 0x44, "comm=1 ldst=0", "other GCS operation"},
    {0x49, 0x25, "ldst=1", "store"},
    {0x4a, 0x0d, "cr=1 gcs=1 ind=0 cond=1", "Branch with link"},
    {0x4a, 0x12, "cr=2 gcs=0 ind=1 cond=0", "Procedure return"},
};

static void operation_fields_stand_in_their_bits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(operation_fields) / sizeof(*operation_fields); i++) {
        const struct operation_fields *c = &operation_fields[i];
        const uint8_t bytes[2] = {c->header, c->payload};
        struct spe_packet p;
        struct spe_field f[SPE_PACKET_FIELDS];
        char text[128];
        assert_int_equal(spe_decode_packet(bytes, sizeof(bytes), &p), 2);
        assert_int_equal(p.problems, 0);
        fields_to_text(&p, text, sizeof(text));
        assert_string_equal(text, c->fields);
        const int n = spe_packet_fields(&p, f);
        int first = 0;
        while (first < n - 1 && !f[first].text) {
            first++;
        }
        assert_string_equal(f[first].text, c->text);
    }
}

struct width_case {
    uint8_t bytes[SPE_PACKET_MAX];
    const char *field;
    uint8_t bits;
    bool wide;
    const char *title;
};

/* The width of a field in this packet. wide: the largest form of the field has more than 32 bits.
 */
static void fields_have_their_width(void **state)
{
    (void)state;
    static const struct width_case cases[] = {
        {{0x42}, "events", 8, true, "Events"},
        {{0x72}, "events", 64, true, "Events"},
        {{0x43}, "source", 8, false, "Data Source"},
        {{0x53}, "source", 16, false, "Data Source"},
        {{0x65}, "context", 32, false, "Context: CONTEXTIDR_EL2"},
        {{0x9c}, "count", 16, false, "Counter: alternate clock issue latency"},
        {{0xb0}, "ns", 1, false, "Address: PC"},
        {{0xb2}, "tag", 8, false, "Address: data virtual"},
        {{0xb6}, "value", 64, true, "Address: IMPLEMENTATION DEFINED"},
        {{0x71}, "ts", 64, true, "Timestamp"},
        {{0x48, 0x88}, "ets", 4, false, "Operation: data processing, SME array"},
        {{0x49, 0x25}, "ldst", 1, false, "Operation: load/store, Memory Set"},
        {{0x49, 0x24}, "value", 8, true, "Reserved"},
        {{0xc0}, "value", 8, true, "Unknown"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct spe_packet p;
        struct spe_field f[SPE_PACKET_FIELDS];
        assert_true(spe_decode_packet(cases[i].bytes, SPE_PACKET_MAX, &p) > 0);
        assert_true(spe_packet_fields(&p, f) > 0);
        assert_string_equal(f[0].name, cases[i].field);
        assert_int_equal(f[0].bits, cases[i].bits);
        assert_int_equal(f[0].wide, cases[i].wide);
        assert_string_equal(spe_packet_title(&p), cases[i].title);
    }
}

/* A packet that no header can give: its INDEX has more than the five bits of a header. */
static void an_index_out_of_range_is_reserved(void **state)
{
    static const uint8_t indices[] = {32, 33, 64, 255};

    (void)state;
    for (size_t i = 0; i < sizeof(indices); i++) {
        const struct spe_packet p = {
            .kind = SPE_PACKET_ADDRESS, .payload_bytes = 8, .payload = 5, .index = indices[i]};
        struct spe_field f[SPE_PACKET_FIELDS];
        assert_string_equal(spe_packet_title(&p), "Reserved");
        assert_int_equal(spe_packet_fields(&p, f), 1);
        assert_string_equal(f[0].name, "value");
        assert_int_equal(f[0].value, 5);
    }
}

/* Payloads outside the patterns, and ETS 0b1100, 0b1101, 0b1110. */
static void reserved_operation_payloads_are_reported(void **state)
{
    (void)state;
    static const uint8_t reserved[][2] = {
        {0x48, 0x10}, {0x48, 0x09}, {0x48, 0x80}, {0x48, 0xe8}, {0x48, 0xec}, {0x48, 0xf8},
        {0x49, 0x24}, {0x49, 0x34}, {0x49, 0x22}, {0x4a, 0x20}, {0x4a, 0x80},
    };
    struct spe_packet p;
    for (size_t i = 0; i < sizeof(reserved) / sizeof(*reserved); i++) {
        assert_int_equal(spe_decode_packet(reserved[i], 2, &p), 2);
        assert_int_equal(p.problems, BIT(RESERVED_PAYLOAD));
    }
    const uint8_t class3[2] = {0x4b, 0};
    assert_int_equal(spe_decode_packet(class3, 2, &p), 2);
    assert_int_equal(p.problems, BIT(RESERVED_HEADER));
}

/* 5.3.7, D18.2.6. */
static void events_have_the_names_of_their_bits(void **state)
{
    (void)state;
    static const struct {
        unsigned bit;
        const char *name;
    } rows[] = {
        {0, "exception"},         {1, "retired"},
        {2, "l1d_access"},        {3, "l1d_refill_or_miss"},
        {4, "tlb_access"},        {5, "tlb_walk"},
        {6, "not_taken"},         {7, "mispredicted"},
        {8, "llc_access"},        {9, "llc_miss"},
        {10, "remote_access"},    {11, "misaligned"},
        {12, "impdef_12"},        {15, "impdef_15"},
        {16, "transactional"},    {17, "partial_predicate"},
        {18, "empty_predicate"},  {19, "l2d_access"},
        {20, "l2d_miss"},         {21, "cache_data_modified"},
        {22, "recently_fetched"}, {23, "data_snooped"},
        {24, "streaming_mode"},   {25, "smcu"},
        {26, "impdef_26"},        {31, "impdef_31"},
        {32, "reserved_32"},      {47, "reserved_47"},
        {48, "impdef_48"},        {63, "impdef_63"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        assert_string_equal(spe_event_name(rows[i].bit), rows[i].name);
    }
    assert_null(spe_event_name(64));
}

static void problems_and_kinds_have_names(void **state)
{
    (void)state;
    for (int i = 0; i < SPE_PROBLEMS; i++) {
        assert_non_null(spe_problem_name(i));
        assert_non_null(spe_problem_text(i));
    }
    assert_null(spe_problem_name(SPE_PROBLEMS));
    assert_null(spe_problem_text(-1));
    assert_false(spe_problem_is_error(SPE_PROBLEM_PADDING));
    assert_false(spe_problem_is_error(SPE_PROBLEM_EXTENDED));
    assert_true(spe_problems_have_error(BIT(PADDING) | BIT(DUPLICATE)));
    assert_false(spe_problems_have_error(BIT(PADDING) | BIT(EXTENDED)));
    assert_string_equal(spe_packet_kind_name(SPE_PACKET_DATA_SOURCE), "data_source");
    assert_null(spe_packet_kind_name(SPE_PACKET_KINDS));
    assert_null(spe_packet_kind_name(-1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_payload_has_its_name),
        cmocka_unit_test(operation_fields_stand_in_their_bits),
        cmocka_unit_test(fields_have_their_width),
        cmocka_unit_test(an_index_out_of_range_is_reserved),
        cmocka_unit_test(reserved_operation_payloads_are_reported),
        cmocka_unit_test(events_have_the_names_of_their_bits),
        cmocka_unit_test(problems_and_kinds_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
