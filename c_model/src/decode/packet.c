/* SPDX-License-Identifier: Apache-2.0 */
#include "spe/packet.h"
#include "decode/forms.h"
#include "spe/status.h"

/* DDI 0586A Figure 5; Arm ARM Table D18-1. The low bits outside `mask` are SZ (bits 5:4) or INDEX.
 */
struct header_row {
    uint8_t mask, match;
    enum spe_packet_kind kind;
    uint8_t index_mask;
};

static const struct header_row short_headers[] = {
    {0xff, 0x00, SPE_PACKET_PADDING, 0},     {0xff, 0x01, SPE_PACKET_END, 0},
    {0xff, 0x71, SPE_PACKET_TIMESTAMP, 0},   {0xcf, 0x42, SPE_PACKET_EVENTS, 0},
    {0xcf, 0x43, SPE_PACKET_DATA_SOURCE, 0}, {0xfc, 0x64, SPE_PACKET_CONTEXT, 0x3},
    {0xfc, 0x48, SPE_PACKET_OPERATION, 0x3}, {0xf8, 0xb0, SPE_PACKET_ADDRESS, 0x7},
    {0xf8, 0x98, SPE_PACKET_COUNTER, 0x7},
};

/* Second bytes after 0b001000xx: Figure 6; Table D18-2. */
static const struct header_row extended_headers[] = {
    {0xf8, 0xb0, SPE_PACKET_ADDRESS, 0x7},
    {0xf8, 0x98, SPE_PACKET_COUNTER, 0x7},
};

/* INDEX values that any version defines (5.3.1, 5.3.3, 5.3.4; D18.2.1 to D18.2.3, D18.2.7). */
static const uint32_t defined_index[SPE_PACKET_KINDS] = {
    [SPE_PACKET_ADDRESS] = 0xffff00dfu,
    [SPE_PACKET_COUNTER] = 0xffff00d7u,
    [SPE_PACKET_CONTEXT] = 0x3u,
    [SPE_PACKET_OPERATION] = 0x7u,
};

static const struct header_row *find_row(const struct header_row *rows, size_t count, uint8_t byte)
{
    for (size_t i = 0; i < count; i++) {
        if ((byte & rows[i].mask) == rows[i].match) {
            return &rows[i];
        }
    }
    return NULL;
}

/* D18.1.1: number of payload bytes, from the header byte that encodes the size. */
static unsigned payload_size(uint8_t byte)
{
    return byte < 0x40 ? 0 : 1u << (byte >> 4 & 3);
}

static uint64_t little_endian(const uint8_t *bytes, unsigned count)
{
    uint64_t value = 0;
    while (count-- > 0) {
        value = value << 8 | bytes[count];
    }
    return value;
}

static void classify_extended(struct spe_packet *p)
{
    const uint8_t first = p->header[0], second = p->header[1];
    const struct header_row *row = NULL;
    if ((first & 0xfc) == 0x20) {
        row = find_row(extended_headers, sizeof(extended_headers) / sizeof(*row), second);
    }
    if (row) {
        p->kind = row->kind;
        p->index = (uint8_t)((first & 0x3) << 3 | (second & row->index_mask));
        if (p->index < 8) {
            p->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_EXTENDED);
        }
    } else if ((first & 0xf0) == 0x20 && second == 0) {
        p->kind = SPE_PACKET_ALIGNMENT;
        p->index = first & 0xf;
    } else {
        p->problems |= SPE_PROBLEM_BIT(second < 0x40 ? SPE_PROBLEM_NO_SIZE : SPE_PROBLEM_UNKNOWN);
    }
}

static void classify_short(struct spe_packet *p)
{
    const struct header_row *row =
        find_row(short_headers, sizeof(short_headers) / sizeof(*row), p->header[0]);
    if (row) {
        p->kind = row->kind;
        p->index = p->header[0] & row->index_mask;
    } else {
        p->problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_UNKNOWN);
    }
}

static bool header_reserved(const struct spe_packet *p)
{
    if (p->kind == SPE_PACKET_DATA_SOURCE) {
        return p->payload_bytes > 2;
    }
    const uint32_t defined = defined_index[p->kind];
    return defined != 0 && !(defined >> p->index & 1);
}

int spe_decode_packet(const uint8_t *buf, size_t bytes, struct spe_packet *out)
{
    if (bytes == 0) {
        return SPE_EAGAIN;
    }
    const bool extended = (buf[0] & 0xe0) == 0x20;
    const unsigned header_bytes = extended ? 2 : 1;
    if (bytes < header_bytes) {
        return SPE_EAGAIN;
    }
    const unsigned payload_bytes = payload_size(buf[header_bytes - 1]);
    if (bytes < header_bytes + payload_bytes) {
        return SPE_EAGAIN;
    }
    struct spe_packet p = {.kind = SPE_PACKET_UNKNOWN,
                           .header = {buf[0], extended ? buf[1] : 0},
                           .header_bytes = (uint8_t)header_bytes,
                           .payload_bytes = (uint8_t)payload_bytes,
                           .payload = little_endian(buf + header_bytes, payload_bytes)};
    if (extended) {
        classify_extended(&p);
    } else {
        classify_short(&p);
    }
    if (header_reserved(&p)) {
        p.problems |= SPE_PROBLEM_BIT(SPE_PROBLEM_RESERVED_HEADER);
    } else {
        p.problems |= decode_payload_problems(&p);
    }
    *out = p;
    return (int)(header_bytes + payload_bytes);
}
