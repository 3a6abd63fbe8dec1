/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_RECORD_H
#define SPE_CLI_EXPLAIN_RECORD_H

#include "explain.h"
#include "spe/packet.h"

#define EXPLAIN_ROWS   (2 * RECORD_PACKETS)
#define RECORD_PACKETS 40 /* packets of a record that are looked at */

/** One row: a packet of the predicted record, of the written one, or of both. */
struct record_row {
    bool has_expected, has_actual, same;
    struct spe_packet expected, actual; /* `offset`: from the start of the record */
};

/** The record of a finding, as predicted and as written. */
struct record_view {
    uint32_t number;  /* 0: there is no record */
    unsigned length;  /* predicted bytes */
    unsigned written; /* bytes of the record that were written */
    unsigned beyond;  /* bytes that were written after its end */
    unsigned skipped; /* bytes before the first one that was written */
    uint64_t va, pa;
    bool placed; /* `pa` is known */
    uint8_t expected[SPE_RECORD_MAX], actual[SPE_RECORD_MAX];
    bool known[SPE_RECORD_MAX], have[SPE_RECORD_MAX]; /* prediction is known; byte was written */
    struct record_row row[EXPLAIN_ROWS];
    unsigned n_rows, n_different;
};

/** Fill *view with record `number`; view->number becomes 0 if the journal does not hold the record.
 */
void record_view(const struct explain *e, uint32_t number, struct record_view *view);

/** The steps of record_view(): give each entry of the record to a view that began as 0; after the
 * last entry, make the rows. @{ */
void record_take(struct record_view *view, const struct spe_journal_entry *entry);
void record_rows(struct record_view *view);
/** @} */

/** Whether two packets are of the same kind, whatever their values are. */
bool record_same_kind(const struct spe_packet *a, const struct spe_packet *b);

/** Decode the first `length` bytes of a record into packets, up to its last packet, with `offset`
 * counted from the start of the record. Padding is left out. @return number of packets. */
unsigned record_packets(const uint8_t *bytes, unsigned length,
                        struct spe_packet packet[RECORD_PACKETS]);

/** Describe a packet in words: title and fields; for events also their names. @{ */
#define PACKET_TEXT 1280 /* enough for any packet */
void record_packet_text(const struct spe_packet *packet, char *dst, size_t bytes);
/** @} */

#endif
