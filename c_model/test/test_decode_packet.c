/* SPDX-License-Identifier: Apache-2.0
 *
 * Packets of the profile format, typed from DDI 0586A chapter 5 and Arm ARM D18.1, D18.2.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spe/packet.h"

#define BIT(problem) SPE_PROBLEM_BIT(SPE_PROBLEM_##problem)

struct packet_case {
    const char *name;
    const char *bytes; /* hexadecimal */
    enum spe_packet_kind kind;
    unsigned index;
    uint64_t payload;
    uint32_t problems;
    const char *fields; /* "name=value name=value", hexadecimal */
};

/* clang-format off */
#define K(kind) SPE_PACKET_##kind
static const struct packet_case packet_cases[] = {
    {"padding 5.3.9", "00", K(PADDING), 0, 0, 0, ""},
    {"end 5.3.6", "01", K(END), 0, 0, 0, ""},
    {"timestamp 5.3.10", "710102030405060788", K(TIMESTAMP), 0, 0x8807060504030201, 0, "ts=8807060504030201"},
    {"events, byte", "4293", K(EVENTS), 0, 0x93, 0, "events=93"},
    {"events, halfword", "52020f", K(EVENTS), 0, 0x0f02, 0, "events=f02"},
    {"events, word", "620102fe03", K(EVENTS), 0, 0x03fe0201, 0, "events=3fe0201"},
    {"events, bit 16 reads as zero", "6202000100", K(EVENTS), 0, 0x10002, BIT(RESERVED_PAYLOAD), "events=10002"},
    {"events, doubleword", "720200000000003412", K(EVENTS), 0, 0x1234000000000002, 0, "events=1234000000000002"},
    {"events, bits 47:32 read as zero", "720200000001000000", K(EVENTS), 0, 0x100000002, BIT(RESERVED_PAYLOAD), "events=100000002"},
    {"data source, byte", "430e", K(DATA_SOURCE), 0, 0x0e, 0, "source=e"},
    {"data source, halfword", "533412", K(DATA_SOURCE), 0, 0x1234, 0, "source=1234"},
    {"data source, SZ 10 is reserved", "6301020304", K(DATA_SOURCE), 0, 0x04030201, BIT(RESERVED_HEADER), "value=4030201"},
    {"context EL1", "6478563412", K(CONTEXT), 0, 0x12345678, 0, "context=12345678"},
    {"context EL2", "6501000000", K(CONTEXT), 1, 1, 0, "context=1"},
    {"context INDEX 2 is reserved", "6601000000", K(CONTEXT), 2, 1, BIT(RESERVED_HEADER), "value=1"},
    {"counter, total", "98ff0f", K(COUNTER), 0, 0xfff, 0, "count=fff"},
    {"counter, issue, 16 bits", "99ffff", K(COUNTER), 1, 0xffff, 0, "count=ffff"},
    {"counter, translation", "9a0300", K(COUNTER), 2, 3, 0, "count=3"},
    {"counter INDEX 3 is reserved", "9b0300", K(COUNTER), 3, 3, BIT(RESERVED_HEADER), "value=3"},
    {"counter, alternate clock", "9c0300", K(COUNTER), 4, 3, 0, "count=3"},
    {"counter INDEX 6, IMPLEMENTATION DEFINED", "9e0300", K(COUNTER), 6, 3, 0, "count=3"},
    {"counter INDEX 16, Extended format", "22980300", K(COUNTER), 16, 3, 0, "count=3"},
    {"counter INDEX 15 is reserved", "219f0300", K(COUNTER), 15, 3, BIT(RESERVED_HEADER), "value=3"},
    {"counter, Extended format with INDEX 1 (F8)", "20990300", K(COUNTER), 1, 3, BIT(EXTENDED), "count=3"},
    {"address, PC at Non-secure EL1", "b008070605040302a0", K(ADDRESS), 0, 0xa002030405060708, 0, "ns=1 el=1 nse=0 addr=2030405060708"},
    {"address, target in Realm EL2", "b100000000000000d0", K(ADDRESS), 1, 0xd000000000000000, 0, "ns=1 el=2 nse=1 addr=0"},
    {"address, NSE 1 with NS 0 is reserved", "b00000000000000010", K(ADDRESS), 0, 0x1000000000000000, BIT(RESERVED_PAYLOAD), "ns=0 el=0 nse=1 addr=0"},
    {"address, PC byte 7 bits 3:0 read as zero", "b00000000000000088", K(ADDRESS), 0, 0x8800000000000000, BIT(RESERVED_PAYLOAD), "ns=1 el=0 nse=0 addr=0"},
    {"address, data virtual with tag", "b2010000000000ff5a", K(ADDRESS), 2, 0x5aff000000000001, 0, "tag=5a addr=ff000000000001"},
    {"address, data physical, checked with PAT 9", "b301000000000000c9", K(ADDRESS), 3, 0xc900000000000001, 0, "ns=1 ch=1 nse=0 pat=9 addr=1"},
    {"address, data physical, byte 7 bit 5 reads as zero", "b30100000000000020", K(ADDRESS), 3, 0x2000000000000001, BIT(RESERVED_PAYLOAD), "ns=0 ch=0 nse=0 pat=0 addr=1"},
    {"address, previous branch target", "b40400000000000080", K(ADDRESS), 4, 0x8000000000000004, 0, "ns=1 el=0 nse=0 addr=4"},
    {"address INDEX 5 is reserved", "b50400000000000000", K(ADDRESS), 5, 4, BIT(RESERVED_HEADER), "value=4"},
    {"address INDEX 7, IMPLEMENTATION DEFINED", "b704000000000000ff", K(ADDRESS), 7, 0xff00000000000004, 0, "value=ff00000000000004"},
    {"address INDEX 31, Extended format", "23b70400000000000000", K(ADDRESS), 31, 4, 0, "value=4"},
    {"address, Extended format with INDEX 2 (F8)", "20b20400000000000001", K(ADDRESS), 2, 0x0100000000000004, BIT(EXTENDED), "tag=1 addr=4"},
    {"address INDEX 8 is reserved", "21b00400000000000000", K(ADDRESS), 8, 4, BIT(RESERVED_HEADER), "value=4"},
    {"alignment, 4 bytes", "2100", K(ALIGNMENT), 1, 0, 0, ""},
    {"alignment, 64 KB", "2f00", K(ALIGNMENT), 15, 0, 0, ""},
    {"(0x30, 0x00) is no Alignment command (F9)", "3000", K(UNKNOWN), 0, 0, BIT(NO_SIZE), ""},
    {"second byte 0x3f gives no size (F9)", "203f", K(UNKNOWN), 0, 0, BIT(NO_SIZE), ""},
    {"second byte 0x40 gives a size", "244009", K(UNKNOWN), 0, 9, BIT(UNKNOWN), "value=9"},
    {"0x24 begins an extended header of unknown kind (F12)", "24b00102030405060708", K(UNKNOWN), 0, 0x0807060504030201, BIT(UNKNOWN), "value=807060504030201"},
    {"0x02 is unknown without payload (F12)", "02", K(UNKNOWN), 0, 0, BIT(UNKNOWN), ""},
    {"0xC0 is unknown with one byte (F12)", "c009", K(UNKNOWN), 0, 9, BIT(UNKNOWN), "value=9"},
    {"0xFF is unknown with eight bytes (F12)", "ff0900000000000000", K(UNKNOWN), 0, 9, BIT(UNKNOWN), "value=9"},
};
/* clang-format on */

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

