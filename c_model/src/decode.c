/* SPDX-License-Identifier: Apache-2.0 */
#include "spe/decode.h"

#include <string.h>

/* PMSIDR_EL1.MaxSize is at most 2 KB (DDI 0586A 4.3.11). */
#define LARGEST_RECORD 2048u

void spe_decoder_init(struct spe_decoder *decoder, const struct spe_decode_options *options)
{
    *decoder = (struct spe_decoder){0};
    if (options)
        decoder->options = *options;
    if (decoder->options.record_limit == 0)
        decoder->options.record_limit = LARGEST_RECORD;
}

int spe_decoder_feed(struct spe_decoder *decoder, const uint8_t *buf, size_t bytes)
{
    if (decoder->window_bytes > 0)
        return SPE_EINVAL;
    decoder->window = buf;
    decoder->window_bytes = bytes;
    decoder->totals.bytes += bytes;
    return 0;
}

static void report(struct spe_decoder *d, enum spe_problem problem, uint64_t offset, uint8_t header)
{
    d->totals.problem[problem]++;
    if (d->open)
        d->record.problems |= SPE_PROBLEM_BIT(problem);
    if (d->options.on_problem)
        d->options.on_problem(d->options.user, problem, offset, header);
}

static void consume(struct spe_decoder *d, size_t bytes)
{
    if (bytes > 0)
        d->window += bytes;
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

/* A packet that began in an earlier window: complete it in the tail. */
static int take_from_tail(struct spe_decoder *d, struct spe_packet *packet)
{
    const size_t had = d->tail_bytes, room = sizeof(d->tail) - had;
    const size_t more = d->window_bytes < room ? d->window_bytes : room;
    if (more > 0)
        memcpy(d->tail + had, d->window, more);
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
    if (d->skip > 0)
        skip_aligned(d);
    if (d->skip > 0)
        return SPE_EAGAIN;
    const int n = d->tail_bytes > 0 ? take_from_tail(d, packet) : take_from_window(d, packet);
    if (n < 0)
        return n;
    packet->offset = d->offset;
    d->offset += (uint64_t)n;
    return n;
}

static void open_record(struct spe_decoder *d, uint64_t offset)
{
    d->open = true;
    memset(d->seen, 0, sizeof(d->seen));
    d->record.offset = offset;
    d->record.length = 0;
    d->record.complete = false;
    d->record.total = 0;
    d->record.packets = 0;
    d->record.problems = 0;
}

static void close_record(struct spe_decoder *d, uint64_t end)
{
    d->record.length = end - d->record.offset;
    if (d->record.length > d->options.record_limit)
        report(d, SPE_PROBLEM_TOO_LONG, d->record.offset, 0);
    d->open = false;
}

/* Whether the record already holds this packet, which is noted. Unknown packets cannot be told
 * apart. */
static bool seen_before(struct spe_decoder *d, const struct spe_packet *packet)
{
    uint32_t *set, bit = 1u << packet->index;
    switch (packet->kind) {
    case SPE_PACKET_ADDRESS:
        set = &d->seen[0];
        break;
    case SPE_PACKET_COUNTER:
        set = &d->seen[1];
        break;
    case SPE_PACKET_CONTEXT:
        set = &d->seen[2];
        break;
    case SPE_PACKET_UNKNOWN:
    case SPE_PACKET_ALIGNMENT:
        return false;
    default:
        set = &d->seen[3];
        bit = 1u << packet->kind;
        break;
    }
    const bool before = *set & bit;
    *set |= bit;
    return before;
}

static void report_set(struct spe_decoder *d, const struct spe_packet *packet)
{
    for (int i = 0; packet->problems != 0 && i < SPE_PROBLEMS; i++)
        if (packet->problems & SPE_PROBLEM_BIT(i))
            report(d, (enum spe_problem)i, packet->offset, packet->header[0]);
}

static bool after_limit(const struct spe_decoder *d)
{
    return d->options.limit != 0 && d->offset > d->options.limit &&
           !(d->record.problems & SPE_PROBLEM_BIT(SPE_PROBLEM_AFTER_LIMIT));
}

static void add_packet(struct spe_decoder *d, struct spe_packet *packet)
{
    struct spe_decoded_record *record = &d->record;
    if (!d->open)
        open_record(d, packet->offset);
    d->padding_run = false;
    if (seen_before(d, packet))
        packet->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_DUPLICATE);
    if (after_limit(d))
        packet->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_AFTER_LIMIT);
    if (record->total++ == SPE_RECORD_PACKETS)
        packet->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_MANY_PACKETS);
    report_set(d, packet);
    if (record->packets < SPE_RECORD_PACKETS)
        record->packet[record->packets++] = *packet;
}

