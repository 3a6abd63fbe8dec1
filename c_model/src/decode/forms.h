/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DECODE_FORMS_H
#define SPE_DECODE_FORMS_H

#include <stdint.h>

#include "spe/packet.h"

/* Value of decode_field.low that marks a virtual address. */
#define VIRTUAL (-2)

/* A field of a payload: bits hi..lo, with bit `low` appended as the least significant one if >= 0.
 */
struct decode_field {
    const char *name;
    int8_t hi, lo, low;
    const char *const *text; /* one per value, NULL if reserved or unnamed; or NULL for all */
};

/* The payload of one kind of packet, for the INDEX or CLASS values in `indices`. */
struct decode_form {
    const char *title;
    enum spe_packet_kind kind;
    uint32_t indices;                  /* bit n: INDEX n */
    uint8_t mask, match;               /* payload & mask == match; 0, 0: any */
    uint64_t zero;                     /* payload bits that read as zero in every version */
    const struct decode_field *fields; /* ends with name NULL */
};

/** Form of a packet's payload; NULL when none is defined (reserved or unknown). */
const struct decode_form *decode_form_of(const struct spe_packet *packet);

/** Value of a field. */
uint64_t decode_field_value(const struct decode_field *field, uint64_t payload);

/** SPE_PROBLEM_BIT() set of the payload: 0 or SPE_PROBLEM_RESERVED_PAYLOAD. */
uint32_t decode_payload_problems(const struct spe_packet *packet);

#endif
