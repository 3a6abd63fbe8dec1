/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DECODE_H
#define SPE_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spe/packet.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Stream decoder: groups the packets of a byte stream into records (DDI 0586A 5.1, Arm ARM D18.1)
 * and reports everything that is wrong with the stream. Constant memory; never reads past its
 * input.
 */

/* Packets that a decoded record keeps; a record with more is reported (SPE_PROBLEM_MANY_PACKETS).
 */
#define SPE_RECORD_PACKETS 64

/** One record: from its first header to the last byte of its End or Timestamp packet. */
struct spe_decoded_record {
    uint64_t offset; /* in the stream */
    uint64_t length; /* bytes, padding inside included */
    bool complete;   /* ends with End or Timestamp; false only from spe_decoder_end() */
    unsigned total;  /* packets seen, padding not counted */
    unsigned
        packets; /* packets kept: the first SPE_RECORD_PACKETS. Duplicates are kept and marked */
    uint32_t problems;  /* of the record and of all its packets */
    unsigned cut_bytes; /* only from spe_decoder_end(): bytes of a packet whose end is missing */
    uint8_t cut[SPE_PACKET_MAX];
    struct spe_packet packet[SPE_RECORD_PACKETS];
};

/** @return the first packet of a kind and index in *record, or NULL if there is none. It is valid
 * as long as *record. */
const struct spe_packet *spe_record_find(const struct spe_decoded_record *record,
                                         enum spe_packet_kind kind, unsigned index);

/** Called for a problem at stream offset `offset`. `header` is the first header byte of the packet
 * that has it, or 0 if no packet has. */
typedef void (*spe_problem_fn)(void *user, enum spe_problem problem, uint64_t offset,
                               uint8_t header);

/** Called for a packet that its record does not keep, because it comes after the first
 * SPE_RECORD_PACKETS. `packet` is valid during the call. */
typedef void (*spe_packet_fn)(void *user, const struct spe_packet *packet);

/** How to read a stream. All zero is a good default. */
struct spe_decode_options {
    bool alignment; /* (0x2X, 0x00) is an Alignment command (F4); otherwise an unknown packet of 2
                       bytes */
    uint64_t base;  /* address of stream offset 0, for the Alignment command (F7) */
    uint64_t limit; /* stream offset at and after which only padding is expected; 0: none */
    uint32_t record_limit;     /* bytes of the largest record, 2^PMSIDR_EL1.MaxSize; 0: 2048 */
    spe_problem_fn on_problem; /* called for every problem in stream order; NULL: none */
    spe_packet_fn on_more; /* called for packets that the open record does not keep; NULL: none */
    void *user;
};

/** Totals of a stream. */
struct spe_decode_totals {
    uint64_t bytes, records, packets,
        padding; /* complete records; padding in bytes, alignment skips included */
    uint64_t problem[SPE_PROBLEMS];
};

/**
 * Record assembler. Fixed storage, no allocation; treat the members as private.
 *
 * Example: spe_decoder_init(&d, NULL); spe_decoder_feed(&d, buf, n);
 * while (spe_decoder_next(&d, &rec) > 0) use(rec); ... spe_decoder_end(&d, &rec).
 */
struct spe_decoder {
    struct spe_decode_options options;
    const uint8_t *window; /* caller's bytes not yet looked at */
    size_t window_bytes;
    uint8_t tail[SPE_PACKET_MAX]; /* start of a packet that the last window cut */
    size_t tail_bytes;
    uint64_t offset;  /* stream offset of tail[0], or of window[0] without tail */
    uint64_t skip;    /* bytes still to be skipped after an Alignment command */
    bool open;        /* inside a record */
    bool padding_run; /* the byte before was padding */
    uint64_t seen[2]; /* packets in the open record: kind and INDEX, below 16 and above */
    struct spe_decoded_record record;
    struct spe_decode_totals totals;
};

/** Begin a stream. The decoder is the caller's. `options` is copied; NULL means all zero. */
void spe_decoder_init(struct spe_decoder *decoder, const struct spe_decode_options *options);

/**
 * Hand in the next bytes. They stay the caller's and must stay valid until spe_decoder_next() has
 * returned SPE_EAGAIN. Any split of a stream into windows gives the same records.
 * @return 0, or SPE_EINVAL if the last window is not used up.
 */
int spe_decoder_feed(struct spe_decoder *decoder, const uint8_t *buf, size_t bytes);

/**
 * Next complete record of the window.
 * @param record  set to storage inside the decoder, valid until the next call.
 * @return 1, or SPE_EAGAIN when the window is used up.
 */
int spe_decoder_next(struct spe_decoder *decoder, const struct spe_decoded_record **record);

/**
 * End of the stream; call once after spe_decoder_next() returned SPE_EAGAIN.
 * @return 1 with the incomplete last record (reported as SPE_PROBLEM_INCOMPLETE), or 0 if there is
 * none.
 */
int spe_decoder_end(struct spe_decoder *decoder, const struct spe_decoded_record **record);

/** Totals of the stream so far; owned by the decoder, and updated as it goes on. */
const struct spe_decode_totals *spe_decoder_totals(const struct spe_decoder *decoder);

#ifdef __cplusplus
}
#endif
#endif
