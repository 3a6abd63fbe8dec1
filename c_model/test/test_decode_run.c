/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs of plain packets: decode_run() takes most of a stream in one window. The result must be the
 * same as byte by byte, where decode_any() takes each packet.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "check.h"
#include "spe/decode.h"
#include "spe/status.h"

#define STREAM_BYTES 4096u
#define STREAMS      3000u

static uint64_t draw(uint64_t *seed, unsigned below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (*seed >> 33) % below;
}

/* Headers of a usual record; in some streams also all other headers. */
static uint8_t draw_header(uint64_t *seed, bool any)
{
    static const uint8_t usual[] = {0xb0, 0xb1, 0xb2, 0xb3, 0xb4, 0x98, 0x99, 0x9a, 0x42, 0x52,
                                    0x62, 0x43, 0x64, 0x65, 0x48, 0x49, 0x4a, 0x71, 0x01, 0x00};
    return any && draw(seed, 4) == 0
               ? (uint8_t)draw(seed, 256)
               : usual[draw(seed, (unsigned)(sizeof(usual) - draw(seed, 4) / 2))];
}

/* Payloads are mostly small. Runs of zeros are padding unless a packet claims them. */
static size_t draw_stream(uint64_t seed, uint8_t bytes[STREAM_BYTES])
{
    const size_t n = 1 + draw(&seed, STREAM_BYTES);
    const bool any = seed >> 63;
    const unsigned widest = (unsigned[]){1, 2, 8, 256}[draw(&seed, 4)];
    size_t at = 0;
    while (at < n) {
        const uint8_t header = draw_header(&seed, any);
        const unsigned payload =
            header < 0x40 ? (unsigned)draw(&seed, 24) : 1u << (header >> 4 & 3);
        bytes[at++] = header;
        for (unsigned i = 0; i < payload && at < n; i++) {
            bytes[at++] = header < 0x40 ? 0 : (uint8_t)draw(&seed, widest);
        }
    }
    return n;
}

/* FNV-1a over all results of a decoder. */
static void mix(uint64_t *hash, uint64_t value)
{
    for (unsigned i = 0; i < 8; i++) {
        *hash = (*hash ^ (value >> (8 * i) & 0xff)) * 0x100000001b3u;
    }
}

static void on_problem(void *user, enum spe_problem problem, uint64_t offset, uint8_t header)
{
    mix(user, (uint64_t)problem << 8 | header);
    mix(user, offset);
}

static void on_more(void *user, const struct spe_packet *packet)
{
    mix(user, packet->offset);
}

static void mix_record(uint64_t *hash, const struct spe_decoded_record *record)
{
    mix(hash, record->offset);
    mix(hash, record->length);
    mix(hash, (uint64_t)record->total << 32 | record->packets);
    mix(hash, record->problems);
    mix(hash, (uint64_t)record->cut_bytes << 1 | record->complete);
    for (unsigned i = 0; i < record->packets; i++) {
        const struct spe_packet *p = &record->packet[i];
        mix(hash, p->offset);
        mix(hash, p->payload);
        mix(hash, (uint64_t)p->problems << 32 | p->kind);
        mix(hash, (uint64_t)p->header[0] << 32 | (uint64_t)p->header[1] << 24 |
                      (uint64_t)p->header_bytes << 16 | (uint64_t)p->payload_bytes << 8 | p->index);
    }
}

struct told {
    uint64_t hash;
    struct spe_decode_totals totals;
};

static struct told decode(const uint8_t *bytes, size_t n, size_t window)
{
    static struct spe_decoder d;
    const struct spe_decoded_record *record = NULL;
    struct told told = {.hash = 0xcbf29ce484222325u};
    const struct spe_decode_options options = {
        .record_limit = 128, .on_problem = on_problem, .on_more = on_more, .user = &told.hash};
    spe_decoder_init(&d, &options);
    for (size_t at = 0; at < n; at += window) {
        assert_int_equal(spe_decoder_feed(&d, bytes + at, n - at < window ? n - at : window), 0);
        while (spe_decoder_next(&d, &record) > 0) {
            mix_record(&told.hash, record);
        }
    }
    if (spe_decoder_end(&d, &record) > 0) {
        mix_record(&told.hash, record);
    }
    told.totals = *spe_decoder_totals(&d);
    return told;
}