/* The first padding byte of each run inside a record is reported (F3). */
static void pass_padding(struct spe_decoder *d, const struct spe_packet *packet)
{
    d->totals.padding++;
    if (d->open && !d->padding_run)
        report(d, SPE_PROBLEM_PADDING, packet->offset, 0);
    d->padding_run = true;
}

/* 5.3.2: the next header stands at a multiple of 2^(SIZE + 1), here of the address (F7). */
static void pass_alignment(struct spe_decoder *d, struct spe_packet *packet)
{
    const uint64_t align = (uint64_t)2 << packet->index;
    d->skip = -(d->options.base + d->offset) & (align - 1);
    if (packet->index == 0)
        packet->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_ALIGN_SIZE);
    if (d->open) {
        packet->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_ALIGN_IN_RECORD);
        add_packet(d, packet);
    } else {
        report_set(d, packet);
    }
}

/* D1: the later text has no Alignment command; the same bytes are an unknown packet there. */
static void take_alignment_as_unknown(struct spe_packet *packet)
{
    packet->kind = SPE_PACKET_UNKNOWN;
    packet->index = 0;
    packet->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_UNKNOWN);
}

/* @return whether the packet ends a record. */
static bool place(struct spe_decoder *d, struct spe_packet *packet)
{
    if (packet->kind == SPE_PACKET_PADDING) {
        pass_padding(d, packet);
        return false;
    }
    d->totals.packets++;
    if (packet->kind == SPE_PACKET_ALIGNMENT && d->options.alignment) {
        pass_alignment(d, packet);
        return false;
    }
    if (packet->kind == SPE_PACKET_ALIGNMENT)
        take_alignment_as_unknown(packet);
    add_packet(d, packet);
    return packet->kind == SPE_PACKET_END || packet->kind == SPE_PACKET_TIMESTAMP;
}

int spe_decoder_next(struct spe_decoder *decoder, const struct spe_decoded_record **record)
{
    struct spe_packet packet;
    while (take_packet(decoder, &packet) > 0) {
        if (!place(decoder, &packet))
            continue;
        decoder->record.complete = true;
        decoder->totals.records++;
        if (!(decoder->seen[3] & 1u << SPE_PACKET_EVENTS))
            report(decoder, SPE_PROBLEM_NO_EVENTS, decoder->record.offset, 0);
        close_record(decoder, decoder->offset);
        *record = &decoder->record;
        return 1;
    }
    return SPE_EAGAIN;
}

int spe_decoder_end(struct spe_decoder *decoder, const struct spe_decoded_record **record)
{
    if (!decoder->open && decoder->tail_bytes == 0)
        return 0;
    if (!decoder->open)
        open_record(decoder, decoder->offset);
    report(decoder, SPE_PROBLEM_INCOMPLETE, decoder->record.offset, 0);
    close_record(decoder, decoder->offset + decoder->tail_bytes);
    decoder->tail_bytes = 0;
    *record = &decoder->record;
    return 1;
}

const struct spe_decode_totals *spe_decoder_totals(const struct spe_decoder *decoder)
{
    return &decoder->totals;
}

const struct spe_packet *spe_record_find(const struct spe_decoded_record *record,
                                         enum spe_packet_kind kind, unsigned index)
{
    for (unsigned i = 0; i < record->packets; i++) {
        const struct spe_packet *packet = &record->packet[i];
        if (packet->kind == kind && packet->index == index &&
            !(packet->problems & SPE_PROBLEM_BIT(SPE_PROBLEM_DUPLICATE)))
            return packet;
    }
    return NULL;
}
