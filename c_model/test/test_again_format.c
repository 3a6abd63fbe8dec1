/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables D18-1 and D18-2, the sizes of D18.1.1, the INDEX tables, and the payloads of Address and
 * Events packets as the texts print them (DDI 0586A 5.2, 5.3.2 beside them), against the decoder
 * for every header of one and two bytes.
 */
#include "check.h"
#include "spe/decode.h"
#include "spe/packet.h"
#include "text_table.h"

/* D18.1.1: first byte, or second byte of an extended header; number of payload bytes. */
static const char *const sizes[] = {
    "0b000XXXXX 0", "0b001XXXXX EXTENDED", "0b0100XXXX 1", "0b1000XXXX 1", "0b1100XXXX 1",
    "0b0101XXXX 2", "0b1001XXXX 2",        "0b1101XXXX 2", "0b0110XXXX 4", "0b1010XXXX 4",
    "0b1110XXXX 4", "0b0111XXXX 8",        "0b1011XXXX 8", "0b1111XXXX 8",
};

static const char *const d18_1[] = {
    "0b00000000 padding",   "0b00000001 end",         "0b01110001 timestamp",
    "0b01xx0010 events",    "0b01xx0011 data_source", "0b011001xx context",
    "0b010010xx operation", "0b10110xxx address",     "0b10011xxx counter",
};

/* Headers of two bytes, the first byte in the upper half. The Alignment command is from DDI 0586A.
 */
static const char *const d18_2[] = {
    "0b001000xx10110xxx address",
    "0b001000xx10011xxx counter",
    "0b0010xxxx00000000 alignment",
};

/* D18.2.1, D18.2.3: INDEX of Address and Counter packets. D18.2.2, D18.2.7, D18.2.4: INDEX, CLASS
 * and SZ of packets without Extended format. */
static const char *const address_index[] = {
    "0b00000 PC",       "0b00001 TARGET", "0b00010 VA",     "0b00011 PA",
    "0b00100 PREVIOUS", "0b0011x IMPDEF", "0b1xxxx IMPDEF",
};
static const char *const counter_index[] = {
    "0b00000 TOTAL", "0b00001 ISSUE",  "0b00010 XLAT",
    "0b00100 ALT",   "0b0011x IMPDEF", "0b1xxxx IMPDEF",
};
static const char *const context_index[] = {"0b00 EL1", "0b01 EL2"};
static const char *const operation_class[] = {"0b00 OTHER", "0b01 LDST", "0b10 BRANCH"};
static const char *const source_size[] = {"0b00 BYTE", "0b01 HALFWORD"};

enum { SIZES, SHORT, LONG, ADDRESS, COUNTER, CONTEXT, CLASS, SOURCE, TABLES };

#define ROWS(table) table, sizeof(table) / sizeof(*(table))

static void read_tables(struct text_table t[TABLES])
{
    text_table_read(&t[SIZES], "D18.1.1", ROWS(sizes), 1, 1);
    text_table_read(&t[SHORT], "D18-1", ROWS(d18_1), 1, 1);
    text_table_read(&t[LONG], "D18-2", ROWS(d18_2), 1, 1);
    text_table_read(&t[ADDRESS], "address INDEX", ROWS(address_index), 1, 1);
    text_table_read(&t[COUNTER], "counter INDEX", ROWS(counter_index), 1, 1);
    text_table_read(&t[CONTEXT], "context INDEX", ROWS(context_index), 1, 1);
    text_table_read(&t[CLASS], "CLASS", ROWS(operation_class), 1, 1);
    text_table_read(&t[SOURCE], "SZ", ROWS(source_size), 1, 1);
}

/* A header according to the tables. */
struct header {
    unsigned bytes, payload, index;
    const char *kind;
    uint32_t problems;
};

