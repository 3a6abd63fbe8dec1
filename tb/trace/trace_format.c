/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/trace_format.h"
#include "trace/trace.h"
#include <string.h>

void spe_trace_put_u32(uint8_t *dst, uint32_t v)
{
    for (unsigned i = 0; i < 4; i++) {
        dst[i] = (uint8_t)(v >> (8 * i));
    }
}

void spe_trace_put_u64(uint8_t *dst, uint64_t v)
{
    spe_trace_put_u32(dst, (uint32_t)v);
    spe_trace_put_u32(dst + 4, (uint32_t)(v >> 32));
}

uint32_t spe_trace_get_u32(const uint8_t *src)
{
    return src[0] | (uint32_t)src[1] << 8 | (uint32_t)src[2] << 16 | (uint32_t)src[3] << 24;
}

uint64_t spe_trace_get_u64(const uint8_t *src)
{
    return spe_trace_get_u32(src) | (uint64_t)spe_trace_get_u32(src + 4) << 32;
}

uint64_t spe_trace_zigzag(uint64_t v)
{
    return (v << 1) ^ (0 - (v >> 63));
}

uint64_t spe_trace_unzigzag(uint64_t v)
{
    return (v >> 1) ^ (0 - (v & 1));
}

/* Half-byte table: small enough to be read, fast enough for a few MiB. c_model/host/log_codec.c
 * says why it has one, too. */
uint32_t spe_trace_crc(uint32_t crc, const uint8_t *data, size_t bytes)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
    };
    crc = ~crc;
    for (size_t i = 0; i < bytes; i++) {
        crc ^= data[i];
        crc = (crc >> 4) ^ table[crc & 15];
        crc = (crc >> 4) ^ table[crc & 15];
    }
    return ~crc;
}

/* Offsets of the header's fields. */
enum {
    AT_VERSION = 8,
    AT_HEADER_BYTES = 12,
    AT_OPS = 16,
    AT_LOADS = 24,
    AT_STORES = 32,
    AT_INSNS = 40,
    AT_BODY_CRC = 44,
    AT_BODY_BYTES = 48,
    AT_HEADER_CRC = 60
};

void spe_trace_header_pack(const struct spe_trace_header *h, uint8_t *dst)
{
    memset(dst, 0, SPE_TRACE_HEADER_BYTES);
    memcpy(dst, SPE_TRACE_MAGIC, SPE_TRACE_MAGIC_BYTES);
    spe_trace_put_u32(dst + AT_VERSION, h->version);
    spe_trace_put_u32(dst + AT_HEADER_BYTES, SPE_TRACE_HEADER_BYTES);
    spe_trace_put_u64(dst + AT_OPS, h->ops);
    spe_trace_put_u64(dst + AT_LOADS, h->loads);
    spe_trace_put_u64(dst + AT_STORES, h->stores);
    spe_trace_put_u32(dst + AT_INSNS, h->insns);
    spe_trace_put_u32(dst + AT_BODY_CRC, h->body_crc);
    spe_trace_put_u64(dst + AT_BODY_BYTES, h->body_bytes);
    spe_trace_put_u32(dst + AT_HEADER_CRC, spe_trace_crc(0, dst, AT_HEADER_CRC));
}

int spe_trace_header_unpack(struct spe_trace_header *h, const uint8_t *src, size_t bytes,
                            uint64_t file_bytes)
{
    size_t head = bytes < SPE_TRACE_MAGIC_BYTES ? bytes : SPE_TRACE_MAGIC_BYTES;
    if (memcmp(src, SPE_TRACE_MAGIC, head) != 0) {
        return SPE_TRACE_EFORMAT;
    }
    if (bytes < AT_HEADER_BYTES) {
        return SPE_TRACE_ECUT;
    }
    h->version = spe_trace_get_u32(src + AT_VERSION);
    if (h->version != SPE_TRACE_VERSION) {
        return SPE_TRACE_EVERSION;
    }
    if (bytes < SPE_TRACE_HEADER_BYTES) {
        return SPE_TRACE_ECUT;
    }
    if (spe_trace_get_u32(src + AT_HEADER_CRC) != spe_trace_crc(0, src, AT_HEADER_CRC) ||
        spe_trace_get_u32(src + AT_HEADER_BYTES) != SPE_TRACE_HEADER_BYTES) {
        return SPE_TRACE_EDAMAGED;
    }
    h->ops = spe_trace_get_u64(src + AT_OPS);
    h->loads = spe_trace_get_u64(src + AT_LOADS);
    h->stores = spe_trace_get_u64(src + AT_STORES);
    h->insns = spe_trace_get_u32(src + AT_INSNS);
    h->body_crc = spe_trace_get_u32(src + AT_BODY_CRC);
    h->body_bytes = spe_trace_get_u64(src + AT_BODY_BYTES);
    if (file_bytes - SPE_TRACE_HEADER_BYTES < h->body_bytes) {
        return SPE_TRACE_ECUT;
    }
    return file_bytes - SPE_TRACE_HEADER_BYTES == h->body_bytes ? 0 : SPE_TRACE_EDAMAGED;
}

const char *spe_trace_strerror(int status)
{
    switch (status) {
    case SPE_TRACE_EOPEN:
        return "cannot be read";
    case SPE_TRACE_EFORMAT:
        return "is not an operation trace";
    case SPE_TRACE_EVERSION:
        return "has a version of the trace format that is not known";
    case SPE_TRACE_ECUT:
        return "is cut short";
    case SPE_TRACE_EDAMAGED:
        return "is damaged (checksum or coding)";
    case SPE_TRACE_ENOMEM:
        return "does not fit into memory";
    case SPE_TRACE_EWRITE:
        return "cannot be written";
    default:
        return "is good";
    }
}
