/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DECODE_PLAIN_H
#define SPE_DECODE_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/packet.h"

/**
 * A plain packet has an 8-bit header that the texts define, and a payload without a problem. Nearly
 * all packets of a stream are plain, and a table of headers decodes them. spe_decode_packet()
 * decodes all others; for a plain packet it gives the same result.
 */

/** What an 8-bit header says about its packet. */
struct decode_plain {
    struct spe_packet packet; /* all members but payload and offset */
    uint64_t payload;         /* mask of the payload's bits */
    uint64_t suspect;         /* if one of these bits is 1, the packet may not be plain */
    uint64_t seen;            /* its bit in spe_decoder.seen[0], or DECODE_NOT_PLAIN */
    uint8_t operation;        /* bit of its CLASS in decode_plain_operation; 0 for other kinds */
    bool ends;                /* it ends a record */
};

/* Bit of a packet in a word of spe_decoder.seen; word 0 is for INDEX below 16. A record holds only
 * one packet of each kind without INDEX, and only one Operation Type packet of whatever CLASS. */
#define DECODE_SEEN_INDEX 16u
#define DECODE_SEEN(kind, index)                                                                   \
    ((kind) == SPE_PACKET_ADDRESS   ? (index)                                                      \
     : (kind) == SPE_PACKET_COUNTER ? 16u + (index)                                                \
     : (kind) == SPE_PACKET_CONTEXT ? 32u + (index)                                                \
                                    : 48u + (unsigned)(kind))

/* The rows of headers that are not plain have this bit, and so has every open record. So such a
 * header counts as seen, and decode_is_plain() refuses it. */
#define DECODE_NOT_PLAIN ((uint64_t)1 << 63)

/* The most plain packets that a record can hold: each has its own bit, as a second packet of a kind
 * and INDEX is a duplicate. */
#define DECODE_PLAIN_KINDS 20u

extern const struct decode_plain decode_plain[256];

/** Operation Type payloads without a reserved value: bit n is set for CLASS n (D18.2.7). */
extern const uint8_t decode_plain_operation[256];

/** The 64 bits at `bytes`, little-endian (DDI 0586A 5.1.3). */
static inline uint64_t decode_word(const uint8_t *bytes)
{
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
           (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
           (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

/**
 * Whether a packet is plain.
 * @param seen  spe_decoder.seen[0] of the record: a second packet of a kind and INDEX is not plain.
 */
static inline bool decode_is_plain(const struct decode_plain *row, uint64_t payload, uint64_t seen)
{
    if (seen & row->seen) {
        return false;
    }
    return !(payload & row->suspect) || (decode_plain_operation[payload & 0xff] & row->operation);
}

#endif
