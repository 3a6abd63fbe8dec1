/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes of a record: DDI 0586A 5.1, 5.2, 5.3.
 */
#include <string.h>

#include "config/layout.h"
#include "config_members.h"
#include "record/encode.h"
#include "record/record.h"
#include "spe/status.h"

/* SZ of an Events or Data Source header: log2 of the payload bytes, bits [5:4] (5.3.5, 5.3.7). */
static uint8_t size_bits(int bytes)
{
    uint8_t sz = 0;

    while (bytes > 1 << sz) {
        sz++;
    }
    return (uint8_t)(sz << 4);
}

/* Header byte, Short format (Figure 5). */
static uint8_t header(const struct spe_config *cfg, enum spe_layout_kind kind, uint64_t value)
{
    switch (kind) {
    case SPE_LAYOUT_CTX1: /* 01 10 01 INDEX, 5.3.3 */
        return 0x64;
    case SPE_LAYOUT_CTX2:
        return 0x65;
    case SPE_LAYOUT_TOT: /* 10 01 1 INDEX, 5.3.4 */
        return 0x98;
    case SPE_LAYOUT_ISSUE:
        return 0x99;
    case SPE_LAYOUT_XLAT:
        return 0x9A;
    case SPE_LAYOUT_ALT: /* D18.2.3 */
        return 0x9C;
    case SPE_LAYOUT_PC: /* 10 11 0 INDEX, 5.3.1 */
        return 0xB0;
    case SPE_LAYOUT_TGT:
        return 0xB1;
    case SPE_LAYOUT_VA:
        return 0xB2;
    case SPE_LAYOUT_PA:
        return 0xB3;
    case SPE_LAYOUT_PBT: /* D18.2.1 */
        return 0xB4;
    case SPE_LAYOUT_DS: /* 01 SZ 0011, 5.3.5 */
        return 0x43 | size_bits(cfg->ds_bytes);
    case SPE_LAYOUT_TYPE: /* 01 00 10 CLASS, 5.3.8 */
        return (uint8_t)(0x48 | (value >> 8 & 3));
    case SPE_LAYOUT_EV: /* 01 SZ 0010, 5.3.7 */
        return 0x42 | size_bits(cfg->event_bytes);
    case SPE_LAYOUT_TS: /* 5.3.10 */
        return 0x71;
    default: /* End packet, 5.3.6 */
        return 0x01;
    }
}

static void write_packet(const struct spe_config *cfg, enum spe_layout_kind kind, uint64_t value,
                         uint8_t *dst)
{
    int bytes = layout_packet_bytes(cfg, kind);

    dst[0] = header(cfg, kind, value);
    for (int i = 1; i < bytes; i++) {
        dst[i] = (uint8_t)(value >> 8 * (i - 1));
    }
}

static int place_packets(const struct spe_config *cfg, const struct layout *layout,
                         const struct spe_record *record, struct placement *at)
{
    unsigned present = 0;

    if (layout->n < 0) {
        return layout->n;
    }
    for (int kind = SPE_LAYOUT_PAD + 1; kind < SPE_LAYOUT_KINDS; kind++) {
        if (record->packet[kind].present) {
            present |= LAYOUT_BIT(kind);
        }
    }
    return layout_place(cfg, layout->item, layout->n, present, at) ? SPE_ECONFIG : 0;
}

int layout_encode(const struct spe_config *cfg, const struct layout *layout,
                  const struct spe_record *record, uint8_t *dst, size_t dst_bytes, int *ts_at)
{
    struct placement at;
    int status = place_packets(cfg, layout, record, &at);

    if (status < 0) {
        return status;
    }
    if ((size_t)at.size > dst_bytes) {
        return SPE_ENOSPC;
    }
    memset(dst, 0, (size_t)at.size);
    for (int kind = SPE_LAYOUT_PAD + 1; kind < SPE_LAYOUT_KINDS; kind++) {
        if (at.offset[kind] >= 0) {
            write_packet(cfg, (enum spe_layout_kind)kind, record->packet[kind].value,
                         dst + at.offset[kind]);
        }
    }
    *ts_at = at.offset[SPE_LAYOUT_TS] >= 0 ? at.offset[SPE_LAYOUT_TS] + 1 : -1;
    return at.size;
}

static struct layout parse(const struct spe_config *cfg)
{
    struct spe_config_error err;
    struct layout layout;

    layout.n = spe_layout_parse(cfg, layout.item, &err);
    return layout;
}

int record_encode(const struct spe_config *cfg, const struct spe_record *record, uint8_t *dst,
                  size_t dst_bytes)
{
    struct layout layout = parse(cfg);
    int ts_at;

    return layout_encode(cfg, &layout, record, dst, dst_bytes, &ts_at);
}

int record_ts_offset(const struct spe_config *cfg, const struct spe_record *record)
{
    struct layout layout = parse(cfg);
    struct placement at;

    if (!record->packet[SPE_LAYOUT_TS].present || place_packets(cfg, &layout, record, &at) < 0) {
        return -1;
    }
    return at.offset[SPE_LAYOUT_TS] + 1;
}
