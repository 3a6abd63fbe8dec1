/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TRACE_FORMAT_H
#define SPE_TRACE_FORMAT_H

#include <stddef.h>
#include <stdint.h>

/**
 * Bytes of the trace file, shared by writer and reader; tb/trace/README.md has the tables.
 * Internal.
 */

#define SPE_TRACE_MAGIC        "SPETRACE"
#define SPE_TRACE_MAGIC_BYTES  8u
#define SPE_TRACE_HEADER_BYTES 64u
#define SPE_TRACE_BLOCK_OPS    32768u
#define SPE_TRACE_STREAM_MAX   (1u << 20) /* a block's stream is never longer */
#define SPE_TRACE_BLOCK_BYTES  20u /* block head: operations, then the bytes of each stream */

/* The four byte streams of a block. */
enum spe_trace_stream {
    SPE_STREAM_RUN = 0, /* varints: operations predicted right before the next event */
    SPE_STREAM_CODE,    /* one byte per event, SPE_CODE_* */
    SPE_STREAM_FLOW,    /* instruction numbers and definitions of new instructions */
    SPE_STREAM_DATA,    /* access shapes and addresses */
    SPE_STREAMS
};

/* Event byte, bits 1:0: how control came to this operation. */
#define SPE_CODE_FLOW       0x03u
#define SPE_FLOW_PREDICTED  0u
#define SPE_FLOW_OTHER      1u    /* the other of the last two successors */
#define SPE_FLOW_KNOWN      2u    /* varint instruction number */
#define SPE_FLOW_NEW        3u    /* signed varint (pc - (previous pc + 4)) / 4, 4 bytes opcode */
#define SPE_CODE_SHAPE      0x04u /* accesses, flags, varint bytes follow */
#define SPE_CODE_ADDR_SHIFT 3u
#define SPE_CODE_ADDR       0x38u
/* Bits 5:3: 0 to 2 the address predictors of trace_model.h, else: */
#define SPE_ADDR_OWN   3u /* signed varint from this instruction's last address */
#define SPE_ADDR_NEAR  4u /* signed varint from the last address of any instruction */
#define SPE_ADDR_BEST  5u /* the predictor that scores best was right, or there is no access */
#define SPE_CODE_ZEROS 0xC0u

/* The header's fields; bytes little-endian. */
struct spe_trace_header {
    uint32_t version;
    uint32_t insns;
    uint64_t ops, loads, stores;
    uint64_t body_bytes;
    uint32_t body_crc;
};

/** CRC-32 (IEEE 802.3, reflected). Start with crc = 0; chain by passing the last result. */
uint32_t spe_trace_crc(uint32_t crc, const uint8_t *data, size_t bytes);

/** Write the SPE_TRACE_HEADER_BYTES of a header, its own checksum included. */
void spe_trace_header_pack(const struct spe_trace_header *h, uint8_t *dst);

/**
 * Read a header of a file of `file_bytes`, of which `bytes` stand at `src`.
 *
 * @return 0, or EFORMAT, EVERSION, ECUT, EDAMAGED of trace.h.
 */
int spe_trace_header_unpack(struct spe_trace_header *h, const uint8_t *src, size_t bytes,
                            uint64_t file_bytes);

void spe_trace_put_u32(uint8_t *dst, uint32_t v);
void spe_trace_put_u64(uint8_t *dst, uint64_t v);
uint32_t spe_trace_get_u32(const uint8_t *src);
uint64_t spe_trace_get_u64(const uint8_t *src);

/* Signed as unsigned with small magnitudes small: 0, -1, 1, -2 ... become 0, 1, 2, 3 ... */
uint64_t spe_trace_zigzag(uint64_t v);
uint64_t spe_trace_unzigzag(uint64_t v);

#endif
