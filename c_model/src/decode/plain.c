/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables are made of constant expressions, one for each value of a byte.
 */
#include "decode/plain.h"
#include "spe/bits.h"
#include "spe/packet.h"

#define EACH_4(row, n) row((n) + 0u), row((n) + 1u), row((n) + 2u), row((n) + 3u)
#define EACH_16(row, n)                                                                            \
    EACH_4(row, n), EACH_4(row, (n) + 4u), EACH_4(row, (n) + 8u), EACH_4(row, (n) + 12u)
#define EACH_64(row, n)                                                                            \
    EACH_16(row, n), EACH_16(row, (n) + 16u), EACH_16(row, (n) + 32u), EACH_16(row, (n) + 48u)
#define EACH_BYTE(row) EACH_64(row, 0u), EACH_64(row, 64u), EACH_64(row, 128u), EACH_64(row, 192u)

/* Whether byte h begins a packet of a kind (DDI 0586A Figure 5, Arm ARM Table D18-1). INDEX and
 * CLASS are values that a text defines (5.3.1, 5.3.3, 5.3.4; D18.2.1 to D18.2.3, D18.2.7). */
#define IS_END(h)       ((h) == 0x01u)
#define IS_TIMESTAMP(h) ((h) == 0x71u)
#define IS_EVENTS(h)    (((h)&0xcfu) == 0x42u)
#define IS_SOURCE(h)    ((h) == 0x43u || (h) == 0x53u)
#define IS_CONTEXT(h)   (((h)&0xfeu) == 0x64u)
#define IS_OPERATION(h) (((h)&0xfcu) == 0x48u && (h) != 0x4bu)
#define IS_ADDRESS(h)   (((h)&0xf8u) == 0xb0u && (h) != 0xb5u)
#define IS_COUNTER(h)   (((h)&0xf8u) == 0x98u && (h) != 0x9bu && (h) != 0x9du)
#define IS_PLAIN(h)                                                                                \
    (IS_END(h) || IS_TIMESTAMP(h) || IS_EVENTS(h) || IS_SOURCE(h) || IS_CONTEXT(h) ||              \
     IS_OPERATION(h) || IS_ADDRESS(h) || IS_COUNTER(h))

#define KIND(h)                                                                                    \
    (IS_END(h)         ? SPE_PACKET_END                                                            \
     : IS_TIMESTAMP(h) ? SPE_PACKET_TIMESTAMP                                                      \
     : IS_EVENTS(h)    ? SPE_PACKET_EVENTS                                                         \
     : IS_SOURCE(h)    ? SPE_PACKET_DATA_SOURCE                                                    \
     : IS_CONTEXT(h)   ? SPE_PACKET_CONTEXT                                                        \
     : IS_OPERATION(h) ? SPE_PACKET_OPERATION                                                      \
     : IS_ADDRESS(h)   ? SPE_PACKET_ADDRESS                                                        \
                       : SPE_PACKET_COUNTER)
#define INDEX(h)                                                                                   \
    (IS_CONTEXT(h) || IS_OPERATION(h) ? (h)&0x3u : IS_ADDRESS(h) || IS_COUNTER(h) ? (h)&0x7u : 0u)

/* D18.1.1: payload bytes by SZ, and the mask of so many bytes. */
#define PAYLOAD(h) ((h) < 0x40u ? 0u : 1u << ((h) >> 4 & 3u))
#define BITS(h)    ((h) < 0x40u ? 0u : ~(uint64_t)0 >> (-8u * PAYLOAD(h) & 63u))

/* Payload bits that send a packet to the slower test when one is 1: bits that read as zero (5.3.5,
 * D18.2.6; 5.3.1, D18.2.1); NSE, which needs NS 1; of an Operation Type, bits that are 0 in the
 * usual payloads of its CLASS. Other Operation Types are looked up in a table. */
#define SUSPECT(h)                                                                                 \
    (IS_EVENTS(h) ? SPE_MASK(47, 32) | SPE_BIT(16)                                                 \
     : (h) == 0xb0u + SPE_ADDRESS_PC || (h) == 0xb0u + SPE_ADDRESS_TARGET ||                       \
             (h) == 0xb0u + SPE_ADDRESS_PREVIOUS                                                   \
         ? SPE_MASK(60, 56)                                                                        \
     : (h) == 0xb0u + SPE_ADDRESS_PA   ? SPE_BIT(61) | SPE_BIT(60)                                 \
     : (h) == 0x48u + SPE_CLASS_OTHER  ? SPE_MASK(7, 3)                                            \
     : (h) == 0x48u + SPE_CLASS_LDST   ? SPE_MASK(7, 1)                                            \
     : (h) == 0x48u + SPE_CLASS_BRANCH ? SPE_MASK(7, 5)                                            \
                                       : 0u)

#define PACKET(h)                                                                                  \
    {                                                                                              \
        .kind = KIND(h), .header = {(h)}, .header_bytes = 1, .payload_bytes = PAYLOAD(h),          \
        .index = INDEX(h)                                                                          \
    }
#define ROW(h)                                                                                     \
    {                                                                                              \
        .packet = PACKET(h), .payload = BITS(h), .suspect = SUSPECT(h),                            \
        .seen = IS_PLAIN(h) ? SPE_BIT(DECODE_SEEN(KIND(h), INDEX(h))) : DECODE_NOT_PLAIN,          \
        .operation = IS_OPERATION(h) ? 1u << INDEX(h) : 0u, .ends = IS_END(h) || IS_TIMESTAMP(h)   \
    }

const struct decode_plain decode_plain[256] = {EACH_BYTE(ROW)};

/* D18.2.7: other; SVE vector; SME array whose ETS is not reserved. */
#define OTHER(p)                                                                                   \
    (((p)&0xf8u) == 0x00u || ((p)&0x89u) == 0x08u ||                                               \
     (((p)&0x89u) == 0x88u && !(((p)&0x60u) == 0x60u && ((p)&0x14u) != 0x14u)))
/* General, SIMD&FP, unspecified, Allocation Tag, Memory Copy, Memory Set, NV2, extended, SVE, GCS.
 */
#define LDST(p)                                                                                    \
    (((p)&0xfeu) == 0x00u || ((p)&0xfeu) == 0x04u || ((p)&0xfeu) == 0x10u ||                       \
     ((p)&0xfeu) == 0x14u || ((p)&0xfeu) == 0x20u || (p) == 0x25u || ((p)&0xfeu) == 0x30u ||       \
     ((p)&0xe2u) == 0x02u || ((p)&0x0au) == 0x08u || ((p)&0xfau) == 0x40u)
#define BRANCH(p) (((p)&0xe0u) == 0x00u)

#define CLASSES(p)                                                                                 \
    ((OTHER(p) ? 1u << SPE_CLASS_OTHER : 0u) | (LDST(p) ? 1u << SPE_CLASS_LDST : 0u) |             \
     (BRANCH(p) ? 1u << SPE_CLASS_BRANCH : 0u))

const uint8_t decode_plain_operation[256] = {EACH_BYTE(CLASSES)};
