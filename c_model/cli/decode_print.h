/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_DECODE_PRINT_H
#define SPE_CLI_DECODE_PRINT_H

#include "decode_conform.h"
#include "decode_more.h"
#include "decode_names.h"
#include "out.h"
#include "spe/decode.h"

/** A record as `spe decode` shows it. */
struct decode_shown {
    uint64_t number; /* number of the record in its stream, from 1 */
    const struct spe_decoded_record *record;
    const struct decode_more *more; /* packets that `record` does not keep */
    const struct decode_breaches *breaches;
    const struct decode_names *names;
};

/** Sums over all streams of the input. */
struct decode_sums {
    struct spe_decode_totals totals;
    uint64_t shown;    /* records that passed the filters */
    uint64_t breaches; /* breaches of the configuration */
    uint64_t skipped;  /* bytes before the first complete record (--resync) */
    bool filtered;
};

/** One output format. A function may be NULL. */
struct decode_printer {
    void (*begin)(struct out *out);
    void (*buffer)(struct out *out, unsigned cpu, uint64_t bytes); /* for a perf.data */
    void (*record)(struct out *out, const struct decode_shown *shown);
    void (*totals)(struct out *out, const struct decode_sums *sums);
};

/* Offset, bytes and meaning of each packet, a blank line after each record; last, totals. */
extern const struct decode_printer decode_text;

/* One object per record and line; last, an object with totals, errors and notes. */
extern const struct decode_printer decode_json;

/* One line per record, for awk; the first line names the columns. */
extern const struct decode_printer decode_table;

/* Counts by event, operation, exception level, context and data source. */
extern const struct decode_printer decode_summary;

/* "# 96 bytes of CPU 1", before the records of each queue of a perf.data. */
void decode_print_buffer(struct out *out, unsigned cpu, uint64_t bytes);

/* The value of a field as it is printed: a virtual address is printed with 64 bits. */
static inline uint64_t decode_field_shown(const struct spe_field *field)
{
    const bool negative = field->is_virtual && (field->value >> 55 & 1);
    return negative ? field->value | (uint64_t)0xff << 56 : field->value;
}

/* Rebuild the bytes of a packet as the stream had them: header, then payload. @return their number.
 */
static inline unsigned decode_packet_bytes(const struct spe_packet *packet,
                                           uint8_t bytes[SPE_PACKET_MAX])
{
    unsigned n = 0;
    while (n < packet->header_bytes) {
        bytes[n] = packet->header[n];
        n++;
    }
    for (unsigned i = 0; i < packet->payload_bytes; i++) {
        bytes[n++] = (uint8_t)(packet->payload >> (8 * i));
    }
    return n;
}

#endif
