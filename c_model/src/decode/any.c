/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "decode/decoder.h"
#include "decode/plain.h"
#include "spe/bits.h"
#include "spe/decode.h"
#include "spe/packet.h"
#include "spe/status.h"

static void consume(struct spe_decoder *d, size_t bytes)
{
    if (bytes > 0) {
        d->window += bytes;
    }
    d->window_bytes -= bytes;
}

static void skip_aligned(struct spe_decoder *d)
{
    const size_t n = d->skip < d->window_bytes ? (size_t)d->skip : d->window_bytes;
    consume(d, n);
    d->skip -= n;
    d->offset += n;
    d->totals.padding += n;
}

/* Complete, in the tail, a packet that began in an earlier window. */
static int take_from_tail(struct spe_decoder *d, struct spe_packet *packet)
{
    const size_t had = d->tail_bytes, room = sizeof(d->tail) - had;
    const size_t more = d->window_bytes < room ? d->window_bytes : room;
    if (more > 0) {
        memcpy(d->tail + had, d->window, more);
    }
    const int n = spe_decode_packet(d->tail, had + more, packet);
    if (n < 0) {
        d->tail_bytes += more;
        consume(d, more);
        return n;
    }
    d->tail_bytes = 0;
    consume(d, (size_t)n - had);
    return n;
}

static int take_from_window(struct spe_decoder *d, struct spe_packet *packet)
{
    const int n = spe_decode_packet(d->window, d->window_bytes, packet);
    if (n > 0) {
        consume(d, (size_t)n);
    } else if (d->window_bytes > 0) {
        memcpy(d->tail, d->window, d->window_bytes);
        d->tail_bytes = d->window_bytes;
        consume(d, d->window_bytes);
    }
    return n;
}

static int take_packet(struct spe_decoder *d, struct spe_packet *packet)
{
    if (d->skip > 0) {
        skip_aligned(d);
    }
    if (d->skip > 0) {
        return SPE_EAGAIN;
    }
    const int n = d->tail_bytes > 0 ? take_from_tail(d, packet) : take_from_window(d, packet);
    if (n < 0) {
        return n;
    }
    packet->offset = d->offset;
    d->offset += (uint64_t)n;
    return n;
}

/* Whether the open record already holds a packet of this kind and INDEX; note this one. Unknown
 * packets cannot be told apart, so none counts as seen. */
static bool seen_before(struct spe_decoder *d, const struct spe_packet *packet)
{
    if (packet->kind == SPE_PACKET_UNKNOWN || packet->kind == SPE_PACKET_ALIGNMENT) {
        return false;
    }
    uint64_t *const set = &d->seen[packet->index / DECODE_SEEN_INDEX];
    const uint64_t bit = SPE_BIT(DECODE_SEEN(packet->kind, packet->index % DECODE_SEEN_INDEX));
    const bool before = *set & bit;
    *set |= bit;
    return before;
}

static void report_set(struct spe_decoder *d, const struct spe_packet *packet)
{
    for (int i = 0; packet->problems != 0 && i < SPE_PROBLEMS; i++) {
        if (packet->problems & SPE_PROBLEM_BIT(i)) {
            decode_report(d, (enum spe_problem)i, packet->offset, packet->header[0]);
        }
    }
}

static bool after_limit(const struct spe_decoder *d)
{
    return d->options.limit != 0 && d->offset > d->options.limit &&
           !(d->record.problems & SPE_PROBLEM_BIT(SPE_PROBLEM_AFTER_LIMIT));
}

static void add_packet(struct spe_decoder *d, struct spe_packet *packet)
{
    struct spe_decoded_record *record = &d->record;
    if (!d->open) {
        decode_open(d, packet->offset);
    }
    d->padding_run = false;
    if (seen_before(d, packet)) {
        packet->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_DUPLICATE);
    }
    if (after_limit(d)) {
        packet->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_AFTER_LIMIT);
    }
    if (record->total++ == SPE_RECORD_PACKETS) {
        packet->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_MANY_PACKETS);
    }
    report_set(d, packet);
    if (record->packets < SPE_RECORD_PACKETS) {
        record->packet[record->packets++] = *packet;
    } else if (d->options.on_more) {
        d->options.on_more(d->options.user, packet);
    }
}

/* 5.3.2: the next header is aligned to 2^(SIZE + 1). This decoder aligns its address, not its
 * offset in the stream (F7). */
static void pass_alignment(struct spe_decoder *d, struct spe_packet *packet)
{
    const uint64_t align = (uint64_t)2 << packet->index;
    d->skip = -(d->options.base + d->offset) & (align - 1);
    if (packet->index == 0) {
        packet->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_ALIGN_SIZE);
    }
    if (d->open) {
        packet->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_ALIGN_IN_RECORD);
        add_packet(d, packet);
    } else {
        report_set(d, packet);
    }
}

/* D1: the later text has no Alignment command. There the same bytes are an unknown packet. */
static void take_alignment_as_unknown(struct spe_packet *packet)
{
    packet->kind = SPE_PACKET_UNKNOWN;
    packet->index = 0;
    packet->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_UNKNOWN);
}

static bool ends_record(enum spe_packet_kind kind)
{
    return kind == SPE_PACKET_END || kind == SPE_PACKET_TIMESTAMP;
}

/* Add a packet to the record. @return whether the packet ends the record. */
static bool put_in_record(struct spe_decoder *d, struct spe_packet *packet)
{
    if (packet->kind == SPE_PACKET_PADDING) {
        decode_pass_padding(d, packet->offset, 1);
        return false;
    }
    d->totals.packets++;
    if (packet->kind == SPE_PACKET_ALIGNMENT && d->options.alignment) {
        pass_alignment(d, packet);
        return false;
    }
    if (packet->kind == SPE_PACKET_ALIGNMENT) {
        take_alignment_as_unknown(packet);
    }
    add_packet(d, packet);
    return ends_record(packet->kind);
}

int decode_any(struct spe_decoder *d)
{
    struct spe_packet packet;
    const int n = take_packet(d, &packet);
    return n > 0 ? put_in_record(d, &packet) : SPE_EAGAIN;
}
