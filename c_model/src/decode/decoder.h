/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DECODE_DECODER_H
#define SPE_DECODE_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "decode/plain.h"
#include "spe/decode.h"
#include "spe/packet.h"

/** Open a record whose first header is at stream offset `offset`. */
static inline void decode_open(struct spe_decoder *d, uint64_t offset)
{
    d->open = true;
    d->seen[0] = DECODE_NOT_PLAIN;
    d->seen[1] = 0;
    d->record.offset = offset;
    d->record.length = 0;
    d->record.complete = false;
    d->record.total = 0;
    d->record.packets = 0;
    d->record.problems = 0;
    d->record.cut_bytes = 0;
}

/** Count and report a problem, and note it in the open record if there is one. */
static inline void decode_report(struct spe_decoder *d, enum spe_problem problem, uint64_t offset,
                                 uint8_t header)
{
    d->totals.problem[problem]++;
    if (d->open) {
        d->record.problems |= SPE_PROBLEM_BIT(problem);
    }
    if (d->options.on_problem) {
        d->options.on_problem(d->options.user, problem, offset, header);
    }
}

/** Count `bytes` bytes of padding. The first byte of each run inside a record is reported (F3). */
static inline void decode_pass_padding(struct spe_decoder *d, uint64_t offset, size_t bytes)
{
    d->totals.padding += bytes;
    if (d->open && !d->padding_run) {
        decode_report(d, SPE_PROBLEM_PADDING, offset, 0);
    }
    d->padding_run = true;
}

/** Number of zero bytes at the low end of a word that is not 0. */
static inline unsigned decode_low_zeros(uint64_t word)
{
    const uint64_t below = (word & -word) - 1; /* the bits below the lowest one that is set */
    return (unsigned)(((below & 0x8080808080808080u) >> 7) * 0x0101010101010101u >> 56);
}

/** Number of padding bytes at the start of buf. The loop tests eight bytes at a time. */
static inline size_t decode_padding_at(const uint8_t *buf, size_t bytes)
{
    size_t n = 0;
    while (n + 8 <= bytes) {
        const uint64_t word = decode_word(buf + n);
        if (word != 0) {
            return n + decode_low_zeros(word);
        }
        n += 8;
    }
    while (n < bytes && buf[n] == 0) {
        n++;
    }
    return n;
}

/**
 * Take the next packet, of any kind, also one that several windows share.
 * @return 1 if it ends a record, 0 if not, or SPE_EAGAIN if its end is not in the window.
 */
int decode_any(struct spe_decoder *d);

/**
 * Take plain packets and the padding between them, up to a packet that is not plain, the end of
 * the record or the end of the window. Before the call a record is open with room for
 * DECODE_PLAIN_KINDS packets, and the window holds SPE_PACKET_MAX bytes or more, first a header.
 * @return whether the record ends.
 */
bool decode_run(struct spe_decoder *d);

#endif
