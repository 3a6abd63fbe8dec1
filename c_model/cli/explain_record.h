/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_RECORD_H
#define SPE_CLI_EXPLAIN_RECORD_H

#include "explain.h"
#include "spe/packet.h"

#define EXPLAIN_ROWS   (2 * RECORD_PACKETS)
#define RECORD_PACKETS 40 /* that are looked at */

/** One packet of both ways to read the record, or of one of them. */
struct record_row {
    bool has_expected, has_actual, same;
    struct spe_packet expected, actual; /* `offset` is that in the record */
};

/** The record of a finding, as predicted and as written. */
struct record_view {
    uint32_t number;  /* 0: there is none */
    unsigned length;  /* predicted */
    unsigned written; /* bytes of it, */
    unsigned beyond;  /* and bytes behind its end */
    unsigned skipped; /* bytes before the first one that was written */
    uint64_t va, pa;
    bool placed; /* pa is known */
    uint8_t expected[SPE_RECORD_MAX], actual[SPE_RECORD_MAX];
    bool known[SPE_RECORD_MAX], have[SPE_RECORD_MAX]; /* the value is known; it was written */
    struct record_row row[EXPLAIN_ROWS];
    unsigned n_rows, n_different;
};

/** Fill *view with the record `number`; nothing but number 0 if the journal does not hold it. */
void record_view(const struct explain *e, uint32_t number, struct record_view *view);

/** What record_view() does, one by one: an entry of that record goes into a view that was 0; behind
 * the last entry its rows are made. @{ */
void record_take(struct record_view *view, const struct spe_journal_entry *entry);
void record_rows(struct record_view *view);
/** @} */

/** Two packets that stand for each other, whatever their values are. */
bool record_same_kind(const struct spe_packet *a, const struct spe_packet *b);

/** Packets of the first `length` bytes of a record, up to its last one, with `offset` in the
 * record; padding is left out. @return how many. */
unsigned record_packets(const uint8_t *bytes, unsigned length,
                        struct spe_packet packet[RECORD_PACKETS]);

/** A packet in words: title and fields, of events their names, too. @{ */
#define PACKET_TEXT 1280 /* holds any */
void record_packet_text(const struct spe_packet *packet, char *dst, size_t bytes);
/** @} */

#endif