static void name_it(struct header *h, struct text_table t[TABLES], const char *kind, unsigned b,
                    unsigned high)
{
    static const struct {
        const char *kind;
        unsigned table, shift, mask;
    } parts[] = {{"address", ADDRESS, 0, 7},
                 {"counter", COUNTER, 0, 7},
                 {"context", CONTEXT, 0, 3},
                 {"operation", CLASS, 0, 3},
                 {"data_source", SOURCE, 4, 3}};

    h->kind = kind;
    for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
        unsigned value = (b >> parts[i].shift & parts[i].mask) | high << 3;

        if (strcmp(kind, parts[i].kind) != 0) {
            continue;
        }
        if (text_table_row(&t[parts[i].table], &value) < 0) {
            h->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_RESERVED_HEADER);
        }
        if (parts[i].table != SOURCE) {
            h->index = value;
        }
    }
}

static void from_tables(struct header *h, struct text_table t[TABLES], unsigned b0, unsigned b1)
{
    unsigned both = b0 << 8 | b1;
    int row = text_table_row(&t[SIZES], &b0);
    bool extended = !strcmp(text_table_word(&t[SIZES], row, 0), "EXTENDED");

    memset(h, 0, sizeof(*h));
    h->bytes = extended ? 2 : 1;
    h->kind = "unknown";
    if (extended) {
        row = text_table_row(&t[SIZES], &b1);
    }
    h->payload = (unsigned)text_table_word(&t[SIZES], row, 0)[0] - '0';
    row = extended ? text_table_row(&t[LONG], &both) : text_table_row(&t[SHORT], &b0);
    if (row >= 0) {
        name_it(h, t, text_table_word(&t[extended ? LONG : SHORT], row, 0), extended ? b1 : b0,
                extended ? b0 & 3 : 0);
        if (extended && !strcmp(h->kind, "alignment")) {
            h->index = b0 & 15; /* SIZE; the stream decoder judges SIZE 0 */
            h->payload = 0;
        } else if (extended && h->index < 8) {
            h->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_EXTENDED);
        }
    } else if (extended && b1 < 0x40) {
        h->payload = 0;
        h->problems = SPE_PROBLEM_BIT(SPE_PROBLEM_NO_SIZE);
    } else {
        h->problems = SPE_PROBLEM_BIT(SPE_PROBLEM_UNKNOWN);
    }
}

/* @return the number of headers, with a payload of zeros, for which decoder and tables differ. */
static unsigned long compare_headers(struct text_table t[TABLES], bool report)
{
    unsigned long wrong = 0;

    for (unsigned n = 0; n < 65536; n++) {
        uint8_t buf[SPE_PACKET_MAX] = {(uint8_t)(n >> 8), (uint8_t)n};
        struct spe_packet is;
        struct header says;
        unsigned bytes;
        bool same;

        from_tables(&says, t, buf[0], buf[1]);
        if (says.bytes == 1 && says.payload) {
            buf[1] = 0;
        }
        bytes = says.bytes + says.payload;
        same = spe_decode_packet(buf, sizeof(buf), &is) == (int)bytes &&
               is.header_bytes == says.bytes && is.payload_bytes == says.payload &&
               is.index == says.index && !strcmp(spe_packet_kind_name((int)is.kind), says.kind) &&
               is.problems == says.problems && spe_decode_packet(buf, bytes, &is) == (int)bytes;
        for (unsigned i = 0; i < bytes; i++) {
            same = same && spe_decode_packet(buf, i, &is) == SPE_EAGAIN;
        }
        if (!same && report) {
            print_error("%02x %02x: %s, %u bytes, index %u, problems 0x%x; tables: %s, %u, %u, "
                        "0x%x\n",
                        n >> 8, n & 255, spe_packet_kind_name((int)is.kind),
                        is.header_bytes + is.payload_bytes, is.index, is.problems, says.kind, bytes,
                        says.index, says.problems);
        }
        wrong += !same;
    }
    return wrong;
}

