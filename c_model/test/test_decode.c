/* SPDX-License-Identifier: Apache-2.0
 *
 * Streams: records, padding, Alignment commands, format errors (DDI 0586A 5.1, 5.3.2; choices F1 to
 * F14). Every stream is decoded in windows of every size, and the result must be the same each
 * time.
 */
#include <stdlib.h>

#include "check.h"
#include "spe/decode.h"

struct stream_case {
    const char *name;
    const char *bytes; /* hexadecimal */
    struct spe_decode_options options;
    const char *want; /* records as "offset+length/packets", then problems as "!name@offset" */
};

/* clang-format off */
static const struct stream_case stream_cases[] = {
    {"nothing", "", {0}, ""},
    {"one record with End", "4202 4800 01", {0}, "0+5/3"},
    {"one record with Timestamp", "4202 710102030405060708", {0}, "0+11/2"},
    {"two records, padding between", "420201 000000 420201", {0}, "0+3/2 6+3/2"},
    {"padding before the first and after the last", "00 420201 0000", {0}, "1+3/2"},
    {"padding inside, reported once for each run", "4202 0000 4800 00 01", {0},
     "!padding_in_record@2 !padding_in_record@6 0+8/3"},
    {"padding runs are told apart over records", "4202 00 01 00 4202 00 01", {0},
     "!padding_in_record@2 0+4/2 !padding_in_record@7 5+4/2"},
    {"record without events", "4800 01", {0}, "!no_events@0 0+3/2"},
    {"End alone", "01", {0}, "!no_events@0 0+1/1"},
    {"same packet twice", "4202 4203 01", {0}, "!duplicate@2 0+5/3"},
    {"same address twice, short and extended", "4202 b00000000000000000 20b00000000000000000 01", {0},
     "!duplicate@11 !extended_index@11 0+22/4"},
    {"different INDEX is no duplicate", "4202 980000 990000 9a0000 6400000000 6500000000 01", {0}, "0+22/7"},
    {"Operation Type of another CLASS is a duplicate", "4202 4800 4a00 01", {0}, "!duplicate@4 0+7/4"},
    {"duplicates are counted per record", "420201 420201", {0}, "0+3/2 3+3/2"},
    {"unknown packet is skipped by its size", "4202 f00102030405060708 01", {0}, "!unknown_packet@2 0+12/3"},
    {"unknown packets are no duplicates", "4202 0202 01", {0}, "!unknown_packet@2 !unknown_packet@3 0+5/4"},
    {"extended header without size", "4202 2030 01", {0}, "!no_size@2 0+5/3"},
    {"reserved header begins a record", "4b00 4202 01", {0}, "!reserved_header@0 0+5/3"},
    {"cut in a payload", "4202 b000", {0}, "!incomplete@0 ~0+4/1"},
    {"cut after a packet", "4202", {0}, "!incomplete@0 ~0+2/1"},
    {"cut inside the first packet", "420201 71", {0}, "0+3/2 !incomplete@3 ~3+1/0"},
    {"cut record, then padding", "4202 000000", {0}, "!padding_in_record@2 !incomplete@0 ~0+5/1"},
    {"limit", "420201 000000 420201", {.limit = 6}, "0+3/2 !after_limit@6 6+3/2"},
    {"packet across the limit, once for a record", "4202 4800 01", {.limit = 3}, "!after_limit@2 0+5/3"},
    {"padding at the limit is expected", "420201 000000", {.limit = 3}, "0+3/2"},
    {"record of the largest size", "4202 4800 01", {.record_limit = 5}, "0+5/3"},
    {"record above the largest size", "4202 4800 01", {.record_limit = 4}, "!record_too_long@0 0+5/3"},
    {"Alignment command is an unknown packet unless asked for", "2100 420201", {0}, "!unknown_packet@0 0+5/3"},
    {"Alignment to 4 bytes at 2", "2100 aabb 420201", {.alignment = true}, "4+3/2"},
    {"Alignment that has nothing to skip", "420201 00 2200 aaaa 420201", {.alignment = true}, "0+3/2 8+3/2"},
    {"Alignment to 16 bytes, skipped bytes look like packets", "2300 4202014202014202014202014242 420201",
     {.alignment = true}, "16+3/2"},
    {"Alignment refers to the address, not to the offset", "2200 aaaa 420201", {.alignment = true, .base = 4}, "4+3/2"},
    {"Alignment at the top of the address space", "2200 aaaa 420201",
     {.alignment = true, .base = 0xfffffffffffffffc}, "4+3/2"},
    {"Alignment with SIZE 0 is taken as 2 bytes", "420201 2000 ff 420201", {.alignment = true},
     "0+3/2 !alignment_size@3 6+3/2"},
    {"Alignment inside a record", "4202 2100 01", {.alignment = true}, "!alignment_in_record@2 0+5/3"},
    {"Alignment that the end cuts", "420201 2f00 aa", {.alignment = true}, "0+3/2"},
};
/* clang-format on */

