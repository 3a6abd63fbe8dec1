/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_DECODE_PRINT_H
#define SPE_CLI_DECODE_PRINT_H

#include <stdio.h>

#include "spe/decode.h"

/* How `spe decode` prints a stream; write errors are left in ferror(out). */
struct decode_printer {
    void (*record)(FILE *out, const struct spe_decoded_record *record);
    void (*totals)(FILE *out, const struct spe_decode_totals *totals);
};

/* Offset, bytes and meaning of each packet, a blank line after each record; last, totals in words.
 */
extern const struct decode_printer decode_text;

/* One object per record and line; last, an object with totals, errors and notes. */
extern const struct decode_printer decode_json;

/* Bytes of a packet as they stood in the stream: header, then payload. @return their number. */
static inline unsigned decode_packet_bytes(const struct spe_packet *packet,
                                           uint8_t bytes[SPE_PACKET_MAX])
{
    unsigned n = 0;
    while (n < packet->header_bytes) {
        bytes[n] = packet->header[n];
        n++;
    }
    for (unsigned i = 0; i < packet->payload_bytes; i++)
        bytes[n++] = (uint8_t)(packet->payload >> (8 * i));
    return n;
}

#endif