/* The bytes are at the end of a block of their own, so that sanitizers detect a read past them. */
static void check_stream(uint64_t seed, struct spe_decode_totals *sum)
{
    uint8_t drawn[STREAM_BYTES];
    const size_t n = draw_stream(seed, drawn);
    uint8_t *bytes = malloc(n);
    assert_non_null(bytes);
    memcpy(bytes, drawn, n);
    const struct told whole = decode(bytes, n, n), single = decode(bytes, n, 1);
    const struct told parts = decode(bytes, n, 61);
    if (whole.hash != single.hash || parts.hash != single.hash ||
        memcmp(&whole.totals, &single.totals, sizeof(whole.totals)) != 0) {
        fail_msg("stream of seed %" PRIu64, seed);
    }
    free(bytes);
    sum->records += whole.totals.records;
    for (unsigned i = 0; i < SPE_PROBLEMS; i++) {
        sum->problem[i] += whole.totals.problem[i];
    }
}

static void one_window_tells_what_single_bytes_tell(void **state)
{
    (void)state;
    struct spe_decode_totals sum = {0};
    for (uint64_t seed = 0; seed < STREAMS; seed++) {
        check_stream(seed * 0x9e3779b97f4a7c15u, &sum);
    }
    CHECK("records", sum.records > 10000, true);
    for (unsigned i = 0; i < SPE_PROBLEMS; i++) {
        const bool needs_option = i == SPE_PROBLEM_ALIGN_IN_RECORD || i == SPE_PROBLEM_ALIGN_SIZE ||
                                  i == SPE_PROBLEM_AFTER_LIMIT;
        CHECK(spe_problem_name((int)i), sum.problem[i] > 0, !needs_option);
    }
}

/* A record that 64 packets fill, with plain packets at its end. */
static void the_storage_of_a_record_is_enough(void **state)
{
    (void)state;
    for (unsigned unknown = 40; unknown <= 66; unknown++) {
        uint8_t bytes[256] = {0};
        size_t n = 0;
        for (unsigned i = 0; i < unknown; i++) {
            bytes[n++] = 0x02;
        }
        for (unsigned h = 0x98; h < 0xb8; h++) {
            bytes[n] = (uint8_t)h;
            n += h < 0xa0 ? 3 : h < 0xb0 ? 0 : 9;
        }
        const struct told whole = decode(bytes, n, n), single = decode(bytes, n, 1);
        CHECK("packets", whole.totals.packets, single.totals.packets);
        CHECK("told", whole.hash, single.hash);
    }
}

/* The decoder still waits for the rest if it is asked again without more bytes. */
static void it_goes_on_to_wait(void **state)
{
    static const uint8_t bytes[] = {0xb0, 0, 1, 0x40, 0, 0, 0, 0, 0xa0, 0x52, 2, 0, 0x01};
    const struct spe_decoded_record *record;
    struct spe_decoder d;

    (void)state;
    spe_decoder_init(&d, NULL);
    CHECK("fed", spe_decoder_feed(&d, bytes, 3), 0);
    CHECK("waits", spe_decoder_next(&d, &record), SPE_EAGAIN);
    CHECK("waits", spe_decoder_next(&d, &record), SPE_EAGAIN);
    CHECK("fed", spe_decoder_feed(&d, bytes + 3, sizeof(bytes) - 3), 0);
    CHECK("record", spe_decoder_next(&d, &record), 1);
    CHECK("length", record->length, sizeof(bytes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_window_tells_what_single_bytes_tell),
        cmocka_unit_test(it_goes_on_to_wait),
        cmocka_unit_test(the_storage_of_a_record_is_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