static void every_header_is_as_tables_d18_1_and_2(void **state)
{
    struct text_table t[TABLES];

    (void)state;
    read_tables(t);
    assert_int_equal(compare_headers(t, true), 0);
    for (unsigned i = 0; i < TABLES; i++) {
        text_table_all_met(&t[i]);
    }
}

/* D18.2.1: byte 7 of each kind of address, with its zero bits and the positions of NSE and NS.
 * "VALUE" fields have none of these. */
static const struct {
    unsigned index;
    const char *byte7, *fields[6];
} payloads[] = {
    {0, "ns el1 el0 nse 0 0 0 0", {"ns", "el", "nse", "addr"}},
    {1, "ns el1 el0 nse 0 0 0 0", {"ns", "el", "nse", "addr"}},
    {2, "t t t t t t t t", {"tag", "addr"}},
    {3, "ns ch 0 nse p p p p", {"ns", "ch", "nse", "pat", "addr"}},
    {4, "ns el1 el0 nse 0 0 0 0", {"ns", "el", "nse", "addr"}},
    {6, "i i i i i i i i", {"value"}},
};

/* Whether D18.2.1 reserves the byte: a bit that must read as zero is 1, or {NSE, NS} is 0b10. */
static bool byte7_is_reserved(const char *bits, unsigned byte7)
{
    bool ns = true, nse = false;

    for (unsigned i = 8; i-- > 0; bits += strcspn(bits, " ") + 1) {
        bool set = byte7 >> i & 1;

        if (bits[0] == '0' && set) {
            return true;
        }
        if (!strncmp(bits, "nse", 3)) {
            nse = set;
        } else if (!strncmp(bits, "ns", 2)) {
            ns = set;
        }
    }
    return nse && !ns;
}

static void every_address_is_as_d18_2_1(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 256 * sizeof(payloads) / sizeof(*payloads); n++) {
        unsigned p = n / 256, at = 0;
        uint8_t buf[SPE_PACKET_MAX] = {
            (uint8_t)(0xB0 | payloads[p].index), 1, 2, 3, 4, 5, 6, 0x87, (uint8_t)n};
        struct spe_field field[SPE_PACKET_FIELDS];
        struct spe_packet is;
        uint64_t value = 0;
        char row[32];

        snprintf(row, sizeof(row), "INDEX %u, byte 7 0x%02x", payloads[p].index, n % 256);
        CHECK(row, spe_decode_packet(buf, sizeof(buf), &is), 9);
        CHECK(row, is.payload, (uint64_t)(n % 256) << 56 | 0x87060504030201);
        CHECK(row, is.problems,
              byte7_is_reserved(payloads[p].byte7, n % 256)
                  ? SPE_PROBLEM_BIT(SPE_PROBLEM_RESERVED_PAYLOAD)
                  : 0);
        CHECK(row, is.index, payloads[p].index);
        for (int i = 0, fields = spe_packet_fields(&is, field); i < fields; i++) {
            assert_string_equal(field[i].name, payloads[p].fields[i]);
            at += field[i].bits;
            if (!strcmp(field[i].name, "addr")) {
                value = field[i].value;
            }
        }
        CHECK(row, value, at >= 56 && payloads[p].index != 6 ? 0x87060504030201 : 0);
    }
}

/* D18.2.6: the event of each bit in the newest text. A blank: IMPLEMENTATION DEFINED; '0': the bit
 * reads as zero in every text. */
static const char *const events[64] = {
    "exception",
    "retired",
    "l1d_access",
    "l1d_refill_or_miss",
    "tlb_access",
    "tlb_walk",
    "not_taken",
    "mispredicted",
    "llc_access",
    "llc_miss",
    "remote_access",
    "misaligned",
    " ",
    " ",
    " ",
    " ",
    "transactional",
    "partial_predicate",
    "empty_predicate",
    "l2d_access",
    "l2d_miss",
    "cache_data_modified",
    "recently_fetched",
    "data_snooped",
    "streaming_mode",
    "smcu",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    "0",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
};

