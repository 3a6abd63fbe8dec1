/* SPDX-License-Identifier: Apache-2.0 */
#include "spe/decode.h"

#include <string.h>

#include "decode/decoder.h"
#include "decode/plain.h"
#include "spe/bits.h"
#include "spe/packet.h"
#include "spe/status.h"

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

static void close_record(struct spe_decoder *d, uint64_t end)
{
    d->record.length = end - d->record.offset;
    if (d->record.length > d->options.record_limit) {
        decode_report(d, SPE_PROBLEM_TOO_LONG, d->record.offset, 0);
    }
    d->open = false;
}

static void skip_padding(struct spe_decoder *d)
{
    const size_t n = decode_padding_at(d->window, d->window_bytes);
    decode_pass_padding(d, d->offset, n);
    d->offset += n;
    d->window += n;
    d->window_bytes -= n;
}

/* Whether decode_run() may be called: the window holds a whole packet, none is cut, no bytes are
 * to be skipped, there is no limit, and the open record has room for a run. */
static bool may_run(const struct spe_decoder *d)
{
    return d->window_bytes >= SPE_PACKET_MAX && d->tail_bytes == 0 && d->skip == 0 &&
           d->options.limit == 0 &&
           !(d->open && d->record.packets > SPE_RECORD_PACKETS - DECODE_PLAIN_KINDS);
}

/* Open a record if none is open and the next header is that of a plain packet.
 * @return whether a record is open now. */
static bool open_for_run(struct spe_decoder *d)
{
    if (!d->open && decode_plain[*d->window].seen != DECODE_NOT_PLAIN) {
        decode_open(d, d->offset);
    }
    return d->open;
}

/* Take packets up to the end of a record.
 * @return 1, or SPE_EAGAIN when the window is used up. */
static int take_record(struct spe_decoder *d)
{
    int ends = 0;
    while (ends == 0) {
        if (may_run(d)) {
            if (*d->window == 0) {
                skip_padding(d);
                continue;
            }
            if (open_for_run(d) && decode_run(d)) {
                return 1;
            }
        }
        ends = decode_any(d);
    }
    return ends;
}

int spe_decoder_next(struct spe_decoder *decoder, const struct spe_decoded_record **record)
{
    if (take_record(decoder) < 0) {
        return SPE_EAGAIN;
    }
    decoder->record.complete = true;
    decoder->totals.records++;
    if (!(decoder->seen[0] & SPE_BIT(DECODE_SEEN(SPE_PACKET_EVENTS, 0u)))) {
        decode_report(decoder, SPE_PROBLEM_NO_EVENTS, decoder->record.offset, 0);
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
        decode_open(decoder, decoder->offset);
    }
    decode_report(decoder, SPE_PROBLEM_INCOMPLETE, decoder->record.offset, 0);
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
        if (packet->kind == kind && packet->index == index) { /* duplicates come later */
            return packet;
        }
    }
    return NULL;
}
