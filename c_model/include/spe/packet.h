/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PACKET_H
#define SPE_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spe/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Packets of the profile format (DDI 0586A chapter 5; Arm ARM D18.1, D18.2). They are decoded from
 * bytes alone, without a configuration: every packet of every version in those texts. The decoder
 * shares nothing with the encoder.
 */

/** Kinds of packets. X(id, name). */
#define SPE_PACKET_LIST(X)                                                                         \
    X(PADDING, "padding")                                                                          \
    X(END, "end")                                                                                  \
    X(TIMESTAMP, "timestamp")                                                                      \
    X(EVENTS, "events")                                                                            \
    X(DATA_SOURCE, "data_source")                                                                  \
    X(CONTEXT, "context")                                                                          \
    X(OPERATION, "operation")                                                                      \
    X(ADDRESS, "address")                                                                          \
    X(COUNTER, "counter")                                                                          \
    X(ALIGNMENT, "alignment")                                                                      \
    X(UNKNOWN, "unknown")

#define SPE_PACKET_ENUM(id, name) SPE_PACKET_##id,
enum spe_packet_kind { SPE_PACKET_LIST(SPE_PACKET_ENUM) SPE_PACKET_KINDS };
#undef SPE_PACKET_ENUM

/* INDEX of Address packets (5.3.1, D18.2.1). */
#define SPE_ADDRESS_PC       0u
#define SPE_ADDRESS_TARGET   1u
#define SPE_ADDRESS_VA       2u
#define SPE_ADDRESS_PA       3u
#define SPE_ADDRESS_PREVIOUS 4u
/* INDEX of Counter packets (5.3.4, D18.2.3). */
#define SPE_COUNTER_TOTAL     0u
#define SPE_COUNTER_ISSUE     1u
#define SPE_COUNTER_XLAT      2u
#define SPE_COUNTER_ALT_ISSUE 4u
/* INDEX of Context packets (5.3.3, D18.2.2). */
#define SPE_CONTEXT_EL1 0u
#define SPE_CONTEXT_EL2 1u
/* CLASS of Operation Type packets (5.3.8, D18.2.7). */
#define SPE_CLASS_OTHER  0u
#define SPE_CLASS_LDST   1u
#define SPE_CLASS_BRANCH 2u

/**
 * Problems of a stream: errors and notes. X(id, is_error, name, text). A note is something that
 * the texts permit or do not forbid.
 */
#define SPE_PROBLEM_LIST(X)                                                                        \
    X(RESERVED_HEADER, true, "reserved_header", "reserved INDEX, CLASS or SZ in a header (F11)")   \
    X(RESERVED_PAYLOAD, true, "reserved_payload",                                                  \
      "reserved value, or a read-as-zero bit set, in a payload")                                   \
    X(UNKNOWN, true, "unknown_packet",                                                             \
      "unknown packet, skipped by the size in its header (F10, F12)")                              \
    X(NO_SIZE, true, "no_size",                                                                    \
      "extended header whose second byte gives no size, two bytes skipped (F9)")                   \
    X(DUPLICATE, true, "duplicate", "packet that the record already holds (F13)")                  \
    X(NO_EVENTS, true, "no_events", "record without Events packet (F14)")                          \
    X(PADDING, false, "padding_in_record", "padding inside a record (F3)")                         \
    X(EXTENDED, false, "extended_index", "Extended format with INDEX below 8 (F8)")                \
    X(ALIGN_IN_RECORD, true, "alignment_in_record", "Alignment command inside a record (5.1.4)")   \
    X(ALIGN_SIZE, true, "alignment_size", "Alignment command with SIZE 0, taken as 2 bytes (F6)")  \
    X(AFTER_LIMIT, true, "after_limit", "data at or after the limit")                              \
    X(TOO_LONG, true, "record_too_long", "record longer than the largest record")                  \
    X(MANY_PACKETS, true, "many_packets", "record with more packets than are kept")                \
    X(INCOMPLETE, true, "incomplete", "stream ends inside a record")

