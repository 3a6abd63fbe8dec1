/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of plain packets gives the same result as spe_decode_packet() for every header and
 * payload.
 */
#include <stdbool.h>
#include <stdio.h>

#include "check.h"
#include "decode/plain.h"
#include "spe/decode.h"

static bool same(const struct spe_packet *a, const struct spe_packet *b)
{
    return a->kind == b->kind && a->header[0] == b->header[0] && a->header[1] == b->header[1] &&
           a->header_bytes == b->header_bytes && a->payload_bytes == b->payload_bytes &&
           a->index == b->index && a->payload == b->payload && a->problems == b->problems;
}

/* Decode a plain packet into `out`. @return the packet's row, or NULL if the packet is not plain.
 */
static const struct decode_plain *decode(const uint8_t bytes[SPE_PACKET_MAX],
                                         struct spe_packet *out)
{
    const struct decode_plain *row = &decode_plain[bytes[0]];
    const uint64_t payload = decode_word(bytes + 1) & row->payload;
    if (!decode_is_plain(row, payload, DECODE_NOT_PLAIN)) {
        return NULL;
    }
    *out = row->packet;
    out->payload = payload;
    return row;
}

/* Neither padding nor Extended headers have a row: padding is skipped in words, and Extended
 * headers are rare. */
static bool has_no_row(const struct spe_packet *p)
{
    return p->kind == SPE_PACKET_PADDING || p->header_bytes == 2;
}

/* @return whether table and decoder agree, and the table knows every packet without a problem,
 * except NSE 1 with NS 1 (D18.2.1), which is left to the decoder. */
static bool agrees(const uint8_t bytes[SPE_PACKET_MAX])
{
    struct spe_packet is = {0}, plain = {0};
    const int n = spe_decode_packet(bytes, SPE_PACKET_MAX, &is);
    const struct decode_plain *row = decode(bytes, &plain);
    if (row) {
        return 1 + row->packet.payload_bytes == n && is.problems == 0 && !has_no_row(&is) &&
               same(&is, &plain);
    }
    const bool realm = is.kind == SPE_PACKET_ADDRESS && (is.payload >> 60 & 1);
    return is.problems != 0 || has_no_row(&is) || realm;
}

static void put_word(uint8_t bytes[SPE_PACKET_MAX], uint64_t payload)
{
    for (unsigned i = 0; i < 8; i++) {
        bytes[1 + i] = (uint8_t)(payload >> 8 * i);
    }
    bytes[9] = 0xa5;
}

static void every_header_with_each_bit(void **state)
{
    (void)state;
    unsigned plain = 0;
    for (unsigned h = 0; h < 256; h++) {
        for (unsigned bit = 0; bit <= 64; bit++) {
            uint8_t bytes[SPE_PACKET_MAX] = {(uint8_t)h};
            struct spe_packet p;
            put_word(bytes, bit < 64 ? (uint64_t)1 << bit : 0);
            if (!agrees(bytes)) {
                fail_msg("header 0x%02x, payload bit %u", h, bit);
            }
            plain += decode(bytes, &p) != NULL;
        }
    }
    assert_true(plain > 1000);
}

static void every_header_with_two_bytes(void **state)
{
    (void)state;
    for (unsigned h = 0; h < 256; h++) {
        for (unsigned low = 0; low < 256; low++) {
            for (unsigned top = 0; top < 256; top += 5) {
                uint8_t bytes[SPE_PACKET_MAX] = {(uint8_t)h};
                put_word(bytes, (uint64_t)top << 56 | low);
                if (!agrees(bytes)) {
                    fail_msg("header 0x%02x, payload byte 0 0x%02x, byte 7 0x%02x", h, low, top);
                }
            }
        }
    }
}

/* Each kind and INDEX has its own place in the set. */
static void no_two_kinds_share_a_bit(void **state)
{
    (void)state;
    for (unsigned a = 0; a < 256; a++) {
        for (unsigned b = 0; b < 256; b++) {
            const struct decode_plain *x = &decode_plain[a], *y = &decode_plain[b];
            if (x->seen == DECODE_NOT_PLAIN || y->seen == DECODE_NOT_PLAIN) {
                continue;
            }
            /* A record holds one Operation Type packet, whatever its CLASS. */
            const bool alike =
                x->packet.kind == y->packet.kind &&
                (x->packet.index == y->packet.index || x->packet.kind == SPE_PACKET_OPERATION);
            assert_int_equal(x->seen == y->seen, alike);
        }
    }
}

/* A record's storage has this much room left for a run, so the number of kinds must be exact. */
static void there_are_no_more_kinds_than_told(void **state)
{
    (void)state;
    uint64_t seen = 0;
    unsigned kinds = 0;
    for (unsigned h = 0; h < 256; h++) {
        const uint64_t bit = decode_plain[h].seen;
        kinds += bit != DECODE_NOT_PLAIN && !(seen & bit);
        seen |= bit;
    }
    assert_int_equal(kinds, DECODE_PLAIN_KINDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_header_with_each_bit),
        cmocka_unit_test(every_header_with_two_bytes),
        cmocka_unit_test(no_two_kinds_share_a_bit),
        cmocka_unit_test(there_are_no_more_kinds_than_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