struct transcript {
    char text[512];
    size_t used;
};

static void add(struct transcript *t, const char *word)
{
    t->used += (size_t)snprintf(t->text + t->used, sizeof(t->text) - t->used, "%s%s",
                                t->used > 0 ? " " : "", word);
    assert_true(t->used < sizeof(t->text));
}

static void add_problem(void *user, enum spe_problem problem, uint64_t offset, uint8_t header)
{
    char word[64];
    (void)header;
    snprintf(word, sizeof(word), "!%s@%llu", spe_problem_name((int)problem),
             (unsigned long long)offset);
    add(user, word);
}

static void add_record(struct transcript *t, const struct spe_decoded_record *r)
{
    char word[64];
    CHECK("a packet without its end is of a record that is cut", r->complete && r->cut_bytes != 0,
          false);
    snprintf(word, sizeof(word), "%s%llu+%llu/%u", r->complete ? "" : "~",
             (unsigned long long)r->offset, (unsigned long long)r->length, r->total);
    add(t, word);
}

static size_t from_hex(const char *text, uint8_t *bytes)
{
    size_t n = 0;
    unsigned byte;
    int used;
    while (sscanf(text, "%2x%n", &byte, &used) == 1) {
        bytes[n++] = (uint8_t)byte;
        text += used;
    }
    return n;
}

/* Each window is a block of its own, so that the sanitizer detects a read past its end. */
static void decode_in_windows(const struct stream_case *c, size_t window, struct transcript *t)
{
    uint8_t bytes[64];
    struct spe_decode_options options = c->options;
    const struct spe_decoded_record *record = NULL;
    struct spe_decoder d;
    const size_t length = from_hex(c->bytes, bytes);
    options.on_problem = add_problem;
    options.user = t;
    spe_decoder_init(&d, &options);
    for (size_t at = 0; at < length; at += window) {
        const size_t n = length - at < window ? length - at : window;
        uint8_t *block = malloc(n);
        assert_non_null(block);
        memcpy(block, bytes + at, n);
        assert_int_equal(spe_decoder_feed(&d, block, n), 0);
        while (spe_decoder_next(&d, &record) > 0) {
            add_record(t, record);
        }
        free(block);
    }
    if (spe_decoder_end(&d, &record) > 0) {
        add_record(t, record);
    }
    assert_int_equal(spe_decoder_totals(&d)->bytes, length);
    assert_int_equal(spe_decoder_end(&d, &record), 0);
}

static void streams_decode_the_same_in_every_window(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(stream_cases) / sizeof(*stream_cases); i++) {
        print_message("%s\n", stream_cases[i].name);
        for (size_t window = 1; window <= 64; window++) {
            struct transcript t = {0};
            decode_in_windows(&stream_cases[i], window, &t);
            assert_string_equal(t.text, stream_cases[i].want);
        }
    }
}

static const struct spe_decoded_record *decode_one(struct spe_decoder *d, const uint8_t *bytes,
                                                   size_t n)
{
    const struct spe_decoded_record *record = NULL;
    spe_decoder_init(d, NULL);
    assert_int_equal(spe_decoder_feed(d, bytes, n), 0);
    assert_int_equal(spe_decoder_next(d, &record), 1);
    return record;
}

