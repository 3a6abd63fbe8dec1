/* SPDX-License-Identifier: Apache-2.0 */
#include "beats.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain_record.h"
#include "names.h"
#include "spe/packet.h"

#define TEXT_MAX  400
#define NOT_FOUND UINT32_MAX

void beats_init(struct beats *b, struct rows *rows)
{
    memset(b, 0, sizeof(*b));
    b->rows = rows;
}

static unsigned end_of(const struct spe_packet *p)
{
    return (unsigned)p->offset + p->header_bytes + p->payload_bytes;
}

/* The packet that holds the byte at `at`, or NULL. */
static const struct spe_packet *packet_at(const struct spe_packet *packet, unsigned n, unsigned at)
{
    for (unsigned i = 0; i < n; i++) {
        if (packet[i].offset <= at && at < end_of(&packet[i])) {
            return &packet[i];
        }
    }
    return NULL;
}

/* First byte of the beat that differs, or NOT_FOUND. */
static unsigned first_difference(const struct beats *b)
{
    for (unsigned i = b->from; i < b->to; i++) {
        if (b->of->known[i] && b->of->expected[i] != b->of->actual[i]) {
            return i;
        }
    }
    return NOT_FOUND;
}

/* Show the packets with a byte in the beat; the packet that differs comes first. */
static void put_packets(const struct beats *b, enum row row, const struct spe_packet *packet,
                        unsigned n, unsigned differ)
{
    char text[TEXT_MAX] = "";
    size_t used = 0;

    for (int pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < n && used + 40 < sizeof(text); i++) {
            const struct spe_packet *p = &packet[i];
            const bool there = p->offset <= differ && differ < end_of(p);
            if (there != (pass == 0) || p->offset >= b->to || end_of(p) <= b->from) {
                continue;
            }
            used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s", used == 0 ? "" : " ",
                                     names_packet(p));
            if (p->payload_bytes != 0) {
                used += (size_t)snprintf(text + used, sizeof(text) - used, "=%" PRIx64, p->payload);
            }
        }
    }
    rows_text(b->rows, b->cycle, row, text);
}

static void put_header(const struct beats *b, enum row row, const struct spe_packet *packet,
                       unsigned n, unsigned at)
{
    const struct spe_packet *p = packet_at(packet, n, at);

    for (unsigned i = 0; p == NULL && i < n; i++) {
        p = packet[i].offset >= at ? &packet[i] : NULL;
    }
    rows_put_known(b->rows, b->cycle, row, p != NULL ? names_header_of(p) : 0,
                   p != NULL ? UINT64_MAX : 0);
}

/* Show the eight bytes that include the byte at `at`. */
static void put_bytes(const struct beats *b, unsigned at)
{
    uint64_t expected = 0, actual = 0, known = 0, written = 0;
    const unsigned first = at & ~7u;

    for (unsigned i = 0; i < 8 && first + i < SPE_RECORD_MAX; i++) {
        const uint64_t byte = (uint64_t)0xFF << 8 * i;
        expected |= (uint64_t)b->of->expected[first + i] << 8 * i;
        actual |= (uint64_t)b->of->actual[first + i] << 8 * i;
        known |= b->of->known[first + i] ? byte : 0;
        written |= first + i < b->of->end ? byte : 0;
    }
    rows_put_known(b->rows, b->cycle, ROW_BYTES_EXP, expected, known);
    rows_put_known(b->rows, b->cycle, ROW_BYTES_ACT, actual, written);
}

static void put_difference(const struct beats *b, const struct spe_packet *packet, unsigned n,
                           unsigned differ)
{
    const struct spe_packet *p = packet_at(packet, n, differ);

    if (differ == NOT_FOUND) {
        rows_text(b->rows, b->cycle, ROW_BYTES_DIFFER, "");
    } else {
        rows_print(b->rows, b->cycle, ROW_BYTES_DIFFER, "+%u %s: %02x, not %02x", differ,
                   p != NULL ? spe_packet_title(p) : "padding", b->of->actual[differ],
                   b->of->expected[differ]);
    }
}

static void put_beat(const struct beats *b)
{
    struct spe_packet expected[RECORD_PACKETS], actual[RECORD_PACKETS];
    const unsigned n = record_packets(b->of->expected, b->of->length, expected);
    const unsigned m = record_packets(b->of->actual, b->of->end, actual);
    const unsigned differ = first_difference(b);
    const unsigned at = differ != NOT_FOUND ? differ : b->from;

    rows_put(b->rows, b->cycle, ROW_BEAT_RECORD, b->of->number);
    rows_put(b->rows, b->cycle, ROW_BEAT_OFFSET, b->from);
    put_header(b, ROW_HEADER_EXP, expected, n, at);
    put_header(b, ROW_HEADER_ACT, actual, m, at);
    put_packets(b, ROW_PACKETS_EXP, expected, n, differ);
    put_packets(b, ROW_PACKETS_ACT, actual, m, differ);
    put_bytes(b, differ != NOT_FOUND ? differ : b->to - 1);
    put_difference(b, expected, n, differ);
}

void beats_time(struct beats *b, uint64_t cycle)
{
    if (b->of != NULL && cycle > b->cycle) {
        if (b->cycle >= b->rows->from) {
            put_beat(b);
        }
        b->of = NULL;
    }
}

static void expect(struct beat_record *record, const struct spe_journal_entry *e)
{
    for (unsigned i = 0; i < 8 && e->at + i < SPE_RECORD_MAX; i++) {
        record->expected[e->at + i] = (uint8_t)(e->now >> 8 * i);
        record->known[e->at + i] = (e->mask >> 8 * i & 0xFF) != 0;
    }
}

static void take_data(struct beats *b, struct beat_record *record,
                      const struct spe_journal_entry *e)
{
    unsigned from = SPE_RECORD_MAX, to = 0;

    for (unsigned i = 0; i < 8 && e->at + i < SPE_RECORD_MAX; i++) {
        if ((e->mask >> 8 * i & 0xFF) != 0) {
            record->actual[e->at + i] = (uint8_t)(e->now >> 8 * i);
            from = from < e->at + i ? from : e->at + i;
            to = e->at + i + 1;
        }
    }
    if (to == 0) {
        return;
    }
    record->end = to > record->end ? to : record->end;
    if (b->of != NULL && b->of != record) {
        beats_time(b, UINT64_MAX);
    }
    b->from = b->of == NULL || from < b->from ? from : b->from;
    b->to = b->of == NULL || to > b->to ? to : b->to;
    b->of = record;
    b->cycle = e->cycle;
}

const struct beat_record *beats_entry(struct beats *b, const struct spe_journal_entry *e)
{
    struct beat_record *record = &b->record[e->number % BEAT_RECORDS];

    if (record->number != e->number) {
        if (b->of == record) {
            beats_time(b, UINT64_MAX);
        }
        memset(record, 0, sizeof(*record));
        record->number = e->number;
    }
    if (strcmp(e->field, "selection") == 0) {
        record->sample = (uint32_t)e->now;
    } else if (strcmp(e->field, "length") == 0) {
        record->length = e->now < SPE_RECORD_MAX ? (unsigned)e->now : SPE_RECORD_MAX;
    } else if (strcmp(e->field, "expected") == 0) {
        expect(record, e);
    } else if (strcmp(e->field, "data") == 0) {
        take_data(b, record, e);
    }
    return record;
}