static size_t from_hex(const char *text, uint8_t bytes[SPE_PACKET_MAX])
{
    size_t n = 0;
    for (unsigned byte; sscanf(text + 2 * n, "%2x", &byte) == 1; n++) {
        bytes[n] = (uint8_t)byte;
    }
    return n;
}

static void packets_decode_as_the_text_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(packet_cases) / sizeof(*packet_cases); i++) {
        const struct packet_case *c = &packet_cases[i];
        uint8_t bytes[SPE_PACKET_MAX] = {0};
        struct spe_packet p;
        char fields[128];
        print_message("%s\n", c->name);
        const size_t length = from_hex(c->bytes, bytes);
        assert_int_equal(spe_decode_packet(bytes, sizeof(bytes), &p), length);
        assert_int_equal(p.kind, c->kind);
        assert_int_equal(p.index, c->index);
        assert_int_equal(p.payload, c->payload);
        assert_int_equal(p.problems, c->problems);
        assert_int_equal(p.header_bytes + p.payload_bytes, length);
        fields_to_text(&p, fields, sizeof(fields));
        assert_string_equal(fields, c->fields);
    }
}

/* The decoder asks for more bytes if a packet is cut anywhere, and leaves `out` alone. */
static void a_cut_packet_asks_for_more(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(packet_cases) / sizeof(*packet_cases); i++) {
        uint8_t bytes[SPE_PACKET_MAX] = {0};
        const size_t length = from_hex(packet_cases[i].bytes, bytes);
        for (size_t n = 0; n < length; n++) {
            struct spe_packet p = {.payload = 0x5a};
            uint8_t *exact = malloc(n + (n == 0));
            assert_non_null(exact);
            memcpy(exact, bytes, n);
            assert_int_equal(spe_decode_packet(exact, n, &p), SPE_EAGAIN);
            assert_int_equal(p.payload, 0x5a);
            free(exact);
        }
    }
}