#define SPE_PROBLEM_ENUM(id, is_error, name, text) SPE_PROBLEM_##id,
enum spe_problem { SPE_PROBLEM_LIST(SPE_PROBLEM_ENUM) SPE_PROBLEMS };
#undef SPE_PROBLEM_ENUM

/** Bit of a problem in a set of problems (the fields `problems`). */
#define SPE_PROBLEM_BIT(problem) (1u << (problem))

/** Name of a problem ("duplicate"), its sentence, and whether it is an error; NULL, NULL and false
 * if `problem` is out of range. Static storage. */
const char *spe_problem_name(int problem);
const char *spe_problem_text(int problem);
bool spe_problem_is_error(int problem);

/** Whether a set of SPE_PROBLEM_BIT() holds an error. */
bool spe_problems_have_error(uint32_t problems);

/** One packet. */
struct spe_packet {
    uint64_t offset;  /* of the header in the stream; 0 from spe_decode_packet() */
    uint64_t payload; /* little-endian value, 0 without payload */
    enum spe_packet_kind kind;
    uint32_t problems;     /* SPE_PROBLEM_BIT() set that concerns this packet */
    uint8_t header[2];     /* header[1] is 0 in an 8-bit header */
    uint8_t header_bytes;  /* 1 or 2 */
    uint8_t payload_bytes; /* 0, 1, 2, 4 or 8; the Alignment command's skipped bytes don't count */
    uint8_t index; /* INDEX of address, counter, context; CLASS of operation; SIZE of alignment;
                      else 0. Five bits: a packet with 32 or more is reserved */
};

/* Longest packet: 16-bit header and 64-bit payload. */
#define SPE_PACKET_MAX 10

/**
 * Decode the packet at the start of buf (5.2, 5.3, D18.1, D18.2). buf holds `bytes` bytes; nothing
 * beyond them is read. (0x2X, 0x00) gives SPE_PACKET_ALIGNMENT with 2 bytes. How many bytes it
 * skips depends on the address; the caller must skip them.
 *
 * Example: 42 03 (Events, one byte, E[1:0] set) returns 2 with kind SPE_PACKET_EVENTS, payload 3.
 *
 * @param out  filled when the result is positive, otherwise unchanged.
 * @return bytes of header and payload (1 .. SPE_PACKET_MAX), or SPE_EAGAIN if the packet is longer
 * than `bytes`.
 */
int spe_decode_packet(const uint8_t *buf, size_t bytes, struct spe_packet *out);

/** Name of a kind ("events"); NULL if out of range. Static storage. */
const char *spe_packet_kind_name(int kind);

/** Title of a packet in words ("Address: branch target"). Static storage, never NULL. */
const char *spe_packet_title(const struct spe_packet *packet);

/** One named field of a packet's payload. */
struct spe_field {
    const char *name; /* as the texts call it, lower case: "addr", "el", "ns", "count", "evl" */
    uint64_t value;
    uint8_t bits;     /* width of the field in this packet: 8 in an Events packet of one byte */
    bool wide;        /* the field can have more than 32 bits */
    bool is_virtual;  /* bits 55 to 0 of a virtual address; all bits above equal bit 55 */
    const char *text; /* meaning of the value, or NULL. Static storage */
};

/* Most fields any packet has. */
#define SPE_PACKET_FIELDS 12

/**
 * Fields of a packet, in the order of the payload's high bits first. An Events packet gives one
 * field "events"; its bits are named by spe_event_name(). Unknown and reserved packets give one
 * field "value".
 * @return number of fields written to `out` (0 for packets without payload).
 */
int spe_packet_fields(const struct spe_packet *packet, struct spe_field out[SPE_PACKET_FIELDS]);

/** Name of event bit 0 .. 63 ("retired", "tlb_walk", "impdef_12", "reserved_40"; 5.3.7, D18.2.6);
 * NULL if out of range. Static storage. */
const char *spe_event_name(unsigned bit);

/** Kind of operation by CLASS and payload byte ("branch", "load/store, extended"; 5.3.8, D18.2.7);
 * NULL if reserved. Static storage. */
const char *spe_operation_name(unsigned operation_class, uint8_t payload);

#ifdef __cplusplus
}
#endif
#endif
