/* SPDX-License-Identifier: Apache-2.0 */
#include "decode/decoder.h"
#include "decode/plain.h"
#include "spe/decode.h"
#include "spe/packet.h"

/* State of a run: the next byte of the window, its stream offset, the next place in the record. */
struct run {
    const uint8_t *at;
    uint64_t offset;
    struct spe_packet *packet;
    uint64_t seen;
    bool ends; /* the last packet taken ends the record */
};

/* Step over a header and its payload. In most cases the previous record had a payload of the same
 * size in this place. With that guess the processor can start on the next header before it knows
 * the size of this payload. */
static inline void step_over(struct run *run, unsigned payload_bytes, unsigned guess)
{
    run->at += 1 + guess;
    run->offset += 1 + guess;
    if (payload_bytes != guess) {
        const ptrdiff_t more = (ptrdiff_t)payload_bytes - guess;
        run->at += more;
        run->offset += (uint64_t)more;
    }
}

/* Take the next packet if it is plain; `row` is that of its header. @return whether it is. */
static inline bool take_plain(struct run *run, const struct decode_plain *row)
{
    const uint64_t payload = decode_word(run->at + 1) & row->payload;
    const unsigned guess = run->packet->payload_bytes;
    if (!decode_is_plain(row, payload, run->seen)) {
        return false;
    }
    *run->packet = row->packet;
    run->packet->payload = payload;
    run->packet->offset = run->offset;
    run->packet++;
    run->seen |= row->seen;
    step_over(run, row->packet.payload_bytes, guess);
    return true;
}

/* Take padding after a packet. @return whether SPE_PACKET_MAX bytes follow. */
static inline bool take_padding(struct spe_decoder *d, struct run *run, const uint8_t *last)
{
    const size_t n = decode_padding_at(run->at, (size_t)(last - run->at) + SPE_PACKET_MAX);
    d->totals.padding += n;
    decode_report(d, SPE_PROBLEM_PADDING, run->offset, 0);
    run->at += n;
    run->offset += n;
    d->padding_run = run->at > last;
    return run->at <= last;
}

/* Take one plain packet, or padding. @return whether the run may continue. */
static inline bool step(struct spe_decoder *d, struct run *run, const struct decode_plain *row,
                        const uint8_t *last)
{
    if (!take_plain(run, row)) {
        return *run->at == 0 && take_padding(d, run, last);
    }
    run->ends = row->ends;
    return !row->ends && run->at <= last;
}

static void enter(struct spe_decoder *d, const struct run *run)
{
    const unsigned packets = (unsigned)(run->packet - d->record.packet) - d->record.packets;
    d->record.total += packets;
    d->record.packets += packets;
    d->totals.packets += packets;
    d->seen[0] = run->seen;
    d->window_bytes -= (size_t)(run->at - d->window);
    d->window = run->at;
    d->offset = run->offset;
}

bool decode_run(struct spe_decoder *d)
{
    const uint8_t *const last = d->window + d->window_bytes - SPE_PACKET_MAX;
    struct run run = {d->window, d->offset, &d->record.packet[d->record.packets], d->seen[0],
                      false};
    const struct decode_plain *row = &decode_plain[*run.at];
    d->padding_run = false;
    while (step(d, &run, row, last)) {
        row = &decode_plain[*run.at];
    }
    enter(d, &run);
    return run.ends;
}
