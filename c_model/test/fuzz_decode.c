/* SPDX-License-Identifier: Apache-2.0
 *
 * Fuzz target of the stream decoder. The input is a stream; two of its bytes choose options and
 * window size. The target checks what must hold for any input. test_decode_corpus.c replays the
 * corpus through it.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "spe/decode.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

/* A hash of all reports, in order. Equal hashes mean equal stories. */
struct summary {
    uint64_t hash;
    uint64_t records, packets, end;
};

static void mix(struct summary *s, uint64_t value)
{
    s->hash = (s->hash ^ value) * 0x9e3779b97f4a7c15u;
    s->hash ^= s->hash >> 32;
}

static void on_problem(void *user, enum spe_problem problem, uint64_t offset, uint8_t header)
{
    struct summary *s = user;
    require(problem >= 0 && problem < SPE_PROBLEMS && spe_problem_name((int)problem));
    mix(s, (uint64_t)problem);
    mix(s, offset);
    mix(s, header);
}

static void check_packet(struct summary *s, const struct spe_packet *packet)
{
    struct spe_field fields[SPE_PACKET_FIELDS];
    const int n = spe_packet_fields(packet, fields);
    require(n >= 0 && n <= SPE_PACKET_FIELDS);
    require((n > 0) == (packet->payload_bytes > 0));
    for (int i = 0; i < n; i++) {
        require(fields[i].name && fields[i].bits >= 1 && fields[i].bits <= 64);
        require(fields[i].bits == 64 || fields[i].value >> fields[i].bits == 0);
    }
    require(spe_packet_title(packet) && spe_packet_kind_name((int)packet->kind));
    mix(s, packet->offset);
    mix(s, packet->kind);
    mix(s, packet->payload);
}

/* Records follow each other without overlap and hold their packets in order. */
static void check_record(struct summary *s, const struct spe_decoded_record *record)
{
    require(record->offset >= s->end && record->packets <= record->total);
    s->end = record->offset + record->length;
    uint64_t at = record->offset;
    for (unsigned i = 0; i < record->packets; i++) {
        const struct spe_packet *p = &record->packet[i];
        require(p->offset >= at);
        at = p->offset + p->header_bytes + p->payload_bytes;
        require(at <= s->end);
        check_packet(s, p);
    }
    s->records += record->complete;
    s->packets += record->total;
    mix(s, record->length);
    mix(s, record->problems);
}

/* A window ends with a block of the heap, so that the sanitizer sees a read past the end. */
static void feed(struct spe_decoder *d, struct summary *s, const uint8_t *window, size_t size)
{
    const struct spe_decoded_record *record = NULL;
    require(spe_decoder_feed(d, window, size) == 0);
    while (spe_decoder_next(d, &record) > 0) {
        check_record(s, record);
    }
}

static struct summary run(const uint8_t *data, size_t size, size_t window,
                          struct spe_decode_options options)
{
    struct summary s = {.hash = 0xcbf29ce484222325u};
    const struct spe_decoded_record *record = NULL;
    struct spe_decoder d;
    options.on_problem = on_problem;
    options.user = &s;
    spe_decoder_init(&d, &options);
    uint8_t *const block = malloc(window);
    require(block != NULL);
    for (size_t at = 0; at < size; at += window) {
        const size_t n = size - at < window ? size - at : window;
        memcpy(block + window - n, data + at, n);
        feed(&d, &s, block + window - n, n);
    }
    free(block);
    if (spe_decoder_end(&d, &record) > 0) {
        check_record(&s, record);
    }
    const struct spe_decode_totals *totals = spe_decoder_totals(&d);
    require(totals->bytes == size && s.end <= size && totals->records == s.records);
    require(totals->packets >= s.packets && totals->packets + totals->padding <= size);
    return s;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t first = size > 0 ? data[0] : 0, last = size > 0 ? data[size - 1] : 0;
    const struct spe_decode_options options = {.alignment = last & 1,
                                               .base = last & 2 ? 0x1234u : 0,
                                               .limit = last & 4 ? size / 2 : 0,
                                               .record_limit = last & 8 ? 64 : 0};
    const struct summary whole = run(data, size, size > 0 ? size : 1, options);
    const struct summary parts = run(data, size, first % 13u + 1, options);
    require(whole.hash == parts.hash && whole.records == parts.records);
    return 0;
}