/* D18.1.1: every first byte has the payload length of its range. */
static void every_header_has_its_length(void **state)
{
    (void)state;
    static const struct {
        unsigned first, last;
        int length;
    } ranges[] = {
        {0x00, 0x1f, 1}, {0x40, 0x4f, 2}, {0x80, 0x8f, 2}, {0xc0, 0xcf, 2}, {0x50, 0x5f, 3},
        {0x90, 0x9f, 3}, {0xd0, 0xdf, 3}, {0x60, 0x6f, 5}, {0xa0, 0xaf, 5}, {0xe0, 0xef, 5},
        {0x70, 0x7f, 9}, {0xb0, 0xbf, 9}, {0xf0, 0xff, 9},
    };
    unsigned seen = 0;
    for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++) {
        for (unsigned h = ranges[i].first; h <= ranges[i].last; h++, seen++) {
            const uint8_t plain[SPE_PACKET_MAX] = {(uint8_t)h};
            const uint8_t extended[SPE_PACKET_MAX] = {0x27, (uint8_t)h};
            struct spe_packet p;
            assert_int_equal(spe_decode_packet(plain, sizeof(plain), &p), ranges[i].length);
            assert_int_equal(spe_decode_packet(extended, sizeof(extended), &p),
                             ranges[i].length + 1);
        }
    }
    assert_int_equal(seen, 224);
}

/* Figure 5 and Table D18-1, from the other side: which of the 256 first bytes are known. */
static void unknown_headers_are_exactly_the_others(void **state)
{
    (void)state;
    static const uint8_t known[] = {
        0x00, 0x01, 0x42, 0x43, 0x48, 0x49, 0x4a, 0x4b, 0x52, 0x53, 0x62, 0x63,
        0x64, 0x65, 0x66, 0x67, 0x71, 0x72, 0x73, 0x98, 0x99, 0x9a, 0x9b, 0x9c,
        0x9d, 0x9e, 0x9f, 0xb0, 0xb1, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7,
    };
    for (unsigned h = 0; h < 256; h++) {
        const uint8_t bytes[SPE_PACKET_MAX] = {(uint8_t)h};
        struct spe_packet p;
        if (h >= 0x20 && h < 0x40) {
            continue;
        }
        assert_true(spe_decode_packet(bytes, sizeof(bytes), &p) > 0);
        assert_int_equal(p.kind != SPE_PACKET_UNKNOWN,
                         memchr(known, (int)h, sizeof(known)) != NULL);
    }
}

static void a_number_that_is_no_kind_has_no_name(void **state)
{
    (void)state;
    assert_string_equal(spe_packet_kind_name(0), "padding");
    assert_non_null(spe_packet_kind_name(SPE_PACKET_KINDS - 1));
    assert_null(spe_packet_kind_name(-1));
    assert_null(spe_packet_kind_name(SPE_PACKET_KINDS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_decode_as_the_text_says),
        cmocka_unit_test(a_cut_packet_asks_for_more),
        cmocka_unit_test(every_header_has_its_length),
        cmocka_unit_test(unknown_headers_are_exactly_the_others),
        cmocka_unit_test(a_number_that_is_no_kind_has_no_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
