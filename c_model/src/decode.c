/* SPDX-License-Identifier: Apache-2.0 */
#include "spe/decode.h"

#include <string.h>

#include "decode_plain.h"
#include "spe/bits.h"

/* PMSIDR_EL1.MaxSize is at most 2 KB (DDI 0586A 4.3.11). */
#define LARGEST_RECORD 2048u

void spe_decoder_init(struct spe_decoder *decoder, const struct spe_decode_options *options)
{
    *decoder = (struct spe_decoder){0};
    if (options) {
        decoder->options = *options;
    }
    if (decoder->options.record_limit == 0) {
        decoder->options.record_limit = LARGEST_RECORD;
    }
}

int spe_decoder_feed(struct spe_decoder *decoder, const uint8_t *buf, size_t bytes)
{
    if (decoder->window_bytes > 0) {
        return SPE_EINVAL;
    }
    decoder->window = buf;
    decoder->window_bytes = bytes;
    decoder->totals.bytes += bytes;
    return 0;
}

static void report(struct spe_decoder *d, enum spe_problem problem, uint64_t offset, uint8_t header)
{
    d->totals.problem[problem]++;
    if (d->open) {
        d->record.problems |= SPE_PROBLEM_BIT(problem);
    }
    if (d->options.on_problem) {
        d->options.on_problem(d->options.user, problem, offset, header);
    }
}

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

/* A packet that began in an earlier window: complete it in the tail. */
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
    d->record.cut_bytes = 0;
}

static void close_record(struct spe_decoder *d, uint64_t end)
{
    d->record.length = end - d->record.offset;
    if (d->record.length > d->options.record_limit) {
        report(d, SPE_PROBLEM_TOO_LONG, d->record.offset, 0);
    }
    d->open = false;
}

/* Whether the record already holds this packet, which is noted. Unknown packets cannot be told
 * apart. */
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
            report(d, (enum spe_problem)i, packet->offset, packet->header[0]);
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
        open_record(d, packet->offset);
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

/* The first padding byte of each run inside a record is reported (F3). */
static void pass_padding(struct spe_decoder *d, uint64_t offset, size_t bytes)
{
    d->totals.padding += bytes;
    if (d->open && !d->padding_run) {
        report(d, SPE_PROBLEM_PADDING, offset, 0);
    }
    d->padding_run = true;
}

/* 5.3.2: the next header stands at a multiple of 2^(SIZE + 1), here of the address (F7). */
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

/* D1: the later text has no Alignment command; the same bytes are an unknown packet there. */
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

/* @return whether the packet ends a record. */
static bool place(struct spe_decoder *d, struct spe_packet *packet)
{
    if (packet->kind == SPE_PACKET_PADDING) {
        pass_padding(d, packet->offset, 1);
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

/* Bytes of padding at the beginning, looked at eight at a time. */
static size_t padding_at(const uint8_t *buf, size_t bytes)
{
    size_t n = 0;
    while (n + 8 <= bytes && decode_word(buf + n) == 0) {
        n += 8;
    }
    while (n < bytes && buf[n] == 0) {
        n++;
    }
    return n;
}

static void skip_padding(struct spe_decoder *d)
{
    const size_t n = padding_at(d->window, d->window_bytes);
    pass_padding(d, d->offset, n);
    d->offset += n;
    consume(d, n);
}

/* Whether the next packet can be one for take_plain(). */
static bool may_be_plain(const struct spe_decoder *d)
{
    return d->window_bytes >= SPE_PACKET_MAX && d->tail_bytes == 0 && d->skip == 0 &&
           d->options.limit == 0 && !(d->open && d->record.packets == SPE_RECORD_PACKETS);
}

/* The same as take_packet() and place() for plain packets that the record does not hold, as many as
 * follow one another: up to padding, another packet, or the end of the record.
 * @return their number. */
static unsigned take_plain(struct spe_decoder *d)
{
    struct spe_decoded_record *record = &d->record;
    const uint8_t *at = d->window, *const last = at + d->window_bytes - SPE_PACKET_MAX;
    const struct decode_plain *row = NULL;
    struct spe_packet *packet = &record->packet[record->packets];
    const struct spe_packet *const first = packet, *const end = record->packet + SPE_RECORD_PACKETS;
    uint64_t seen = d->seen[0];
    do {
        row = decode_plain_packet(at, packet);
        if (!row || (seen & row->seen)) {
            break;
        }
        seen |= row->seen;
        packet->offset = d->offset + (uint64_t)(at - d->window);
        packet++;
        at += row->bytes;
    } while (!row->ends && packet < end && at <= last);
    const unsigned taken = (unsigned)(packet - first);
    d->seen[0] = seen;
    record->total += taken;
    record->packets += taken;
    d->totals.packets += taken;
    d->padding_run = d->padding_run && taken == 0;
    d->offset += (uint64_t)(at - d->window);
    consume(d, (size_t)(at - d->window));
    return taken;
}

/* Whether a record is open, or the next packet, which is no padding, opens one. */
static void open_for_plain(struct spe_decoder *d)
{
    if (!d->open && decode_plain[*d->window].bytes != 0) {
        open_record(d, d->offset);
    }
}

/* @return whether a packet that is not plain ends a record; SPE_EAGAIN if there is none. */
static int take_other(struct spe_decoder *d)
{
    struct spe_packet packet;
    const int n = take_packet(d, &packet);
    return n > 0 ? place(d, &packet) : SPE_EAGAIN;
}

/* Packets up to the end of a record.
 * @return 1, or SPE_EAGAIN when the window is used up. */
static int take_record(struct spe_decoder *d)
{
    for (;;) {
        while (may_be_plain(d)) {
            if (*d->window == 0) {
                skip_padding(d);
                continue;
            }
            open_for_plain(d);
            if (!d->open || take_plain(d) == 0) {
                break;
            }
            if (ends_record(d->record.packet[d->record.packets - 1].kind)) {
                return 1;
            }
        }
        const int end = take_other(d);
        if (end != 0) {
            return end;
        }
    }
}

int spe_decoder_next(struct spe_decoder *decoder, const struct spe_decoded_record **record)
{
    if (take_record(decoder) < 0) {
        return SPE_EAGAIN;
    }
    decoder->record.complete = true;
    decoder->totals.records++;
    if (!(decoder->seen[0] & SPE_BIT(DECODE_SEEN(SPE_PACKET_EVENTS, 0u)))) {
        report(decoder, SPE_PROBLEM_NO_EVENTS, decoder->record.offset, 0);
    }
    close_record(decoder, decoder->offset);
    *record = &decoder->record;
    return 1;
}

int spe_decoder_end(struct spe_decoder *decoder, const struct spe_decoded_record **record)
{
    if (!decoder->open && decoder->tail_bytes == 0) {
        return 0;
    }
    if (!decoder->open) {
        open_record(decoder, decoder->offset);
    }
    report(decoder, SPE_PROBLEM_INCOMPLETE, decoder->record.offset, 0);
    close_record(decoder, decoder->offset + decoder->tail_bytes);
    decoder->record.cut_bytes = (unsigned)decoder->tail_bytes;
    memcpy(decoder->record.cut, decoder->tail, decoder->tail_bytes);
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
            !(packet->problems & SPE_PROBLEM_BIT(SPE_PROBLEM_DUPLICATE))) {
            return packet;
        }
    }
    return NULL;
}