static void a_record_holds_its_packets(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x00, 0x42, 0x02, 0x98, 0x05, 0x00, 0x98, 0x06, 0x00, 0x01};
    struct spe_decoder d;
    const struct spe_decoded_record *r = decode_one(&d, bytes, sizeof(bytes));
    assert_int_equal(r->packets, 4);
    assert_int_equal(r->packet[1].offset, 3);
    assert_int_equal(r->problems, SPE_PROBLEM_BIT(SPE_PROBLEM_DUPLICATE));
    assert_int_equal(r->packet[2].problems, SPE_PROBLEM_BIT(SPE_PROBLEM_DUPLICATE));
    assert_int_equal(spe_record_find(r, SPE_PACKET_COUNTER, SPE_COUNTER_TOTAL)->payload, 5);
    assert_null(spe_record_find(r, SPE_PACKET_COUNTER, SPE_COUNTER_ISSUE));
    assert_null(spe_record_find(r, SPE_PACKET_TIMESTAMP, 0));
}

static void too_many_packets_are_counted_not_kept(void **state)
{
    (void)state;
    uint8_t bytes[SPE_RECORD_PACKETS + 3];
    struct spe_decoder d;
    memset(bytes, 0x02, sizeof(bytes));
    bytes[sizeof(bytes) - 1] = 0x01;
    const struct spe_decoded_record *r = decode_one(&d, bytes, sizeof(bytes));
    assert_int_equal(r->packets, SPE_RECORD_PACKETS);
    assert_int_equal(r->total, sizeof(bytes));
    assert_int_equal(spe_decoder_totals(&d)->problem[SPE_PROBLEM_MANY_PACKETS], 1);
    assert_int_equal(spe_decoder_totals(&d)->problem[SPE_PROBLEM_UNKNOWN], sizeof(bytes) - 1);
}

static void count_packet(void *user, const struct spe_packet *packet)
{
    int *more = user;

    assert_int_equal(packet->offset, SPE_RECORD_PACKETS + *more);
    ++*more;
}

/* The decoder passes on the packets that the record does not keep, in their order, if its user asks
 * for them. */
static void packets_that_are_not_kept_are_given(void **state)
{
    (void)state;
    uint8_t bytes[SPE_RECORD_PACKETS + 3];
    int more = 0;
    const struct spe_decode_options options = {.on_more = count_packet, .user = &more};
    const struct spe_decoded_record *record = NULL;
    struct spe_decoder d;
    memset(bytes, 0x02, sizeof(bytes));
    bytes[sizeof(bytes) - 1] = 0x01;
    spe_decoder_init(&d, &options);
    assert_int_equal(spe_decoder_feed(&d, bytes, sizeof(bytes)), 0);
    assert_int_equal(spe_decoder_next(&d, &record), 1);
    assert_int_equal(more, 3);
}

static void totals_count_everything(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x00, 0x42, 0x02, 0x01, 0x00, 0x00, 0x42, 0x02, 0x01, 0x42};
    const struct spe_decoded_record *record = NULL;
    struct spe_decoder d;
    spe_decoder_init(&d, NULL);
    assert_int_equal(spe_decoder_feed(&d, bytes, sizeof(bytes)), 0);
    assert_int_equal(spe_decoder_feed(&d, bytes, sizeof(bytes)), SPE_EINVAL);
    assert_int_equal(spe_decoder_next(&d, &record), 1);
    assert_int_equal(spe_decoder_next(&d, &record), 1);
    assert_int_equal(spe_decoder_next(&d, &record), SPE_EAGAIN);
    assert_int_equal(spe_decoder_end(&d, &record), 1);
    const struct spe_decode_totals *t = spe_decoder_totals(&d);
    assert_int_equal(t->bytes, 10);
    assert_int_equal(t->records, 2);
    assert_int_equal(t->packets, 4);
    assert_int_equal(t->padding, 3);
    assert_int_equal(t->problem[SPE_PROBLEM_INCOMPLETE], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_decode_the_same_in_every_window),
        cmocka_unit_test(a_record_holds_its_packets),
        cmocka_unit_test(too_many_packets_are_counted_not_kept),
        cmocka_unit_test(packets_that_are_not_kept_are_given),
        cmocka_unit_test(totals_count_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