static void every_event_has_its_bit(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 64 * 4; n++) {
        unsigned bit = n % 64, size = 1u << n / 64;
        uint8_t buf[SPE_PACKET_MAX] = {(uint8_t)(0x42 | n / 64 << 4)};
        bool zero = events[bit][0] == '0' || bit == 16;
        struct spe_packet is;
        char name[24];

        if (bit >= size * 8) {
            continue;
        }
        buf[1 + bit / 8] = (uint8_t)(1u << bit % 8);
        snprintf(name, sizeof(name), "%s", events[bit]);
        if (events[bit][0] == ' ' || events[bit][0] == '0') {
            snprintf(name, sizeof(name), "%s_%u", zero ? "reserved" : "impdef", bit);
        }
        assert_string_equal(spe_event_name(bit), name);
        CHECK(name, spe_decode_packet(buf, sizeof(buf), &is), 1 + size);
        CHECK(name, is.payload, (uint64_t)1 << bit);
        CHECK(name, is.problems, zero ? SPE_PROBLEM_BIT(SPE_PROBLEM_RESERVED_PAYLOAD) : 0);
    }
}

/* 5.3.2: the number of bytes that the command skips for each SIZE. SIZE 1 to 15 are defined, with
 * sizes that double from 4 bytes to 64 Kbytes. Without [alignment] the decoder sees an unknown
 * packet of two bytes. */
static void every_alignment_is_as_5_3_2(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 32; n++) {
        struct spe_decode_options options = {.alignment = n >= 16, .base = 0x10000};
        const struct spe_decoded_record *record;
        const unsigned size = n % 16, skipped = n < 16 ? 2 : 2u << size;
        static uint8_t stream[0x10000 + 2];
        struct spe_decoder decoder;
        const struct spe_decode_totals *totals;

        memset(stream, 0xFF, sizeof(stream));
        stream[0] = (uint8_t)(0x20 | size);
        stream[1] = 0;
        stream[skipped] = 0x42; /* Events */
        stream[skipped + 1] = 0x02;
        spe_decoder_init(&decoder, &options);
        CHECK("feed", spe_decoder_feed(&decoder, stream, skipped + 2), 0);
        CHECK("next", spe_decoder_next(&decoder, &record), SPE_EAGAIN);
        CHECK("end", spe_decoder_end(&decoder, &record), 1);
        totals = spe_decoder_totals(&decoder);
        CHECK("at", record->packet[record->packets - 1].offset, skipped);
        CHECK("kind", record->packet[record->packets - 1].kind, SPE_PACKET_EVENTS);
        CHECK("unknown", totals->problem[SPE_PROBLEM_UNKNOWN] > 0, n < 16);
        CHECK("size 0", totals->problem[SPE_PROBLEM_ALIGN_SIZE], n == 16);
    }
}

/* The test finds a wrong answer in any row, and a missing row. */
static void a_wrong_row_is_seen(void **state)
{
    struct text_table t[TABLES];

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        read_tables(t);
        for (unsigned r = 0, rows = t[i].rows; r < rows; r++) {
            read_tables(t);
            text_table_spoil(&t[i], r, 0, i == 0 ? "3" : "nothing");
            if (compare_headers(t, false) == 0) {
                fail_msg("%s, row %u may be wrong", t[i].name, r);
            }
        }
    }
    for (unsigned i = 3; i < TABLES; i++) {
        read_tables(t);
        t[i].rows--;
        if (compare_headers(t, false) == 0) {
            fail_msg("%s, the last row may miss", t[i].name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_header_is_as_tables_d18_1_and_2),
        cmocka_unit_test(every_address_is_as_d18_2_1),
        cmocka_unit_test(every_event_has_its_bit),
        cmocka_unit_test(every_alignment_is_as_5_3_2),
        cmocka_unit_test(a_wrong_row_is_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
